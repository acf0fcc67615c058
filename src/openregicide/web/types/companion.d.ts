/** What the companion knows of a game, what is entered, and what it says. Written by hand. */

import type { RulesData } from "./protocol";

export type Suit = "C" | "D" | "H" | "S";

export type Phase = "turn_up" | "play" | "discard" | "name_next" | "over";

/**
 * What the screen is about: a phase, `read` for what was told and waits for nothing but to be read,
 * or `give` for a discard that is entered card by card.
 */
export type Mode = Phase | "read" | "give";

/** A game's options with nothing left open. */
export type Rules = { [Name in keyof RulesData]-?: NonNullable<RulesData[Name]> };

/** What a game begins with. */
export interface Start {
  rules: Rules;
  /** The seat that begins (R4). */
  first: number;
  /** Whether somebody says how many cards are discarded. */
  counted: boolean;
}

/** What is entered. */
export type Action =
  /** Which royal the castle shows. */
  | { kind: "turn_up"; card: string }
  | { kind: "play"; cards: string[] }
  | { kind: "yield" }
  | { kind: "flip" }
  /** The cards, or only how many; where hands are not counted, neither is needed. */
  | { kind: "discard"; cards?: string[]; count?: number }
  | { kind: "cannot_pay" }
  | { kind: "cannot_act" }
  | { kind: "name_next"; seat: number }
  /** A hand holds another number of cards than we thought. */
  | { kind: "recount"; seat: number; count: number };

/** What has to be done or known now: codes and numbers, the words are elsewhere. */
export type Told =
  | { code: "yielded"; seat: number }
  | { code: "blocked"; suit: Suit }
  /** `sure` is whether there are as many cards; otherwise it is all there are. */
  | { code: "heal"; count: number; sure: boolean }
  /** By seat, where hands are counted. */
  | { code: "draw"; count: number; from: number; shares: number[] | null }
  | { code: "shield"; value: number; total: number }
  | { code: "damage"; attack: number; damage: number; left: number }
  | { code: "defeated"; card: string; seat: number; exact: boolean }
  | { code: "cleared"; cards: string[] }
  | { code: "immunity_lost"; suit: Suit }
  | { code: "jester_again" }
  | { code: "spades_count"; value: number; total: number }
  | { code: "flipped"; draw: number; left: number }
  | { code: "struck"; seat: number; due: number }
  | { code: "held"; seat: number };

/** Why something cannot be. */
export interface Refused {
  code: string;
  values: Record<string, unknown>;
}

export interface Outcome {
  won: boolean;
  ending: "last_king" | "cannot_pay" | "cannot_act";
  /** Who defeated the last king (R4), or could not go on. */
  seat: number;
  medal: "none" | "bronze" | "silver" | "gold";
}

export interface Fallen {
  card: string;
  seat: number;
  exact: boolean;
}

export interface State {
  rules: Rules;
  phase: Phase;
  /** Whose turn it is. */
  seat: number;
  enemy: string | null;
  /** The royals still to come, jacks first. */
  castle: string[];
  damage: number;
  shield: number;
  /** Spades that begin to count with a jester (R20). */
  idle: number;
  immune: boolean;
  /** The plays against this enemy. */
  table: { seat: number; cards: string[] }[];
  /** By seat, on their own last turn. */
  yielded: boolean[];
  flips: number;
  due: number;
  /** How many cards each player holds, where they are counted. */
  hands: number[] | null;
  /** Cards that lie in the discard pile for certain. */
  pile: number;
  /** Whether these are all. */
  pileKnown: boolean;
  where: Whereabouts;
  fallen: Fallen[];
  outcome: Outcome | null;
  told: Told[];
}

/** A card that is in a hand, in the tavern or in the discard pile. */
export interface Loose {
  /** The layers of the tavern that it may have gone into. */
  layers: number[];
  /** Whether it may lie in the discard pile. */
  pile: boolean;
}

export interface Layer {
  id: number;
  /** Cards left of it in the tavern, where hands are counted. */
  count: number;
}

export interface Whereabouts {
  loose: Record<string, Loose>;
  /** The top first. */
  tavern: Layer[];
  /** By seat and layer, how many cards of it a hand holds at the most. */
  held: Record<number, number>[];
  /** The number of the newest layer. */
  newest: number;
}

/** What people choose before a game. */
export interface Setup {
  /** By seat; an empty one is "player 2" in whatever language. */
  names: string[];
  options: import("./protocol").RulesData;
  first: number;
  counted: boolean;
}

/** A game as it is kept on the device: what was entered, and how much of it is not undone. */
export interface Saved {
  version: 1;
  id: string;
  setup: Setup;
  actions: Action[];
  at: number;
}

/** A game with the state after each of its actions, the start first. */
export interface Played extends Saved {
  states: State[];
}

/** A game that is over. */
export interface Past {
  id: string;
  /** Seconds since 1970. */
  ended: number;
  setup: Setup;
  outcome: Outcome;
  kills: number;
}
