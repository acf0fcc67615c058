// @ts-check
/**
 * Every text that people read: a key and named values in, a sentence out.
 *
 * The catalogues are those of the Python side (`openregicide/i18n`), served beside this file.
 * Suffixes choose a form: `.one`, `.few`, `.other` by the value `count`, `.you` when it is said to
 * the one who did it. A missing text shows its key, and the game goes on.
 */

/** Keys are literals wherever they can be; these families are put together from codes. */
export const COMPUTED = [
  "ending.",
  "error.",
  "event.",
  "medal.",
  "option.",
  "preview.",
  "rank.",
  "suit.",
  "ui.bot.",
  "ui.change.",
  "ui.face.",
  "ui.language.",
  "ui.phrase.",
  "ui.power.",
  "web.achievement.",
  "web.fair.",
  "web.medal.",
  "web.strength.",
];

export const LANGUAGES = ["en", "fr", "es", "zh", "id"];

/** @type {Record<string, string>} */
let texts = {};
let current = "en";
let plurals = new Intl.PluralRules("en");
/** @type {Set<() => void>} */
const listeners = new Set();

/** The language people see now. */
export function language() {
  return current;
}

/**
 * Call back whenever the words have changed; returns a function that stops this.
 * @param {() => void} listener
 */
export function onLanguage(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Take the words of a language, or of the browser's own if it is `null`.
 * @param {string | null} wanted
 */
export async function loadLanguage(wanted) {
  for (const code of [...(wanted ? [wanted] : preferred()), "en"]) {
    const answer = await fetchCatalogue(code).catch(() => null);
    if (!answer?.ok) continue;
    document.documentElement.lang = code === "zh" ? "zh-Hans" : code;
    speak(code, await answer.json());
    return;
  }
}

/**
 * Say everything in these words from now on.
 * @param {string} code  of the language
 * @param {Record<string, string>} words
 */
export function speak(code, words) {
  texts = words;
  current = code;
  plurals = new Intl.PluralRules(code);
  for (const listener of listeners) listener();
}

/** @param {string} code */
function fetchCatalogue(code) {
  return fetch(new URL(`./i18n/${code}.json`, import.meta.url));
}

/** Fetch the words again, so that the service worker keeps them. */
export async function repeatLanguage() {
  await fetchCatalogue(current).catch(() => {});
}

/** The browser's languages that we have, the preferred one first. */
function preferred() {
  const asked = navigator.languages.map((code) => code.toLowerCase().split("-")[0] ?? "");
  return [...new Set(asked)].filter((code) => LANGUAGES.includes(code));
}

/**
 * Say something.
 * @param {string} key
 * @param {Record<string, unknown>} [values]
 * @returns {string}
 */
export function t(key, values = {}) {
  const text = find(key, values["count"]);
  if (text === undefined) return key;
  return text.replace(/\{(\w+)\}/g, (whole, name) =>
    name in values ? String(values[name]) : whole,
  );
}

/**
 * Whether there is a text.
 * @param {string} key
 */
export function has(key) {
  return key in texts || `${key}.other` in texts;
}

/**
 * @param {string} key
 * @param {unknown} count
 * @returns {string | undefined}
 */
function find(key, count) {
  if (key in texts) return texts[key];
  if (typeof count !== "number") return undefined;
  return texts[`${key}.${plurals.select(count)}`] ?? texts[`${key}.other`];
}

/**
 * A number with so many digits, as the language writes it: 2.5 or 2,5.
 * @param {number} value
 * @param {number} [digits]
 */
export function number(value, digits = 0) {
  return value.toFixed(digits).replace(".", t("number.point"));
}

/**
 * A part of one as per cents: 55.3% or 55,3 %.
 * @param {number} part
 * @param {number} [digits]
 */
export function percent(part, digits = 0) {
  return t("number.percent", { number: number(100 * part, digits) });
}

/**
 * A text that begins like a sentence.
 * @param {string} text
 */
export function sentence(text) {
  return text.slice(0, 1).toLocaleUpperCase(current) + text.slice(1);
}
