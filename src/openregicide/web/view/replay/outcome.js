// @ts-check
/** How a replayed game ended, where the enemy stood: shown when the last king has fallen. */

import { t } from "../../i18n.js";
import { el, icon, setShown, setText } from "../parts/dom.js";

/** @returns {import("../parts/part.js").Part} */
export function makeOutcome() {
  const title = el("b");
  const medal = el("span");
  const root = el("section", { class: "outcome" }, icon("crown", "crest"), title, medal);
  return {
    root,
    update({ view }) {
      setShown(root, view?.ending === "last_king");
      setText(title, t("ui.result.won"));
      const won = view?.medal ?? "";
      medal.className = `medal ${won}`;
      if (medal.dataset["medal"] !== won) {
        medal.dataset["medal"] = won;
        medal.replaceChildren(...(won ? [icon("medal", "")] : []));
      }
    },
  };
}
