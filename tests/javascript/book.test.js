/** store/book.js: finding rules, as the terminal finds them. */

import { find, glimpse, sectionOf, sectionsOf } from "../../src/openregicide/web/store/book.js";
import { equal, ok, test } from "./harness.js";

const { books, searches } = globalThis.given;

test("the same sections are found as in Python, in the same order", () => {
  for (const [language, query, names] of searches) {
    const found = find(books[language], query).map(({ name }) => name);
    equal(found, names, `${language} ${query}`);
  }
  ok(searches.filter(([, , names]) => names.length).length > 8);
  ok(searches.some(([, , names]) => !names.length));
});

test("a section is found by its name, however it is capitalised", () => {
  equal(sectionOf(books.en, "r20")?.name, "R20");
  equal(sectionOf(books.en, "R999"), undefined);
  ok(sectionsOf(books.en).length > 30);
});

const spans = (text) => [{ text }];
const SECTION = {
  name: "R99",
  title: "Ends",
  blocks: [
    {
      type: "paragraph",
      spans: spans(`${"before ".repeat(20)}l'Éléphant walks ${"after ".repeat(40)}`),
    },
    { type: "items", items: [spans("one"), spans("two")] },
    { type: "table", head: [spans("head")], rows: [[spans("cell")]] },
    { type: "picture", name: "turn" },
  ],
};
const BOOK = { chapters: [{ sections: [SECTION] }] };

test("every block is searched, without case and accents", () => {
  for (const word of ["elephant", "TWO", "head", "cell", "ends"]) {
    equal(find(BOOK, word).length, 1, word);
  }
  equal(find(BOOK, "turn"), [], "the name of a picture is no text");
});

test("a glimpse shows the word as it is written, with whole words around it", () => {
  const [before, word, behind] = glimpse(SECTION, "elephant");
  equal(word, "Éléphant");
  ok(before.startsWith("… before") && before.endsWith("l'"), before);
  ok(behind.startsWith(" walks") && behind.endsWith("after …"), behind);
});

test("without the word a glimpse is the beginning", () => {
  const [beginning, word, behind] = glimpse(SECTION, "nowhere");
  ok(beginning.startsWith("before before") && beginning.endsWith(" …"), beginning);
  equal([word, behind], ["", ""]);
});
