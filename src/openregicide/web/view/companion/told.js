// @ts-check
/** What to do now, as large as it fits. */

import { sentence } from "../../i18n.js";
import { mayTurnUp } from "../../companion/legal.js";
import { overText, questionText, toldText } from "../../words/companion.js";
import { el, icon, setShown, setText } from "../parts/dom.js";

/** @typedef {import("./scene.js").Part} Part */
/** @typedef {import("../../types/companion").Told} Told */

/** @type {Record<Told["code"], string>} */
export const SIGNS = {
  yielded: "pause",
  blocked: "X",
  heal: "heal",
  draw: "draw",
  shield: "shield",
  damage: "sword",
  defeated: "crown",
  cleared: "draw",
  immunity_lost: "X",
  jester_again: "X",
  spades_count: "shield",
  flipped: "draw",
  struck: "sword",
  held: "shield",
};

/** What asks for hands; the rest is good to know. @type {readonly Told["code"][]} */
const TO_DO = ["heal", "draw", "defeated", "cleared", "flipped"];

/** Letters, in pixels; the largest ones are the style sheet's `--largest`. */
const SMALLEST = 12;

/** @returns {Part} */
export function makeTold() {
  const list = el("ul", { class: "told-list" });
  const root = el("div", { class: "told", attrs: { role: "status", tabindex: "-1" } }, list);
  new ResizeObserver(() => fit(root)).observe(root);
  let print = "";
  return {
    root,
    update({ state, names, mode }) {
      const silent = ["play", "give", "over"].includes(mode);
      setShown(root, !silent && state.told.length > 0);
      // The blow has its own line below, where it is answered; a shield against nobody needs none.
      const fell = state.told.some(({ code }) => code === "defeated");
      const told = state.told.filter(({ code }) => code !== (fell ? "shield" : "struck"));
      const lines = told.map((each) => ({
        code: each.code,
        sign: SIGNS[each.code],
        text: sentence(toldText(each, names)),
      }));
      const now = JSON.stringify([root.hidden, mode, lines]);
      if (now === print) return;
      print = now;
      list.replaceChildren(
        ...lines.map(({ code, sign, text }) =>
          el(
            "li",
            { class: `tell-${code}${TO_DO.includes(code) ? "" : " known"}` },
            icon(sign),
            el("span", { text }),
          ),
        ),
      );
      fit(root);
    },
  };
}

/**
 * The largest letters with which everything can be seen.
 * @param {HTMLElement} box
 */
export function fit(box) {
  const largest = parseFloat(getComputedStyle(box).getPropertyValue("--largest"));
  for (let size = largest; size >= SMALLEST; size -= 2) {
    box.style.setProperty("--size", `${size}px`);
    if (box.scrollHeight <= box.clientHeight && box.scrollWidth <= box.clientWidth) return;
  }
}

/** The question that is open now. @returns {Part} */
export function makeQuestion() {
  const sign = el("span", { class: "verdict-sign" });
  const title = el("h2");
  const more = el("p", { class: "soft" });
  const root = el("div", { class: "question" }, sign, title, more);
  return {
    root,
    update({ state, names, mode }) {
      root.className = `question ask-${mode}`;
      setShown(root, mode !== "read");
      setText(title, questionText(mode, state, names, mayTurnUp(state)[0] ?? ""));
      setShown(more, mode === "over");
      setText(more, mode === "over" ? overText(state, names) : "");
      setShown(sign, mode === "over");
      if (mode !== "over") return;
      const medal = state.outcome?.medal ?? "none";
      root.classList.add(state.outcome?.won ? "won" : "lost");
      sign.className = `verdict-sign medal ${medal}`;
      sign.replaceChildren(icon(medal === "none" ? "crown" : "medal", "crest"));
    },
  };
}
