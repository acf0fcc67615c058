// @ts-check
/** The buttons that answer what is asked now. */

import { mayPayWith, mayTurnUp, mayYield, worthOf } from "../../companion/legal.js";
import { t } from "../../i18n.js";
import { cardName, cardSigns } from "../../words/cards.js";
import { dress } from "../parts/card.js";
import { button, el, setAttrs } from "../parts/dom.js";
import { ordered } from "../../store/cards.js";

/** @typedef {import("./scene.js").Intents} Intents */
/** @typedef {import("./scene.js").Part} Part */
/** @typedef {import("./scene.js").Scene} Scene */

/**
 * @param {Intents} intents
 * @returns {Part}
 */
export function makeAnswers(intents) {
  const root = el("div", { class: "answers" });
  let print = "";
  return {
    root,
    update(scene) {
      const made = answers(scene, intents);
      const now = made.map((each) => each.outerHTML).join("");
      if (now === print) return;
      const focused = root.contains(document.activeElement);
      print = now;
      root.className = `answers to-${scene.mode}`;
      root.replaceChildren(...made);
      if (focused) root.querySelector("button")?.focus({ preventScroll: true });
    },
  };
}

/**
 * @param {Scene} scene
 * @param {Intents} intents
 * @returns {HTMLElement[]}
 */
function answers(scene, intents) {
  const { state, names, mode } = scene;
  switch (mode) {
    case "turn_up":
      return mayTurnUp(state).map((card) => royal(card, intents));
    case "play":
      return [...toPlay(scene, intents), ...flipButton(scene, intents)];
    case "read": {
      const seat = names[state.seat] ?? "";
      return [button("go big", () => intents.goOn(), t("ui.do.next", { seat }))];
    }
    case "discard":
      return [...toDiscard(scene, intents), ...flipButton(scene, intents)];
    case "give":
      return [
        confirmButton(scene, intents),
        button("quiet", () => intents.give(false), t("ui.clear")),
      ];
    case "name_next":
      return names.map((name, seat) =>
        button("big", () => intents.act({ kind: "name_next", seat }), name),
      );
    case "over":
      return [button("go big", () => intents.again(), t("ui.result.again"))];
  }
}

/**
 * @param {string} card
 * @param {Intents} intents
 */
function royal(card, intents) {
  const face = button("", () => intents.act({ kind: "turn_up", card }));
  setAttrs(face, { "aria-label": cardName(card) });
  return dress(face, card);
}

/**
 * @param {Scene} scene
 * @param {Intents} intents
 */
function toPlay(scene, intents) {
  const { state } = scene;
  const allowed = mayYield(state, state.seat);
  const giveUp = button("quiet", () => intents.act({ kind: "yield" }), t("ui.yield"));
  setAttrs(giveUp, { "aria-disabled": allowed ? null : "true" });
  const stuck = button(
    "quiet",
    () => intents.act({ kind: "cannot_act" }),
    t("companion.no_card"),
  );
  // Where hands are counted, we know that ourselves.
  const last = !allowed && !state.flips && !state.hands;
  const alone = state.rules.players === 1 && !state.rules.solo_yield;
  return [
    confirmButton(scene, intents),
    ...(alone ? [] : [giveUp]),
    ...(last ? [stuck] : []),
  ];
}

/**
 * What is selected, and what it is worth.
 * @param {Scene} scene
 * @param {Intents} intents
 */
function confirmButton({ state, selected, mode }, intents) {
  const cards = cardSigns(ordered(selected));
  const worth = worthOf(selected);
  const giving = mode === "give";
  const text = giving ? t("ui.do.discard", { cards }) : t("ui.do.play", { cards });
  const made = button("go big", () => intents.confirm());
  const sum = selected.length > 1 ? String(worth) : "";
  made.append(
    el("span", { text: selected.length ? text : t("ui.do.choose") }),
    el("small", { text: giving ? `${worth} / ${state.due}` : sum }),
  );
  made.disabled = selected.length === 0;
  setAttrs(made, { "aria-disabled": giving && worth < state.due ? "true" : null });
  return made;
}

/**
 * @param {Scene} scene
 * @param {Intents} intents
 */
function toDiscard({ state }, intents) {
  const { hands, seat, flips } = state;
  const which = button("quiet", () => intents.give(true), t("companion.pay_cards"));
  const cannot = button(
    "quiet bad",
    () => intents.act({ kind: "cannot_pay" }),
    t("companion.unpaid"),
  );
  // R30: while there is a jester to flip, nothing is lost.
  const rest = [which, ...(flips ? [] : [cannot])];
  if (!hands) {
    return [button("go big", () => intents.act({ kind: "discard" }), t("companion.paid")), ...rest];
  }
  const counts = Array.from({ length: hands[seat] ?? 0 }, (_, index) => {
    const count = index + 1;
    const made = button("go", () => intents.act({ kind: "discard", count }), String(count));
    setAttrs(made, {
      "aria-label": t("web.cards", { count }),
      "aria-disabled": mayPayWith(state, count) ? null : "true",
    });
    return made;
  });
  const label = t("companion.pay_count");
  const row = el(
    "div",
    { class: "counts", attrs: { role: "group", "aria-label": label } },
    el("span", { text: label }),
    ...counts,
  );
  return [row, ...rest];
}

/**
 * @param {Scene} scene
 * @param {Intents} intents
 */
function flipButton({ state }, intents) {
  const { flips } = state;
  if (!flips) return [];
  return [
    button("quiet", () => intents.act({ kind: "flip" }), t("web.flip", { count: flips })),
  ];
}
