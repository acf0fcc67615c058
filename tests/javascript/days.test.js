/** store/days.js: the daily deals that were played for the board, in a calendar and in a row. */

import {
  NO_DAYS,
  againstPar,
  monthOf,
  monthsAfter,
  noteDay,
  ownResult,
  readDays,
  streakOf,
  todayOf,
  writeDays,
} from "../../src/openregicide/web/store/days.js";
import { speak } from "../../src/openregicide/web/i18n.js";
import { parText } from "../../src/openregicide/web/words/daily.js";
import { equal, ok, test, text } from "./harness.js";

const NONE = { rows: [], games: 0 };
const at = (moment) => Date.parse(`${moment}Z`);

/** What the server says of a day after a ranked try of ours. */
function told(day, { won = false, kills = 5, players = 1, rows = true, ...more } = {}) {
  const row = { rank: 1, mine: true, won, kills, medal: "none", moves: 30 };
  return {
    day,
    players,
    now: at(`${day}T20:00`) / 1000,
    tried: { ranked: true, over: true },
    people: rows ? { rows: [{ ...row, mine: false }, row], games: 2 } : NONE,
    with_bots: NONE,
    par: null,
    ...more,
  };
}

function played(...days) {
  return days.reduce((book, day) => noteDay(book, told(day), at(`${day}T20:00`)), NO_DAYS);
}

test("a ranked try on the board is noted once, with how it went", () => {
  const first = noteDay(NO_DAYS, told("2026-11-16", { won: true, kills: 12 }), 0);
  equal(first.results, [{ day: "2026-11-16", players: 1, won: true, kills: 12 }]);
  equal(noteDay(first, told("2026-11-16", { won: true, kills: 12 }), 0).results.length, 1);
  const both = noteDay(first, told("2026-11-16", { players: 3 }), 0);
  equal(both.results.map(({ players }) => players), [1, 3]);
});

test("nothing else is: no free try, none that is not over, none that came too late", () => {
  const day = "2026-11-16";
  for (const other of [
    told(day, { tried: null }),
    told(day, { tried: { ranked: false, over: true } }),
    told(day, { tried: { ranked: true, over: false } }),
    told(day, { rows: false }),
  ]) {
    equal(noteDay(NO_DAYS, other, 0).results, []);
  }
});

test("one's own row may be on either board", () => {
  const { people } = told("2026-11-16");
  equal(ownResult({ people: NONE, with_bots: people })?.games, 2);
  equal(ownResult({ people: NONE, with_bots: NONE }), null);
});

test("days in a row are counted up to today, or to yesterday while today is still to come", () => {
  const book = played("2026-11-13", "2026-11-14", "2026-11-15");
  equal(streakOf(book, "2026-11-15"), { now: 3, best: 3 });
  equal(streakOf(book, "2026-11-16"), { now: 3, best: 3 });
  equal(streakOf(book, "2026-11-17"), { now: 0, best: 3 });
  equal(streakOf(NO_DAYS, "2026-11-17"), { now: 0, best: 0 });
});

test("a day left out ends a row, and two deals of a day are one day", () => {
  const book = [1, 2].reduce(
    (all, players) => noteDay(all, told("2026-11-16", { players }), 0),
    played("2026-11-10", "2026-11-11", "2026-11-12", "2026-11-15"),
  );
  equal(streakOf(book, "2026-11-16"), { now: 2, best: 3 });
});

test("a row goes on over the ends of months and years, and over a leap day", () => {
  equal(streakOf(played("2026-12-30", "2026-12-31", "2027-01-01"), "2027-01-01").now, 3);
  equal(streakOf(played("2028-02-28", "2028-02-29", "2028-03-01"), "2028-03-01").now, 3);
  equal(streakOf(played("2027-02-28", "2027-03-01"), "2027-03-01").now, 2);
  // Clocks go forward and back in October and March; days in UTC do not mind.
  equal(streakOf(played("2026-10-24", "2026-10-25", "2026-10-26"), "2026-10-26").now, 3);
});

test("the order in which days become known does not matter", () => {
  equal(streakOf(played("2026-11-15", "2026-11-13", "2026-11-14"), "2026-11-15").now, 3);
});

test("what day it is, the server says, whatever the device's clock shows", () => {
  const day = told("2026-11-16");
  for (const wrong of ["2026-11-16T20:00", "2026-11-18T03:00", "2026-09-01T00:00"]) {
    const book = noteDay(NO_DAYS, day, at(wrong));
    equal(todayOf(book, at(wrong)), "2026-11-16", wrong);
    equal(todayOf(book, at(wrong) + 5 * 3600_000), "2026-11-17", wrong);
    // The result belongs to the server's day all the same.
    equal(book.results[0].day, "2026-11-16");
  }
});

test("a clock that is absurd is not believed", () => {
  const book = noteDay(NO_DAYS, told("2026-11-16"), at("1970-01-01T00:00"));
  equal(book.ahead, 0);
  equal(book.results.length, 1);
});

test("midnight is the server's", () => {
  const late = noteDay(NO_DAYS, { ...told("2026-11-16"), now: at("2026-11-16T23:59:59") / 1000 }, 0);
  equal(late.ahead, 0, "too far away to be believed");
  const before = at("2026-11-16T23:59:59");
  const book = noteDay(NO_DAYS, { ...told("2026-11-16"), now: before / 1000 }, before);
  equal([todayOf(book, before), todayOf(book, before + 1000)], ["2026-11-16", "2026-11-17"]);
});

test("a month has whole weeks, and knows the past, today and what is ahead", () => {
  const weeks = monthOf(played("2026-11-15"), "2026-11", "2026-11-16", 1);
  equal(weeks.map((week) => week.length), [7, 7, 7, 7, 7, 7]);
  equal([weeks[0][0].day, weeks[5][6].day], ["2026-10-26", "2026-12-06"]);
  const days = weeks.flat();
  equal(days.filter(({ here }) => here).length, 30);
  equal(days.filter(({ when }) => when === "today").map(({ day }) => day), ["2026-11-16"]);
  equal(days.find(({ day }) => day === "2026-11-17").when, "ahead");
  const [yesterday] = days.filter(({ results }) => results.length);
  equal([yesterday.day, yesterday.when], ["2026-11-15", "past"]);
});

test("a week begins where people say it does", () => {
  for (const [first, day] of [[1, "2026-10-26"], [6, "2026-10-31"], [7, "2026-11-01"]]) {
    equal(monthOf(NO_DAYS, "2026-11", "2026-11-16", first)[0][0].day, day);
  }
  equal(monthOf(NO_DAYS, "2027-02", "2027-02-01", 1).length, 4, "a month that fits its weeks");
  equal([monthsAfter("2026-12", 1), monthsAfter("2026-01", -1)], ["2027-01", "2025-12"]);
});

test("what is kept is what is read", () => {
  const book = noteDay(played("2026-11-14", "2026-11-15"), told("2026-11-16", { won: true }), 0);
  equal(readDays(writeDays(book)), book);
});

test("damaged storage is read as far as it makes sense, and never breaks anything", () => {
  const good = { day: "2026-11-16", players: 2, won: true, kills: 12 };
  for (const text of [null, "", "{", "null", "7", '"x"', "[]", "{}", '{"version":2}']) {
    equal(readDays(text), NO_DAYS, String(text));
  }
  const damaged = [
    { ...good, day: "2026-11-31" },
    { ...good, day: "16.11.2026" },
    { ...good, day: 20261116 },
    { ...good, players: 5 },
    { ...good, players: "2" },
    { ...good, kills: 13 },
    { ...good, kills: -1 },
    { ...good, won: 1 },
    null,
    "x",
    [],
    good,
    good,
  ];
  const kept = { version: 1, ahead: "soon", results: damaged };
  equal(readDays(JSON.stringify(kept)), { results: [good], ahead: 0 });
  equal(readDays(JSON.stringify({ ...kept, results: { length: 3 } })), NO_DAYS);
});

test("only so many days are kept, the newest", () => {
  const start = Date.UTC(2020, 0, 1);
  const results = Array.from({ length: 3000 }, (_, index) => ({
    day: new Date(start + index * 86_400_000).toISOString().slice(0, 10),
    players: 1,
    won: false,
    kills: 3,
  }));
  const book = readDays(JSON.stringify({ version: 1, ahead: 0, results }));
  equal(book.results.length, 4 * 366);
  equal(book.results.at(-1).day, results.at(-1).day);
});

test("par is compared in the order of the leaderboard", () => {
  const par = { won: true, medal: "silver", kills: 12, moves: 50 };
  const row = { medal: "silver", kills: 12, moves: 50 };
  equal(againstPar(row, par), 0);
  ok(againstPar({ ...row, moves: 49 }, par) > 0, "fewer moves");
  ok(againstPar({ ...row, moves: 51 }, par) < 0, "more moves");
  ok(againstPar({ ...row, medal: "gold", moves: 90 }, par) > 0, "a better medal");
  ok(againstPar({ ...row, medal: "bronze", moves: 9 }, par) < 0, "a lesser medal");
  ok(againstPar({ ...row, kills: 11, medal: "none", moves: 1 }, par) < 0, "fewer royals");
});

test("par says who was better, or only what the bot reached", () => {
  speak("fr", globalThis.given.catalogues.fr);
  const par = { won: false, medal: "none", kills: 7, moves: 50 };
  const row = { medal: "none", kills: 8, moves: 50 };
  ok(parText(par, row).endsWith(text("fr", "daily.par.beaten")));
  ok(parText(par, { ...row, kills: 7 }).endsWith(text("fr", "daily.par.level")));
  ok(parText(par, { ...row, kills: 6 }).endsWith(text("fr", "daily.par.missed")));
  ok(parText(par, row).startsWith(parText(par, null)));
});
