// @ts-check
/** What the companion's screen shows, and what can be wanted there. */

import { cardRefusal, shapeRefusal } from "../../companion/legal.js";
import { SHOWN_SUITS, worth } from "../../store/cards.js";

/** @typedef {import("../../types/companion").Action} Action */
/** @typedef {import("../../types/companion").Mode} Mode */
/** @typedef {import("../../types/companion").Refused} Refused */
/** @typedef {import("../../types/companion").State} State */

/**
 * @typedef {object} Scene
 * @property {State} state
 * @property {readonly string[]} names
 * @property {Mode} mode
 * @property {readonly string[]} selected
 * @property {boolean} undo  whether there is something to undo
 * @property {boolean} redo
 *
 * @typedef {object} Part
 * @property {HTMLElement} root
 * @property {(scene: Scene) => void} update
 *
 * @typedef {object} Intents
 * @property {(card: string) => void} tap
 * @property {() => void} confirm  the selected cards
 * @property {(action: Action) => void} act
 * @property {() => void} goOn  what was told has been read
 * @property {(on: boolean) => void} give  enter a discard card by card
 * @property {() => void} undo
 * @property {() => void} redo
 * @property {() => void} menu
 * @property {() => void} again
 */

const RANKS = [..."A23456789T"];

/** What can be in a hand from the start, in rows. */
export const PAD = SHOWN_SUITS.map((suit) => RANKS.map((rank) => rank + suit));

/**
 * Royals that have fallen, and the jester: what else a hand can hold.
 * @param {State} state
 */
export function extraCards({ fallen, rules }) {
  return [...fallen.map(({ card }) => card), ...(rules.jesters ? ["X"] : [])];
}

/**
 * Why a card cannot be added to the selected ones.
 * @param {Scene} scene
 * @param {string} card
 * @returns {Refused | null}
 */
export function tapRefusal({ state, selected, mode }, card) {
  const refused = cardRefusal(state, card);
  if (refused || mode === "give") return refused;
  return shapeRefusal(state.rules, [...selected, card]);
}

/**
 * Whether nobody would want to add another card: with these it can be played at the last tap. To a
 * high card a player could still add a companion, and selects that one first.
 * @param {Scene} scene
 */
export function isComplete(scene) {
  const [first, ...others] = scene.selected;
  if (!first) return false;
  if (!others.length && (worth(first) > 5 || first === "X")) return true;
  const cards = [...PAD.flat(), ...extraCards(scene.state)];
  return cards.every((card) => scene.selected.includes(card) || tapRefusal(scene, card));
}
