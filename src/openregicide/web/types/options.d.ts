/** The options of the rules as store/rules.js has them; core/options.py says what they are. */

import type { RulesData } from "./protocol";

export type OptionName = Exclude<keyof RulesData, "players">;

interface Common {
  name: OptionName;
  rule: string;
  /** The numbers of players for whom it makes a difference. */
  players: readonly number[];
}

export interface ChoiceOption extends Common {
  kind: "choice";
  /** The rulebook's first. */
  words: readonly string[];
}

export interface ToggleOption extends Common {
  kind: "toggle";
}

export interface NumberOption extends Common {
  kind: "number";
  /** For one to four players. */
  standard: readonly number[];
  least: number;
  most: readonly number[];
  /** Another option whose value is taken off both the standard and the most. */
  less?: OptionName;
}

export interface ThreeOption extends Common {
  kind: "three";
  /** Of jack, queen and king. */
  standard: readonly number[];
  least: number;
  most: number;
}

export type Option = ChoiceOption | ToggleOption | NumberOption | ThreeOption;
