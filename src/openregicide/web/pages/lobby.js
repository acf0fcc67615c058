// @ts-check
/** The tables that wait for players. */

import { t } from "../i18n.js";
import { Refused, openTables } from "../net/http.js";
import { el, icon } from "../view/parts/dom.js";
import { rulesText } from "../words/options.js";
import { problemText } from "../words/problems.js";
import { seatName } from "../words/seats.js";
import { PlainPage, framed } from "./page.js";

/** @typedef {import("../types/protocol").TableInfo} TableInfo */

const EVERY = 5000;

class LobbyPage extends PlainPage {
  /** @type {TableInfo[] | null} */
  tables = null;
  problem = "";

  connectedCallback() {
    super.connectedCallback();
    this.load();
    this.loading = setInterval(() => document.hidden || this.load(), EVERY);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearInterval(this.loading);
  }

  async load() {
    const before = JSON.stringify([this.tables, this.problem]);
    try {
      this.tables = await openTables();
      this.problem = "";
    } catch (problem) {
      if (!(problem instanceof Refused)) throw problem;
      this.problem = problemText(problem.problem);
    }
    if (JSON.stringify([this.tables, this.problem]) !== before) this.draw();
  }

  content() {
    const tables = this.tables ?? [];
    const words =
      this.problem || (this.tables && !tables.length ? t("web.lobby.none") : t("web.lobby.about"));
    return [
      framed(
        t("web.lobby"),
        el("p", { class: "soft", text: words }),
        el("ul", { class: "tables" }, ...tables.map(entry)),
        el(
          "div",
          { class: "row wrap" },
          el("a", { class: "go", text: t("ui.home.new"), attrs: { href: "/new" } }),
        ),
      ),
    ];
  }
}

/** @param {TableInfo} table */
function entry(table) {
  const free = table.seats.filter(({ holder }) => holder === "free").length;
  const names = table.seats
    .filter(({ holder }) => holder !== "free")
    .map((info) => seatName(table.seats, table.seats.indexOf(info)));
  return el(
    "li",
    {},
    el(
      "a",
      { class: "card-panel", attrs: { href: `/t/${table.id}` } },
      icon("people"),
      el("b", { text: names.join(", ") }),
      el("small", { text: rulesText(table.settings) }),
      el("i", { text: free ? t("web.lobby.free", { count: free }) : t("web.lobby.watch") }),
    ),
  );
}

customElements.define("lobby-page", LobbyPage);
