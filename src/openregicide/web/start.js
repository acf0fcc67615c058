// @ts-check
/** From a wish to a seat: make the table, keep the seat, go there. */

import { deviceSecret, keepSeat } from "./device.js";
import { t } from "./i18n.js";
import { Refused, makeTable } from "./net/http.js";
import { go } from "./router.js";
import { settings } from "./settings.js";
import { toast } from "./view/toast.js";
import { problemText } from "./words/problems.js";

/** @typedef {import("./types/protocol").NewTable} NewTable */

/**
 * Make a table and sit down at it.
 * @param {Omit<NewTable, "name" | "device">} table
 * @param {HTMLButtonElement} pressed  stays pressed until it is done, so that nothing is made twice
 */
export async function openTable(table, pressed) {
  pressed.disabled = true;
  try {
    const name = settings().name || t("web.name.nobody");
    const joined = await makeTable({ ...table, name, device: deviceSecret() });
    keepSeat(joined.table, joined.token);
    await go(`/t/${joined.table}`);
  } catch (problem) {
    if (!(problem instanceof Refused)) throw problem;
    toast(problemText(problem.problem), "bad");
  } finally {
    pressed.disabled = false;
  }
}

/**
 * A game that begins at once, every other seat a bot's.
 * @param {number} players
 * @param {string} bot
 * @param {HTMLButtonElement} pressed
 */
export function startGame(players, bot, pressed) {
  const seats = Array.from({ length: players - 1 }, (_, place) => [String(place + 1), bot]);
  const rules = { players };
  return openTable({ settings: { rules }, bots: Object.fromEntries(seats), begin: true }, pressed);
}
