// @ts-check
/** The castle: a window for every royal, lit while its royal is still to come. */

import { t } from "../../i18n.js";
import { ROYAL_RANKS, SHOWN_SUITS } from "../../store/cards.js";
import { cardSigns } from "../../words/cards.js";
import { el, icon, setAttrs, setText } from "../parts/dom.js";

/** @typedef {import("../parts/part.js").Part} Part */

/** @returns {Part} */
export function makeCastle() {
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
