// @ts-check
/** A finished game as a table to look at: every step is a state like that of a game that runs. */

import { START, seatsOf } from "./table.js";

/** @typedef {import("../types/protocol").Change} Change */
/** @typedef {import("../types/protocol").GameSummary} GameSummary */
/** @typedef {import("../types/protocol").ReplayStep} Step */
/** @typedef {import("../types/protocol").TableInfo} TableInfo */
/** @typedef {import("./table.js").TableState} TableState */

/**
 * @typedef {object} Fall
 * @property {number} step
 * @property {string} enemy
 * @property {boolean} exact
 */

/**
 * The table after a step.
 * @param {GameSummary} game
 * @param {readonly Step[]} steps
 * @param {number} step
 * @param {number | null} seat  whose view the steps are
 * @returns {TableState}
 */
export function stateAt(game, steps, step, seat) {
  return {
    ...START,
    status: "open",
    version: step,
    seat,
    // Whoever watches is not who played: a link brings anybody here.
    own: false,
    table: tableOf(game),
    view: steps[step]?.view ?? null,
    present: game.seats.map(() => true),
    log: steps.slice(0, step + 1).map(changeOf),
  };
}

/**
 * @param {GameSummary} game
 * @returns {TableInfo}
 */
function tableOf(game) {
  const { id, number, rules, seed, seed_hash, daily } = game;
  return {
    id,
    settings: { rules },
    seats: seatsOf(game),
    host: null,
    // The result is left open: in a replay, the end is still to come.
    game: {
      ...{ id, number, rules, seed, seed_hash, first: 0, result: null, daily, ranked: false },
      ...{ again: null, undone: 0, giving_up: [], given_up: false, deal: null },
    },
    daily: daily !== null,
    deal: null,
  };
}

/**
 * @param {Step} step
 * @param {number} version
 * @returns {Change}
 */
function changeOf({ seat, move, events }, version) {
  return version ? { version, what: "moved", seat, move, events } : { version, what: "began" };
}

/**
 * Where the enemies fell.
 * @param {readonly Step[]} steps
 * @returns {Fall[]}
 */
export function fallsOf(steps) {
  return steps.flatMap(({ events }, step) =>
    events
      .filter(({ code }) => code === "defeated")
      .map(({ cards = [], value }) => ({ step, enemy: cards[0] ?? "", exact: value === 1 })),
  );
}

/**
 * The step that an address asks for: `move` counts as the page does. Older links name a ply, which
 * counts what chance did as well; theirs is the last step that is not beyond it.
 * @param {readonly Step[]} steps
 * @param {URLSearchParams} asked
 */
export function stepAsked(steps, asked) {
  const move = Number(asked.get("move"));
  if (asked.has("move")) return Math.max(0, Math.min(Math.trunc(move) || 0, steps.length - 1));
  const ply = Number(asked.get("ply")) || 0;
  return Math.max(
    0,
    steps.findLastIndex(({ view }) => view.ply <= ply),
  );
}
