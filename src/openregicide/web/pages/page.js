// @ts-check
/** What the pages away from the table have in common: a frame, and words that can change. */

import { onLanguage, t } from "../i18n.js";
import { el, icon } from "../view/parts/dom.js";

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
