// @ts-check
/** All cards that can be in a hand, a button each. */

import { t } from "../../i18n.js";
import { indexOf, isJester, suitOf } from "../../store/cards.js";
import { cardName } from "../../words/cards.js";
import { el, follow, icon, setAttrs, setShown } from "../parts/dom.js";
import { PAD, extraCards, tapRefusal } from "./scene.js";

/** @typedef {import("./scene.js").Intents} Intents */
/** @typedef {import("./scene.js").Part} Part */
/** @typedef {import("./scene.js").Scene} Scene */

/**
 * @param {Intents} intents
 * @returns {Part}
 */
export function makePad(intents) {
  const keys = PAD.map((row) => row.map((card) => makeKey(card, intents)));
  const rows = keys.map((row) => el("div", { class: "pad-row" }, ...row));
  const extra = el("div", { class: "pad-row extra" });
  const root = el("div", { class: "pad", attrs: { role: "group" } }, ...rows, extra);
  return {
    root,
    update(scene) {
      const shown = scene.mode === "play" || scene.mode === "give";
      setShown(root, shown);
      if (!shown) return;
      setAttrs(root, { "aria-label": t("ui.do.choose") });
      for (const key of keys.flat()) updateKey(key, scene);
      const cards = extraCards(scene.state);
      setShown(extra, cards.length > 0);
      follow(
        extra,
        cards,
        (card) => card,
        (card) => makeKey(card, intents),
        (key) => updateKey(key, scene),
      );
    },
  };
}

/**
 * @param {string} card
 * @param {Intents} intents
 * @returns {HTMLElement}
 */
function makeKey(card, intents) {
  const suit = suitOf(card);
  const sign = suit ? icon(suit) : icon("jester");
  const index = isJester(card) ? null : el("b", { text: indexOf(card) });
  return el(
    "button",
    {
      class: `key suit-${suit ?? "X"}`,
      attrs: { type: "button", "data-card": card },
      on: { click: () => intents.tap(card) },
    },
    index,
    sign,
  );
}

/**
 * @param {HTMLElement} key
 * @param {Scene} scene
 */
function updateKey(key, scene) {
  const card = key.dataset["card"] ?? "";
  const selected = scene.selected.includes(card);
  setAttrs(key, {
    "aria-label": cardName(card),
    "aria-pressed": String(selected),
    // It can be tapped all the same, and says why not.
    "aria-disabled": !selected && tapRefusal(scene, card) !== null ? "true" : null,
  });
}
