// @ts-check
/** A new table: how many, who, and by which rules. */

import { t } from "../i18n.js";
import { change, settings } from "../settings.js";
import { openTable, playableBots } from "../start.js";
import { button, el, icon } from "../view/parts/dom.js";
import { choice, labelled, segments } from "../view/parts/fields.js";
import { makeOptions } from "../view/parts/options.js";
import { botName } from "../words/seats.js";
import { PlainPage, framed } from "./page.js";

/** @typedef {import("../types/protocol").TableSettings} TableSettings */

class SetupPage extends PlainPage {
  /** @type {TableSettings} */
  table = { rules: { players: 2 } };
  /** @type {Record<string, string>} */
  bots = {};
  /** @type {readonly string[]} */
  offered = [];

  chairsSlot = el("div");
  optionsSlot = el("div");

  connectedCallback() {
    super.connectedCallback();
    playableBots().then(
      (bots) => {
        this.offered = bots;
        this.chairsSlot.replaceChildren(this.chairs());
      },
      () => {},
    );
  }

  content() {
    const name = el("input", { attrs: { maxlength: "24", autocomplete: "nickname" } });
    name.value = settings().name;
    name.placeholder = t("ui.name.example");
    name.addEventListener("change", () => change({ name: name.value.trim() }));
    const make = button("go big", () => this.make(make), t("web.setup.make"));
    const counts = ["1", "2", "3", "4"].map((text) => /** @type {const} */ ([text, text]));
    const now = String(this.table.rules.players);
    const players = segments(t("ui.home.players"), counts, now, (value) =>
      this.seat(Number(value)),
    );
    this.seat(this.table.rules.players);
    return [
      framed(
        t("ui.home.new"),
        el(
          "section",
          { class: "card-panel" },
          labelled(t("ui.name"), t("ui.name.about"), name),
          labelled(t("ui.home.players"), t("web.setup.players.about"), players),
          this.chairsSlot,
        ),
        el("section", { class: "card-panel" }, this.optionsSlot),
        el("div", { class: "row end" }, make),
      ),
    ];
  }

  /** @param {HTMLButtonElement} pressed */
  make(pressed) {
    return openTable({ settings: this.table, bots: this.bots }, pressed);
  }

  /**
   * Another number of players has other chairs, and the rulebook's own numbers for it.
   * @param {number} players
   */
  seat(players) {
    if (players !== this.table.rules.players) {
      const own = { flips: null, jesters: null, hand_limit: null };
      this.table = { ...this.table, rules: { ...this.table.rules, ...own, players } };
      this.bots = {};
    }
    this.chairsSlot.replaceChildren(this.chairs());
    this.optionsSlot.replaceChildren(makeOptions(this.table, (changed) => (this.table = changed)));
  }

  chairs() {
    const count = this.table.rules.players;
    const items = Array.from({ length: count }, (_, seat) => {
      if (seat === 0)
        return el("li", { class: "chair person" }, icon("person"), el("b", { text: t("ui.you") }));
      const options = [
        ["", t("ui.seat.person")],
        ...this.offered.map((spec) => [spec, botName(spec)]),
      ];
      const select = choice(
        /** @type {[string, string][]} */ (options),
        this.bots[seat] ?? "",
        (spec) => {
          if (spec) this.bots[seat] = spec;
          else delete this.bots[seat];
        },
      );
      select.setAttribute("aria-label", t("ui.seat.choose", { number: seat + 1 }));
      return el(
        "li",
        { class: "chair" },
        icon("people"),
        el("b", { text: t("ui.seat.number", { number: seat + 1 }) }),
        select,
      );
    });
    return el("ol", { class: "chairs" }, ...items);
  }
}

customElements.define("setup-page", SetupPage);
