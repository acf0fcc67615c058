// @ts-check
/** Achievements: what this device has seen its user do, and how the last games went.
 *
 * A game counts for them as the rulebook has it: no kinder or harder rules, no hints, no cards that
 * were known before, and every move the user's own. Nothing here knows a rule of the game: it reads
 * what happened. */

import { isJester, suitOf } from "./cards.js";
import { streakOf } from "./days.js";
import { isChanged, within } from "./options.js";
import { OPTIONS } from "./rules.js";
import { tell } from "./story.js";
import { changesOfGame } from "./table.js";

/** @typedef {import("../types/protocol").Change} Change */
/** @typedef {import("../types/protocol").Daily} Daily */
/** @typedef {import("./days.js").DayBook} DayBook */
/** @typedef {import("./table.js").TableState} TableState */

/** In the order they are shown: the first ones come first to most. */
export const ACHIEVEMENTS = /** @type {const} */ ([
  "win_1",
  "win_2",
  "win_3",
  "win_4",
  "gold",
  "friends",
  "exact_six",
  "blow_forty",
  "no_hearts",
  "no_jester",
  "no_yield",
  "comeback",
  "daily_win",
  "daily_par",
  "streak_7",
  "streak_30",
]);

/** @typedef {typeof ACHIEVEMENTS[number]} Achievement */

/**
 * @typedef {object} Merits
 * @property {Partial<Record<Achievement, number>>} earned  when, in seconds since 1970
 * @property {number} losses  in a row, up to now
 * @property {number} players  of the last game
 * @property {readonly string[]} seen  the games that are counted already, the newest last
 */

/** @type {Merits} */
export const NO_MERITS = { earned: {}, losses: 0, players: 1, seen: [] };

const VERSION = 1;
const MOST_SEEN = 60;
const MOST_LOSSES = 999;
const LONGEST_ID = 64;
const MOST_PLAYERS = 4;
/** After so many losses in a row a kinder table is offered. */
const MANY_LOSSES = 3;
const WEEK = 7;
const MONTH = 30;
const MANY_EXACT = 6;
const GREAT_BLOW = 40;
/** From so many players on there are jesters in the deck. */
const WITH_JESTERS = 3;
/** Talk changes what people may say, not the game. */
const ABOUT_PEOPLE = "talk";

/**
 * What was kept, as far as it makes sense.
 * @param {string | null} text
 * @returns {Merits}
 */
export function readMerits(text) {
  /** @type {any} */
  let kept;
  try {
    kept = JSON.parse(text ?? "null");
  } catch {
    return NO_MERITS;
  }
  if (kept?.version !== VERSION) return NO_MERITS;
  const { earned, losses, players, seen } = kept;
  const times = ACHIEVEMENTS.map((name) => [name, earned?.[name]]).filter(([, at]) =>
    within(at, 0, Number.MAX_SAFE_INTEGER),
  );
  return {
    earned: Object.fromEntries(times),
    losses: within(losses, 0, MOST_LOSSES) ? losses : 0,
    players: within(players, 1, MOST_PLAYERS) ? players : 1,
    seen: (Array.isArray(seen) ? seen : [])
      .filter((id) => typeof id === "string" && id.length <= LONGEST_ID)
      .slice(-MOST_SEEN),
  };
}

/**
 * @param {Merits} merits
 * @returns {string}
 */
export function writeMerits(merits) {
  return JSON.stringify({ version: VERSION, ...merits });
}

/**
 * Note a game of ours that is over; once is enough.
 * @param {Merits} merits
 * @param {TableState} state
 * @param {number} now  in seconds since 1970
 * @returns {Merits}
 */
export function noteGame(merits, state, now) {
  const { table, seat } = state;
  const game = table?.game;
  if (!table || !game?.result || seat === null || merits.seen.includes(game.id)) return merits;
  const won = game.result === "won";
  const found = counts(state) ? deedsOf(state, merits.losses) : [];
  return {
    earned: withNew(merits.earned, found, now),
    losses: won ? 0 : Math.min(merits.losses + 1, MOST_LOSSES),
    players: table.seats.length,
    seen: [...merits.seen, game.id].slice(-MOST_SEEN),
  };
}

/**
 * Note how the daily deals went.
 * @param {Merits} merits
 * @param {DayBook} days
 * @param {boolean} beaten  whether the strong bot's result was
 * @param {number} now  in seconds since 1970
 * @returns {Merits}
 */
export function noteDays(merits, days, beaten, now) {
  const { best } = streakOf(days, "");
  /** @type {(Achievement | false)[]} */
  const found = [
    days.results.some(({ won }) => won) && "daily_win",
    beaten && "daily_par",
    best >= WEEK && "streak_7",
    best >= MONTH && "streak_30",
  ];
  const earned = withNew(
    merits.earned,
    found.filter((name) => name !== false),
    now,
  );
  return { ...merits, earned };
}

/**
 * @param {Merits["earned"]} earned
 * @param {readonly Achievement[]} found
 * @param {number} now
 * @returns {Merits["earned"]}
 */
function withNew(earned, found, now) {
  return { ...Object.fromEntries(found.map((name) => [name, now])), ...earned };
}

/**
 * What was earned between two moments, in the order of the list.
 * @param {Merits} now
 * @param {Merits} before
 */
export function freshMerits(now, before) {
  return ACHIEVEMENTS.filter((name) => name in now.earned && !(name in before.earned));
}

/**
 * Whether a kinder table is to be offered.
 * @param {Merits} merits
 */
export function wantsKinder({ losses }) {
  return losses >= MANY_LOSSES;
}

/**
 * The offer was taken or turned down: not before as many losses again.
 * @param {Merits} merits
 * @returns {Merits}
 */
export function forgetLosses(merits) {
  return { ...merits, losses: 0 };
}

/**
 * Whether a finished game is one to be proud of.
 * @param {TableState} state
 */
function counts(state) {
  const { table, seat } = state;
  const game = table?.game;
  const changes = changesOfGame(state);
  // What is no longer remembered might tell that it does not count.
  if (!game || changes[0]?.what !== "began") return false;
  const { rules, daily, ranked, again } = game;
  const house = OPTIONS.some((option) => option.name !== ABOUT_PEOPLE && isChanged(option, rules));
  const known = again != null || (daily != null && !ranked);
  const lit = table.settings.hints || changes.some(({ lamp }) => lamp);
  const helped = changes.some(
    (change) => change.seat === seat && change.what === "moved" && change.by !== "player",
  );
  return !house && !known && !(lit && !ranked) && !helped;
}

/**
 * @param {TableState} state  of a finished game that counts
 * @param {number} losses  in a row before it
 * @returns {Achievement[]}
 */
function deedsOf(state, losses) {
  const { table, view, seat } = state;
  const seats = table?.seats ?? [];
  const players = seats.length;
  const won = table?.game?.result === "won";
  const changes = changesOfGame(state).reduce(standing, /** @type {Change[]} */ ([]));
  const events = changes.flatMap((change) => change.events ?? []);
  const played = events.flatMap(({ code, cards }) => (code === "played" ? (cards ?? []) : []));
  const own = changes.filter((change) => change.what === "moved" && change.seat === seat);
  const yielded = events.some(({ code }) => code === "yielded");
  const people = seats.every(({ holder, stand_in }) => holder === "person" && !stand_in);
  const [story, ours] = [tell(changes, null), tell(own, null)];
  /** @type {(Achievement | false | undefined)[]} */
  const found = [
    won && /** @type {Achievement} */ (`win_${players}`),
    view?.medal === "gold" && "gold",
    won && players > 1 && people && "friends",
    story.exact >= MANY_EXACT && "exact_six",
    ours.strongest >= GREAT_BLOW && "blow_forty",
    won && !played.some((card) => suitOf(card) === "H") && "no_hearts",
    won && players >= WITH_JESTERS && !played.some(isJester) && "no_jester",
    won && players > 1 && !yielded && "no_yield",
    won && losses >= MANY_LOSSES && "comeback",
  ];
  return ACHIEVEMENTS.filter((name) => found.includes(name));
}

/**
 * What stands of the changes so far: a move that was taken back never was.
 * @param {Change[]} before
 * @param {Change} change
 */
function standing(before, change) {
  if (change.what !== "took_back") return [...before, change];
  const last = before.findLastIndex(({ what }) => what === "moved");
  return before.filter((_, index) => index !== last);
}
