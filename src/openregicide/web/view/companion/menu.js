// @ts-check
/** What is needed now and then: help, corrections, another game. */

import { t } from "../../i18n.js";
import { Dialog } from "../parts/dialog.js";
import { button, el } from "../parts/dom.js";
import { choice, labelled } from "../parts/fields.js";
import { rulesText } from "../../words/options.js";
import { confirmField } from "./setup.js";

/** @typedef {import("../../types/companion").Action} Action */
/** @typedef {import("../../types/companion").Setup} Setup */
/** @typedef {import("./scene.js").Scene} Scene */

/**
 * @typedef {object} Wishes
 * @property {() => void} help
 * @property {() => void} begin  another game
 * @property {(action: Action) => void} act
 */

export class CompanionMenu extends Dialog {
  /** @param {Wishes} wishes */
  constructor(wishes) {
    super("menu");
    this.wishes = wishes;
  }

  /**
   * @param {Scene} scene
   * @param {Setup} setup
   */
  show(scene, setup) {
    const { state } = scene;
    const counts = state.hands && state.phase !== "over";
    this.fill(
      t("ui.menu"),
      el(
        "div",
        { class: "items" },
        button("quiet", () => this.instead(this.wishes.help), t("ui.menu.help")),
        ...(counts
          ? [button("quiet", () => this.recount(scene), t("companion.recount"))]
          : []),
        button("quiet", () => this.askForNew(scene), t("companion.new")),
      ),
      confirmField(),
      el("p", { class: "soft", text: rulesText({ rules: setup.options }) }),
    );
    this.open();
  }

  /** @param {Scene} scene */
  recount({ state, names }) {
    const { hands, rules } = state;
    const counts = Array.from({ length: rules.hand_limit + 1 }, (_, count) => String(count));
    const fields = names.map((name, seat) =>
      labelled(
        name,
        "",
        choice(
          counts.map((text) => /** @type {[string, string]} */ ([text, text])),
          String(hands?.[seat] ?? 0),
          (text) => this.wishes.act({ kind: "recount", seat, count: Number(text) }),
        ),
      ),
    );
    this.fill(
      t("companion.recount"),
      el("p", { class: "soft", text: t("companion.recount.about") }),
      el("div", { class: "form" }, ...fields),
    );
  }

  /**
   * An unfinished game is not thrown away without asking.
   * @param {Scene} scene
   */
  askForNew({ state }) {
    if (state.phase === "over" || !state.enemy) {
      this.instead(this.wishes.begin);
      return;
    }
    this.fill(
      t("companion.new"),
      el("p", { text: t("companion.new.about") }),
      el(
        "div",
        { class: "row end wrap" },
        button("quiet", () => this.close(), t("ui.clear")),
        button("go", () => this.instead(this.wishes.begin), t("companion.new")),
      ),
    );
  }

  /** @param {() => void} then */
  instead(then) {
    this.close();
    then();
  }
}
