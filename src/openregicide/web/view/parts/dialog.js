// @ts-check
/** A dialog with a title and a way out. */

import { t } from "../../i18n.js";
import { button, el, setAttrs, setText } from "./dom.js";
import { raiseToasts } from "./toast.js";

export class Dialog {
  /** @param {string} [look]  class */
  constructor(look = "") {
    this.title = el("h2");
    this.body = el("div", { class: "body", attrs: { tabindex: "0" } });
    this.exit = button("close", () => this.root.close(), "×");
    this.root = el(
      "dialog",
      { class: look },
      el("div", { class: "head" }, this.title, this.exit),
      this.body,
    );
    this.root.addEventListener("click", (event) => {
      // The backdrop belongs to the dialog itself; a tap there means "away with it".
      if (event.target === this.root) this.root.close();
    });
  }

  /**
   * @param {string} title
   * @param {Node[]} content
   */
  fill(title, ...content) {
    setText(this.title, title);
    setAttrs(this.exit, { "aria-label": t("ui.close") });
    setAttrs(this.root, { "aria-label": title });
    this.body.replaceChildren(...content);
  }

  open() {
    if (this.root.open) return;
    this.root.showModal();
    raiseToasts();
  }

  close() {
    this.root.close();
  }
}
