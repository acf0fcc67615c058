// @ts-check
/** A name whose number stays to be seen where room is short: many bots are called the same. */

import { el, setText } from "./dom.js";

/** @param {"b" | "small"} tag */
export function makeName(tag) {
  return el(
    tag,
    { class: "name" },
    el("span", { class: "words" }),
    el("span", { class: "number" }),
  );
}

/**
 * @param {Element} parent  somewhere around what `makeName` made
 * @param {string} name
 */
export function setName(parent, name) {
  const [number = ""] = /\s?\d{1,2}$/.exec(name) ?? [];
  const [words, figure] = parent.querySelectorAll(".name > span");
  if (words) setText(words, name.slice(0, name.length - number.length));
  if (figure) setText(figure, number);
}
