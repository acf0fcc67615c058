// @ts-check
/** Tavern and discard pile; the latter opens to be looked through. */

import { t } from "../../i18n.js";
import { SHOWN_SUITS, sorted, suitOf } from "../../store/cards.js";
import { cardName, cardSign, suitName } from "../../words/cards.js";
import { back, dress, picture } from "../parts/card.js";
import { Dialog } from "../parts/dialog.js";
import { button, el, setShown, setText } from "../parts/dom.js";

/** @typedef {import("../parts/part.js").Part} Part */

/** @returns {Part} */
export function makePiles() {
  const tavernCount = el("b", { attrs: { "data-figure": "tavern" } });
  const tavernName = el("small");
  const tavernTop = el("em", { class: "on-top" });
  const tavern = el(
    "div",
    { class: "pile tavern", attrs: { "data-zone": "tavern" } },
    back(),
    tavernTop,
    tavernCount,
    tavernName,
  );

  const dialog = new Dialog("wide");
  const top = el("span");
  const discardCount = el("b", { attrs: { "data-figure": "discard" } });
  const discardName = el("small");
  const discard = button("pile discard", () => dialog.open());
  discard.dataset["zone"] = "discard";
  discard.append(top, discardCount, discardName);

  const root = el("section", { class: "piles" }, tavern, discard, dialog.root);

  return {
    root,
    update({ view }) {
      if (!view) return;
      setText(tavernCount, String(view.tavern));
      setText(tavernName, t("ui.tavern"));
      tavern.classList.toggle("empty", view.tavern === 0);
      setShown(tavernTop, view.top !== null);
      setText(tavernTop, view.top ? t("ui.tavern.top", { card: cardSign(view.top) }) : "");

      setText(discardCount, String(view.discard.length));
      setText(discardName, t("ui.discard"));
      discard.title = t("ui.discard.open", { count: view.discard.length });
      const shown = view.discard.at(-1);
      top.className = "";
      if (shown) dress(top, shown);
      else {
        top.replaceChildren();
        top.className = "card none";
        delete top.dataset["card"];
      }
      delete top.dataset["card"];
      dialog.fill(t("ui.discard.title", { count: view.discard.length }), ...bySuit(view.discard));
    },
  };
}

/** @param {readonly string[]} cards */
function bySuit(cards) {
  if (!cards.length) return [el("p", { class: "soft", text: t("ui.discard.none") })];
  const rows = [...SHOWN_SUITS, null].map((suit) => {
    const own = sorted(cards, "rank").filter((card) => suitOf(card) === suit);
    if (!own.length) return null;
    const name = suit ? suitName(suit) : t("rank.jester");
    const list = el(
      "div",
      { class: "row" },
      ...own.map((card) => picture(card, cardName(card), "mini")),
    );
    return el("section", { class: "suit-row" }, el("h3", { text: name }), list);
  });
  return rows.filter((row) => row !== null);
}
