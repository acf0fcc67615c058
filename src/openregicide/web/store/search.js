// @ts-check
/** Finding rules by words, as openregicide/rulebook/search.py does it for the terminal. */

import { sectionOf, sectionsOf, textOf } from "./book.js";
import { HAN, NONE, WORD, folded, passageOf, wanted } from "./matching.js";

/** @typedef {import("../types/protocol").BookData} BookData */
/** @typedef {import("../types/protocol").SectionData} SectionData */
/** @typedef {import("./matching.js").Passage} Passage */
/** @typedef {import("./matching.js").Word} Word */

/** How much more a word counts in a title than in a text. */
const IN_TITLE = 4;

/** How much of a text stands around what was found in it. */
const AROUND = 48;

/**
 * The sections that have all the words, or else some, the best first.
 * @param {BookData} book
 * @param {string} query
 * @returns {SectionData[]}
 */
export function find(book, query) {
  const number = /^r?(\d+)$/.exec(folded(query).trim());
  const rule = number && sectionOf(book, `R${number[1]}`);
  if (rule) return [rule];
  const { sections, passages } = indexOf(book);
  const known = passages.flatMap(({ title, text }) => [title, text]);
  const columns = wanted(book.search, query).map((word) => {
    const scores = passages.map((each) => score(word, each));
    // Only a word that the book does not know at all may be a slip of the finger.
    if (scores.some(Boolean)) return scores;
    const meant = word.guess(known);
    return passages.map((each) => score(meant, each));
  });
  const scored = sections.map((section, at) => ({
    section,
    scores: columns.map((column) => column[at] ?? NONE),
  }));
  const complete = scored.filter(({ scores }) => scores.length && scores.every(Boolean));
  const sum = (/** @type {number[]} */ scores) => scores.reduce((all, one) => all + one, 0);
  return (complete.length ? complete : scored)
    .filter(({ scores }) => scores.some(Boolean))
    .sort((a, b) => sum(b.scores) - sum(a.scores))
    .map(({ section }) => section);
}

/**
 * The beginning of a section, or where a word stands in it that was found: before, the word,
 * behind.
 * @param {BookData} book
 * @param {SectionData} section
 * @param {string} query
 * @returns {[string, string, string]}
 */
export function glimpse(book, section, query) {
  const text = section.blocks.map(textOf).filter(Boolean).join(" ").replace(/\s+/g, " ");
  const known = indexOf(book).passages.flatMap((each) => [each.title, each.text]);
  const words = wanted(book.search, query);
  const meant = words.map((word) => (known.some(word.match) ? word : word.guess(known)));
  const found = best(text, meant);
  if (!found) return [begins(text, 3 * AROUND), "", ""];
  const [at, end] = found;
  const from = at < AROUND ? 0 : wordStart(text, at - AROUND);
  const before = (from ? "… " : "") + text.slice(from, at);
  return [before, text.slice(at, end), begins(text.slice(end), 2 * AROUND)];
}

// What is searched

/** @type {WeakMap<BookData, { sections: SectionData[], passages: { title: Passage, text: Passage }[] }>} */
const indices = new WeakMap();

/** @param {BookData} book */
function indexOf(book) {
  let index = indices.get(book);
  if (!index) {
    const sections = sectionsOf(book);
    const passages = book.chapters.flatMap((chapter) =>
      chapter.sections.map(({ name, title, blocks }) => ({
        title: passageOf(`${name} ${title}`),
        text: passageOf([chapter.title, ...blocks.map(textOf)].join("\n")),
      })),
    );
    index = { sections, passages };
    indices.set(book, index);
  }
  return index;
}

/**
 * @param {Word} word
 * @param {{ title: Passage, text: Passage }} passages
 */
function score({ match }, { title, text }) {
  return Math.max(IN_TITLE * match(title), match(text));
}

/**
 * Where a text has one of the words best: the first of all that are found equally well.
 * @param {string} text
 * @param {Word[]} words
 * @returns {[number, number] | null}
 */
function best(text, words) {
  /** @type {[number, number] | null} */
  let found = null;
  let most = NONE;
  for (const { 0: run, index } of text.matchAll(WORD)) {
    // Of signs in a row, as many as are known; of other words, all of it.
    for (const [at, end] of HAN.test(run) ? signsIn(run, words) : [[0, run.length]]) {
      const passage = passageOf(run.slice(at, end));
      const match = Math.max(...words.map((word) => word.match(passage)), NONE);
      if (match <= most) continue;
      most = match;
      found = [index + (at ?? 0), index + (end ?? 0)];
    }
  }
  return found;
}

/**
 * The shortest parts of signs in a row that are found as well as the whole.
 * @param {string} run
 * @param {Word[]} words
 * @returns {number[][]}
 */
function signsIn(run, words) {
  const whole = passageOf(run);
  return words.flatMap(({ match }) => {
    const well = match(whole);
    if (!well) return [];
    for (let length = 1; length <= run.length; length += 1) {
      for (let at = 0; at + length <= run.length; at += 1) {
        if (match(passageOf(run.slice(at, at + length))) === well) return [[at, at + length]];
      }
    }
    return [];
  });
}

/**
 * The beginning of a text, up to a whole word where there are blanks.
 * @param {string} text
 * @param {number} most
 */
function begins(text, most) {
  if (text.length <= most) return text;
  return `${text.slice(0, most).replace(/ [^ ]{0,15}$/, "")} …`;
}

/**
 * @param {string} text
 * @param {number} at
 */
function wordStart(text, at) {
  const blank = text.indexOf(" ", at);
  return blank >= 0 && blank - at < 16 ? blank + 1 : at;
}
