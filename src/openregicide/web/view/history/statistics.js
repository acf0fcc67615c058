// @ts-check
/** How a device's games went: numbers, and charts of them. */

import { percent, t } from "../../i18n.js";
import { barPicture, columnPicture, figure } from "./charts.js";
import { el } from "../parts/dom.js";

/** @typedef {import("../../types/protocol").GameSummary} GameSummary */
/** @typedef {import("../../types/protocol").Statistics} Statistics */

const ROYALS = 12;
const MEDALS = /** @type {const} */ (["gold", "silver", "bronze"]);

/**
 * @param {readonly Statistics[]} rows  one for each number of players
 * @param {keyof Statistics} field
 */
function sum(rows, field) {
  return rows.reduce((total, row) => total + row[field], 0);
}

/**
 * All of it in four numbers.
 * @param {readonly Statistics[]} rows
 */
export function totals(rows) {
  const [games, wins] = [sum(rows, "games"), sum(rows, "wins")];
  const facts = [
    [t("web.history.games"), String(games)],
    [t("web.history.wins"), String(wins)],
    [t("web.history.rate"), percent(wins / games)],
    [
      t("web.history.best"),
      t("ui.result.of_twelve", { count: Math.max(...rows.map((row) => row.best_kills)) }),
    ],
  ];
  return el(
    "dl",
    { class: "numbers" },
    ...facts.map(([name = "", value = ""]) =>
      el("div", {}, el("dt", { text: name }), el("dd", { text: value })),
    ),
  );
}

/**
 * How many games were won, by the number of players.
 * @param {readonly Statistics[]} rows
 */
export function winChart(rows) {
  const bars = rows.map(({ players, games, wins }) => ({
    name: t("ui.players", { count: players }),
    text: t("web.history.won_of", { rate: percent(wins / games), wins, games }),
    part: wins / games,
    look: "won",
  }));
  return figure(
    t("web.history.by_players"),
    barPicture(bars),
    [t("ui.home.players"), t("web.history.games"), t("web.history.wins"), t("web.history.rate")],
    rows.map(({ players, games, wins }) => [
      String(players),
      String(games),
      String(wins),
      percent(wins / games),
    ]),
  );
}

/**
 * How many royals fell in the newest games.
 * @param {readonly GameSummary[]} games
 */
export function killChart(games) {
  const columns = Array.from({ length: ROYALS + 1 }, (_, kills) => ({
    name: String(kills),
    value: games.filter((game) => game.kills === kills).length,
    look: kills === ROYALS ? "won" : "lost",
  }));
  return figure(
    t("web.history.kills", { count: games.length }),
    columnPicture(columns),
    [t("ui.result.kills"), t("web.history.games")],
    columns.map(({ name, value }) => [name, String(value)]),
  );
}

/**
 * The medals of the games that were won alone.
 * @param {readonly Statistics[]} rows
 */
export function medalChart(rows) {
  const wins = rows.filter(({ players }) => players === 1).reduce((all, row) => all + row.wins, 0);
  if (!wins) return null;
  const bars = MEDALS.map((medal) => ({
    name: t(`web.medal.${medal}`),
    text: String(sum(rows, medal)),
    part: sum(rows, medal) / wins,
    look: medal,
    sign: "medal",
  }));
  return figure(
    t("web.history.medals"),
    barPicture(bars),
    [t("web.history.medal"), t("web.history.games")],
    bars.map(({ name, text }) => [name, text]),
  );
}
