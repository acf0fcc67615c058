// @ts-check
/** The games of this device that are not over: asked of the server, offered, put away. */

import { forgetSeat, heldSeats, putAway } from "../device.js";
import { Refused, tableGlance } from "../net/http.js";
import { makeUnfinished } from "../view/history/unfinished.js";
import { sheet } from "./page.js";

/** @typedef {import("../view/history/unfinished.js").Unfinished} Unfinished */

await sheet("reasons");

/** A seat that opens nothing any more is forgotten. */
const GONE = /^(table\.(unknown|gone)|seat\.token)$/;

/**
 * A list of games, the newest first; `null` if there are none.
 * @param {{ away: boolean, most: number }} which  those that were put away, or those that were not
 */
export async function unfinishedList({ away, most }) {
  const seats = heldSeats().filter((seat) => Boolean(seat.away) === away);
  const games = [];
  // Not all at once: a device may hold many seats, most of them of games that are over.
  for (let i = 0; i < seats.length && games.length < most; i += most) {
    const found = await Promise.all(seats.slice(i, i + most).map(glanceAt));
    games.push(...found.filter((game) => game !== null));
  }
  return games.length ? makeUnfinished(games.slice(0, most), putAway) : null;
}

/**
 * @param {import("../device.js").HeldSeat} seat
 * @returns {Promise<Unfinished | null>}
 */
async function glanceAt({ table, token, away = false }) {
  try {
    const glance = await tableGlance(table, token);
    return glance.table.game?.result == null ? { glance, away } : null;
  } catch (problem) {
    if (!(problem instanceof Refused)) throw problem;
    if (GONE.test(problem.problem.code)) forgetSeat(table);
    return null;
  }
}
