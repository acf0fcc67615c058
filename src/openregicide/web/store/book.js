// @ts-check
/** The rulebook's sections, and what they say. */

/** @typedef {import("../types/protocol").BookData} BookData */
/** @typedef {import("../types/protocol").SectionData} SectionData */
/** @typedef {import("../types/protocol").SpanData} SpanData */
/** @typedef {SectionData["blocks"][number]} Block */

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
 * Everything that a block says.
 * @param {Block} block
 * @returns {string}
 */
export function textOf(block) {
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
