// @ts-check
/**
 * What happened, beside the board or in a drawer: signs to be read at a glance, which open to words
 * and the rules behind them. For the ear there are always words.
 */

import { t } from "../../i18n.js";
import { viewerOf } from "../../store/table.js";
import { changeText } from "../../words/events.js";
import { rulesOfEvents } from "../../words/links.js";
import { whoName } from "../../words/seats.js";
import { signsOf } from "../../words/signs.js";
import { button, el, follow, setAttrs, setShown, setText } from "../parts/dom.js";
import { makeFace, setFace } from "../parts/face.js";
import { showSigns } from "../parts/signs.js";

/** @typedef {import("../../types/protocol").Change} Change */
/** @typedef {import("../../store/table.js").Viewer} Viewer */
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
        ({ change }) => entry(change, lookUp),
        (item, { change, text }) => {
          item.classList.toggle("mine", change.seat != null && change.seat === state.seat);
          fill(item, change, text, viewer);
        },
      );
      setStops(list);
      if (list.childElementCount !== before) list.scrollTop = list.scrollHeight;
    },
  };
}

/**
 * A line: signs that open to words and rules, or only words where there are no signs.
 * @param {Change} change
 * @param {(rules: string[]) => void} lookUp
 */
function entry(change, lookUp) {
  const item = el("li", { class: change.what });
  const words = el("p", { class: "words" });
  const events = change.events ?? [];
  if (!signsOf(events).length) {
    item.append(words);
    return item;
  }
  const line = button("line", () => open(line.getAttribute("aria-expanded") !== "true"));
  line.append(makeFace(), el("span", { class: "signs" }), el("span", { class: "unseen" }));
  line.addEventListener("keydown", (event) => goTo(event, line));
  const rules = rulesOfEvents(events);
  const more = button("rules-of", () => lookUp(rules), rules.join(" "));
  const opened = el("div", { class: "opened" }, words, rules.length ? more : null);
  item.append(line, opened);
  open(false);
  return item;

  /** @param {boolean} wanted */
  function open(wanted) {
    setAttrs(line, { "aria-expanded": String(wanted) });
    setShown(opened, wanted);
  }
}

/**
 * @param {HTMLElement} item
 * @param {Change} change
 * @param {string} text
 * @param {Viewer} viewer
 */
function fill(item, { seat = null, events = [] }, text, viewer) {
  for (const words of item.querySelectorAll(".words, .unseen")) setText(words, text);
  const face = /** @type {HTMLElement | null} */ (item.querySelector(".face"));
  const signs = /** @type {HTMLElement | null} */ (item.querySelector(".signs"));
  const nameOf = (/** @type {number} */ who) => whoName(who, viewer);
  if (face && seat !== null) setFace(face, viewer.seats, seat);
  if (signs) showSigns(signs, signsOf(events), nameOf);
  const more = item.querySelector(".rules-of");
  const rules = more?.textContent?.replaceAll(" ", ", ") ?? "";
  if (more) setAttrs(more, { "aria-label": t("rules.this", { rules }) });
}

/**
 * The arrows go from line to line.
 * @param {KeyboardEvent} event
 * @param {HTMLElement} line
 */
function goTo(event, line) {
  const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  if (!step) return;
  event.preventDefault();
  const all = linesOf(line.closest("ol"));
  all[all.indexOf(line) + step]?.focus();
}

/**
 * The lines are one stop on the way of the keyboard: the newest.
 * @param {HTMLElement} list
 */
function setStops(list) {
  const lines = linesOf(list);
  for (const [index, line] of lines.entries()) {
    setAttrs(line, { tabindex: index === lines.length - 1 ? "0" : "-1" });
  }
}

/**
 * @param {Element | null} list
 * @returns {HTMLElement[]}
 */
function linesOf(list) {
  return [...(list?.querySelectorAll("button") ?? [])].filter((item) =>
    item.classList.contains("line"),
  );
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
