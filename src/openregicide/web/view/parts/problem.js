// @ts-check
/** A calm page for what cannot be shown: what is wrong, and what to do next. */

import { t } from "../../i18n.js";
import { problemText } from "../../words/problems.js";
import { button, el, icon } from "./dom.js";

/**
 * @typedef {object} Ways  what to do about it
 * @property {(() => void) | null} [again]
 * @property {(() => void) | null} [sit]
 * @property {(() => void) | null} [retry]
 */

/**
 * @param {import("../../types/protocol").Problem} problem
 * @param {Ways} [ways]
 */
export function problemPanel(problem, { again = null, sit = null, retry = null } = {}) {
  return el(
    "div",
    { class: "page problem" },
    icon("jester", "portrait suit-X"),
    el("h1", { text: t("web.problem.title") }),
    el("p", { text: problemText(problem) }),
    el(
      "div",
      { class: "row wrap" },
      retry ? button("go", retry, t("web.again")) : null,
      sit ? button("go", sit, t("web.sit")) : null,
      again ? button("go", again, t("web.problem.watch")) : null,
      el("a", {
        class: again || sit || retry ? "quiet" : "go",
        text: t("ui.menu.home"),
        attrs: { href: "/" },
      }),
      el("a", { class: "quiet", text: t("ui.home.new"), attrs: { href: "/new" } }),
    ),
  );
}
