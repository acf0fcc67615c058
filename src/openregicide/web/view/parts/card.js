// @ts-check
/** A card's face: corner, middle, and the sign of what its suit does. */

import { onSettings, settings } from "../../settings.js";
import { indexOf, isJester, isRoyal, suitOf } from "../../store/cards.js";
import { draw, el, icon, use } from "./dom.js";

const POWERS = { C: "twice", D: "draw", H: "heal", S: "shield" };
const BOSSES = { crown: "crown", moon: "moon", tower: "tower" };

/** Where the signs of a number card are: the column, and the row from top to bottom. */
const CORNERS = pipsAt([-1, 0], [1, 0], [-1, 1], [1, 1]);
const SIDES = [...CORNERS, ...pipsAt([-1, 0.5], [1, 0.5])];
const FULL = [...CORNERS, ...pipsAt([-1, 1 / 3], [1, 1 / 3], [-1, 2 / 3], [1, 2 / 3])];
/** @type {Record<string, [number, number][]>} */
const PIPS = {
  A: pipsAt([0, 0.5]),
  2: pipsAt([0, 0], [0, 1]),
  3: pipsAt([0, 0], [0, 0.5], [0, 1]),
  4: CORNERS,
  5: [...CORNERS, ...pipsAt([0, 0.5])],
  6: SIDES,
  7: [...SIDES, ...pipsAt([0, 0.25])],
  8: [...SIDES, ...pipsAt([0, 0.25], [0, 0.75])],
  9: [...FULL, ...pipsAt([0, 0.5])],
  T: [...FULL, ...pipsAt([0, 1 / 6], [0, 5 / 6])],
};

/** @param {[number, number][]} places */
function pipsAt(...places) {
  return places;
}

onSettings((now, before) => {
  if (now.face !== before.face || now.back !== before.back) dressAgain();
});

/** Give the cards on the screen the looks that have just been chosen. */
function dressAgain() {
  for (const card of document.querySelectorAll(".card[data-card]")) {
    if (card instanceof HTMLElement) dress(card, card.dataset["card"] ?? "");
  }
  for (const card of document.querySelectorAll(".card.back")) card.replaceChildren(boss());
}

/**
 * Fill an element with a card's face. The element is a button or a span; its name is the caller's.
 * @template {HTMLElement} E
 * @param {E} element
 * @param {string} card
 * @returns {E}
 */
export function dress(element, card) {
  const suit = suitOf(card);
  element.classList.add("card", `suit-${suit ?? "X"}`);
  element.classList.toggle("royal", isRoyal(card));
  element.dataset["card"] = card;
  const mini = element.classList.contains("mini");
  element.replaceChildren(
    corner(card),
    middle(card, mini),
    suit ? icon(POWERS[suit], "power") : el("i"),
  );
  return element;
}

/**
 * @param {string} card
 */
function corner(card) {
  // Drawn by the style sheet: the name for the ear is the element's own.
  const text = el("b", { attrs: { "data-index": indexOf(card) } });
  const name = suitOf(card);
  return el(
    "span",
    { class: "corner", attrs: { "aria-hidden": "true" } },
    text,
    name ? icon(name) : null,
  );
}

/**
 * @param {string} card
 * @param {boolean} mini  too small for more than one sign
 */
function middle(card, mini) {
  const { face } = settings();
  if (isJester(card)) return icon("jester", "middle bust");
  if (face === "arms") return coatOfArms(card);
  if (face === "pips" && !mini) return isRoyal(card) ? doubled(card) : pips(card);
  if (!isRoyal(card)) return icon(card.startsWith("A") ? card : (suitOf(card) ?? "X"), "middle");
  const picture = icon(`court-${suitOf(card)}`, "middle bust");
  picture.setAttribute("viewBox", "0 0 100 130");
  picture.append(...bust(card));
  return picture;
}

/**
 * A royal and the sign of its suit.
 * @param {string} card
 */
function bust(card) {
  const badge = { x: "41", y: "111", width: "18", height: "18", class: "badge" };
  return [use(card.charAt(0)), use(suitOf(card) ?? "X", badge)];
}

/**
 * As many signs as the card is worth; those of a companion stand around it.
 * @param {string} card
 */
function pips(card) {
  const suit = suitOf(card) ?? "X";
  const companion = card.startsWith("A");
  const size = companion ? 62 : 20;
  const signs = (PIPS[card.charAt(0)] ?? []).map(([column, row]) => {
    const [x, y] = [50 + column * 32, 16 + row * 118];
    const half = { x: x - size / 2, y: y - size / 2, width: size, height: size };
    const sign = use(companion ? card : suit, texts(half));
    if (row > 0.5) sign.setAttribute("transform", `rotate(180 ${x} ${y})`);
    return sign;
  });
  return draw("svg", { class: "pips", viewBox: "0 0 100 150", "aria-hidden": "true" }, ...signs);
}

/**
 * A royal twice, the second time upside down.
 * @param {string} card
 */
function doubled(card) {
  const half = { viewBox: "0 0 100 92", x: 0, y: 0, width: 100, height: 92 };
  const upper = () => draw("svg", half, use(`court-${suitOf(card)}`, FIGURE), use(card.charAt(0), FIGURE));
  const lower = draw("g", { transform: "rotate(180 50 93)" }, upper());
  const line = draw("path", { d: "M0 93h100", class: "fold" });
  return draw(
    "svg",
    { class: "pips double", viewBox: "0 0 100 186", "aria-hidden": "true" },
    lower,
    upper(),
    line,
  );
}

const FIGURE = { width: "100", height: "130" };

/**
 * A shield: for a royal in full colour, under what it wears on its head.
 * @param {string} card
 */
function coatOfArms(card) {
  const suit = suitOf(card) ?? "X";
  const royal = isRoyal(card);
  const charge = { x: "26", y: royal ? "50" : "38", width: "48", height: "48", class: "charge" };
  const content = royal
    ? [use("arms", FIGURE), use(suit, charge), use(`arms-${card.charAt(0)}`, FIGURE)]
    : [use("field", FIGURE), use(card.startsWith("A") ? card : suit, { ...charge, class: "" })];
  return draw("svg", { class: "shield", viewBox: "0 0 100 130", "aria-hidden": "true" }, ...content);
}

/** @param {Record<string, number>} numbers */
function texts(numbers) {
  return Object.fromEntries(Object.entries(numbers).map(([name, value]) => [name, String(value)]));
}

/**
 * A card face for the eye only, with a name for the ear.
 * @param {string} card
 * @param {string} name
 * @param {string} [look]
 */
export function picture(card, name, look = "") {
  return dress(el("span", { class: look, attrs: { role: "img", "aria-label": name } }), card);
}

/** The back of a card. */
export function back() {
  return el("span", { class: "card back", attrs: { "aria-hidden": "true" } }, boss());
}

/** What is in the middle of a back. */
function boss() {
  return icon(BOSSES[settings().back] ?? BOSSES.crown, "middle");
}
