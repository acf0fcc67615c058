// @ts-check
/** The daily deal in words, and the result that people send each other. */

import { language, t } from "../i18n.js";
import { againstPar } from "../store/days.js";
import { playersText } from "./games.js";

/** @typedef {import("../types/protocol").DailyPar} DailyPar */
/** @typedef {import("../types/protocol").DailyRow} DailyRow */
/** @typedef {import("../types/protocol").GameInfo} GameInfo */

const ROYALS = 12;
const FLOOR = 4;

/** What became of a royal, as a sign that every device can write. */
const SIGNS = { felled: "⚔️", exact: "🎯", stood: "👑", unmet: "▫️" };

/** @typedef {keyof typeof SIGNS} Fate */

/**
 * A day, as the user's language writes it. Days are in UTC, for everyone.
 * @param {string} day  as in 2026-11-16
 * @param {"long" | "short"} [style]
 */
export function dayText(day, style = "long") {
  const long = /** @type {const} */ ({ dateStyle: "full" });
  const short = /** @type {const} */ ({ day: "numeric", month: "short" });
  const format = style === "long" ? long : short;
  return new Intl.DateTimeFormat(language(), { timeZone: "UTC", ...format }).format(new Date(day));
}

/**
 * How long something takes: hours, minutes, seconds.
 * @param {number} seconds
 */
export function spanText(seconds) {
  const left = Math.max(0, Math.floor(seconds));
  const parts = [left / 3600, (left / 60) % 60, left % 60];
  return parts.map((part) => String(Math.floor(part)).padStart(2, "0")).join(":");
}

/**
 * What became of the twelve royals, in the order they came.
 * @param {DailyRow} row
 * @returns {Fate[]}
 */
export function fatesOf({ exact, won }) {
  return Array.from({ length: ROYALS }, (_, index) => {
    if (index < exact.length) return exact[index] ? "exact" : "felled";
    return index === exact.length && !won ? "stood" : "unmet";
  });
}

/**
 * How far a game came: the medal if there is one, else how many royals fell.
 * @param {Pick<DailyRow, "medal" | "kills">} row
 */
export function scoreText({ medal, kills }) {
  const fallen = t("ui.result.of_twelve", { count: kills });
  return medal === "none" ? fallen : `${fallen} · ${t(`web.medal.${medal}`)}`;
}

/**
 * What the strong bot reached and, next to it, the user.
 * @param {DailyPar} par
 * @param {DailyRow | null} row  the user's own
 */
export function parText(par, row) {
  const score = [scoreText(par), t("daily.moves", { count: par.moves })].join(" · ");
  const told = t("daily.par", { score });
  if (!row) return told;
  const better = againstPar(row, par);
  const key = better > 0 ? "daily.par.beaten" : better < 0 ? "daily.par.missed" : "daily.par.level";
  return `${told} ${t(key)}`;
}

/**
 * Who played a game of the leaderboard.
 * @param {DailyRow} row
 */
export function rowNames(row) {
  const names = playersText(row);
  return row.mine ? `${names} (${t("ui.you").toLocaleLowerCase()})` : names;
}

/** @param {number} players */
function tableText(players) {
  return players === 1 ? t("daily.solo") : t("ui.players", { count: players });
}

/**
 * A result to be sent to others: it names no card, not even a suit.
 * @param {string} day
 * @param {number} players
 * @param {DailyRow} row
 * @param {string} origin  of the site, for the link
 */
export function resultText(day, players, row, origin) {
  const signs = fatesOf(row).map((fate) => SIGNS[fate]);
  const floors = [0, 1, 2].map((floor) => signs.slice(floor * FLOOR, (floor + 1) * FLOOR).join(""));
  return [
    [`${t("web.title")} · ${t("ui.home.daily")}`, day, tableText(players)].join(" · "),
    floors.join(" "),
    [scoreText(row), t("daily.moves", { count: row.moves })].join(" · "),
    `${origin}${leaderboardPath(day, players)}`,
  ].join("\n");
}

/**
 * The address of a day's leaderboard.
 * @param {string} day
 * @param {number} players
 */
export function leaderboardPath(day, players) {
  return `/daily?day=${day}&players=${players}`;
}
