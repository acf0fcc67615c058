// @ts-check
/** The board, made in one place: for a game that runs, for a lesson, and for a replay. */

import { sound } from "../../sound.js";
import { el } from "../parts/dom.js";
import { makeEnemy } from "./enemy.js";
import { makeHand } from "./hand.js";
import { makeKeep } from "./keep.js";
import { makeVoice } from "./log.js";
import { look, move } from "./motion.js";
import { makePiles } from "./piles.js";
import { makePlayed } from "./played.js";
import { makeSay } from "./say.js";
import { makeSeats } from "./seats.js";

/** @typedef {import("../../types/protocol").EventData} EventData */
/** @typedef {import("../parts/part.js").Intents} Intents */
/** @typedef {import("../parts/part.js").Part} Part */
/** @typedef {import("../parts/part.js").TableState} TableState */

/**
 * What a page puts around the board, in the order of the screen.
 * @typedef {object} Around
 * @property {Pick<Intents, "toggle" | "vote">} intents
 * @property {Part[]} above  the seats: the bar
 * @property {Part[]} [centre]  beside the enemy
 * @property {Part[]} below  the hand: what one can do
 * @property {Part[]} [over]  beside or above all of it: the log, the result
 * @property {{ root: HTMLElement }[]} [dialogs]
 */

/**
 * Fill a page with a board and what is around it.
 * @param {HTMLElement} page
 * @param {Around} around
 */
export function makeBoard(page, { intents, above, centre = [], below, over = [], dialogs = [] }) {
  const [seats, keep, enemy, piles] = [makeSeats(intents), makeKeep(), makeEnemy(), makePiles()];
  const hand = makeHand(intents);
  const [played, say] = [makePlayed(), makeSay()];
  const under = [hand, ...below, ...over, makeVoice()];
  const arena = el("div", { class: "arena" }, ...roots([keep, enemy, ...centre, piles]));
  const desk = el("div", { class: "desk" }, ...roots([played, say]));
  page.classList.add("board");
  page.setAttribute("role", "main");
  page.replaceChildren(
    ...roots(above),
    seats.root,
    arena,
    desk,
    hand.sort,
    ...roots([...under, ...dialogs]),
  );
  const parts = [...above, seats, keep, enemy, ...centre, piles, played, say, ...under];
  return {
    hand: hand.root,

    /** @param {TableState} state */
    update(state) {
      page.classList.toggle("ready", state.table !== null);
      page.classList.toggle("solo", state.table?.seats.length === 1);
      page.classList.toggle("watching", state.seat === null);
      for (const part of parts) part.update(state);
    },

    /**
     * Update the board, and show and sound how it came about.
     * @param {readonly EventData[]} events
     * @param {() => void} render
     */
    show(events, render) {
      const before = events.length ? look(page) : null;
      render();
      if (before) move(page, before, events);
      for (const code of new Set(events.map((event) => event.code))) sound(code);
    },
  };
}

/** @param {{ root: HTMLElement }[]} parts */
function roots(parts) {
  return parts.map(({ root }) => root);
}
