// @ts-check
/** A short message at the edge of the screen that goes away by itself. */

import { el } from "./dom.js";
import { ruleLink } from "./rule_link.js";

const STAYS = 5000;
/** With a link to a rule it stays longer: the user first has to notice the link. */
const STAYS_WITH_RULE = 12000;
const MOST = 3;

/**
 * @param {string} text
 * @param {"plain" | "bad" | "talk"} [tone]
 * @param {string | null} [rule]  to read about it
 */
export function toast(text, tone = "plain", rule = null) {
  const root = document.querySelector("#toasts");
  if (!root || [...root.children].some((other) => other.firstChild?.textContent === text)) return;
  const note = el(
    "p",
    { class: `toast ${tone}`, on: { click: () => note.remove() } },
    document.createTextNode(text),
    rule ? ruleLink(rule) : null,
  );
  root.append(note);
  raiseToasts();
  while (root.childElementCount > MOST) root.firstElementChild?.remove();
  setTimeout(() => note.remove(), rule ? STAYS_WITH_RULE : STAYS);
}

/**
 * Bring the toasts to where the user is: an open dialog covers whatever is not in it, and no screen
 * reader hears the rest of the page.
 */
export function raiseToasts() {
  const root = document.querySelector("#toasts");
  const dialog = [...document.querySelectorAll("dialog[open]")].at(-1);
  const place = dialog ?? document.body;
  if (!root || root.parentElement === place) return;
  place.append(root);
  dialog?.addEventListener("close", raiseToasts, { once: true });
}
