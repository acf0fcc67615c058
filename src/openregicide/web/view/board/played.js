// @ts-check
/** The cards on the table, by who played them. */

import { t } from "../../i18n.js";
import { viewerOf } from "../../store/table.js";
import { cardName, cardSigns } from "../../words/cards.js";
import { whoName } from "../../words/seats.js";
import { picture } from "../parts/card.js";
import { el, follow, setAttrs } from "../parts/dom.js";
import { makeName, setName } from "./seats.js";

/** @typedef {import("../parts/part.js").Part} Part */

/** @returns {Part} */
export function makePlayed() {
  const list = el("ol");
  const root = el("section", { class: "played" }, list);
  return {
    root,
    update(state) {
      const { view, table } = state;
      setAttrs(list, { "aria-label": t("ui.played") });
      const plays = (view?.table ?? []).map((play, index) => ({ ...play, index }));
      const alone = (view?.hands.length ?? 1) === 1;
      root.style.setProperty(
        "--plays",
        String(plays.reduce((sum, { cards }) => sum + cards.length, 0)),
      );
      follow(
        list,
        plays,
        ({ cards, index }) => `${index}-${cards.join("")}`,
        ({ cards }) => {
          const row = el("span", { class: "row" });
          row.append(...cards.map((card) => picture(card, cardName(card), "mini")));
          return el("li", {}, row, makeName("small"));
        },
        (item, play) => {
          const who = play.seat === null || !table ? "" : whoName(play.seat, viewerOf(state));
          item.title = alone ? cardSigns(play.cards) : `${who}: ${cardSigns(play.cards)}`;
          setName(item, alone ? "" : who);
        },
      );
    },
  };
}
