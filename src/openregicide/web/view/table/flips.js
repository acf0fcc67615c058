// @ts-check
/** The jesters that a solo player may still flip. */

import { t } from "../../i18n.js";
import { el, icon, setShown, setText } from "../parts/dom.js";

/** @returns {import("../parts/part.js").Part} */
export function makeFlips() {
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
