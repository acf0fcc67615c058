// @ts-check
/**
 * What this device remembers of deals: its shares of their seeds, and what it was shown. A browser
 * that keeps nothing remembers as long as the page is open.
 */

/** @typedef {import("../types/fairness").Note} Note */
/** @typedef {import("../types/fairness").Share} Share */

const SHARES = "regicide.shares";
const NOTES = "regicide.deals";
const PROMISES = "regicide.promises";
const MOST_SHARES = 30;
const MOST_NOTES = 10;
const MOST_PROMISES = 28;

/**
 * The shares made here, the newest first.
 * @returns {Share[]}
 */
export function keptShares() {
  return list(SHARES);
}

/**
 * Keep a share, in the state it has now.
 * @param {Share} share
 */
export function keepShare(share) {
  const others = keptShares().filter(({ pledge }) => pledge !== share.pledge);
  put(SHARES, JSON.stringify([share, ...others].slice(0, MOST_SHARES)));
}

/**
 * What was shown of a game to a seat, or to a spectator.
 * @param {string} game
 * @param {number | null} seat
 * @returns {Note | null}
 */
export function keptNote(game, seat) {
  return parsed(get(nameOf(game, seat)));
}

/**
 * What was shown of a game in any seat; a player's notes say more than a spectator's.
 * @param {string} game
 * @param {number} players
 */
export function anyNote(game, players) {
  for (let seat = 0; seat < players; seat++) {
    const note = keptNote(game, seat);
    if (note) return note;
  }
  return keptNote(game, null);
}

/** @param {Note} note */
export function keepNote(note) {
  const name = nameOf(note.game, note.seat);
  const names = /** @type {string[]} */ (list(NOTES));
  if (names[0] !== name) {
    const all = [name, ...names.filter((other) => other !== name)];
    for (const old of all.slice(MOST_NOTES)) drop(old);
    put(NOTES, JSON.stringify(all.slice(0, MOST_NOTES)));
  }
  put(name, JSON.stringify(note));
}

/**
 * The hash of a day's deal, if it was shown here before that day.
 * @param {string} day
 * @param {number} players
 * @returns {string | null}
 */
export function keptPromise(day, players) {
  return promises().find((each) => each.day === day && each.players === players)?.hash ?? null;
}

/**
 * Keep what was promised first; what is promised later does not replace it.
 * @param {string} day
 * @param {number} players
 * @param {string} hash
 */
export function keepPromise(day, players, hash) {
  if (keptPromise(day, players) !== null) return;
  const kept = [{ day, players, hash }, ...promises()];
  put(PROMISES, JSON.stringify(kept.slice(0, MOST_PROMISES)));
}

/**
 * The day after another, as in 2026-11-16.
 * @param {string} day
 */
export function nextDay(day) {
  return new Date(Date.parse(day) + 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
}

/** @returns {{ day: string, players: number, hash: string }[]} */
function promises() {
  return list(PROMISES);
}

/**
 * @param {string} game
 * @param {number | null} seat
 */
function nameOf(game, seat) {
  return `regicide.deal.${game}.${seat ?? "watched"}`;
}

/** @type {Map<string, string>} What is kept where the browser keeps nothing. */
const memory = new Map();

/** @param {string} key */
function get(key) {
  const known = memory.get(key);
  if (known !== undefined) return known;
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/**
 * @param {string} key
 * @param {string} text
 */
function put(key, text) {
  try {
    localStorage.setItem(key, text);
    memory.delete(key);
  } catch {
    memory.set(key, text);
  }
}

/** @param {string} key */
function drop(key) {
  memory.delete(key);
  try {
    localStorage.removeItem(key);
  } catch {
    // There is nothing to forget.
  }
}

/**
 * @param {string} key
 * @returns {any[]}
 */
function list(key) {
  const found = parsed(get(key));
  return Array.isArray(found) ? found : [];
}

/**
 * @param {string | null} text
 * @returns {any}
 */
function parsed(text) {
  try {
    return JSON.parse(text ?? "null");
  } catch {
    return null;
  }
}
