// @ts-check
/** The keep: the castle with its royals, and the jesters that a solo player may still flip. */

import { t } from "../../i18n.js";
import { ROYAL_RANKS, SHOWN_SUITS } from "../../store/cards.js";
import { cardSigns } from "../../words/cards.js";
import { el, icon, setAttrs, setShown, setText } from "../parts/dom.js";

/** @typedef {import("../parts/part.js").Part} Part */

/** @returns {Part} */
export function makeKeep() {
  const parts = [makeCastle(), makeFlips()];
  return {
    root: el("div", { class: "keep" }, ...parts.map(({ root }) => root)),
    update(state) {
      for (const part of parts) part.update(state);
    },
  };
}

/** A window for every royal, lit while its royal is still to come. @returns {Part} */
function makeCastle() {
  /** @type {Map<string, HTMLElement>} */
  const windows = new Map();
  const floors = [...ROYAL_RANKS].reverse().map((rank) => {
    const row = el("div", { class: "floor" }, el("b", { text: rank }));
    for (const suit of SHOWN_SUITS) {
      const window = el("span", { class: `window suit-${suit}` }, icon(suit));
      windows.set(rank + suit, window);
      row.append(window);
    }
    return row;
  });
  const walls = el("div", { class: "walls", attrs: { role: "img" } }, ...floors);
  const caption = el("small");
  const root = el("section", { class: "castle" }, walls, caption);
  return {
    root,
    update({ view }) {
      const royals = view?.royals ?? [];
      for (const [card, window] of windows) {
        window.classList.toggle("lit", royals.includes(card));
        window.classList.toggle("now", card === view?.enemy);
      }
      setText(caption, t("web.castle", { count: royals.length }));
      setAttrs(walls, { "aria-label": t("web.castle.still", { cards: cardSigns(royals) }) });
      walls.title = t("web.castle.still", { cards: cardSigns(royals) });
    },
  };
}

/** @returns {Part} */
function makeFlips() {
  const fan = el("span", { class: "fan" });
  const caption = el("small");
  const root = el("section", { class: "flips" }, fan, caption);
  return {
    root,
    update({ view }) {
      const count = view?.flips ?? 0;
      setShown(root, view?.hands.length === 1);
      if (fan.childElementCount !== count) {
        fan.replaceChildren(...Array.from({ length: count }, () => icon("jester")));
      }
      setText(caption, t("web.flips", { count }));
    },
  };
}
