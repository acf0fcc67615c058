// @ts-check
/** A short word at the edge of the screen that goes away by itself. */

import { el } from "./dom.js";

const STAYS = 5000;
const MOST = 3;

/**
 * @param {string} text
 * @param {"plain" | "bad" | "talk"} [tone]
 */
export function toast(text, tone = "plain") {
  const place = document.querySelector("#toasts");
  if (!place || [...place.children].some((other) => other.textContent === text)) return;
  const note = el("p", { class: `toast ${tone}`, text, on: { click: () => note.remove() } });
  place.append(note);
  while (place.childElementCount > MOST) place.firstElementChild?.remove();
  setTimeout(() => note.remove(), STAYS);
}
