// @ts-check
/** The game on one page, and the keys. */

import { t } from "../../i18n.js";
import { SHOWN_SUITS } from "../../store/cards.js";
import { powerText, suitName } from "../../words/cards.js";
import { rulesInForce } from "../../words/options.js";
import { sentence } from "../../i18n.js";
import { Dialog } from "../parts/dialog.js";
import { el, icon } from "../parts/dom.js";
import { ruleLink } from "../parts/rule_link.js";

/** @typedef {import("../../types/companion").Rules} Rules */

export class HelpDialog extends Dialog {
  constructor() {
    super("wide help");
  }

  /** @param {Rules | null} [rules]  of the table, if there is one */
  show(rules = null) {
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
      t("ui.help.step1"),
      t("ui.help.step2"),
      t("ui.help.step3"),
      t("ui.help.step4"),
    ];
    const facts = [t("ui.help.immune"), t("ui.help.exact")];
    const general = [
      t("ui.help.sets"),
      t("ui.help.jester"),
      t("ui.help.yield"),
      t("ui.help.solo"),
    ];
    this.fill(
      t("ui.help"),
      el("p", { text: t("ui.help.goal") }),
      el("h3", { text: t("ui.help.turn") }),
      el("ol", { class: "steps" }, ...steps.map((text) => el("li", { text }))),
      el("h3", { text: t("ui.help.powers") }),
      el("ul", { class: "powers" }, ...powers),
      el("h3", { text: t("ui.help.more") }),
      list(rules ? facts : [...facts, ...general]),
      ...(rules ? [el("h3", { text: t("ui.help.here") }), list(rulesInForce(rules))] : []),
      el("p", {}, ruleLink("", t("rules.book.open"))),
      el("h3", { text: t("ui.help.keys") }),
      el(
        "dl",
        { class: "keys" },
        ...[...keysFor(rules)].flatMap(([key, does]) => [
          el("dt", { text: key }),
          el("dd", { text: does }),
        ]),
      ),
    );
    this.open();
  }
}

/** @param {readonly string[]} facts */
function list(facts) {
  return el("ul", { class: "facts-list" }, ...facts.map((text) => el("li", { text })));
}

/**
 * What each key does, but for those that are of no use at this table.
 * @param {Rules | null} rules
 */
function keysFor(rules) {
  const keys = new Map([
    ["1–9 0 - =", t("ui.keys.digits")],
    ["← →", t("ui.keys.arrows")],
    ["Enter", t("ui.keys.enter")],
    ["Esc", t("ui.keys.escape")],
    ["Y", t("ui.keys.y")],
    ["J", t("ui.keys.j")],
    ["S", t("ui.keys.s")],
    ["H", t("learn.keys.h")],
    ["U", t("ui.keys.u")],
    ["L", t("ui.keys.l")],
    ["?", t("ui.keys.help")],
  ]);
  if (rules?.players === 1 && !rules.solo_yield) keys.delete("Y");
  if (rules && !rules.flips) keys.delete("J");
  return keys;
}
