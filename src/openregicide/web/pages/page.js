// @ts-check
/** What pages have in common: a frame, words that can change, and what is loaded on demand. */

import { language, onLanguage, t } from "../i18n.js";
import { Refused } from "../net/http.js";
import { el, icon } from "../view/parts/dom.js";
import { problemPanel } from "../view/parts/problem.js";

export class PlainPage extends HTMLElement {
  /** @type {string[]} */
  params = [];

  connectedCallback() {
    this.end = onLanguage(() => this.draw());
    this.draw();
  }

  disconnectedCallback() {
    this.end?.();
  }

  draw() {
    document.title = t("web.title");
    this.replaceChildren(...this.content());
  }

  /** @returns {Node[]} */
  content() {
    return [];
  }
}

/**
 * A page with a way home on top.
 * @param {string} title
 * @param {Node[]} content
 */
export function framed(title, ...content) {
  const home = el(
    "a",
    { class: "home-link", attrs: { href: "/", "aria-label": t("ui.menu.home") } },
    icon("crown"),
  );
  return el(
    "main",
    { class: "page" },
    el("header", { class: "page-head" }, home, el("h1", { text: title })),
    ...content,
  );
}

/** The style sheets that are there, or on their way. @type {Map<string, Promise<void>>} */
const sheets = new Map();

/**
 * Load a style sheet that only some pages need, once.
 * @param {string} name
 * @returns {Promise<void>}  fulfilled once it is there
 */
export function sheet(name) {
  const coming = sheets.get(name) ?? fetchSheet(name);
  sheets.set(name, coming);
  // What did not come may come the next time.
  coming.catch(() => sheets.delete(name));
  return coming;
}

/**
 * @param {string} name
 * @returns {Promise<void>}
 */
function fetchSheet(name) {
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = new URL(`../css/${name}.css`, import.meta.url).href;
  return new Promise((done, failed) => {
    link.addEventListener("load", () => done());
    link.addEventListener("error", () => failed(new Error(link.href)));
    document.head.append(link);
  });
}

/**
 * Looking rules up without leaving the game: the book is fetched when first needed.
 * @param {HTMLElement} root  where the dialog goes
 * @returns {(rules: string[]) => Promise<void>}
 */
export function makeLookUp(root) {
  /** @type {import("../view/rulebook/dialog.js").RuleDialog | null} */
  let dialog = null;
  return async (rules) => {
    const [{ RuleDialog }, { rulebook }] = await Promise.all([
      import("../view/rulebook/dialog.js"),
      import("../net/book.js"),
    ]);
    if (!dialog) {
      dialog = new RuleDialog(() => rulebook(language()));
      root.append(dialog.root);
    }
    await dialog.show(rules);
  };
}

/**
 * What there is instead of a page that cannot be shown: what is wrong, and what to do.
 * @param {unknown} problem
 */
export function refusalPanel(problem) {
  if (!(problem instanceof Refused)) throw problem;
  const gone = problem.problem.code === "web.unreachable";
  return problemPanel(problem.problem, { retry: gone ? () => location.reload() : null });
}
