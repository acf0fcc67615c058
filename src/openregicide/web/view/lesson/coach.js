// @ts-check
/** The coach: one short paragraph at a time, what to do, and a word about what was done. */

import { t } from "../../i18n.js";
import { button, el, icon, setAttrs, setShown, setText } from "../parts/dom.js";

/** @typedef {import("../../words/lessons.js").Speech} Speech */

/** @param {() => void} showAnswer */
export function makeCoach(showAnswer) {
  const words = el("p", { class: "words" });
  const task = el("span");
  const how = el("small");
  const taskLine = el("p", { class: "task" }, icon("sword"), task);
  const show = button("quiet small", showAnswer);
  const live = el("div", { attrs: { "aria-live": "polite" } }, words, taskLine, how);
  const root = el("section", { class: "coach", attrs: { tabindex: "0" } }, live, show);
  return {
    root,
    /** @param {Speech} speech */
    update(speech) {
      setAttrs(root, { "aria-label": t("learn.coach"), "data-tone": speech.tone });
      if (words.textContent !== speech.text) root.scrollTop = 0;
      setText(words, speech.text);
      setShown(taskLine, speech.task !== "");
      setText(task, speech.task);
      setShown(how, speech.how);
      setText(how, t("learn.how"));
      setShown(show, speech.show);
      setText(show, t("learn.show"));
    },
  };
}
