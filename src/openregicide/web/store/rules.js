// @ts-check
/** Which rule what we say belongs to, and the options of the rules. Written by
 * scripts/rules_doc.py from rulebook/links.py and core/options.py. */

/** By the code of an event. @type {Record<string, string | undefined>} */
export const RULE_OF_EVENT = {
  played: "R5",
  blocked: "R11",
  healed: "R7",
  drew: "R8",
  doubled: "R9",
  shielded: "R10",
  damaged: "R16",
  defeated: "R16",
  cleared: "R16",
  revealed: "R16",
  struck: "R17",
  held: "R17",
  discarded: "R17",
  yielded: "R23",
  immunity_lost: "R19",
  spades_count: "R20",
  named_next: "R18",
  flipped: "R30",
  turn: "R5",
  won: "R26",
  lost: "R25",
};

/** By the code of a problem. @type {Record<string, string | undefined>} */
export const RULE_OF_REFUSAL = {
  "move.game_over": "R26",
  "move.wrong_phase": "R5",
  "move.no_cards": "R5",
  "move.not_in_hand": "R5",
  "move.not_your_turn": "R17",
  "jester.not_alone": "R18",
  "companion.with_jester": "R13",
  "companion.with_two_others": "R13",
  "combo.mixed_ranks": "R14",
  "combo.total_over_10": "R14",
  "yield.not_allowed": "R23",
  "discard.too_small": "R17",
  "flip.none_left": "R30",
  "seat.unknown": "R18",
  "heal.by_a_player": "R7",
  "heal.not_awaited": "R7",
  "heal.wrong_count": "R7",
  "heal.not_in_discard": "R7",
  "talk.strict": "R27",
  "talk.unknown_phrase": "R27",
  "talk.not_now": "R22",
};

/** @type {readonly import("../types/options").Option[]} */
export const OPTIONS = [
  { name: "companions", rule: "R13", players: [1, 2, 3, 4], kind: "choice", words: ["pair", "many"] },
  { name: "talk", rule: "R27", players: [2, 3, 4], kind: "choice", words: ["strict", "open"] },
  { name: "solo_yield", rule: "R24", players: [1], kind: "toggle" },
  { name: "jesters", rule: "R3", players: [1, 2, 3, 4], kind: "number", standard: [0, 0, 1, 2], least: 0, most: [2, 2, 2, 2] },
  { name: "flips", rule: "R30", players: [1], kind: "number", standard: [2, 0, 0, 0], least: 0, most: [2, 0, 0, 0], less: "jesters" },
  { name: "hand_limit", rule: "R3", players: [1, 2, 3, 4], kind: "number", standard: [8, 7, 6, 5], least: 1, most: [12, 12, 12, 10] },
  { name: "attack", rule: "R16", players: [1, 2, 3, 4], kind: "three", standard: [10, 15, 20], least: 0, most: 250 },
  { name: "health", rule: "R16", players: [1, 2, 3, 4], kind: "three", standard: [20, 30, 40], least: 1, most: 250 },
  { name: "mulligan", rule: "R3", players: [1, 2, 3, 4], kind: "choice", words: ["off", "all", "any"] },
];
