// @ts-check
/** What is asked of the server outside a table's socket. */

import { learnAddresses } from "../address.js";
import { readAnswer } from "./received.js";

/** @typedef {import("../types/protocol").Problem} Problem */
/** @typedef {import("../types/protocol").NewTable} NewTable */
/** @typedef {import("../types/protocol").NewDaily} NewDaily */
/** @typedef {import("../types/protocol").Daily} Daily */
/** @typedef {import("../types/protocol").DailyChance} DailyChance */
/** @typedef {import("../types/protocol").Glance} Glance */
/** @typedef {import("../types/protocol").Join} Join */
/** @typedef {import("../types/protocol").Joined} Joined */
/** @typedef {import("../types/protocol").TableInfo} TableInfo */
/** @typedef {import("../types/protocol").SoundPart} SoundPart */
/** @typedef {import("../types/protocol").ServerInfo} ServerInfo */
/** @typedef {import("../types/protocol").GameSummary} GameSummary */
/** @typedef {import("../types/protocol").Games} Games */
/** @typedef {import("../types/protocol").Statistics} Statistics */
/** @typedef {import("../types/protocol").ReplayStep} ReplayStep */
/** @typedef {import("../types/protocol").CourseInfo} CourseInfo */
/** @typedef {import("../types/protocol").TakeStep} TakeStep */
/** @typedef {import("../types/protocol").LessonStep} LessonStep */

/** The server said no, or said nothing. */
export class Refused extends Error {
  /** @param {Problem} problem */
  constructor(problem) {
    super(problem.code);
    this.problem = problem;
  }
}

/** Who came too often waits as long as the server says, and asks again: so often at most ... */
const MOST_TRIES = 4;
/** ... and only if the wait is short enough, in seconds, for nobody to wonder. */
const LONGEST_WAIT = 5;

/**
 * Ask, and get the answer's JSON; with `as`, of the shape that the protocol gives that name.
 * @param {string} path
 * @param {{ method?: string, body?: unknown, headers?: Record<string, string>, as?: string }} [options]
 * @returns {Promise<any>}
 */
export async function ask(path, { method = "GET", body, headers = {}, as } = {}) {
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  const all = body === undefined ? headers : { "Content-Type": "application/json", ...headers };
  let answer;
  try {
    answer = await patientFetch(path, { method, headers: all, ...sent });
  } catch {
    throw new Refused({ code: "web.unreachable", values: {} });
  }
  const data = await answer.json().catch(() => null);
  const read = readAnswer(data, answer.ok ? (as ?? null) : "Refusal");
  if (answer.ok && (read !== null || as === undefined)) return read;
  throw new Refused(read?.error ?? { code: "web.unreachable", values: {} });
}

/**
 * Fetch, and try again after the pause that a busy server asks for. Whatever it refuses with 429 it
 * has not begun to do, so that asking again is safe even where asking twice is not.
 * @param {string} path
 * @param {RequestInit} options
 */
async function patientFetch(path, options) {
  for (let tries = 1; ; tries += 1) {
    const answer = await fetch(path, options);
    const seconds = Number(answer.headers.get("Retry-After"));
    const soon = seconds > 0 && seconds <= LONGEST_WAIT;
    if (answer.status !== 429 || !soon || tries === MOST_TRIES) return answer;
    await new Promise((done) => setTimeout(done, 1000 * seconds));
  }
}

/** @type {Promise<ServerInfo> | null} */
let info = null;

/** What this server offers; asked once. */
export function serverInfo() {
  info ??= ask("/api/info", { as: "ServerInfo" }).then(
    (/** @type {ServerInfo} */ told) => {
      learnAddresses(told.addresses ?? []);
      return told;
    },
    (problem) => {
      info = null;
      throw problem;
    },
  );
  return /** @type {Promise<ServerInfo>} */ (info);
}

/**
 * @param {NewTable} table
 * @returns {Promise<Joined>}
 */
export function makeTable(table) {
  return ask("/api/tables", { method: "POST", body: table, as: "Joined" });
}

/**
 * @param {string} id
 * @param {Join} join
 * @returns {Promise<Joined>}
 */
export function takeSeat(id, join) {
  return ask(`/api/tables/${encodeURIComponent(id)}/seats`, {
    method: "POST",
    body: join,
    as: "Joined",
  });
}

/** @returns {Promise<TableInfo[]>} */
export async function openTables() {
  return (await ask("/api/tables", { as: "Lobby" })).tables;
}

/**
 * @param {string} id
 * @returns {Promise<TableInfo>}
 */
export function tableInfo(id) {
  return ask(`/api/tables/${encodeURIComponent(id)}`, { as: "TableInfo" });
}

/**
 * What the player of a seat wants to know of a table they may come back to.
 * @param {string} id
 * @param {string} token
 * @returns {Promise<Glance>}
 */
export function tableGlance(id, token) {
  const headers = { Authorization: `Bearer ${token}` };
  return ask(`/api/tables/${encodeURIComponent(id)}/glance`, { headers, as: "Glance" });
}

/**
 * What is sound of a damaged table, as its seat may see it.
 * @param {string} id
 * @param {string | null} token
 * @returns {Promise<SoundPart>}
 */
export function soundPart(id, token) {
  const headers = token === null ? {} : { headers: { Authorization: `Bearer ${token}` } };
  return ask(`/api/tables/${encodeURIComponent(id)}/sound`, headers);
}

/**
 * A finished game.
 * @param {string} id
 * @returns {Promise<GameSummary>}
 */
export function finishedGame(id) {
  return ask(`/api/games/${encodeURIComponent(id)}`, { as: "GameSummary" });
}

/**
 * A finished game, move by move.
 * @param {string} id
 * @param {number | null} seat  whose view; `null` is what everybody saw
 * @param {string | null} device  for a deal that only those may see who have played it
 * @returns {Promise<ReplayStep[]>}
 */
export async function replaySteps(id, seat, device) {
  const whose = seat === null ? "" : `?seat=${seat}`;
  const known = device === null ? {} : { headers: { "X-Device": device } };
  return (await ask(`/api/games/${encodeURIComponent(id)}/replay${whose}`, { ...known, as: "Replay" })).steps;
}

/**
 * The finished games of a device, the newest first.
 * @param {string} device
 * @param {string | null} before  from the page before
 * @returns {Promise<Games>}
 */
export function deviceGames(device, before) {
  const from = before === null ? "" : `?before=${encodeURIComponent(before)}`;
  return ask(`/api/me/games${from}`, { headers: { "X-Device": device }, as: "Games" });
}

/**
 * @param {string} device
 * @returns {Promise<Statistics[]>}
 */
export async function deviceStatistics(device) {
  return (await ask("/api/me/statistics", { headers: { "X-Device": device }, as: "AllStatistics" }))
    .statistics;
}

/**
 * A day's deal for one number of players, its leaderboards, and what the device has done with it.
 * @param {string | null} day  `null` is today
 * @param {number} players
 * @param {string} device
 * @returns {Promise<Daily>}
 */
export function dailyDeal(day, players, device) {
  const when = day === null ? "" : `/${encodeURIComponent(day)}`;
  return ask(`/api/daily${when}?players=${players}`, { headers: { "X-Device": device }, as: "Daily" });
}

/**
 * @param {NewDaily} table
 * @returns {Promise<Joined>}
 */
export function makeDailyTable(table) {
  return ask("/api/daily", { method: "POST", body: table, as: "Joined" });
}

/**
 * Whether the next game at a table for the daily deal will count.
 * @param {string} table
 * @returns {Promise<DailyChance>}
 */
export function dailyChance(table) {
  return ask(`/api/tables/${encodeURIComponent(table)}/daily`, { as: "DailyChance" });
}

/**
 * What there is to learn.
 * @returns {Promise<CourseInfo>}
 */
export function courseInfo() {
  return ask("/api/learn");
}

/**
 * A step of a lesson, or what it says about a move.
 * @param {TakeStep} take
 * @returns {Promise<LessonStep>}
 */
export function takeLesson(take) {
  return ask("/api/learn", { method: "POST", body: take });
}
