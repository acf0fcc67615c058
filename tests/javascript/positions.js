/** A small table in the shapes of the protocol, for tests that need one. */

import { START } from "../../src/openregicide/web/store/table.js";

export const SEATS = [
  { holder: "person", name: "Ann" },
  { holder: "bot", name: "greedy", called: "Bruno" },
  { holder: "bot", name: "greedy", called: "Cleo" },
];

export const VIEW = {
  seat: 0,
  ply: 3,
  phase: "play",
  turn: 0,
  enemy: "JS",
  immune: "S",
  health: 20,
  damage: 4,
  attack: 10,
  shield: 0,
  due: 0,
  flips: 0,
  tavern: 20,
  top: null,
  discard: [],
  table: [],
  royals: ["QS"],
  yielded: [false, false, false],
  hands: [{ count: 3, cards: ["3H", "X", "3S"] }, { count: 5 }, { count: 5 }],
  ending: null,
  medal: null,
};

export const TABLE = {
  id: "ABCDEFGHJK",
  settings: { rules: { players: 3 } },
  seats: SEATS,
  host: 0,
  game: { id: "g1", number: 1, result: null, daily: null, ranked: false },
  daily: false,
};

/** Legal moves with nothing to say about them. */
export function legal(...texts) {
  return texts.map((move) => ({ move, preview: {} }));
}

/** Our turn, with three cards. */
export function ourTurn(changes = {}, view = {}) {
  return {
    ...START,
    status: "open",
    version: 7,
    seat: 0,
    table: TABLE,
    view: { ...VIEW, ...view },
    moves: legal("p3H", "p3S", "p3H3S", "pX", "y"),
    present: [true, true, true],
    ...changes,
  };
}
