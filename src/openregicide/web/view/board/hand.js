// @ts-check
/** Your cards: tap to select, tap again to deselect. */

import { t } from "../../i18n.js";
import { cardOf } from "../../store/cards.js";
import { addable } from "../../store/moves.js";
import { canSelect, handKeys, isPlanning } from "../../store/table.js";
import { change, settings } from "../../settings.js";
import { cardName, cardSigns } from "../../words/cards.js";
import { seatName } from "../../words/seats.js";
import { dress } from "../parts/card.js";
import { button, el, follow, icon, setAttrs } from "../parts/dom.js";

/** @typedef {import("../parts/part.js").Part} Part */
/** @typedef {import("../parts/part.js").Intents} Intents */
/** @typedef {import("../parts/part.js").TableState} TableState */

/**
 * @param {Pick<Intents, "toggle">} intents
 * @returns {Part & { sort: HTMLElement }}  with the button that sorts, which lies where there is room
 */
export function makeHand(intents) {
  const cards = el("div", { class: "cards", attrs: { role: "group" } });
  const sort = button("sort", () => change({ sort: settings().sort === "rank" ? "suit" : "rank" }));
  sort.append(icon("sort"));
  const root = el("section", { class: "hand" }, cards);
  return {
    root,
    sort,
    update(state) {
      const by = settings().sort;
      const hand = handKeys(state, by);
      const active = canSelect(state);
      const planning = isPlanning(state);
      const fits = addable(state.moves, state.selection, hand);
      const chosen = state.selection.map(cardOf);
      cards.style.setProperty("--count", String(hand.length));
      setAttrs(cards, { "aria-label": handName(state, hand.length) });
      setAttrs(sort, {
        "aria-label": by === "rank" ? t("web.sort.by_suit") : t("web.sort.by_rank"),
      });
      sort.title = sort.getAttribute("aria-label") ?? "";
      sort.hidden = hand.length < 2;
      const focused = [...cards.children].findIndex((card) => card === document.activeElement);
      follow(
        cards,
        hand,
        (key) => key,
        (key) =>
          dress(
            button("", () => intents.toggle(key)),
            cardOf(key),
          ),
        (card, key, index) => {
          const selected = state.selection.includes(key);
          const dim = active && !planning && !selected && !fits.has(key);
          card.classList.toggle("selected", selected);
          card.classList.toggle("dim", dim);
          // A card that was dropped on the enemy lies there until the server has answered.
          if (!state.sending) card.classList.remove("thrown");
          card.style.setProperty("--index", String(index));
          const name = cardName(cardOf(key));
          const why = dim ? t("ui.say.not_with", { card: name, cards: cardSigns(chosen) }) : "";
          setAttrs(card, {
            "aria-label": name,
            "aria-pressed": active ? String(selected) : null,
            "aria-disabled": active && !dim ? null : "true",
            title: why || name,
          });
        },
      );
      const lost = focused >= 0 && !cards.contains(document.activeElement);
      const nearest = cards.children[Math.min(focused, hand.length - 1)];
      if (lost && nearest instanceof HTMLElement) nearest.focus({ preventScroll: true });
    },
  };
}

/**
 * @param {TableState} state
 * @param {number} count
 */
function handName({ own, seat, table }, count) {
  if (own || seat === null) return t("web.hand", { count });
  return t("web.hand.of", { seat: seatName(table?.seats ?? [], seat), count });
}
