// @ts-check
/** The daily deals this device has played for the board: a calendar, and a streak that is honest.
 *
 * Only a ranked try that is on the board of its day is in here. Days are the server's: whatever the
 * device's own clock says, a result belongs to the day that the server gave it. */

import { within } from "./options.js";

/** @typedef {import("../types/protocol").Daily} Daily */
/** @typedef {import("../types/protocol").DailyPar} DailyPar */
/** @typedef {import("../types/protocol").DailyRow} DailyRow */

/**
 * @typedef {object} DayResult
 * @property {string} day  as in 2026-11-16
 * @property {number} players
 * @property {boolean} won
 * @property {number} kills
 */

/**
 * @typedef {object} DayBook
 * @property {readonly DayResult[]} results  by day and number of players
 * @property {number} ahead  of the device's clock, the server's, in seconds
 */

/** @type {DayBook} */
export const NO_DAYS = { results: [], ahead: 0 };

const VERSION = 1;
/** A year of all four deals. */
const MOST = 4 * 366;
const DAY_MS = 86_400_000;
const MOST_PLAYERS = 4;
const ROYALS = 12;
/** No clock is further from the truth than we can tell a day by. */
const MOST_AHEAD = 400 * 86_400;

/**
 * What was kept, as far as it makes sense.
 * @param {string | null} text
 * @returns {DayBook}
 */
export function readDays(text) {
  /** @type {any} */
  let kept;
  try {
    kept = JSON.parse(text ?? "null");
  } catch {
    return NO_DAYS;
  }
  if (kept?.version !== VERSION || !Array.isArray(kept.results)) return NO_DAYS;
  const ahead = Number.isFinite(kept.ahead) && Math.abs(kept.ahead) <= MOST_AHEAD ? kept.ahead : 0;
  return /** @type {unknown[]} */ (kept.results)
    .filter(isResult)
    .reduce(withResult, { ...NO_DAYS, ahead });
}

/**
 * @param {DayBook} book
 * @returns {string}
 */
export function writeDays(book) {
  return JSON.stringify({ version: VERSION, ...book });
}

/**
 * Whether something kept can be a result.
 * @param {any} result
 * @returns {result is DayResult}
 */
function isResult(result) {
  return (
    isDay(result?.day) &&
    within(result.players, 1, MOST_PLAYERS) &&
    within(result.kills, 0, ROYALS) &&
    typeof result.won === "boolean"
  );
}

/**
 * @param {unknown} day
 * @returns {day is string}
 */
function isDay(day) {
  if (typeof day !== "string" || !/^\d{4}-\d\d-\d\d$/.test(day)) return false;
  const at = Date.parse(day);
  return !Number.isNaN(at) && dayOf(at) === day;
}

/**
 * The user's own game, if it is on the leaderboard, and the number of games there.
 * @param {Pick<Daily, "people" | "with_bots">} daily
 * @returns {{ row: DailyRow, games: number } | null}
 */
export function ownResult({ people, with_bots }) {
  for (const { rows, games } of [people, with_bots]) {
    const row = rows.find(({ mine }) => mine);
    if (row) return { row, games };
  }
  return null;
}

/**
 * Note what the server says about a day: its clock, and the device's result if it is on the board.
 * @param {DayBook} book
 * @param {Daily} daily
 * @param {number} now  by the device's clock, in milliseconds since 1970
 * @returns {DayBook}
 */
export function noteDay(book, daily, now) {
  const ahead = Math.round(daily.now - now / 1000);
  const clocked = { ...book, ahead: Math.abs(ahead) <= MOST_AHEAD ? ahead : 0 };
  const { day, players, tried } = daily;
  const own = ownResult(daily);
  if (!tried?.ranked || !tried.over || !own) return clocked;
  const { won, kills } = own.row;
  return withResult(clocked, { day, players, won, kills });
}

/**
 * @param {DayBook} book
 * @param {DayResult} result
 * @returns {DayBook}
 */
function withResult(book, { day, players, won, kills }) {
  const others = book.results.filter((old) => old.day !== day || old.players !== players);
  const results = [...others, { day, players, won, kills }]
    .sort((a, b) => (a.day === b.day ? a.players - b.players : a.day < b.day ? -1 : 1))
    .slice(-MOST);
  return { ...book, results };
}

/**
 * The day it is on the server, as far as the device can tell.
 * @param {DayBook} book
 * @param {number} now  by the device's clock, in milliseconds since 1970
 */
export function todayOf({ ahead }, now) {
  return dayOf(now + ahead * 1000);
}

/**
 * How many days in a row have a result: up to today or, while there is still time, yesterday; and
 * the most there ever were.
 * @param {DayBook} book
 * @param {string} today
 * @returns {{ now: number, best: number }}
 */
export function streakOf({ results }, today) {
  const days = [...new Set(results.map(({ day }) => day))];
  let [run, best, now] = [0, 0, 0];
  days.forEach((day, index) => {
    run = index && daysAfter(days[index - 1] ?? "", 1) === day ? run + 1 : 1;
    best = Math.max(best, run);
    if (day === today || daysAfter(day, 1) === today) now = run;
  });
  return { now, best };
}

/**
 * @typedef {object} CalendarDay
 * @property {string} day
 * @property {boolean} here  whether it belongs to the month
 * @property {"past" | "today" | "ahead"} when
 * @property {readonly DayResult[]} results
 */

/**
 * A month in weeks, whole ones.
 * @param {DayBook} book
 * @param {string} month  as in 2026-11
 * @param {string} today
 * @param {number} first  day of the week, 1 for Monday up to 7
 * @returns {CalendarDay[][]}
 */
export function monthOf({ results }, month, today, first) {
  const begin = `${month}-01`;
  const weekday = new Date(begin).getUTCDay();
  let day = daysAfter(begin, -((weekday - first + 7) % 7));
  const weeks = [];
  while (day.slice(0, 7) <= month) {
    weeks.push(
      Array.from({ length: 7 }, (_, index) => {
        const each = daysAfter(day, index);
        const when = each === today ? "today" : each < today ? "past" : "ahead";
        return {
          day: each,
          here: each.startsWith(month),
          when: /** @type {CalendarDay["when"]} */ (when),
          results: results.filter((result) => result.day === each),
        };
      }),
    );
    day = daysAfter(day, 7);
  }
  return weeks;
}

/**
 * The month so many months after another.
 * @param {string} month
 * @param {number} count
 */
export function monthsAfter(month, count) {
  const [year = 0, number = 1] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number - 1 + count, 1)).toISOString().slice(0, 7);
}

/**
 * How a result compares with the strong bot's, in the order of the leaderboard: more than 0 if it
 * is better, 0 if they are equal.
 * @param {Pick<DailyRow, "kills" | "medal" | "moves">} row
 * @param {DailyPar} par
 */
export function againstPar(row, par) {
  const worth = ["none", "bronze", "silver", "gold"];
  return (
    row.kills - par.kills ||
    worth.indexOf(row.medal) - worth.indexOf(par.medal) ||
    par.moves - row.moves
  );
}

/**
 * @param {string} day
 * @param {number} count
 */
function daysAfter(day, count) {
  return dayOf(Date.parse(day) + count * DAY_MS);
}

/** @param {number} at  in milliseconds since 1970 */
function dayOf(at) {
  return new Date(at).toISOString().slice(0, 10);
}
