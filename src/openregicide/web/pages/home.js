// @ts-check
/** The home page: play now, play together, or resume a game. */

import { heldSeats, recall } from "../device.js";
import { language, t } from "../i18n.js";
import { keepRulebook } from "../net/book.js";
import { go } from "../router.js";
import { playableBots, startGame, usualBot } from "../start.js";
import { picture } from "../view/parts/card.js";
import { button, el, icon, setAttrs } from "../view/parts/dom.js";
import { segments } from "../view/parts/fields.js";
import { HelpDialog } from "../view/rulebook/help.js";
import { toast } from "../view/parts/toast.js";
import { strengthName } from "../words/seats.js";
import { cardName } from "../words/cards.js";
import { finishedLessons } from "../progress.js";
import { PlainPage } from "./page.js";

/** The rest is under history. */
const MOST_RESUMED = 4;

/** What a device keeps that has something to come back to. */
const REASONS = ["regicide.days", "regicide.merits"];

class HomePage extends PlainPage {
  players = 2;
  bot = "";
  /** @type {readonly string[]} */
  bots = [];
  strengths = this.strengthChoice();

  content() {
    const help = new HelpDialog();
    const resume = el("section", { class: "resume" });
    resume.hidden = true;
    offerToGoOn(resume);
    const offer = el("section", { class: "resume" });
    const reasons = el("section", { class: "reasons-home" });
    offer.hidden = true;
    reasons.hidden = true;
    giveReasons(offer, reasons);
    return [
      el(
        "main",
        { class: "home" },
        hero(),
        el("div", { class: "doors" }, resume, offer, this.alone(), this.withBots(), together(), join()),
        reasons,
        tiles(),
        footer(() => help.show()),
      ),
      help.root,
    ];
  }

  connectedCallback() {
    super.connectedCallback();
    playableBots().then(
      (bots) => {
        this.bots = bots;
        this.bot = usualBot(bots);
        this.showStrengths();
      },
      () => {},
    );
    // Most users go to a table next: its modules come while they look around.
    requestAnimationFrame(() => setTimeout(() => import("./table.js").catch(() => {})));
    this.endKeeping = keepRulebook(language);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.endKeeping?.();
  }

  alone() {
    const start = button("go big", () => startGame(1, "", start), t("ui.home.play"));
    setAttrs(start, { "aria-label": playOf(t("ui.home.alone")) });
    return door("person", t("ui.home.alone"), t("ui.home.alone.about"), start);
  }

  withBots() {
    const counts = [2, 3, 4].map(
      (count) => /** @type {[string, string]} */ ([String(count), String(count)]),
    );
    const start = button("go", () => startGame(this.players, this.bot, start), t("ui.home.play"));
    setAttrs(start, { "aria-label": playOf(t("ui.home.bots")) });
    return door(
      "bot",
      t("ui.home.bots"),
      t("ui.home.bots.about"),
      el(
        "div",
        { class: "picks" },
        el("span", { class: "soft", text: t("ui.home.players") }),
        segments(
          t("ui.home.players"),
          counts,
          String(this.players),
          (value) => (this.players = Number(value)),
        ),
        el("span", { class: "soft", text: t("ui.home.strength") }),
        this.showStrengths(),
      ),
      start,
    );
  }

  showStrengths() {
    const choice = this.strengthChoice();
    this.strengths.replaceWith(choice);
    return (this.strengths = choice);
  }

  strengthChoice() {
    const named = this.bots.map((spec) => /** @type {const} */ ([spec, strengthName(spec)]));
    return segments(t("ui.home.strength"), named, this.bot, (value) => (this.bot = value));
  }
}

/**
 * The games of this device that still run, once the page is there.
 * @param {HTMLElement} section
 */
async function offerToGoOn(section) {
  if (!heldSeats().some(({ away }) => !away)) return;
  const { unfinishedList } = await import("./unfinished.js");
  const list = await unfinishedList({ away: false, most: MOST_RESUMED });
  if (!list) return;
  section.replaceChildren(el("h2", { text: t("unfinished.title") }), list);
  section.hidden = false;
}

/**
 * What a device that has played finds here, once the page is there.
 * @param {HTMLElement} offer  on top
 * @param {HTMLElement} reasons  below the doors
 */
async function giveReasons(offer, reasons) {
  if (!REASONS.some((key) => recall(key))) return;
  const { atHome } = await import("./reasons.js");
  const parts = atHome();
  offer.replaceChildren(...parts.offer);
  offer.hidden = parts.offer.length === 0;
  reasons.replaceChildren(...parts.done);
  reasons.hidden = parts.done.length === 0;
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
      el("p", { text: t("ui.home.about") }),
      // A user who has finished a lesson knows where to find them.
      finishedLessons().length
        ? null
        : el("a", { class: "to-course", text: t("learn.home"), attrs: { href: "/learn" } }),
    ),
  );
}

/**
 * The name of a button that says only "Play": what is played is said above it.
 * @param {string} what
 */
function playOf(what) {
  return `${t("ui.home.play")}: ${what}`;
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
    t("ui.home.together"),
    t("ui.home.together.about"),
    el(
      "div",
      { class: "row wrap" },
      el("a", { class: "go", text: t("ui.home.new"), attrs: { href: "/new" } }),
      el("a", { class: "quiet", text: t("ui.home.lobby"), attrs: { href: "/lobby" } }),
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
      "aria-label": t("ui.home.code"),
    },
  });
  const form = el(
    "form",
    { class: "inline" },
    code,
    el("button", { class: "quiet", text: t("ui.home.join") }),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const found = codeIn(code.value);
    if (found) go(`/t/${found}`);
    else toast(t("ui.home.code_wrong"), "bad");
  });
  return door("link", t("ui.home.invited"), t("ui.home.invited.about"), form);
}

/**
 * The table's code in a pasted text: the code itself, or a link.
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

/** What there is beside games with others. */
function tiles() {
  return el(
    "nav",
    { class: "tiles", attrs: { "aria-label": t("ui.home.more") } },
    tile("lamp", "/learn", t("ui.home.learn"), t("ui.home.learn.about")),
    tile("crown", "/daily", t("ui.home.daily"), t("ui.home.daily.about")),
    tile("shield", "/companion", t("ui.home.companion"), t("ui.home.companion.about")),
  );
}

/**
 * @param {string} sign
 * @param {string} href
 * @param {string} title
 * @param {string} about
 */
function tile(sign, href, title, about) {
  return el(
    "a",
    { class: "tile", attrs: { href, "aria-label": title, "aria-description": about } },
    icon(sign),
    el("b", { text: title }),
    el("span", { class: "soft", text: about }),
  );
}

/** @param {() => void} help */
function footer(help) {
  return el(
    "footer",
    { class: "home-foot" },
    el(
      "nav",
      {},
      el("a", { text: t("rules.book"), attrs: { href: "/rules" } }),
      el("a", { text: t("ui.home.history"), attrs: { href: "/history" } }),
      button("link", help, t("ui.help")),
      el("a", { text: t("web.settings"), attrs: { href: "/settings" } }),
    ),
    el("p", { class: "soft", text: t("ui.home.credit") }),
  );
}

customElements.define("home-page", HomePage);
