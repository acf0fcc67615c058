// @ts-check
/** The rulebook's files: the words of a language, and the examples that are the same in all. */

/** @typedef {import("../types/protocol").BookData} BookData */
/** @typedef {import("../types/protocol").ExampleData} ExampleData */
/** @typedef {{ words: BookData, examples: Record<string, ExampleData> }} Rulebook */

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

/** @param {string} name */
async function fetchFile(name) {
  const answer = await fetch(new URL(`../rulebook/${name}.json`, import.meta.url));
  if (!answer.ok) throw new Error(`rulebook/${name}.json: ${answer.status}`);
  return answer.json();
}
