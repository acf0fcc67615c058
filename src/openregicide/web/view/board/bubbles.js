// @ts-check
/** What is said, at the seat of whoever says it. The log says it to the ear, and keeps it. */

import { isSpoken, wishes } from "../../store/speech.js";
import { spokenText } from "../../words/events.js";
import { el, setText } from "../parts/dom.js";

/** @typedef {import("../../types/protocol").Change} Change */
/** @typedef {import("../parts/part.js").TableState} TableState */

/** How long speech stays, in milliseconds: a while, and more for a longer text. */
const STAYS = 6000;
const STAYS_PER_CHARACTER = 60;

export class Bubbles {
  /** @param {HTMLElement} seats  with an element for each seat, in order */
  constructor(seats) {
    this.seats = seats;
    /** Up to which version we have heard; what was said before we came is in the log. */
    this.heard = -1;
    /** @type {Map<number, Change>} What was said lately, by seat. */
    this.lately = new Map();
    /** @type {Map<number, Change>} */
    this.standing = new Map();
  }

  /** @param {TableState} state */
  update(state) {
    const came = this.heard < 0 || (state.version ?? 0) < this.heard;
    if (came) this.lately.clear();
    else for (const change of state.log) this.hear(change);
    this.heard = state.version ?? -1;
    this.standing = wishes(state);
    this.show();
  }

  /** @param {Change} change */
  hear(change) {
    const { seat = null, version } = change;
    if (!isSpoken(change) || version <= this.heard || seat === null) return;
    this.lately.set(seat, change);
    setTimeout(
      () => {
        if (this.lately.get(seat) !== change) return;
        this.lately.delete(seat);
        this.show();
      },
      STAYS + STAYS_PER_CHARACTER * spokenText(change).length,
    );
  }

  show() {
    [...this.seats.children].forEach((item, seat) => {
      const wish = this.standing.get(seat);
      const change = this.lately.get(seat) ?? wish;
      const known = item.querySelector(".bubble");
      if (!change) {
        known?.remove();
        return;
      }
      const bubble = known ?? el("p", { class: "bubble", attrs: { "aria-hidden": "true" } });
      bubble.classList.toggle("wish", change === wish);
      setText(bubble, spokenText(change));
      if (!known) item.append(bubble);
    });
  }
}
