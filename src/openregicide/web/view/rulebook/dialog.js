// @ts-check
/** Rules beside the game: those behind a line of the log, with a way into the whole book. */

import { t } from "../../i18n.js";
import { sectionOf } from "../../store/book.js";
import { sectionView } from "./sections.js";
import { Dialog } from "../parts/dialog.js";
import { el } from "../parts/dom.js";
import { ruleLink } from "../parts/rule_link.js";

/** @typedef {import("../../net/book.js").Rulebook} Rulebook */

export class RuleDialog extends Dialog {
  /** @param {() => Promise<Rulebook>} read */
  constructor(read) {
    super("wide rules-dialog");
    this.read = read;
    // A link within a rule leads to another rule, here as well.
    this.body.addEventListener("click", (event) => {
      const link = event.target instanceof Element ? event.target.closest("a") : null;
      const path = link && !link.target ? /^\/rules\/(\w+)$/.exec(link.pathname) : null;
      if (!path?.[1]) return;
      event.preventDefault();
      event.stopPropagation();
      this.show([path[1]]);
    });
  }

  /** @param {string[]} names  of rules */
  async show(names) {
    this.fill(names.join(" · "), el("p", { class: "soft", text: "…" }));
    this.open();
    try {
      const { words, examples } = await this.read();
      const sections = names.flatMap((name) => sectionOf(words, name) ?? []);
      this.fill(
        names.join(" · "),
        ...sections.map((section) => sectionView(section, examples)),
        el("p", { class: "row end" }, ruleLink(names[0] ?? "", t("rules.book.open"))),
      );
      this.body.scrollTop = 0;
    } catch {
      this.fill(names.join(" · "), el("p", { text: t("web.unreachable") }));
    }
  }
}
