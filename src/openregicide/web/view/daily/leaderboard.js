// @ts-check
/** The leaderboard of a day: ranks, names, and how far they came. */

import { t } from "../../i18n.js";
import { fatesOf, rowNames, scoreText } from "../../words/daily.js";
import { el, icon } from "../parts/dom.js";

/** @typedef {import("../../types/protocol").Daily} Daily */
/** @typedef {import("../../types/protocol").DailyLeaderboard} DailyLeaderboard */
/** @typedef {import("../../types/protocol").DailyRow} DailyRow */

const FLOOR = 4;

/**
 * Both leaderboards of a day, or the one that a solo player has.
 * @param {Daily} daily
 */
export function makeLeaderboards({ players, people, with_bots }) {
  if (players === 1) {
    return el("div", { class: "leaderboards" }, makeLeaderboard(t("daily.board"), people));
  }
  return el(
    "div",
    { class: "leaderboards" },
    makeLeaderboard(t("daily.board.people"), people),
    makeLeaderboard(t("daily.board.bots"), with_bots),
  );
}

/**
 * @param {string} title
 * @param {DailyLeaderboard} leaderboard
 */
function makeLeaderboard(title, { rows, games }) {
  const count = games ? t("daily.board.games", { count: games }) : "";
  return el(
    "section",
    { class: "card-panel leaderboard" },
    el("h2", {}, el("span", { text: title }), el("small", { text: count })),
    rows.length
      ? el("ol", {}, ...rows.map(makeRow))
      : el("p", { class: "soft", text: t("daily.board.none") }),
  );
}

/** @param {DailyRow} row */
function makeRow(row) {
  const { rank, game, mine, moves, medal } = row;
  const parts = [
    el("b", { class: "rank", text: String(rank) }),
    el("span", { class: "who", text: rowNames(row) }),
    medal === "none" ? null : icon("medal", `medal-sign ${medal}`),
    el("span", { class: "score", text: scoreText(row) }),
    el("small", { text: t("daily.moves", { count: moves }) }),
  ];
  const look = mine ? "row mine" : "row";
  const item = game
    ? el("a", { class: look, attrs: { href: `/g/${game}` } }, ...parts)
    : el("div", { class: look }, ...parts);
  return el("li", { attrs: { "aria-current": mine ? "true" : null } }, item);
}

/**
 * The twelve royals of a game in small: fallen, exactly, still standing, never met.
 * @param {DailyRow} row
 */
export function makeFates(row) {
  const fates = fatesOf(row);
  const floors = [0, 1, 2].map((floor) =>
    el(
      "span",
      {},
      ...fates
        .slice(floor * FLOOR, (floor + 1) * FLOOR)
        .map((fate) => el("i", { class: fate }, fate === "unmet" ? null : icon(PICTURES[fate]))),
    ),
  );
  const attrs = { role: "img", "aria-label": scoreText(row) };
  return el("div", { class: "fates", attrs }, ...floors);
}

const PICTURES = { felled: "sword", exact: "sword", stood: "crown" };
