// @ts-check
/** The daily deal: today's try, the leaderboards, and the days before. */

import { deviceSecret } from "../device.js";
import { language, t } from "../i18n.js";
import { Refused, dailyDeal } from "../net/http.js";
import { openDaily, playableBots, usualBot } from "../start.js";
import { ownResult } from "../store/days.js";
import { makeLeaderboards } from "../view/daily/leaderboard.js";
import { makeOwnResult, makePar } from "../view/daily/facts.js";
import { button, el, icon, setText } from "../view/parts/dom.js";
import { segments } from "../view/parts/fields.js";
import { toast } from "../view/parts/toast.js";
import { dayText, leaderboardPath, spanText } from "../words/daily.js";
import { problemText } from "../words/problems.js";
import { strengthName } from "../words/seats.js";
import { PlainPage, framed } from "./page.js";

/** @typedef {import("../types/protocol").Daily} Daily */

/** How long the strong bot is given before we ask again what it has reached. */
const PAR_MS = 6000;

const COUNTS = ["1", "2", "3", "4"];

class DailyPage extends PlainPage {
  players = 1;
  /** @type {string | null} an earlier day; `null` is today */
  day = null;
  /** @type {Daily | null} */
  daily = null;
  problem = "";
  /** @type {"kept" | "unseen" | "changed"} whether the deal is the one announced the day before */
  promise = "unseen";
  /** @type {readonly string[]} */
  bots = [];
  bot = "";
  /** @type {typeof import("./reasons.js") | null} */
  reasons = null;
  /** Between the server's clock and ours, in seconds. */
  ahead = 0;
  renewing = false;
  left = el("time", { class: "left", attrs: { role: "timer" } });

  connectedCallback() {
    const asked = new URLSearchParams(location.search);
    const players = asked.get("players") ?? "1";
    this.players = COUNTS.includes(players) ? Number(players) : 1;
    this.day = asked.get("day");
    super.connectedCallback();
    this.load();
    this.ticking = setInterval(() => this.tick(), 1000);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearInterval(this.ticking);
    clearTimeout(this.waiting);
  }

  async load() {
    const { players, day } = this;
    try {
      const [daily, bots] = await Promise.all([
        dailyDeal(day, players, deviceSecret()),
        playableBots(),
      ]);
      // The user may have chosen another leaderboard meanwhile.
      if (players !== this.players || day !== this.day) return;
      this.daily = daily;
      this.bots = bots;
      this.bot ||= usualBot(bots);
      this.ahead = daily.now - Date.now() / 1000;
      // Without it there is no calendar, but a day to play all the same.
      this.reasons = await import("./reasons.js").catch(() => null);
      this.reasons?.seeDay(daily);
      await this.compare(daily);
      this.problem = "";
    } catch (problem) {
      if (!(problem instanceof Refused)) throw problem;
      this.daily = null;
      this.problem = problemText(problem.problem);
    }
    this.draw();
    this.awaitPar();
  }

  /** While the strong bot still plays the deal, ask again in a while. */
  awaitPar() {
    clearTimeout(this.waiting);
    if (this.daily?.par_coming) this.waiting = setTimeout(() => this.askPar(), PAR_MS);
  }

  async askPar() {
    const { players, day } = this;
    const daily = await dailyDeal(day, players, deviceSecret()).catch(() => null);
    if (!this.isConnected || players !== this.players || day !== this.day) return;
    // Until there is something new, the page stays as it is, focus and all.
    if (daily && !daily.par_coming) {
      this.daily = daily;
      this.reasons?.seeDay(daily);
      this.draw();
    }
    this.awaitPar();
  }

  /**
   * Remember what is promised for tomorrow, and compare today's deal with what was.
   * @param {Daily} daily
   */
  async compare({ day, today, players, seed_hash, tomorrow }) {
    const { keepPromise, keptPromise, nextDay } = await import("../fairness/keeping.js");
    const after = nextDay(day);
    if (today) tomorrow.forEach((hash, index) => keepPromise(after, index + 1, hash));
    const promised = keptPromise(day, players);
    this.promise = promised === null ? "unseen" : promised === seed_hash ? "kept" : "changed";
    if (this.promise === "changed") toast(t("web.fair.promise.changed"), "bad");
  }

  draw() {
    const choosing = this.querySelector(".picks")?.contains(document.activeElement);
    super.draw();
    if (!choosing) return;
    const chosen = this.querySelector(".picks :checked");
    if (chosen instanceof HTMLElement) chosen.focus();
  }

  /** Count down; a new day brings a new deal. */
  tick() {
    if (!this.daily) return;
    const left = this.daily.next_at - Date.now() / 1000 - this.ahead;
    setText(this.left, t("daily.next", { time: spanText(left) }));
    if (left > 0 || document.hidden || this.renewing) return;
    this.renewing = true;
    this.load().finally(() => (this.renewing = false));
  }

  /** @param {number} players */
  choose(players) {
    this.players = players;
    const address = this.day ? leaderboardPath(this.day, players) : `/daily?players=${players}`;
    history.replaceState(history.state, "", address);
    this.load();
  }

  content() {
    const counts = COUNTS.map((text) => /** @type {const} */ ([text, text]));
    const now = String(this.players);
    const players = segments(t("ui.home.players"), counts, now, (value) =>
      this.choose(Number(value)),
    );
    const wrong = el("p", { class: "bad", text: this.problem });
    const again = button("go", () => this.load(), t("web.again"));
    const below = this.daily ? this.parts(this.daily) : this.problem ? [wrong, again] : [];
    return [
      framed(
        t("ui.home.daily"),
        el("p", { class: "soft", text: t("daily.about") }),
        el(
          "div",
          { class: "picks" },
          el("span", { class: "soft", text: t("ui.home.players") }),
          players,
        ),
        ...below,
      ),
    ];
  }

  /** @param {Daily} daily */
  parts(daily) {
    this.tick();
    const parts = [
      el(
        "section",
        { class: "card-panel deal" },
        el("h2", { text: dayText(daily.day) }),
        daily.today ? this.left : null,
        ...this.own(daily),
      ),
      makeLeaderboards(daily),
      otherDays(daily),
      this.reasons ? el("section", { class: "card-panel" }, this.reasons.calendar()) : null,
      how(daily, this.promise),
    ];
    return parts.filter((part) => part !== null);
  }

  /**
   * What the user may do with this deal, or has done.
   * @param {Daily} daily
   * @returns {Node[]}
   */
  own(daily) {
    const { tried, today } = daily;
    const own = ownResult(daily);
    if (tried?.ranked && !tried.over) return goOn(tried.table);
    const result = own
      ? [makeOwnResult(daily, own)]
      : tried
        ? [el("p", { text: tried.ranked ? t("daily.late") : t("daily.spent") })]
        : [makePar(daily, null)].filter((part) => part !== null);
    return today ? [...result, ...this.start(daily)] : result;
  }

  /**
   * @param {Daily} daily
   * @returns {Node[]}
   */
  start({ players, tried }) {
    const words = tried
      ? [el("h3", { text: t("daily.again") })]
      : [
          el("h3", {}, icon("crown"), el("span", { text: t("daily.ranked") })),
          el("p", { class: "soft", text: t("daily.ranked.about") }),
        ];
    const look = tried ? "quiet" : "go big";
    if (players === 1) {
      const play = button(look, () => openDaily(1, null, play), t("ui.home.play"));
      return [...words, play];
    }
    if (!tried) words.push(el("p", { class: "soft", text: t("daily.together.about") }));
    return [...words, this.company(players, look)];
  }

  /**
   * Friends, or bots of a strength.
   * @param {number} players
   * @param {string} look
   */
  company(players, look) {
    const friends = button(look, () => openDaily(players, null, friends), t("daily.friends"));
    const bots = button("quiet", () => openDaily(players, this.bot, bots), t("daily.bots"));
    const strengths = this.bots.map((spec) => /** @type {const} */ ([spec, strengthName(spec)]));
    return el(
      "div",
      { class: "company" },
      friends,
      el(
        "div",
        { class: "row wrap" },
        segments(t("ui.home.strength"), strengths, this.bot, (value) => (this.bot = value)),
        bots,
      ),
    );
  }
}

/**
 * A ranked game that waits to be finished.
 * @param {string} table
 */
function goOn(table) {
  const link = el(
    "a",
    { class: "go big", attrs: { href: `/t/${table}` } },
    icon("play"),
    el("span", { text: t("daily.go_on") }),
  );
  return [el("p", { text: t("daily.running") }), link];
}

/**
 * The leaderboards of other days.
 * @param {Daily} daily
 */
function otherDays({ before, after, players, today }) {
  const earlier = before
    ? el(
        "a",
        {
          class: "quiet",
          attrs: { href: leaderboardPath(before, players), "aria-label": dayText(before) },
        },
        icon("backward"),
        el("span", { text: dayText(before, "short") }),
      )
    : null;
  const later = today
    ? null
    : el("a", {
        class: "quiet",
        text: t("daily.today"),
        attrs: { href: `/daily?players=${players}` },
      });
  const next =
    after && !today
      ? el(
          "a",
          {
            class: "quiet",
            attrs: { href: leaderboardPath(after, players), "aria-label": dayText(after) },
          },
          el("span", { text: dayText(after, "short") }),
          icon("forward"),
        )
      : null;
  return el("nav", { class: "row wrap days" }, earlier, next, later);
}

/**
 * The rules of the leaderboard, and what can be checked.
 * @param {Daily} daily
 * @param {"kept" | "unseen" | "changed"} promise
 */
function how({ next_at, seed, seed_hash }, promise) {
  const style = /** @type {const} */ ({ timeStyle: "short" });
  const time = new Intl.DateTimeFormat(language(), style).format(new Date(next_at * 1000));
  const rules = [
    t("daily.how.order"),
    t("daily.how.try"),
    t("daily.how.bots"),
    t("daily.how.day", { time }),
    t("daily.how.late"),
  ];
  return el(
    "details",
    { class: "checks" },
    el("summary", { text: t("daily.how") }),
    el("ul", {}, ...rules.map((text) => el("li", { text }))),
    seed
      ? el("p", { class: "hash", text: t("ui.result.seed", { seed }) })
      : el("p", { class: "soft", text: t("daily.sealed") }),
    el("p", { class: "hash", text: t("ui.menu.seed_hash", { hash: seed_hash }) }),
    el("p", {
      class: { kept: "good", unseen: "soft", changed: "bad" }[promise],
      text: t(`web.fair.promise.${promise}`),
    }),
  );
}

customElements.define("daily-page", DailyPage);
