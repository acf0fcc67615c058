// @ts-check
/** Where the device keeps the game that is entered, and those that are over. */

import { filed, readGame, readPast, written } from "./game.js";

/** @typedef {import("../types/companion").Past} Past */
/** @typedef {import("../types/companion").Played} Played */

const GAME = "regicide.companion";
const PAST = "regicide.companion.past";

/** @returns {Played | null} */
export function keptGame() {
  return readGame(read(GAME));
}

/** @returns {Past[]} */
export function pastGames() {
  return readPast(read(PAST));
}

/**
 * Keep a game; once it is over, among the others that are.
 * @param {Played} game
 */
export function keepGame(game) {
  write(GAME, written(game));
  const past = pastGames();
  const now = filed(past, game, Math.floor(Date.now() / 1000));
  if (JSON.stringify(now) !== JSON.stringify(past)) write(PAST, JSON.stringify(now));
}

/** Stop keeping the game; if it was over, it stays among the past ones. */
export function dropGame() {
  try {
    localStorage.removeItem(GAME);
  } catch {
    // There is nothing to forget.
  }
}

/**
 * Call back when another tab has changed the game; returns a function that stops this.
 * @param {() => void} listener
 */
export function onOtherTab(listener) {
  const hear = (/** @type {StorageEvent} */ event) => {
    if (event.key === GAME) listener();
  };
  addEventListener("storage", hear);
  return () => removeEventListener("storage", hear);
}

/** @param {string} key */
function read(key) {
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
function write(key, text) {
  try {
    localStorage.setItem(key, text);
  } catch {
    // A browser without storage forgets it with the page.
  }
}
