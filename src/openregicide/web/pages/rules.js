// @ts-check
/** The rulebook: contents, search as you type, and every rule at its own address. */

import { language, t } from "../i18n.js";
import { rulebook } from "../net/book.js";
import { sectionOf } from "../store/book.js";
import { find, glimpse } from "../store/search.js";
import { blockViews, isRule, sectionView } from "../view/rulebook/sections.js";
import { button, el, setShown, setText } from "../view/parts/dom.js";
import { PlainPage, framed } from "./page.js";

/** @typedef {import("../net/book.js").Rulebook} Rulebook */
/** @typedef {import("../types/protocol").SectionData} SectionData */

/** The contents stay open beside the text where there is room for both. */
const ROOM_FOR_BOTH = "(min-width: 900px)";

class RulesPage extends PlainPage {
  /** @type {Rulebook | null} */
  book = null;
  failed = false;

  connectedCallback() {
    super.connectedCallback();
    // The way back leads to a rule; a browser would scroll on from there.
    history.scrollRestoration = "manual";
    this.addEventListener("click", (event) => this.followLink(event));
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    history.scrollRestoration = "auto";
  }

  draw() {
    super.draw();
    if (this.book?.words.language !== language()) this.load();
    else document.title = t("web.title_of", { what: this.book.words.title });
  }

  async load() {
    const wanted = language();
    try {
      const book = await rulebook(wanted);
      // Another language may have been asked for in the meantime.
      if (wanted !== language()) return;
      this.book = book;
      this.failed = false;
    } catch {
      this.failed = true;
    }
    if (!this.isConnected) return;
    if (this.failed) this.replaceChildren(...this.content());
    else this.draw();
    this.goTo(this.params[0] ?? "");
  }

  content() {
    if (this.failed) {
      const again = button("go", () => this.load(), t("web.again"));
      return [framed(t("rules.book"), el("p", { text: t("web.unreachable") }), again)];
    }
    const book = this.book;
    if (book?.words.language !== language()) return [framed(t("rules.book"))];
    const { words, examples } = book;
    const chapters = words.chapters.flatMap((chapter) => [
      el("h2", { text: chapter.title }),
      ...blockViews(chapter.blocks, examples),
      ...chapter.sections.map((section) => sectionView(section, examples)),
    ]);
    const text = el(
      "article",
      {},
      ...blockViews(words.blocks, examples),
      ...chapters,
    );
    const body = el("div", { class: "book" }, contents(book), text);
    return [framed(words.title, ...this.search(book, body), body)];
  }

  /**
   * @param {Rulebook} book
   * @param {HTMLElement} body  hidden while there is something to look for
   */
  search({ words }, body) {
    const input = el("input", {
      attrs: {
        type: "search",
        "aria-label": t("rules.search"),
        placeholder: t("rules.search.example"),
        autocomplete: "off",
        spellcheck: "false",
        maxlength: "80",
      },
    });
    const count = el("p", { class: "soft", attrs: { role: "status" } });
    const hits = el("ol", { class: "hits" });
    const look = () => {
      const query = input.value.trim();
      const found = query ? find(words, query) : [];
      const told = found.length ? t("rules.found", { count: found.length }) : t("rules.found.none");
      setText(count, query ? told : "");
      hits.replaceChildren(...found.map((section) => hit(words, section, query)));
      setShown(body, !query);
    };
    this.endSearch = () => {
      input.value = "";
      look();
    };
    input.addEventListener("input", look);
    input.addEventListener("keydown", ({ key }) => {
      if (key === "Enter") hits.querySelector("a")?.click();
    });
    return [el("search", { class: "book-search" }, input), count, hits];
  }

  /**
   * Links from rule to rule stay on this page.
   * @param {MouseEvent} event
   */
  followLink(event) {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button) return;
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    const path = link ? /^\/rules\/(\w+)$/.exec(link.pathname) : null;
    if (!path?.[1]) return;
    event.preventDefault();
    event.stopPropagation();
    history.pushState(null, "", link?.pathname);
    this.params = [path[1]];
    this.endSearch?.();
    this.goTo(path[1]);
  }

  /** @param {string} name  of a section */
  goTo(name) {
    const section = name && this.book ? sectionOf(this.book.words, name) : null;
    const target = section ? this.querySelector(`#${section.name}`) : null;
    target?.scrollIntoView();
    target?.querySelector("h3")?.focus({ preventScroll: true });
  }
}

/** @param {Rulebook} book */
function contents({ words }) {
  const chapters = words.chapters.map(({ title, sections }) =>
    el("li", {}, el("b", { text: title }), el("ol", {}, ...sections.map(entry))),
  );
  const details = el(
    "details",
    {},
    el("summary", { text: t("rules.contents") }),
    el("ol", {}, ...chapters),
  );
  details.open = matchMedia(ROOM_FOR_BOTH).matches;
  return el("nav", { class: "contents", attrs: { "aria-label": t("rules.contents") } }, details);
}

/** @param {SectionData} section */
function entry(section) {
  return el("li", {}, sectionLink(section));
}

/** @param {SectionData} section */
function sectionLink({ name, title }) {
  return el(
    "a",
    { attrs: { href: `/rules/${name}` } },
    el("span", { class: "rule-number", text: isRule(name) ? name : "§" }),
    el("span", { text: title }),
  );
}

/**
 * @param {Rulebook["words"]} words
 * @param {SectionData} section
 * @param {string} query
 */
function hit(words, section, query) {
  const [before, found, behind] = glimpse(words, section, query);
  return el(
    "li",
    {},
    sectionLink(section),
    el(
      "p",
      { class: "soft" },
      document.createTextNode(before),
      found ? el("mark", { text: found }) : null,
      document.createTextNode(behind),
    ),
  );
}

customElements.define("rules-page", RulesPage);
