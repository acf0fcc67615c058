// @ts-check
/** What the coach says: texts of their own, fetched when somebody wants to learn. */

import { language } from "../i18n.js";
import { cardSigns } from "./cards.js";

/** @typedef {import("../types/protocol").Lesson} Lesson */

/** @type {Record<string, string>} */
let texts = {};
let spoken = "";

/** Take the coach's words in the language that people see now. */
export async function loadProse() {
  const wanted = language();
  if (spoken === wanted) return;
  const answer = await fetch(new URL(`../lessons/${wanted}.json`, import.meta.url));
  if (!answer.ok) return;
  texts = await answer.json();
  spoken = wanted;
}

/**
 * A text of a lesson.
 * @param {string} key
 * @param {Pick<Lesson, "values" | "cards">} [told]  the numbers and cards that it may name
 */
export function prose(key, told = {}) {
  const values = /** @type {Record<string, unknown>} */ ({
    ...told.values,
    cards: cardSigns(told.cards ?? []),
  });
  return (texts[key] ?? key).replace(/\{(\w+)\}/g, (whole, name) =>
    name in values ? String(values[name]) : whole,
  );
}
