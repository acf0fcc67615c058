// @ts-check
/** What the coach says: a file for each language, fetched with the first lesson. */

/** @type {{ language: string, texts: Record<string, string> }} */
let known = { language: "", texts: {} };

/**
 * The texts of the lessons in a language; those known so far where there are none.
 * @param {string} language
 */
export async function lessonTexts(language) {
  if (known.language !== language) {
    const answer = await fetch(new URL(`../lessons/${language}.json`, import.meta.url));
    if (answer.ok) known = { language, texts: await answer.json() };
  }
  return known.texts;
}
