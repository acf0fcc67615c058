// @ts-check
/**
 * How well a word of a query is found in a text, as openregicide/rulebook/matching.py does it: as it
 * is, in another form, by another name.
 */

/** @typedef {import("../types/protocol").SearchData} SearchData */

/**
 * The words of a text, and the text as a whole for a language without spaces.
 * @typedef {{ words: Set<string>, text: string }} Passage
 *
 * A word of a query: how well a text has it, and what was meant if one letter is wrong.
 * @typedef {{ match: (passage: Passage) => number, guess: (known: Passage[]) => Word }} Word
 */

/** How well a word is found, and how much that counts. */
export const NONE = 0;
const TYPO = 3;
const FORM_OF_SYNONYM = 5;
const SYNONYM = 6;
const FORM = 8;
const EXACT = 10;

/** Letters that are left of a word at least, or anything could be the stem of anything. */
const LEAST_STEM = 4;

/** Letters of a word that may have one wrong; Chinese words say as much with fewer signs. */
const LEAST_GUESSED = 4;
const LEAST_GUESSED_HAN = 3;

export const HAN = /^[\u4e00-\u9fff]/;
export const WORD = /[\u4e00-\u9fff]+|(?:(?![\u4e00-\u9fff])[\p{L}\p{N}])+/gu;

/**
 * @param {string} text
 * @returns {Passage}
 */
export function passageOf(text) {
  const plain = folded(text);
  return { words: new Set(plain.match(WORD)), text: plain };
}

/**
 * The words of a query, but for those that no rule is about.
 * @param {SearchData} search
 * @param {string} query
 * @returns {Word[]}
 */
export function wanted(search, query) {
  const found = (folded(query).match(WORD) ?? []).flatMap((run) => cut(search, run));
  const telling = found.filter((part) => !search.ignored.includes(part));
  // A question of nothing but small words is about these.
  return (telling.length ? telling : found).map((part) =>
    HAN.test(part) ? signs(search, part) : letters(search, part),
  );
}

/**
 * Cut Chinese signs in a row where a synonym or a small word stands; leave other words.
 * @param {SearchData} search
 * @param {string} run
 */
function cut({ ignored, synonyms }, run) {
  if (!HAN.test(run)) return [run];
  const known = new Set([...ignored, ...Object.values(synonyms).flat()]);
  const inside = [...known]
    .filter((each) => run.includes(each))
    .sort((a, b) => b.length - a.length || (a < b ? -1 : 1));
  if (!inside.length) return [run];
  return run.split(new RegExp(`(${inside.join("|")})`)).filter(Boolean);
}

/**
 * A word of letters or digits.
 * @param {SearchData} search
 * @param {string} word
 * @returns {Word}
 */
function letters(search, word) {
  const names = namesOf(search, (other) => alike(search, word, other));
  return {
    match(passage) {
      if (passage.words.has(word)) return EXACT;
      // A word that is still being typed is the beginning of one.
      for (const each of passage.words) {
        if (each.startsWith(word) || alike(search, word, each)) return FORM;
      }
      return named(search, names, passage);
    },
    guess(known) {
      const words = [...new Set(known.flatMap((passage) => [...passage.words]))];
      const close = (/** @type {string} */ other) => oneLetterOff(word, other);
      return meant(search, [...words.filter(close), ...namesOf(search, close)]);
    },
  };
}

/**
 * A word of Chinese signs.
 * @param {SearchData} search
 * @param {string} word
 * @returns {Word}
 */
function signs(search, word) {
  const names = namesOf(search, (other) => other === word);
  return {
    match(passage) {
      if (passage.text.includes(word)) return EXACT;
      // Two words in a row, which the text has apart.
      const apart = word.length > 1 && !names.length;
      if (apart && [...word].every((sign) => passage.text.includes(sign))) return FORM;
      return named(search, names, passage);
    },
    guess(known) {
      const parts = known.flatMap(({ text }) => oneSignOff(word, text));
      const close = (/** @type {string} */ other) => oneSignOff(word, other).length > 0;
      return meant(search, [...parts, ...namesOf(search, close)]);
    },
  };
}

/**
 * The words that may have been meant by one that is spelled wrong.
 * @param {SearchData} search
 * @param {string[]} words
 * @returns {Word}
 */
function meant(search, words) {
  /** @type {Word} */
  const word = {
    match: (passage) => (named(search, words, passage) ? TYPO : NONE),
    guess: () => word,
  };
  return word;
}

/**
 * The book's words that have such a synonym.
 * @param {SearchData} search
 * @param {(other: string) => boolean} isMeant
 */
function namesOf({ synonyms }, isMeant) {
  return Object.keys(synonyms).filter((name) => synonyms[name]?.some(isMeant));
}

/**
 * Whether a text has one of these words, as it is or in another form.
 * @param {SearchData} search
 * @param {string[]} names
 * @param {Passage} passage
 */
function named(search, names, { words, text }) {
  let found = NONE;
  for (const name of names) {
    const han = HAN.test(name);
    if (han ? text.includes(name) : words.has(name)) return SYNONYM;
    if (!han && [...words].some((each) => alike(search, name, each))) found = FORM_OF_SYNONYM;
  }
  return found;
}

// How words are alike

/**
 * A text without case and accents.
 * @param {string} text
 */
export function folded(text) {
  return text.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "").replace(/œ/g, "oe");
}

/** @type {WeakMap<SearchData, Map<string, Set<string>>>} */
const known = new WeakMap();

/**
 * Whether two words may be forms of one.
 * @param {SearchData} search
 * @param {string} one
 * @param {string} other
 */
function alike(search, one, other) {
  const stems = stemsOf(search, other);
  for (const stem of stemsOf(search, one)) if (stems.has(stem)) return true;
  return false;
}

/**
 * What may be the stem of a word, the word itself included.
 * @param {SearchData} search
 * @param {string} word
 */
function stemsOf(search, word) {
  let all = known.get(search);
  if (!all) known.set(search, (all = new Map()));
  let stems = all.get(word);
  if (!stems) all.set(word, (stems = new Set(listStems(search, word))));
  return stems;
}

/**
 * @param {SearchData} search
 * @param {string} word
 */
function* listStems({ prefixes, endings, dropped }, word) {
  for (const prefix of ["", ...prefixes]) {
    if (!word.startsWith(prefix)) continue;
    const bare = word.slice(prefix.length);
    for (const ending of ["", ...endings]) {
      if (!bare.endsWith(ending)) continue;
      const stem = bare.slice(0, bare.length - ending.length);
      if (stem.length < LEAST_STEM && stem !== word) continue;
      yield stem;
      if (stem.length > LEAST_STEM && dropped.includes(stem.charAt(0))) yield stem.slice(1);
    }
  }
}

/**
 * Whether one letter is wrong, missing or too many, or two have changed places.
 * @param {string} one
 * @param {string} other
 */
function oneLetterOff(one, other) {
  if (Math.min(one.length, other.length) < LEAST_GUESSED || one === other) return false;
  let same = 0;
  while (one.charAt(same) === other.charAt(same)) same += 1;
  const rests = [one.slice(same), other.slice(same)].sort((a, b) => a.length - b.length);
  const [short = "", long = ""] = rests;
  if (short.length < long.length) return short === long.slice(1);
  const swapped =
    short.charAt(0) === long.charAt(1) &&
    short.charAt(1) === long.charAt(0) &&
    short.slice(2) === long.slice(2);
  return swapped || short.slice(1) === long.slice(1);
}

/**
 * What a text has that differs from a word in one sign.
 * @param {string} word
 * @param {string} text
 */
function oneSignOff(word, text) {
  if (word.length < LEAST_GUESSED_HAN) return [];
  const parts = Array.from({ length: Math.max(0, text.length - word.length + 1) }, (_, at) =>
    text.slice(at, at + word.length),
  );
  return parts.filter(
    (part) => [...part].filter((sign, at) => sign !== word.charAt(at)).length === 1,
  );
}
