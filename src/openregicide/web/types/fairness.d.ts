/** What a browser remembers of a deal, and what it finds at the end. Written by hand. */

import type { DealInfo, RulesData } from "./protocol";

/** A share of a seed, and the pledge that was made with it. */
export interface Share {
  table: string;
  pledge: string;
  share: string;
  /** It was made together with its table, whose game leaves to chance who begins. */
  chance: boolean;
  /** For which game and which commitments it was opened; empty until then. */
  opened: string;
}

/** An event without what no card depends on: its code, the seat, the cards, the value. */
export type Happening = [code: string, seat: number | null, cards: string, value: number];

/** A move as it was told: the version it led to, who made it, the move, what happened. */
export type Told = [version: number, seat: number | null, move: string, events: Happening[]];

/** The first view of a game, before any move. */
export interface Opening {
  /** The viewer's own cards. */
  hand: string[];
  counts: number[];
  enemy: string;
  tavern: number;
  turn: number;
}

/** What was shown of one game, as it was shown first. */
export interface Note {
  table: string;
  game: string;
  seat: number | null;
  /** Whether the commitments were shown before the cards were dealt. */
  before: boolean;
  secretHash: string;
  pledges: string[];
  /** Who or what was to decide which seat begins. */
  begins: string;
  /** The player is the host, and has left that to chance. */
  chance: boolean;
  /** The player's own share, if the game waited for it. */
  share: string;
  /** The last version of the table that went into this. */
  version: number;
  /** Of the seed, while the game was running. */
  seedHash: string;
  opening: Opening | null;
  story: Told[];
  /** Whether the story has no gap since the game began. */
  whole: boolean;
  /** What was told twice and not in the same way; the share also if it was taken and left out. */
  changed: ("twice" | "dropped" | "first" | "secret" | "pledges" | "seed" | "opening" | "story")[];
}

/** What a finished game says about its deal. */
export interface Result {
  game: string;
  rules: RulesData;
  first: number;
  seed: string | null;
  seedHash: string;
  deal: DealInfo | null;
  daily: string | null;
  /** The id of the game whose cards were played once more. */
  again: string | null;
}

export type About = "secret" | "share" | "others" | "seed" | "opening" | "cards" | "promise";

/** The answer to one question. */
export interface Finding {
  about: About;
  verdict: "passed" | "failed" | "unknown";
  /** Which sentence says it. */
  why: string;
  values: Record<string, number | string>;
}

/**
 * `checked`: everything fits. `partly`: nothing is wrong, and not everything could be seen.
 * `known`: the cards of an earlier game, played once more. `plain`: a game without shares. `sealed`: the seed is not public yet. `wrong`: it does not fit.
 */
export type State = "checked" | "partly" | "known" | "plain" | "sealed" | "wrong";

export interface Verdict {
  state: State;
  findings: Finding[];
  result: Result;
}
