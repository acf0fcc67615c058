// @ts-check
/** A worked example: the position, what is done, and what comes of it. */

import { sentence, t } from "../../i18n.js";
import { partsOf } from "../../store/moves.js";
import { publicNumber } from "../../store/speech.js";
import { cardName, cardSigns } from "../../words/cards.js";
import { eventsText } from "../../words/events.js";
import { problemText } from "../../words/problems.js";
import { back, picture } from "../parts/card.js";
import { el, icon } from "../parts/dom.js";

/** @typedef {import("../../types/protocol").ExampleData} ExampleData */
/** @typedef {import("../../types/protocol").ViewData} ViewData */

/**
 * @param {ExampleData} example
 * @param {Node} caption
 */
export function exampleView(example, caption) {
  const { before, after, steps, refused, problem, phrases } = example;
  const changed = steps.length > 0 && after.enemy !== null;
  return el(
    "figure",
    { class: "example" },
    el("figcaption", {}, el("b", { text: t("rules.example") }), caption),
    el(
      "div",
      { class: "scene" },
      before.enemy ? picture(before.enemy, cardName(before.enemy)) : null,
      el("div", { class: "around" }, numbers(before, ""), table(before), hand(example)),
    ),
    steps.length
      ? el("ol", { class: "what" }, ...steps.map((step) => stepView(step, before)))
      : null,
    refused && problem ? refusal(refused, problemText(problem)) : null,
    phrases.length ? el("ul", { class: "sayings" }, ...phrases.map((code) => phrase(code, after))) : null,
    changed ? numbers(after, t("rules.after")) : null,
  );
}

/**
 * Health, attack, shield and piles, as signs with numbers.
 * @param {ViewData} view
 * @param {string} label
 */
function numbers(view, label) {
  const { enemy, health, damage, attack, shield, tavern, discard, flips } = view;
  const left = t("ui.enemy.health", { left: health - damage, full: health });
  return el(
    "div",
    { class: "state" },
    label ? el("b", { text: label }) : null,
    label && enemy ? el("span", { text: sentence(cardName(enemy)) }) : null,
    number("H", left, t("ui.enemy.health_name"), "lit-bad"),
    number("sword", String(attack), t("ui.enemy.attack")),
    shield ? number("shield", String(shield), t("ui.enemy.shield"), "lit-shield") : null,
    el("span", { text: `${t("ui.tavern")} ${tavern}` }),
    el("span", { text: `${t("ui.discard")} ${discard.length}` }),
    flips ? el("span", { text: t("tui.flips", { number: flips }) }) : null,
  );
}

/**
 * @param {string} sign
 * @param {string} value
 * @param {string} name  for the ear
 * @param {string} [look]
 */
function number(sign, value, name, look = "") {
  return el(
    "span",
    { class: `number ${look}`, attrs: { title: name } },
    icon(sign),
    el("span", { class: "unseen", text: `${name} ` }),
    el("b", { text: value }),
  );
}

/** @param {ViewData} view */
function table({ table }) {
  if (!table.length) return null;
  return row(
    t("tui.table"),
    ...table.map(({ cards }) => el("span", { class: "set" }, ...cards.map(small))),
  );
}

/**
 * The onlooker's hand; what is played first stands out.
 * @param {ExampleData} example
 */
function hand({ before, steps, refused }) {
  const { seat, hands } = before;
  if (seat === null) return null;
  const move = steps[0]?.seat === seat ? steps[0].move : steps.length ? null : refused;
  const used = move ? [...partsOf(move).cards] : [];
  const cards = (hands[seat]?.cards ?? []).map((card) => {
    const face = small(card);
    const at = used.indexOf(card);
    if (at >= 0) {
      used.splice(at, 1);
      face.classList.add("used");
    }
    return face;
  });
  const others = hands.map((other, number) => ({ ...other, number }));
  return el(
    "div",
    { class: "hands" },
    row(t("rules.hand"), ...(cards.length ? cards : [el("i", { text: t("rules.hand.empty") })])),
    hands.length > 1
      ? el(
          "p",
          { class: "others soft" },
          ...others
            .filter(({ number }) => number !== seat)
            .map((other) => otherHand(other, before)),
        )
      : null,
  );
}

/**
 * @param {{ count: number, number: number }} other
 * @param {ViewData} view
 */
function otherHand({ count, number }, { yielded }) {
  const other = t("tui.other", { number: number + 1, count });
  const text = yielded[number] ? t("tui.other_yielded", { other }) : other;
  return el("span", { class: "other" }, back(), el("span", { text: sentence(text) }));
}

/**
 * @param {string} label
 * @param {Node[]} content
 */
function row(label, ...content) {
  return el("div", { class: "cards-row" }, el("small", { text: label }), ...content);
}

/** @param {string} card */
function small(card) {
  return picture(card, cardName(card), "mini");
}

/**
 * @param {ExampleData["steps"][number]} step
 * @param {ViewData} view
 */
function stepView({ move, events }, { seat }) {
  const cards = partsOf(move).cards.map(small);
  for (const card of cards) card.setAttribute("aria-hidden", "true");
  return el(
    "li",
    {},
    el("span", { class: "set" }, ...cards),
    el("span", { text: eventsText(events, { seats: [], seat }) }),
  );
}

/**
 * @param {string} move
 * @param {string} why
 */
function refusal(move, why) {
  const { verb, cards } = partsOf(move);
  const what =
    verb === "y"
      ? t("rules.not_allowed.yield")
      : t("rules.not_allowed", { cards: cardSigns(cards) });
  return el("p", { class: "refused" }, el("b", { text: what }), el("span", { text: ` ${why}` }));
}

/**
 * @param {string} code
 * @param {import("../../types/protocol").ViewData} view
 */
function phrase(code, view) {
  const count = publicNumber({ view, seat: view.seat }, code);
  return el("li", { text: t(`ui.phrase.${code}`, { count }) });
}
