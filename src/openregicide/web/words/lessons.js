// @ts-check
/** What the coach says: texts of their own, which `useProse` brings. */

import { t } from "../i18n.js";
import { cardSigns } from "./cards.js";
import { problemText } from "./problems.js";

/** @typedef {import("../types/protocol").LessonStep} Lesson */
/** @typedef {import("../store/lesson.js").Where} Where */

/**
 * @typedef {object} Speech
 * @property {string} text
 * @property {string} task  empty once it is done
 * @property {"tell" | "wrong" | "done"} tone
 * @property {boolean} how  whether to say how cards are played at all
 * @property {boolean} show  whether to offer the answer
 */

/** @type {Record<string, string>} */
let texts = {};

/**
 * Take the coach's words, in the language that people see now.
 * @param {Record<string, string>} words
 */
export function useProse(words) {
  texts = words;
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

/** @param {Where} where */
export function lessonTitle({ lesson, number }) {
  return t("learn.lesson", { number, title: prose(`${lesson}.title`) });
}

/**
 * What the coach says now.
 * @param {Where} where
 * @param {Lesson} told  what the step said last
 * @param {boolean} done
 * @returns {Speech}
 */
export function coachSpeech({ key, number, step }, told, done) {
  if (done) {
    return { text: prose(`${key}.done`, told), task: "", tone: "done", how: false, show: false };
  }
  const task = prose(`${key}.task`);
  if (told.say || told.problem) {
    const refused = told.problem ? problemText(told.problem) : "";
    const text = told.say ? prose(`${key}.${told.say}`, told) : refused;
    return { text, task, tone: "wrong", how: false, show: true };
  }
  const how = number === 1 && step === 1;
  return { text: prose(`${key}.tell`), task, tone: "tell", how, show: false };
}

/**
 * What the button says that leads on.
 * @param {Where} where
 */
export function onwardText({ step, steps, following }) {
  if (step < steps) return t("learn.next");
  return following ? t("learn.next_lesson") : t("learn.battle.begin");
}
