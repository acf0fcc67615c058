// @ts-check
/** The bar over a lesson: the way back to the course, which step this is, and the help. */

import { t } from "../../i18n.js";
import { button, el, icon, setAttrs, setText } from "../parts/dom.js";

/** @param {() => void} help */
export function makeLessonBar(help) {
  const home = el("a", { class: "icon-button", attrs: { href: "/learn" } }, icon("crown"));
  const heading = el("h2", { class: "turn-text" });
  const count = el("small", { class: "step-count" });
  const ask = button("icon-button", help);
  ask.append(icon("info"));
  return {
    root: el("div", { class: "bar" }, home, heading, count, ask),
    /** @param {{ title: string, step: number, steps: number }} where  steps counted from 1 */
    update({ title, step, steps }) {
      const words = t("learn.step", { step, count: steps });
      setText(heading, title);
      setText(count, `${step}/${steps}`);
      setAttrs(count, { "aria-label": words, title: words });
      setAttrs(home, { "aria-label": t("learn.course") });
      setAttrs(ask, { "aria-label": t("ui.help"), title: t("ui.help") });
    },
  };
}
