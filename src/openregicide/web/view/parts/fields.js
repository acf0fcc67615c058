// @ts-check
/** Form fields with their words: a choice, a switch, a number, each with a sentence. */

import { el } from "./dom.js";

let made = 0;

/**
 * A label, its field, and a sentence about it.
 * @param {string} label
 * @param {string} about
 * @param {HTMLElement} field
 * @param {Node | null} [more]  behind the sentence
 */
export function labelled(label, about, field, more = null) {
  const id = `field-${(made += 1)}`;
  field.id = id;
  const said = about ? el("span", { text: about, attrs: { id: `${id}-about` } }) : null;
  if (said) field.setAttribute("aria-describedby", said.id);
  return el(
    "div",
    { class: "field" },
    el("label", { text: label, attrs: { for: id } }),
    field,
    said ? el("small", {}, said, more) : null,
  );
}

/**
 * @param {readonly (readonly [string, string])[]} options  value and words
 * @param {string} now
 * @param {(value: string) => void} change
 */
export function choice(options, now, change) {
  const items = options.map(([value, text]) => el("option", { text, attrs: { value } }));
  const select = el("select", {}, ...items);
  select.value = now;
  select.addEventListener("change", () => change(select.value));
  return select;
}

/**
 * @param {boolean} now
 * @param {(value: boolean) => void} change
 */
export function toggle(now, change) {
  const box = el("input", { class: "switch", attrs: { type: "checkbox", role: "switch" } });
  box.checked = now;
  box.addEventListener("change", () => change(box.checked));
  return box;
}

/**
 * @param {number} now
 * @param {number} least
 * @param {number} most
 * @param {(value: number) => void} change
 */
export function number(now, least, most, change) {
  const attrs = { type: "number", min: String(least), max: String(most), inputmode: "numeric" };
  const input = el("input", { attrs });
  input.value = String(now);
  input.addEventListener("change", () => {
    const wanted = Math.round(Number(input.value)) || 0;
    input.value = String(Math.min(most, Math.max(least, wanted)));
    change(Number(input.value));
  });
  return input;
}

/**
 * One of a few, side by side.
 * @param {string} name  for the ear
 * @param {readonly (readonly [string, string])[]} options
 * @param {string} now
 * @param {(value: string) => void} change
 */
export function segments(name, options, now, change) {
  const group = `segments-${(made += 1)}`;
  const items = options.map(([value, text]) => {
    const radio = el("input", { attrs: { type: "radio", name: group, value } });
    radio.checked = value === now;
    radio.addEventListener("change", () => change(value));
    return el("label", {}, radio, el("span", { text }));
  });
  return el(
    "div",
    { class: "segments", attrs: { role: "radiogroup", "aria-label": name } },
    ...items,
  );
}
