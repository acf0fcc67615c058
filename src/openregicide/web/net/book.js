// @ts-check
/** The rulebook's files: the words of a language, and the examples that are the same in all. */

/** @typedef {import("../types/protocol").BookData} BookData */
/** @typedef {import("../types/protocol").ExampleData} ExampleData */
/** @typedef {{ words: BookData, examples: Record<string, ExampleData> }} Rulebook */

/** When nothing is more urgent, in milliseconds. */
const KEEP_AFTER = 1500;

/** @type {Map<string, Promise<any>>} */
const asked = new Map();

/**
 * The rulebook in a language; asked for once.
 * @param {string} language
 * @returns {Promise<Rulebook>}
 */
export async function rulebook(language) {
  const [words, examples] = await Promise.all([file(language), file("examples")]);
  return { words, examples };
}

/** @param {string} name */
function file(name) {
  let answer = asked.get(name);
  if (!answer) {
    answer = fetchFile(name).catch((problem) => {
      asked.delete(name);
      throw problem;
    });
    asked.set(name, answer);
  }
  return answer;
}

/**
 * Let the service worker keep the rulebook, so that it opens without a server: the worker that is
 * there, and every other that takes over. Returns a function that ends this.
 * @param {() => string} language
 */
export function keepRulebook(language) {
  const workers = navigator.serviceWorker;
  if (!workers) return () => {};
  const keep = () => {
    if (!workers.controller) return;
    // The worker keeps what it sees, and answers from there if it has it already.
    for (const name of [language(), "examples"]) fetch(addressOf(name)).catch(() => {});
  };
  const timer = setTimeout(keep, KEEP_AFTER);
  workers.addEventListener("controllerchange", keep);
  return () => {
    clearTimeout(timer);
    workers.removeEventListener("controllerchange", keep);
  };
}

/** @param {string} name */
function addressOf(name) {
  return new URL(`../rulebook/${name}.json`, import.meta.url);
}

/** @param {string} name */
async function fetchFile(name) {
  const answer = await fetch(addressOf(name));
  if (!answer.ok) throw new Error(`rulebook/${name}.json: ${answer.status}`);
  return answer.json();
}
