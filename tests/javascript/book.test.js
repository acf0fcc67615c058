/** store/book.js, store/search.js, store/matching.js: finding rules, as the terminal finds them. */

import { sectionOf, sectionsOf } from "../../src/openregicide/web/store/book.js";
import { find, glimpse } from "../../src/openregicide/web/store/search.js";
import { equal, ok, test } from "./harness.js";

const { books, searches } = globalThis.given;

test("the same sections are found as in Python, in the same order", () => {
  for (const [language, query, names] of searches) {
    const found = find(books[language], query).map(({ name }) => name);
    equal(found, names, `${language} ${query}`);
  }
  ok(searches.filter(([, , names]) => names.length).length > 100);
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
const SEARCH = {
  ignored: ["the"],
  prefixes: [],
  endings: ["s"],
  dropped: "",
  synonyms: { elephant: ["jumbo"], "黑桃": ["葵扇"] },
};
const BOOK = { chapters: [{ title: "Chapter", sections: [SECTION] }], search: SEARCH };

test("every block is searched, without case and accents", () => {
  for (const word of ["elephant", "TWO", "head", "cell", "ends"]) {
    equal(find(BOOK, word).length, 1, word);
  }
  equal(find(BOOK, "turn"), [], "the name of a picture is no text");
});

test("a glimpse shows the word as it is written, with whole words around it", () => {
  const [before, word, behind] = glimpse(BOOK, SECTION, "elephants");
  equal(word, "Éléphant");
  ok(before.startsWith("… before") && before.endsWith("l'"), before);
  ok(behind.startsWith(" walks") && behind.endsWith("after …"), behind);
});

test("a glimpse shows the synonym that was found, and what a slip of the finger meant", () => {
  for (const query of ["the jumbo", "elehpant", "jumbos"]) {
    equal(glimpse(BOOK, SECTION, query)[1], "Éléphant", query);
  }
});

test("without spaces a glimpse shows the signs that were found, and no more", () => {
  const section = { ...SECTION, blocks: [{ type: "paragraph", spans: spans("在黑桃之前打出") }] };
  const book = { chapters: [{ title: "", sections: [section] }], search: SEARCH };
  for (const query of ["黑桃", "葵扇"]) equal(glimpse(book, section, query), ["在", "黑桃", "之前打出"]);
});

test("without the word a glimpse is the beginning", () => {
  const [beginning, word, behind] = glimpse(BOOK, SECTION, "nowhere");
  ok(beginning.startsWith("before before") && beginning.endsWith(" …"), beginning);
  equal([word, behind], ["", ""]);
});
