// @ts-check
/** The line above the hand: what to do, or what the selected cards will do. */

import { t } from "../../i18n.js";
import { cardOf, worth } from "../../store/cards.js";
import { takesCards } from "../../store/moves.js";
import { handKeys, isMyMove, isRunning, plannedMove } from "../../store/table.js";
import { cardSign, cardSigns } from "../../words/cards.js";
import { eventsText } from "../../words/events.js";
import { ruleOfProblem } from "../../words/links.js";
import { previewLines } from "../../words/preview.js";
import { el, setAttrs } from "../parts/dom.js";
import { readerOf } from "../parts/part.js";
import { ruleLink } from "../rulebook/link.js";
import { turnText } from "../around/turn.js";

/** @typedef {import("../parts/part.js").Part} Part */
/** @typedef {import("../parts/part.js").TableState} TableState */
/** @typedef {import("../../words/preview.js").Line} Line */

// From these many letters on it is said in smaller ones: a phone has no more room.
const LONG = 110;
const LONGER = 180;

/** @returns {Part} */
export function makeSay() {
  const text = el("p");
  const root = el("section", { class: "say" }, text);
  let last = "";
  return {
    root,
    update(state) {
      // What others do is spoken by the log; here only what one is about to do oneself.
      setAttrs(text, { "aria-live": isMyMove(state) ? "polite" : "off" });
      const lines = linesOf(state);
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

/**
 * @param {TableState} state
 * @returns {Line[]}
 */
function linesOf(state) {
  const { view, moves, selection, puzzled, sending } = state;
  if (!view || !isRunning(state)) return [];
  if (sending) return [{ text: t("ui.say.sending"), tone: "plain" }];
  if (!isMyMove(state)) return lastEvents(state);
  if (puzzled) return [{ text: puzzle(puzzled, selection), tone: "bad" }];
  const planned = plannedMove(state);
  if (planned) return previewLines(planned, view, readerOf(state));
  const hand = handKeys(state);
  if (view.phase === "name_next") return [{ text: t("ui.say.name_next"), tone: "plain" }];
  const stuck = !moves.some(({ move }) => takesCards(move));
  if (stuck && view.phase === "discard")
    return [{ text: t("ui.say.must_flip", { due: view.due }), tone: "bad" }];
  if (stuck) return [{ text: t("ui.say.no_cards"), tone: "plain" }];
  if (view.phase === "discard") return [{ text: dueText(state, hand), tone: "plain" }];
  return [{ text: t("ui.say.play"), tone: "plain" }];
}

/**
 * Whoever waits reads what happened last.
 * @param {TableState} state
 * @returns {Line[]}
 */
function lastEvents(state) {
  const { table, view, present } = state;
  const info = view ? table?.seats[view.turn] : null;
  if (view && info?.holder === "person" && !info.stand_in && present[view.turn] === false) {
    return [{ text: t("ui.say.away", { seat: info.name ?? "" }), tone: "plain" }];
  }
  const moved = state.log.findLast(({ what }) => what === "moved" || what === "began");
  const text = moved ? eventsText(moved.events ?? [], readerOf(state)) : "";
  return [{ text: text || turnText(state), tone: "plain" }];
}

/**
 * @param {string} key
 * @param {readonly string[]} selection
 */
function puzzle(key, selection) {
  const cards = selection.map(cardOf);
  if (cardOf(key) === "X" || cards.includes("X")) return t("error.jester.not_alone");
  return t("ui.say.not_with", { card: cardSign(cardOf(key)), cards: cardSigns(cards) });
}

/**
 * @param {TableState} state
 * @param {readonly string[]} hand
 */
function dueText({ view, selection }, hand) {
  const due = view?.due ?? 0;
  const sum = (/** @type {readonly string[]} */ keys) =>
    keys.reduce((total, key) => total + worth(cardOf(key)), 0);
  if (!selection.length) return t("ui.say.discard", { due, worth: sum(hand) });
  return t("ui.say.discard_more", { due, chosen: sum(selection), missing: due - sum(selection) });
}
