// @ts-check
/** What happened, in words: beside the board or in a drawer, and for the ear. */

import { t } from "../../i18n.js";
import { viewerOf } from "../../store/table.js";
import { changeText } from "../../words/events.js";
import { rulesOfEvents } from "../../words/links.js";
import { button, el, follow, setAttrs, setText } from "../parts/dom.js";

/** @typedef {import("../parts/part.js").Part} Part */

const MOST = 150;
const MOST_SPOKEN = 5;

/**
 * @param {(rules: string[]) => void} lookUp
 * @returns {Part & { toggle: () => void }}
 */
export function makeLog(lookUp) {
  const heading = el("h2");
  const close = button("close", () => toggle(), "×");
  const list = el("ol", { attrs: { tabindex: "0" } });
  const root = el("aside", { class: "log" }, el("div", { class: "head" }, heading, close), list);

  function toggle() {
    root.classList.toggle("open");
  }

  return {
    root,
    toggle,
    update(state) {
      setText(heading, t("ui.log"));
      setAttrs(list, { "aria-label": t("ui.log") });
      setAttrs(close, { "aria-label": t("ui.close") });
      const viewer = viewerOf(state);
      const lines = state.log
        .slice(-MOST)
        .map((change) => ({ change, text: changeText(change, viewer) }))
        .filter(({ text }) => text);
      const before = list.childElementCount;
      follow(
        list,
        lines,
        ({ change }) => `${change.version}-${change.what}-${change.seat ?? ""}`,
        ({ change }) => entry(rulesOfEvents(change.events ?? []), change.what, lookUp),
        (item, { change, text }) => {
          item.classList.toggle("mine", change.seat != null && change.seat === state.seat);
          const said = item.querySelector("span");
          if (said) setText(said, text);
        },
      );
      nameButtons(list);
      if (list.childElementCount !== before) list.scrollTop = list.scrollHeight;
    },
  };
}

/**
 * A line, with a way to the rules that it is about.
 * @param {string[]} rules
 * @param {string} look  class
 * @param {(rules: string[]) => void} lookUp
 */
function entry(rules, look, lookUp) {
  const item = el("li", { class: look }, el("span"));
  if (!rules.length) return item;
  const more = button("rules-of", () => lookUp(rules), rules.join(" "));
  more.addEventListener("keydown", (event) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const all = [...(item.parentElement?.querySelectorAll("button") ?? [])];
    all[all.indexOf(more) + step]?.focus();
  });
  item.append(more);
  return item;
}

/**
 * The ways to the rules have names for the ear, and are one stop on the way of the keyboard: the
 * newest, from which the arrows go to the others.
 * @param {HTMLElement} list
 */
function nameButtons(list) {
  const buttons = [...list.querySelectorAll("button")];
  for (const [index, button] of buttons.entries()) {
    const rules = button.textContent?.replaceAll(" ", ", ") ?? "";
    const tabindex = index === buttons.length - 1 ? "0" : "-1";
    setAttrs(button, { tabindex, "aria-label": t("rules.this", { rules }) });
  }
}

/** What is new is spoken, also where the log itself is a closed drawer. @returns {Part} */
export function makeVoice() {
  const attrs = { role: "log", "aria-live": "polite" };
  const root = el("div", { class: "unseen", attrs });
  return {
    root,
    update(state) {
      setAttrs(root, { "aria-label": t("ui.log") });
      const viewer = viewerOf(state);
      const lines = state.log
        .slice(-MOST_SPOKEN)
        .map((change) => ({ key: String(change.version), text: changeText(change, viewer) }));
      follow(
        root,
        lines.filter(({ text }) => text),
        ({ key }) => key,
        () => el("p"),
        (line, { text }) => setText(line, text),
      );
    },
  };
}
