// @ts-check
/** What has been said at a table, as far as it still stands. */

import { isRunning } from "./table.js";

/** @typedef {import("../types/protocol").Change} Change */
/** @typedef {import("./table.js").TableState} TableState */

/** @param {Change} change */
export function isSpoken({ what }) {
  return what === "said" || what === "chatted";
}

/**
 * The wishes that wait for the choice after a jester, by seat: the last one of each.
 * @param {TableState} state
 * @returns {Map<number, Change>}
 */
export function wishes(state) {
  /** @type {Map<number, Change>} */
  const found = new Map();
  if (!isRunning(state) || state.view?.phase !== "name_next") return found;
  const wanted = state.info?.after_jester ?? [];
  const jester = state.log.findLastIndex(({ what }) => what === "moved");
  for (const change of state.log.slice(jester + 1)) {
    const { seat = null, phrase = "" } = change;
    if (seat !== null && wanted.includes(phrase)) found.set(seat, change);
  }
  return found;
}

/**
 * The number that a phrase about public facts would have now.
 * @param {Pick<TableState, "view" | "seat">} state
 * @param {string} phrase
 * @returns {number | null}
 */
export function publicNumber({ view, seat }, phrase) {
  if (!view || seat === null) return null;
  if (phrase === "my_cards") return view.hands[seat]?.count ?? 0;
  if (phrase === "tavern_cards") return view.tavern;
  if (phrase === "discard_cards") return view.discard.length;
  if (phrase === "enemy_left") return view.health - view.damage;
  return null;
}
