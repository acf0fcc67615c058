// @ts-check
/** Finding rules by words, as openregicide/rulebook/search.py does it for the terminal. */

/** @typedef {import("../types/protocol").BookData} BookData */
/** @typedef {import("../types/protocol").SectionData} SectionData */
/** @typedef {import("../types/protocol").SpanData} SpanData */
/** @typedef {SectionData["blocks"][number]} Block */

const IN_TITLE = 4;
const HAN = /^[\u4e00-\u9fff]{2,}$/;

/** How much of a text stands around what was found in it. */
const AROUND = 48;

/** @param {BookData} book */
export function sectionsOf(book) {
  return book.chapters.flatMap(({ sections }) => sections);
}

/**
 * A section by its name, however it is capitalised.
 * @param {BookData} book
 * @param {string} name
 */
export function sectionOf(book, name) {
  return sectionsOf(book).find((each) => each.name.toLowerCase() === name.toLowerCase());
}

/**
 * The sections that have all the words, or else some; titles count for more.
 * @param {BookData} book
 * @param {string} query
 * @returns {SectionData[]}
 */
export function find(book, query) {
  const number = /^r?(\d+)$/.exec(folded(query).trim());
  const rule = number && sectionOf(book, `R${number[1]}`);
  if (rule) return [rule];
  const words = wordsOf(query);
  const scored = sectionsOf(book).map((section) => ({ section, scores: scoresOf(section, words) }));
  const complete = scored.filter(({ scores }) => scores.length && scores.every(Boolean));
  const sum = (/** @type {number[]} */ scores) => scores.reduce((all, score) => all + score, 0);
  return (complete.length ? complete : scored)
    .filter(({ scores }) => scores.some(Boolean))
    .sort((a, b) => sum(b.scores) - sum(a.scores))
    .map(({ section }) => section);
}

/** @param {string} query */
function wordsOf(query) {
  return folded(query).split(/\s+/).filter(Boolean);
}

/**
 * @param {SectionData} section
 * @param {string[]} words
 */
function scoresOf(section, words) {
  const title = folded(`${section.name} ${section.title}`);
  const text = folded(section.blocks.map(textOf).join("\n"));
  return words.map((word) => (has(title, word) ? IN_TITLE : Number(has(text, word))));
}

/**
 * @param {string} text
 * @param {string} word
 */
function has(text, word) {
  return text.includes(word) || (HAN.test(word) && [...word].every((sign) => text.includes(sign)));
}

/**
 * A text without case and accents.
 * @param {string} text
 */
function folded(text) {
  return text.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "");
}

/**
 * The beginning of a section, or where the first word stands in it: before, the word, behind.
 * @param {SectionData} section
 * @param {string} query
 * @returns {[string, string, string]}
 */
export function glimpse(section, query) {
  const text = section.blocks.map(textOf).filter(Boolean).join(" ").replace(/\s+/g, " ");
  // Folding replaces an accented letter by one letter, so indices stay the same.
  const folds = [...text.normalize("NFC")].map((sign) => folded(sign).slice(0, 1) || sign).join("");
  for (const word of wordsOf(query)) {
    const at = folds.indexOf(word);
    if (at < 0) continue;
    const from = at < AROUND ? 0 : wordStart(text, at - AROUND);
    const end = at + word.length;
    const before = (from ? "… " : "") + text.slice(from, at);
    return [before, text.slice(at, end), begins(text.slice(end), 2 * AROUND)];
  }
  return [begins(text, 3 * AROUND), "", ""];
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

/**
 * Everything that a block says.
 * @param {Block} block
 * @returns {string}
 */
function textOf(block) {
  switch (block.type) {
    case "paragraph":
      return plain(block.spans);
    case "items":
      return block.items.map(plain).join("\n");
    case "table":
      return [block.head, ...block.rows].map((row) => row.map(plain).join(" ")).join("\n");
    case "example":
      return plain(block.caption);
    default:
      return "";
  }
}

/** @param {SpanData[]} spans */
function plain(spans) {
  return spans.map(({ text }) => text).join("");
}
