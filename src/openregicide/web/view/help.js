// @ts-check
/** The game on one page, and the keys. */

import { t } from "../i18n.js";
import { SHOWN_SUITS } from "../store/cards.js";
import { powerText, suitName } from "../words/cards.js";
import { sentence } from "../i18n.js";
import { Dialog } from "./dialog.js";
import { el, icon } from "./dom.js";
import { ruleLink } from "./rule_link.js";

export class HelpDialog extends Dialog {
  constructor() {
    super("wide help");
  }

  show() {
    const powers = SHOWN_SUITS.map((suit) =>
      el(
        "li",
        { class: `power-line suit-${suit}` },
        icon(suit),
        el("b", { text: sentence(suitName(suit)) }),
        el("span", { text: powerText(suit) }),
      ),
    );
    const steps = [
      t("web.help.step1"),
      t("web.help.step2"),
      t("web.help.step3"),
      t("web.help.step4"),
    ];
    const facts = [
      t("web.help.sets"),
      t("web.help.immune"),
      t("web.help.exact"),
      t("web.help.jester"),
      t("web.help.yield"),
      t("web.help.solo"),
    ];
    const keys = [
      [t("web.keys.digits_name"), t("web.keys.digits")],
      ["Enter", t("web.keys.enter")],
      ["Esc", t("web.keys.escape")],
      ["Y", t("web.keys.y")],
      ["J", t("web.keys.j")],
      ["S", t("web.keys.s")],
      ["H", t("learn.keys.h")],
      ["L", t("web.keys.l")],
      ["?", t("web.keys.help")],
    ];
    this.fill(
      t("web.help"),
      el("p", { text: t("web.help.goal") }),
      el("h3", { text: t("web.help.turn") }),
      el("ol", { class: "steps" }, ...steps.map((text) => el("li", { text }))),
      el("h3", { text: t("web.help.powers") }),
      el("ul", { class: "powers" }, ...powers),
      el("h3", { text: t("web.help.more") }),
      el("ul", { class: "facts-list" }, ...facts.map((text) => el("li", { text }))),
      el("p", {}, ruleLink("", t("rules.book.open"))),
      el("h3", { text: t("web.help.keys") }),
      el(
        "dl",
        { class: "keys" },
        ...keys.flatMap(([key, does]) => [
          el("dt", { text: key ?? "" }),
          el("dd", { text: does ?? "" }),
        ]),
      ),
    );
    this.open();
  }
}
