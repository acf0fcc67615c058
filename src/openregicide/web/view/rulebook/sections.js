// @ts-check
/** The rulebook's sections as elements. */

import { el } from "../parts/dom.js";
import { exampleView } from "./example.js";
import { bookPicture } from "./pictures.js";

/** @typedef {import("../../types/protocol").SectionData} SectionData */
/** @typedef {import("../../types/protocol").SpanData} SpanData */
/** @typedef {import("../../types/protocol").ExampleData} ExampleData */
/** @typedef {SectionData["blocks"][number]} Block */

const CARD = /((?:10|[A2-9JQK])[♣♦♥♠])/;
const SUITS = { "♣": "C", "♦": "D", "♥": "H", "♠": "S" };

/**
 * A rule with its number, its words and its examples.
 * @param {SectionData} section
 * @param {Record<string, ExampleData>} examples
 */
export function sectionView(section, examples) {
  const heading = el(
    "h3",
    { attrs: { tabindex: "-1" } },
    el("a", {
      class: "rule-name",
      text: isRule(section.name) ? section.name : "§",
      attrs: { href: `/rules/${section.name}`, "aria-label": section.name },
    }),
    el("span", { text: section.title }),
  );
  return el(
    "section",
    { class: "rule", attrs: { id: section.name } },
    heading,
    ...blockViews(section.blocks, examples),
  );
}

/** @param {string} name */
export function isRule(name) {
  return /^R\d+$/.test(name);
}

/**
 * @param {readonly Block[]} blocks
 * @param {Record<string, ExampleData>} examples
 * @returns {HTMLElement[]}
 */
export function blockViews(blocks, examples) {
  return blocks.map((block) => blockView(block, examples)).filter((view) => view !== null);
}

/**
 * @param {Block} block
 * @param {Record<string, ExampleData>} examples
 * @returns {HTMLElement | null}
 */
function blockView(block, examples) {
  switch (block.type) {
    case "paragraph":
      return el("p", {}, ...spanViews(block.spans));
    case "items":
      return el("ul", {}, ...block.items.map((item) => el("li", {}, ...spanViews(item))));
    case "table":
      return tableView(block);
    case "example": {
      const example = examples[block.name];
      const caption = el("span", {}, ...spanViews(block.caption));
      return example ? exampleView(example, caption) : caption;
    }
    case "picture":
      return bookPicture(block.name);
  }
}

/** @param {Extract<Block, { type: "table" }>} table */
function tableView({ head, rows }) {
  const cells = (/** @type {"th" | "td"} */ tag, /** @type {SpanData[][]} */ row) =>
    el("tr", {}, ...row.map((cell) => el(tag, {}, ...spanViews(cell))));
  return el(
    "table",
    {},
    el("thead", {}, cells("th", head)),
    el("tbody", {}, ...rows.map((row) => cells("td", row))),
  );
}

/**
 * @param {readonly SpanData[]} spans
 * @returns {Node[]}
 */
function spanViews(spans) {
  return spans.flatMap(({ kind, text }) => {
    if (kind === "rule") return [el("a", { text, attrs: { href: `/rules/${text}` } })];
    if (kind === "strong") return [el("strong", { text })];
    if (kind === "code") return [el("code", { text })];
    return text.split(CARD).map(cardOrText);
  });
}

/**
 * Cards within a text have the colour of their suit.
 * @param {string} text
 */
function cardOrText(text) {
  const suit = CARD.test(text) ? SUITS[/** @type {keyof typeof SUITS} */ (text.slice(-1))] : null;
  if (!suit) return document.createTextNode(text);
  return el("span", { class: `card-sign suit-${suit}`, text });
}
