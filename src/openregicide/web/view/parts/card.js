// @ts-check
/** A card's face: corner, middle, and the sign of what its suit does. */

import { indexOf, isJester, isRoyal, suitOf } from "../../store/cards.js";
import { el, icon, use } from "./dom.js";

const POWERS = { C: "twice", D: "draw", H: "heal", S: "shield" };

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
  element.replaceChildren(corner(card), middle(card), suit ? icon(POWERS[suit], "power") : el("i"));
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

/** @param {string} card */
function middle(card) {
  const suit = suitOf(card);
  if (isJester(card)) return icon("jester", "middle figure");
  if (!isRoyal(card)) return icon(card.startsWith("A") ? card : (suit ?? "X"), "middle");
  const picture = icon(`court-${suit}`, "middle figure");
  picture.setAttribute("viewBox", "0 0 100 130");
  const badge = { x: "41", y: "111", width: "18", height: "18", class: "badge" };
  picture.append(use(card.charAt(0)), use(suit ?? "X", badge));
  return picture;
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
  return el(
    "span",
    { class: "card back", attrs: { "aria-hidden": "true" } },
    icon("crown", "middle"),
  );
}
