// @ts-check
/** From a wish to a seat: choose who plays, make the table, keep the seat, go there. */

import { deviceSecret, keepSeat } from "./device.js";
import { t } from "./i18n.js";
import { Refused, makeDailyTable, makeTable, serverInfo } from "./net/http.js";
import { go } from "./router.js";
import { settings } from "./settings.js";
import { toast } from "./view/parts/toast.js";
import { problemText } from "./words/problems.js";
import { offeredBots } from "./words/seats.js";

/** @typedef {import("./types/protocol").NewTable} NewTable */
/** @typedef {import("./types/protocol").Joined} Joined */
/** @typedef {import("./types/protocol").TableSettings} TableSettings */

/** The bots to play with on this server, from weak to strong. */
export async function playableBots() {
  return offeredBots((await serverInfo()).bots);
}

/**
 * The default bot: neither the weakest nor the strongest.
 * @param {readonly string[]} bots
 */
export function usualBot(bots) {
  return bots[Math.floor(bots.length / 2)] ?? "";
}

/**
 * Make a table and sit down at it.
 * @param {Omit<NewTable, "name" | "device" | "face">} table
 * @param {HTMLButtonElement} pressed  stays pressed until it is done, so that nothing is made twice
 */
export function openTable(table, pressed) {
  return open((who) => makeFairTable({ ...table, ...who }), pressed);
}

/**
 * Make a table. If a game begins at once, it waits for our share of its seed.
 * @param {NewTable} table
 */
async function makeFairTable(table) {
  if (!table.begin) return makeTable(table);
  const [{ makeShare }, { keepShare }] = await Promise.all([
    import("./fairness/ceremony.js"),
    import("./fairness/keeping.js"),
  ]);
  const share = makeShare();
  const joined = await makeTable({ ...table, pledge: share.pledge });
  keepShare({ ...share, table: joined.table, chance: table.first == null });
  return joined;
}

/**
 * Make a table for the daily deal: alone, with bots, or to wait for friends.
 * @param {number} players
 * @param {string | null} bot
 * @param {HTMLButtonElement} pressed
 */
export function openDaily(players, bot, pressed) {
  return open((who) => makeDailyTable({ players, bot, ...who }), pressed);
}

/**
 * @param {(who: { name: string, face: string, device: string }) => Promise<Joined>} make
 * @param {HTMLButtonElement} pressed
 */
async function open(make, pressed) {
  pressed.disabled = true;
  try {
    const { name, portrait } = settings();
    const who = {
      name: name || t("ui.name.nobody"),
      face: portrait,
      device: deviceSecret(),
    };
    const joined = await make(who);
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
 * @param {string} bot  the usual one if empty
 * @param {HTMLButtonElement} pressed
 * @param {TableSettings} [settings]  by the rulebook if left out
 */
export function startGame(players, bot, pressed, settings = { rules: { players } }) {
  return open(async (who) => {
    const other = players > 1 ? bot || usualBot(await playableBots()) : "";
    const seats = Array.from({ length: players - 1 }, (_, index) => [String(index + 1), other]);
    const bots = Object.fromEntries(seats);
    return makeFairTable({ settings, bots, begin: true, ...who });
  }, pressed);
}
