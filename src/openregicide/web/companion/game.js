// @ts-check
/**
 * A game as it is entered: what was done, undone and done again, and how it is kept. A state
 * follows from the actions, so only these are kept; nothing here changes a game that it is given.
 */

import { fullRules } from "../store/options.js";
import { act, begin } from "./rules.js";

/** @typedef {import("../types/companion").Action} Action */
/** @typedef {import("../types/companion").Past} Past */
/** @typedef {import("../types/companion").Played} Played */
/** @typedef {import("../types/companion").Refused} Refused */
/** @typedef {import("../types/companion").Saved} Saved */
/** @typedef {import("../types/companion").Setup} Setup */
/** @typedef {import("../types/companion").State} State */

const VERSION = 1;
const MOST_PAST = 200;

/**
 * @param {Setup} setup
 * @param {string} id
 * @returns {Played | null}  `null` if nobody can play by these options
 */
export function newGame(setup, id) {
  const rules = fullRules(setup.options);
  if (!rules) return null;
  const { first, counted } = setup;
  const states = [begin({ rules, first, counted })];
  return { version: VERSION, id, setup, actions: [], at: 0, states };
}

/**
 * Where the game stands.
 * @param {Played} game
 * @returns {State}
 */
export function standing({ states, at }) {
  return /** @type {State} */ (states[at]);
}

/**
 * The game after an action; what was undone before is forgotten. Refused, it is the same game.
 * @param {Played} game
 * @param {Action} action
 * @returns {{ game: Played, refused: Refused | null }}
 */
export function enter(game, action) {
  const { state, refused } = act(standing(game), action);
  if (refused) return { game, refused };
  const at = game.at + 1;
  const actions = [...game.actions.slice(0, game.at), action];
  return { game: { ...game, actions, at, states: [...game.states.slice(0, at), state] }, refused };
}

/** @param {Played} game */
export function canUndo({ at }) {
  return at > 0;
}

/** @param {Played} game */
export function canRedo({ at, actions }) {
  return at < actions.length;
}

/**
 * @param {Played} game
 * @returns {Played}
 */
export function undo(game) {
  return canUndo(game) ? { ...game, at: game.at - 1 } : game;
}

/**
 * @param {Played} game
 * @returns {Played}
 */
export function redo(game) {
  return canRedo(game) ? { ...game, at: game.at + 1 } : game;
}

/**
 * The game as a text to be kept.
 * @param {Played} game
 */
export function written({ version, id, setup, actions, at }) {
  /** @type {Saved} */
  const saved = { version, id, setup, actions, at };
  return JSON.stringify(saved);
}

/**
 * The game of a text, or `null` if there is none in it. If an action in it does not fit, the game
 * ends before it.
 * @param {string | null} text
 * @returns {Played | null}
 */
export function readGame(text) {
  const saved = parsed(text);
  if (saved?.version !== VERSION || !isSetup(saved.setup) || !Array.isArray(saved.actions)) {
    return null;
  }
  let game = newGame(saved.setup, String(saved.id));
  for (const action of saved.actions) {
    const step = game && enter(game, action);
    if (!step || step.refused) break;
    game = step.game;
  }
  const at = Number.isInteger(saved.at) ? saved.at : 0;
  return game && { ...game, at: Math.max(0, Math.min(at, game.actions.length)) };
}

/**
 * @param {any} setup
 * @returns {setup is Setup}
 */
function isSetup(setup) {
  const { names, options, first, counted } = setup ?? {};
  const players = options?.players;
  return (
    Array.isArray(names) &&
    names.length === players &&
    names.every((name) => typeof name === "string") &&
    Number.isInteger(first) &&
    first >= 0 &&
    first < players &&
    typeof counted === "boolean"
  );
}

/**
 * The games that are over, the newest first. A game that is undone again is not.
 * @param {Past[]} past
 * @param {Played} game
 * @param {number} now  seconds since 1970
 * @returns {Past[]}
 */
export function filed(past, game, now) {
  const others = past.filter(({ id }) => id !== game.id);
  const { outcome, fallen } = standing(game);
  if (!outcome) return others;
  const { id, setup } = game;
  const known = past.find((each) => each.id === id);
  const ended = known?.ended ?? now;
  return [{ id, ended, setup, outcome, kills: fallen.length }, ...others].slice(0, MOST_PAST);
}

/**
 * @param {string | null} text
 * @returns {Past[]}
 */
export function readPast(text) {
  const past = parsed(text);
  if (!Array.isArray(past)) return [];
  return past.filter((each) => isSetup(each?.setup) && each.outcome && Number.isFinite(each.ended));
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
