// @ts-check
/** The rulebook's own pictures: where the cards lie, how a turn goes, what the suits do. */

import { sentence, t } from "../../i18n.js";
import { SHOWN_SUITS } from "../../store/cards.js";
import { powerText, suitName } from "../../words/cards.js";
import { draw, el, icon, use } from "../parts/dom.js";

const POWERS = { C: "twice", D: "draw", H: "heal", S: "shield" };

/**
 * @param {string} name
 * @returns {HTMLElement | null}
 */
export function bookPicture(name) {
  if (name === "places") return places();
  if (name === "turn") return turn();
  if (name === "suits") return suits();
  return null;
}

/** How a turn goes: four steps, and two ways out of the third. */
function turn() {
  const steps = [
    ["sword", t("rules.picture.attack")],
    ["heal", t("rules.picture.powers")],
    ["twice", t("rules.picture.damage")],
    ["shield", t("rules.picture.suffer")],
  ];
  const items = steps.map(([sign = "", text = ""], index) =>
    el(
      "li",
      {},
      icon(sign),
      el("small", { text: t("rules.picture.step", { number: index + 1 }) }),
      el("b", { text }),
    ),
  );
  return el(
    "figure",
    { class: "picture turn-picture" },
    el("ol", {}, ...items),
    el(
      "ul",
      {},
      el("li", { class: "good" }, icon("crown"), el("span", { text: t("rules.picture.falls") })),
      el("li", {}, icon("people"), el("span", { text: t("rules.picture.stands") })),
    ),
  );
}

/** What the suits do. */
function suits() {
  const items = SHOWN_SUITS.map((suit) =>
    el(
      "li",
      { class: `suit-${suit}` },
      el("span", { class: "signs" }, icon(suit), icon(POWERS[suit])),
      el("b", { text: sentence(suitName(suit)) }),
      el("span", { text: powerText(suit) }),
    ),
  );
  return el("figure", { class: "picture suits-picture" }, el("ul", {}, ...items));
}

/** Where the cards lie, and which way they go. */
function places() {
  const picture = draw(
    "svg",
    { viewBox: "-20 0 440 250", role: "img", "aria-label": t("rules.picture.places") },
    pile(14, 20, 3, "castle"),
    label(44, 116, t("rules.picture.castle")),
    courtCard(112, 16, "J", "S"),
    label(139, 116, t("rules.enemy")),
    faces(200, 28, ["S", "H"]),
    label(233, 116, t("rules.picture.table")),
    pile(330, 22, 1, "discard"),
    label(352, 116, t("rules.picture.discard")),
    hand(176, 150),
    label(216, 246, t("rules.hand")),
    pile(324, 152, 4, "tavern"),
    label(352, 246, t("rules.picture.tavern")),
    // Castle to enemy, hand to table, table to discard pile, back to the tavern, tavern to hand.
    arrow("M72 54H100", 100, 54, 0),
    arrow("M216 146V128", 216, 128, -90),
    arrow("M276 58H318", 318, 58, 0),
    arrow("M356 122V140", 356, 140, 90, "H"),
    arrow("M314 190H280", 280, 190, 180),
  );
  return el("figure", { class: "picture places-picture" }, /** @type {any} */ (picture));
}

/**
 * Cards face down.
 * @param {number} x
 * @param {number} y
 * @param {number} cards
 * @param {string} kind
 */
function pile(x, y, cards, kind) {
  const backs = Array.from({ length: cards }, (_, index) =>
    draw("rect", {
      x: x + index * 3,
      y: y - index * 3 + 6,
      width: 48,
      height: 68,
      rx: 5,
      class: kind === "discard" ? "paper" : "back",
    }),
  );
  const corner = { x: String(x + cards * 3 + 9), y: String(y - cards * 3 + 29) };
  const top = { ...corner, width: "28", height: "28" };
  const sign =
    kind === "discard"
      ? use("H", { ...top, class: "suit-H" })
      : use("crown", { ...top, class: "crest-on-back" });
  return draw("g", {}, ...backs, sign);
}

/**
 * @param {number} x
 * @param {number} y
 * @param {string} rank
 * @param {string} suit
 */
function courtCard(x, y, rank, suit) {
  return draw(
    "g",
    { class: `suit-${suit} face` },
    draw("rect", { x, y, width: 54, height: 78, rx: 5, class: "paper royal-paper" }),
    use(suit, { x: String(x + 5), y: String(y + 5), width: "12", height: "12" }),
    use(rank, { x: String(x + 10), y: String(y + 18), width: "42", height: "58" }),
  );
}

/**
 * @param {number} x
 * @param {number} y
 * @param {string[]} signs
 */
function faces(x, y, signs) {
  return draw(
    "g",
    {},
    ...signs.map((suit, index) => face(x + index * 22, y, suit)),
  );
}

/**
 * @param {number} x
 * @param {number} y
 * @param {string} suit
 */
function face(x, y, suit) {
  return draw(
    "g",
    { class: `suit-${suit} face` },
    draw("rect", { x, y, width: 44, height: 62, rx: 5, class: "paper" }),
    use(suit, { x: String(x + 11), y: String(y + 20), width: "22", height: "22" }),
  );
}

/**
 * @param {number} x
 * @param {number} y
 */
function hand(x, y) {
  const cards = ["D", "C", "S"].map((suit, index) =>
    draw(
      "g",
      { transform: `rotate(${(index - 1) * 9} ${x + 40} ${y + 150})` },
      face(x + index * 18, y + 6, suit),
    ),
  );
  return draw("g", {}, ...cards);
}

/**
 * @param {number} x
 * @param {number} y
 * @param {string} text
 */
function label(x, y, text) {
  return draw("text", { x, y, "text-anchor": "middle" }, text);
}

/**
 * A line with a tip.
 * @param {string} path
 * @param {number} x  where it ends
 * @param {number} y
 * @param {number} angle  which way it points, in degrees
 * @param {string} [suit]  whose power it is
 */
function arrow(path, x, y, angle, suit = "") {
  const look = suit ? ` suit-${suit}` : "";
  const transform = `translate(${x} ${y}) rotate(${angle}) translate(5 0)`;
  const tip = { d: "M0 0l-9-5v10Z", transform };
  return draw(
    "g",
    {},
    draw("path", { d: path, class: `arrow${look}` }),
    draw("path", { ...tip, class: `tip${look}` }),
  );
}
