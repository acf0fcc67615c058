// @ts-check
/** The board, made in one place: for a game that runs, for a lesson, and for a replay. */

import { el } from "../parts/dom.js";
import { makeScene } from "../motion/scene.js";
import { makeEnemy } from "./enemy.js";
import { makeHand } from "./hand.js";
import { makeKeep } from "./keep.js";
import { makeVoice } from "./log.js";
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
 * @property {Part[]} [over]  beside or above all of it: the log
 * @property {Part[]} [last]  above all of it, once the last move has been seen: the result
 * @property {{ root: HTMLElement }[]} [dialogs]
 */

/** How long the last move can be looked at, in milliseconds, before the result covers it. */
const LINGERS = 900;

/**
 * Fill a page with a board and what is around it.
 * @param {HTMLElement} page
 * @param {Around} around
 */
export function makeBoard(page, around) {
  const { intents, above, centre = [], below, over = [], last = [], dialogs = [] } = around;
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
    ...roots([...under, ...last, ...dialogs]),
  );
  const parts = [...above, seats, keep, enemy, ...centre, piles, played, say, ...under];
  const scene = makeScene(page);
  /** @type {TableState | null} */
  let shown = null;
  /** Ends the look at the last move, while there is one. @type {(() => void) | null} */
  let leave = null;

  // A tap on the table itself means: I have seen it.
  page.addEventListener("click", ({ target }) => {
    const control = target instanceof Element && target.closest("button, a, input, dialog, .log");
    if (leave) leave();
    else if (!control) scene.settle();
  });

  /** @param {TableState} state */
  function update(state) {
    shown = state;
    page.classList.toggle("ready", state.table !== null);
    page.classList.toggle("solo", state.table?.seats.length === 1);
    page.classList.toggle("watching", state.seat === null);
    for (const part of parts) part.update(state);
    if (!leave) for (const part of last) part.update(state);
  }

  /**
   * The last move stays to be seen for a while, or until a tap or a key.
   * @param {Promise<void>} seen
   */
  function linger(seen) {
    const ending = new AbortController();
    leave = () => {
      leave = null;
      ending.abort();
      scene.settle();
      if (shown) update(shown);
    };
    const mine = leave;
    document.addEventListener("keydown", mine, { signal: ending.signal });
    document.addEventListener("visibilitychange", mine, { signal: ending.signal });
    seen.then(() => setTimeout(() => leave === mine && mine(), LINGERS));
  }

  return {
    hand: hand.root,
    update,

    /**
     * Update the board, and show and sound how it came about.
     * @param {readonly EventData[]} events
     * @param {() => void} render
     * @param {number} [limit]  how far what is shown may be behind, in milliseconds
     */
    show(events, render, limit) {
      if (!events.length) {
        render();
        return;
      }
      leave?.();
      const before = shown?.view ?? null;
      const was = scene.was(events);
      const ends = last.length > 0 && events.some(({ code }) => code === "won" || code === "lost");
      // Parts that come last have to wait from this very update on.
      if (ends && !document.hidden) leave = () => {};
      render();
      const [after, seat] = [shown?.view ?? null, shown?.seat ?? null];
      const seen = scene.play(was, events, { before, after, seat }, limit);
      if (leave) linger(seen);
    },

    /** Whatever still moves is over: the table as it is. */
    settle() {
      leave?.();
      scene.settle();
    },
  };
}

/** @param {{ root: HTMLElement }[]} parts */
function roots(parts) {
  return parts.map(({ root }) => root);
}
