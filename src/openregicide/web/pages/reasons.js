// @ts-check
/** Reasons to come back: the calendar, the achievements, a kinder table; kept with this device. */

import { keep, recall } from "../device.js";
import { language, t } from "../i18n.js";
import { startGame } from "../start.js";
import {
  forgetLosses,
  freshMerits,
  noteDays,
  noteGame,
  readMerits,
  wantsKinder,
  writeMerits,
} from "../store/achievements.js";
import { againstPar, noteDay, ownResult, readDays, todayOf, writeDays } from "../store/days.js";
import { isKinder, kinderTable } from "../store/presets.js";
import { isHost } from "../store/table.js";
import { makeCalendar } from "../view/daily/calendar.js";
import { makeBadgeRow, makeBadges, makeNewBadges } from "../view/history/badges.js";
import { button, el, icon } from "../view/parts/dom.js";
import { sheet } from "./page.js";

/** @typedef {import("../store/achievements.js").Achievement} Achievement */
/** @typedef {import("../store/achievements.js").Merits} Merits */
/** @typedef {import("../store/table.js").TableState} TableState */
/** @typedef {import("../types/protocol").Daily} Daily */
/** @typedef {import("../view/parts/part.js").Intents} Intents */

await sheet("reasons");

const DAYS = "regicide.days";
const MERITS = "regicide.merits";
const NEWEST = 6;

/** What each game of this visit has earned, by its id. @type {Map<string, readonly Achievement[]>} */
const fresh = new Map();

function days() {
  return readDays(recall(DAYS));
}

function merits() {
  return readMerits(recall(MERITS));
}

/** @param {Merits} changed */
function keepMerits(changed) {
  keep(MERITS, writeMerits(changed));
}

function now() {
  return Math.floor(Date.now() / 1000);
}

/**
 * What the server says about a day: note our result, if it is on the board.
 * @param {Daily} daily
 * @returns {readonly Achievement[]}  what that has earned
 */
export function seeDay(daily) {
  const book = noteDay(days(), daily, Date.now());
  keep(DAYS, writeDays(book));
  const own = daily.tried?.ranked && daily.tried.over ? ownResult(daily) : null;
  const beaten = own !== null && daily.par !== null && againstPar(own.row, daily.par) > 0;
  const before = merits();
  const after = noteDays(before, book, beaten, now());
  keepMerits(after);
  return freshMerits(after, before);
}

/** The calendar of the daily deals. */
export function calendar() {
  const book = days();
  return makeCalendar(book, todayOf(book, Date.now()));
}

/** All achievements, for the history. */
export function allBadges() {
  return makeBadges(merits());
}

/**
 * What a device that has played finds at home: an offer on top, and below what it has done.
 * @returns {{ offer: Node[], done: Node[] }}
 */
export function atHome() {
  const known = merits();
  const book = days();
  const parts = [];
  if (book.results.length) parts.push(makeCalendar(book, todayOf(book, Date.now())));
  if (Object.keys(known.earned).length) parts.push(makeBadgeRow(known, NEWEST));
  return {
    offer: wantsKinder(known) ? [kinderDoor(known)] : [],
    done: parts.length ? [el("div", { class: "card-panel reasons" }, ...parts)] : [],
  };
}

/** @param {Merits} known */
function kinderDoor({ players }) {
  const settings = kinderTable({ rules: { players } });
  const play = button("go", () => {
    keepMerits(forgetLosses(merits()));
    startGame(players, "", play, settings);
  });
  play.textContent = t("kinder.play");
  return kinderOffer(play);
}

/**
 * @param {HTMLButtonElement} play
 */
function kinderOffer(play) {
  const no = button("quiet", () => {
    keepMerits(forgetLosses(merits()));
    offer.remove();
  });
  no.textContent = t("kinder.no");
  const offer = el(
    "section",
    { class: "card-panel kinder" },
    el("h2", {}, icon("lamp"), el("span", { text: t("kinder.title") })),
    el("p", { text: t("kinder.about") }),
    el("div", { class: "actions" }, play, no),
  );
  return offer;
}

/**
 * At the end of a game: note it, show what it has earned, and offer a kinder table after many losses.
 * @param {HTMLElement} root
 * @param {TableState} state
 * @param {Intents} intents
 */
export function atEnd(root, state, intents) {
  const { table, daily } = state;
  const id = table?.game?.id;
  if (!table || !id) return;
  const before = merits();
  const after = noteGame(before, state, now());
  if (after !== before) keepMerits(after);
  const ofDay = daily ? seeDay(daily) : [];
  const earned = [...(fresh.get(id) ?? []), ...freshMerits(after, before), ...ofDay];
  fresh.set(id, earned);
  const kinder = wantsKinder(merits()) && table.game?.result === "lost" && mayBeKinder(state);
  const print = JSON.stringify([id, earned, kinder, language()]);
  if (root.dataset["print"] === print) return;
  root.dataset["print"] = print;
  root.replaceChildren(
    ...(earned.length ? [makeNewBadges(earned)] : []),
    ...(kinder ? [kinderNext(state, intents)] : []),
  );
}

/** @param {TableState} state */
function mayBeKinder(state) {
  const settings = state.table?.settings;
  return settings !== undefined && isHost(state) && !isKinder(settings);
}

/**
 * One tap to a kinder game: here, or at a table of its own where the deal of the day is played.
 * @param {TableState} state
 * @param {Intents} intents
 */
function kinderNext({ table }, intents) {
  const play = button("go", async () => {
    if (!table) return;
    const settings = kinderTable(table.settings);
    keepMerits(forgetLosses(merits()));
    if (table.daily) {
      const bot = table.seats.find(({ holder }) => holder === "bot")?.name ?? "";
      await startGame(table.seats.length, bot, play, { ...settings, spectators: true });
      return;
    }
    play.disabled = true;
    const answer = await intents.configure(settings);
    // Refused, the table has said why.
    if (answer && !answer.error) intents.begin(null);
    play.disabled = false;
  });
  play.textContent = t("kinder.play");
  return kinderOffer(play);
}
