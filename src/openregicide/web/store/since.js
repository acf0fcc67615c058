// @ts-check
/** What the others have done since our last move, until we take notice of it. */

import { changesOfGame, isRunning } from "./table.js";

/** @typedef {import("../types/protocol").Change} Change */
/** @typedef {import("../types/protocol").EventData} EventData */
/** @typedef {import("./table.js").TableState} TableState */

/**
 * One player's moves in a row.
 * @typedef {object} Turn
 * @property {number} version  of the first of them
 * @property {number} seat
 * @property {EventData[]} events
 */

/**
 * @param {TableState} state
 * @returns {Turn[]}
 */
export function sinceMine(state) {
  if (!isRunning(state) || state.seat === null) return [];
  const changes = changesOfGame(state);
  const mine = changes.findLastIndex(({ what, seat }) => what === "moved" && seat === state.seat);
  /** @type {Turn[]} */
  const turns = [];
  for (const { what, version, seat = null, events = [] } of changes.slice(mine + 1)) {
    if (what !== "moved" || seat === null || version <= state.heeded) continue;
    const last = turns.at(-1);
    if (last?.seat === seat) last.events.push(...events);
    else turns.push({ version, seat, events: [...events] });
  }
  return turns;
}

/**
 * What a player did last in those turns.
 * @param {readonly Turn[]} turns
 * @param {number} seat
 */
export function lastOf(turns, seat) {
  return turns.findLast((turn) => turn.seat === seat)?.events ?? [];
}
