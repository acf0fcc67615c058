// @ts-check
/** The line above the hand: what the others did, what to do, or what the selected cards will do. */

import { cardOf } from "../../store/cards.js";
import { isMyMove } from "../../store/table.js";
import { ruleOfProblem } from "../../words/links.js";
import { sayLines } from "../../words/turn.js";
import { el, setAttrs } from "../parts/dom.js";
import { ruleLink } from "../parts/rule_link.js";
import { makeSince } from "./since.js";

/** @typedef {import("../parts/part.js").Part} Part */
/** @typedef {import("../parts/part.js").TableState} TableState */

// A text of this length or more is set smaller: a phone has no more room.
const LONG = 110;
const LONGER = 180;

/** @returns {Part} */
export function makeSay() {
  const text = el("p");
  const since = makeSince();
  const root = el("section", { class: "say" }, since.root, text);
  let last = "";
  return {
    root,
    update(state) {
      since.update(state);
      // The log speaks what others do; this line, only what the user is about to do.
      setAttrs(text, { "aria-live": isMyMove(state) ? "polite" : "off" });
      const lines = sayLines(state);
      const now = JSON.stringify(lines);
      if (now === last) return;
      last = now;
      const spans = lines.flatMap(({ text, tone }) => [
        el("span", { class: tone, text }),
        document.createTextNode(" "),
      ]);
      const rule = ruleOf(state);
      text.replaceChildren(...spans, ...(rule ? [ruleLink(rule)] : []));
      const length = text.textContent?.length ?? 0;
      root.classList.toggle("long", length > LONG);
      root.classList.toggle("longer", length > LONGER);
    },
  };
}

/**
 * The rule that says why a card does not go with the others.
 * @param {TableState} state
 */
function ruleOf(state) {
  const { puzzled, selection } = state;
  if (!puzzled || !isMyMove(state) || state.sending) return null;
  const jester = [puzzled, ...selection].some((key) => cardOf(key) === "X");
  return ruleOfProblem(jester ? "jester.not_alone" : "combo.mixed_ranks");
}
