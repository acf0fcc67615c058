// @ts-check
/** What this device has played: the numbers, and every game to be watched again. */

import { deviceSecret } from "../device.js";
import { t } from "../i18n.js";
import { Refused, deviceGames, deviceStatistics } from "../net/http.js";
import { startGame } from "../start.js";
import { button, el, icon } from "../view/parts/dom.js";
import { killChart, medalChart, totals, winChart } from "../view/history/statistics.js";
import { momentText, outcomeText, playersText } from "../words/games.js";
import { problemText } from "../words/problems.js";
import { PlainPage, framed } from "./page.js";

/** @typedef {import("../types/protocol").GameSummary} GameSummary */
/** @typedef {import("../types/protocol").Statistics} Statistics */

const MOST_UNFINISHED = 30;

class HistoryPage extends PlainPage {
  /** @type {GameSummary[]} */
  games = [];
  /** @type {Statistics[] | null} */
  statistics = null;
  /** @type {string | null} */
  older = null;
  problem = "";

  connectedCallback() {
    super.connectedCallback();
    this.load();
  }

  async load() {
    await this.trying(async () => {
      const device = deviceSecret();
      const [statistics, page] = await Promise.all([
        deviceStatistics(device),
        deviceGames(device, null),
      ]);
      this.statistics = statistics;
      this.games = page.games;
      this.older = page.before;
    });
    this.draw();
  }

  /** Older games. */
  async more() {
    const known = this.games.length;
    await this.trying(async () => {
      const page = await deviceGames(deviceSecret(), this.older);
      this.games = [...this.games, ...page.games];
      this.older = page.before;
    });
    this.draw();
    const next = this.querySelectorAll("a.game")[known];
    if (next instanceof HTMLElement) next.focus();
  }

  /** @param {() => Promise<void>} load */
  async trying(load) {
    try {
      await load();
      this.problem = "";
    } catch (problem) {
      if (!(problem instanceof Refused)) throw problem;
      this.problem = problemText(problem.problem);
    }
  }

  content() {
    return [framed(t("web.history"), ...this.parts())];
  }

  /** @returns {Node[]} */
  parts() {
    const { statistics, games } = this;
    const wrong = this.problem ? [el("p", { class: "bad", text: this.problem })] : [];
    const again = this.problem ? [button("go", () => this.load(), t("web.again"))] : [];
    if (!statistics) return [...wrong, ...again];
    const more = [this.unfinished(), this.achievements()];
    if (!games.length) return [...wrong, nothingYet(), ...more];
    const charts = [winChart(statistics), killChart(games), medalChart(statistics)];
    const older = this.older ? [button("quiet", () => this.more(), t("web.history.more"))] : [];
    return [
      totals(statistics),
      el("div", { class: "charts" }, ...charts),
      el("h2", { text: t("web.history.list") }),
      el("ul", { class: "tables" }, ...games.map(entry)),
      ...wrong,
      ...older,
      ...more,
    ];
  }

  /** What was begun, and what was put away. */
  unfinished() {
    const section = el("section", { class: "unfinished-games" });
    const fill = async () => {
      const { unfinishedList } = await import("./unfinished.js");
      const [begun, away] = await Promise.all(
        [false, true].map((away) => unfinishedList({ away, most: MOST_UNFINISHED })),
      );
      if (begun) section.append(el("h2", { text: t("unfinished.title") }), begun);
      if (away) section.append(el("h2", { text: t("unfinished.put_aside") }), away);
    };
    fill().catch(() => {});
    return section;
  }

  achievements() {
    const section = el("section", { attrs: { id: "achievements", tabindex: "-1" } });
    const fill = async () => {
      const { allBadges } = await import("./reasons.js");
      section.replaceChildren(
        el("h2", { text: t("achievements.title") }),
        el("p", { class: "soft", text: t("achievements.about") }),
        allBadges(),
      );
      if (location.hash === "#achievements") section.scrollIntoView();
    };
    fill().catch(() => {});
    return section;
  }
}

/** For a device that has not played yet: an invitation to. */
function nothingYet() {
  const start = button("go big", () => startGame(1, "", start), t("web.history.first"));
  return el(
    "section",
    { class: "card-panel nothing-yet" },
    icon("crown", "crest"),
    el("p", { text: t("web.history.none") }),
    start,
  );
}

/** @param {GameSummary} game */
function entry(game) {
  const { id, won, medal, mine, ended_at } = game;
  const own = mine === null ? "" : `?seat=${mine}`;
  const who = playersText(game, mine) || t("ui.players", { count: 1 });
  const look = medal === "none" ? (won ? "won" : "lost") : medal;
  return el(
    "li",
    {},
    el(
      "a",
      { class: `card-panel game ${look}`, attrs: { href: `/g/${id}${own}` } },
      icon(medal === "none" ? "crown" : "medal", "sign"),
      el("b", { text: outcomeText(game) }),
      el("small", { text: [who, game.daily && t("ui.home.daily")].filter(Boolean).join(" · ") }),
      el("time", {
        text: momentText(ended_at),
        attrs: { datetime: new Date(ended_at * 1000).toISOString() },
      }),
    ),
  );
}

customElements.define("history-page", HistoryPage);
