// @ts-check
/** The front door: play now, play together, or go on where you were. */

import { heldSeats, forgetSeat } from "../device.js";
import { t } from "../i18n.js";
import { Refused, tableInfo } from "../net/http.js";
import { ROUTES, go } from "../router.js";
import { startGame } from "../start.js";
import { picture } from "../view/card.js";
import { button, el, icon } from "../view/dom.js";
import { segments } from "../view/fields.js";
import { HelpDialog } from "../view/help.js";
import { toast } from "../view/toast.js";
import { BOT_SPECS } from "../view/waiting.js";
import { seatName, strengthName } from "../words/seats.js";
import { cardName } from "../words/cards.js";
import { PlainPage } from "./page.js";

/** Doors that open once their page exists. */
const LATER = /** @type {const} */ (["daily", "learn", "companion", "history"]);
const MOST_RESUMED = 3;

/** The table is where everybody goes next: fetch it while they look around. */
const FETCH_TABLE_AFTER = 1500;

class HomePage extends PlainPage {
  players = 2;
  bot = "policy";

  content() {
    const help = new HelpDialog();
    const resume = el("section", { class: "resume" });
    resume.hidden = true;
    this.offerToGoOn(resume);
    return [
      el(
        "main",
        { class: "home" },
        hero(),
        el("div", { class: "doors" }, resume, this.alone(), this.withBots(), together(), join()),
        footer(() => help.show()),
      ),
      help.root,
    ];
  }

  connectedCallback() {
    super.connectedCallback();
    setTimeout(() => ROUTES["table"]?.load().catch(() => {}), FETCH_TABLE_AFTER);
  }

  alone() {
    const start = button("go big", () => startGame(1, "", start), t("web.home.play"));
    return door("person", t("web.home.alone"), t("web.home.alone.about"), start);
  }

  withBots() {
    const counts = [2, 3, 4].map(
      (count) => /** @type {[string, string]} */ ([String(count), String(count)]),
    );
    const strengths = BOT_SPECS.map(
      (spec) => /** @type {[string, string]} */ ([spec, strengthName(spec)]),
    );
    const start = button("go", () => startGame(this.players, this.bot, start), t("web.home.play"));
    return door(
      "bot",
      t("web.home.bots"),
      t("web.home.bots.about"),
      el(
        "div",
        { class: "picks" },
        el("span", { class: "soft", text: t("web.home.players") }),
        segments(
          t("web.home.players"),
          counts,
          String(this.players),
          (value) => (this.players = Number(value)),
        ),
        el("span", { class: "soft", text: t("web.home.strength") }),
        segments(t("web.home.strength"), strengths, this.bot, (value) => (this.bot = value)),
      ),
      start,
    );
  }

  /**
   * Seats of this device whose game still runs.
   * @param {HTMLElement} place
   */
  async offerToGoOn(place) {
    for (const { table } of heldSeats().slice(0, MOST_RESUMED)) {
      try {
        const info = await tableInfo(table);
        if (info.game?.result != null) continue;
        const names = info.seats.map((_, seat) => seatName(info.seats, seat)).join(", ");
        place.append(
          el(
            "a",
            { class: "go resume-link", attrs: { href: `/t/${table}` } },
            icon("crown"),
            el("span", { text: t("web.home.resume", { names }) }),
          ),
        );
        place.hidden = false;
      } catch (problem) {
        if (problem instanceof Refused && problem.problem.code === "table.unknown")
          forgetSeat(table);
      }
    }
  }
}

function hero() {
  const cards = ["JS", "QH", "KC", "AD"].map((card) => picture(card, cardName(card)));
  return el(
    "header",
    { class: "hero" },
    el("div", { class: "fan-of-cards", attrs: { "aria-hidden": "true" } }, ...cards),
    el(
      "div",
      {},
      el("h1", {}, icon("crown"), el("span", { text: t("web.title") })),
      el("p", { text: t("web.home.about") }),
    ),
  );
}

/**
 * @param {string} sign
 * @param {string} title
 * @param {string} about
 * @param {Node[]} content
 */
function door(sign, title, about, ...content) {
  return el(
    "section",
    { class: "door" },
    el("h2", {}, icon(sign), el("span", { text: title })),
    el("p", { class: "soft", text: about }),
    ...content,
  );
}

function together() {
  return door(
    "people",
    t("web.home.together"),
    t("web.home.together.about"),
    el(
      "div",
      { class: "row wrap" },
      el("a", { class: "go", text: t("web.home.new"), attrs: { href: "/new" } }),
      el("a", { class: "quiet", text: t("web.home.lobby"), attrs: { href: "/lobby" } }),
    ),
  );
}

function join() {
  const code = el("input", {
    attrs: {
      autocomplete: "off",
      autocapitalize: "characters",
      spellcheck: "false",
      maxlength: "200",
      placeholder: "ABCDE-FGHJK",
      "aria-label": t("web.home.code"),
    },
  });
  const form = el(
    "form",
    { class: "inline" },
    code,
    el("button", { class: "quiet", text: t("web.home.join") }),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const found = codeIn(code.value);
    if (found) go(`/t/${found}`);
    else toast(t("web.home.code_wrong"), "bad");
  });
  return door("link", t("web.home.invited"), t("web.home.invited.about"), form);
}

/**
 * The table's code in whatever somebody pasted: the code itself, or a link.
 * @param {string} text
 */
function codeIn(text) {
  const plain = text
    .trim()
    .replace(/^.*\/t\//, "")
    .replace(/[#?].*$/, "")
    .replace(/[\s-]/g, "");
  return /^[A-Za-z0-9]{10}$/.test(plain) ? plain.toUpperCase() : null;
}

/** @param {() => void} help */
function footer(help) {
  const words = {
    daily: t("web.home.daily"),
    learn: t("web.home.learn"),
    companion: t("web.home.companion"),
    history: t("web.home.history"),
  };
  const doors = LATER.filter((name) => name in ROUTES).map((name) =>
    el("a", { text: words[name], attrs: { href: `/${name}` } }),
  );
  return el(
    "footer",
    { class: "home-foot" },
    el(
      "nav",
      {},
      ...doors,
      button("link", help, t("web.help")),
      el("a", { text: t("web.settings"), attrs: { href: "/settings" } }),
    ),
    el("p", { class: "soft", text: t("web.home.credit") }),
  );
}

customElements.define("home-page", HomePage);
