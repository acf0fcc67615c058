// @ts-check
/** Seats and players in words. */

import { has, sentence, t } from "../i18n.js";

/** @typedef {import("../types/protocol").SeatInfo} SeatInfo */
/** @typedef {import("../store/table.js").Viewer} Viewer */

/** Our bots, from weak to strong. */
const STRENGTHS = ["greedy", "policy", "search"];

/**
 * What a bot is like: how well it plays, not how it is spelled.
 * @param {string} spec
 */
export function botName(spec) {
  const key = `ui.bot.${kindOf(spec)}`;
  return has(key) ? t(key) : t("ui.bot.unknown", { spec });
}

/**
 * How well one of our own bots plays, in one word.
 * @param {string} spec
 */
export function strengthName(spec) {
  return t(`web.strength.${kindOf(spec)}`);
}

/**
 * The same as a number, from 1 for the weakest of ours; 0 for others.
 * @param {string} spec
 */
export function strengthOf(spec) {
  return STRENGTHS.indexOf(kindOf(spec)) + 1;
}

/**
 * The bots that people are offered: of those that the server lets sit down, the ones whose strength
 * has a word, in the server's order, which is from weak to strong.
 * @param {readonly string[]} bots
 * @param {string} [now]  the bot that sits there, which stays as it is spelled
 */
export function offeredBots(bots, now = "") {
  const ours = bots.filter((spec) => has(`web.strength.${kindOf(spec)}`));
  const offered = ours.map((spec) => (kindOf(spec) === kindOf(now) ? now : spec));
  return now && !offered.includes(now) ? [now, ...offered] : offered;
}

/** @param {string} spec */
function kindOf(spec) {
  return spec.split(":")[0] ?? "";
}

/** Letters that are written from right to left. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]|[\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * A name that turns nothing around it, whichever way it is written.
 * @param {string} name
 */
export function isolated(name) {
  return RIGHT_TO_LEFT.test(name) ? `\u2068${name}\u2069` : name;
}

/**
 * The name of the player in a seat.
 * @param {readonly SeatInfo[]} seats
 * @param {number} seat
 */
export function seatName(seats, seat) {
  const info = seats[seat];
  if (!info || info.holder === "free") return sentence(t("player.name", { number: seat + 1 }));
  if (info.holder === "person") return isolated(info.name ?? "");
  return isolated(info.called ?? "") || botName(info.name ?? "");
}

/**
 * Who invites to a table.
 * @param {{ seats: readonly SeatInfo[], host: number | null }} table
 */
export function invitedText({ seats, host }) {
  return host === null ? t("web.invited.somebody") : t("web.invited", { name: seatName(seats, host) });
}

/**
 * The same for a viewer, who may sit there.
 * @param {number} seat
 * @param {Viewer} viewer
 */
export function whoName(seat, { seats, seat: own }) {
  return seat === own ? t("ui.you") : seatName(seats, seat);
}

/**
 * What there is to know of a seat besides its name.
 * @param {SeatInfo} info
 * @param {{ here: boolean, yielded: boolean }} how
 */
export function seatNote({ holder, stand_in }, { here, yielded }) {
  if (holder === "free") return t("ui.seat.free");
  if (stand_in) return t("ui.seat.stand_in");
  if (!here) return t("ui.seat.away");
  return yielded ? t("ui.seat.yielded") : "";
}

/**
 * A text about a seat, or the one said to that seat itself.
 * @param {string} key
 * @param {number | null} seat  whom it is about
 * @param {Viewer} viewer
 * @param {Record<string, unknown>} [values]
 */
export function saidOf(key, seat, viewer, values = {}) {
  if (seat === null) return sentence(t(key, values));
  const text = seat === viewer.seat ? t(`${key}.you`, values) : `${key}.you`;
  if (text !== `${key}.you`) return sentence(text);
  return sentence(t(key, { ...values, seat: seatName(viewer.seats, seat) }));
}
