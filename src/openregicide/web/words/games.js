// @ts-check
/** Finished games in words: how they ended, when, and who played. */

import { language, t } from "../i18n.js";
import { decisive } from "../store/story.js";
import { seatsOf } from "../store/table.js";
import { cardName } from "./cards.js";
import { saidOf, seatName } from "./seats.js";

/** @typedef {import("../types/protocol").GameSummary} GameSummary */
/** @typedef {import("../types/protocol").ViewData} ViewData */
/** @typedef {import("../store/story.js").Story} Story */
/** @typedef {import("../store/table.js").Viewer} Viewer */

/**
 * How a game went, in a few words.
 * @param {GameSummary} game
 */
export function outcomeText({ won, medal, kills }) {
  if (!won) return t("web.history.lost", { count: kills });
  return medal === "none" ? t("web.history.won") : t(`web.medal.${medal}`);
}

/**
 * Who played, or with whom the user did.
 * @param {Pick<GameSummary, "seats">} game
 * @param {number | null} [self]  the user's own seat, which is left out
 */
export function playersText(game, self = null) {
  const seats = seatsOf(game);
  const names = seats.map((_, seat) => seatName(seats, seat));
  return names.filter((_, seat) => seat !== self).join(", ");
}

/**
 * A moment, as the user's language writes it.
 * @param {number} seconds  since 1970
 */
export function momentText(seconds) {
  const style = /** @type {const} */ ({ dateStyle: "medium", timeStyle: "short" });
  return new Intl.DateTimeFormat(language(), style).format(new Date(seconds * 1000));
}

/** How long each is, in seconds, the longest first. @type {[Intl.RelativeTimeFormatUnit, number][]} */
const SPANS = [
  ["day", 86400],
  ["hour", 3600],
  ["minute", 60],
];

/**
 * How long ago something was, as the user's language says it; long ago, its moment.
 * @param {number} seconds  since 1970
 * @param {number} now  in milliseconds since 1970
 */
export function agoText(seconds, now) {
  const ago = Math.max(0, now / 1000 - seconds);
  if (ago > 30 * 86400) return momentText(seconds);
  const [unit, length] = SPANS.find(([, span]) => ago >= span) ?? ["minute", 60];
  const format = new Intl.RelativeTimeFormat(language(), { numeric: "auto" });
  return format.format(-Math.floor(ago / length), unit);
}

/**
 * Why the game is over, in a sentence.
 * @param {ViewData} view
 * @param {Viewer} viewer
 * @param {boolean} [givenUp]  whether the players gave the game up
 */
export function endingText({ ending, turn, due }, viewer, givenUp = false) {
  if (givenUp) return t("ending.given_up");
  if (!ending) return "";
  return saidOf(`ending.${ending}`, ending === "last_king" ? null : turn, viewer, { due });
}

/**
 * Where it was won or lost.
 * @param {Story} story
 * @param {ViewData} view
 */
export function turningPointText(story, view) {
  const fight = decisive(story);
  if (!fight) return "";
  const { enemy, plays: count } = fight;
  const given = t("ui.result.given", { count: fight.given });
  const values = { enemy: cardName(enemy), count, given };
  if (fight.seat !== null) return t("ui.result.hardest", values);
  return t("ui.result.lost_to", {
    ...values,
    left: view.health - view.damage,
    full: view.health,
  });
}

/**
 * The address of a game's record.
 * @param {string} id
 */
export function recordPath(id) {
  return `/api/games/${encodeURIComponent(id)}/record`;
}
