// @ts-check
/** Whom we mean. */

import { sentence, t } from "../i18n.js";

/** @typedef {import("../types/protocol").SeatInfo} SeatInfo */

/** Bots by the beginning of their spec; the strongest is asked for first. */
const BOTS = ["search", "policy", "greedy", "random"];

/**
 * A bot's name for people: what it is like, not how it is spelled.
 * @param {string} spec
 */
export function botName(spec) {
  const kind = BOTS.find((name) => spec.startsWith(name));
  return kind ? t(`ui.bot.${kind}`) : t("ui.bot.unknown", { spec });
}

/**
 * How well one of our own bots plays, in one word.
 * @param {string} spec
 */
export function strengthName(spec) {
  return t(`web.strength.${spec.split(":")[0]}`);
}

/**
 * The name of whoever sits there.
 * @param {readonly SeatInfo[]} seats
 * @param {number} seat
 */
export function seatName(seats, seat) {
  const info = seats[seat];
  if (!info || info.holder === "free") return sentence(t("player.name", { number: seat + 1 }));
  if (info.holder === "person") return info.name ?? "";
  const twins = seats.filter((other) => other.holder === "bot" && other.name === info.name);
  const name = botName(info.name ?? "");
  return twins.length > 1 ? t("ui.bot.numbered", { name, number: seat + 1 }) : name;
}

/**
 * A text about a seat, or the one said to that seat itself.
 * @param {string} key
 * @param {number | null} seat  whom it is about
 * @param {{ seats: readonly SeatInfo[], seat: number | null }} reader
 * @param {Record<string, unknown>} [values]
 */
export function saidOf(key, seat, reader, values = {}) {
  if (seat === null) return sentence(t(key, values));
  const text = seat === reader.seat ? t(`${key}.you`, values) : `${key}.you`;
  if (text !== `${key}.you`) return sentence(text);
  return sentence(t(key, { ...values, seat: seatName(reader.seats, seat) }));
}
