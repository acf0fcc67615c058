// @ts-check
/** A finished game, to be watched again from any seat. */

import { deviceSecret } from "../device.js";
import { onLanguage, t } from "../i18n.js";
import { listenToReplayKeys } from "../input/replay_keys.js";
import { Refused, finishedGame, replaySteps } from "../net/http.js";
import { onSettings } from "../settings.js";
import { sound } from "../sound.js";
import { fallsOf, placeOfPly, stateAt } from "../store/replay.js";
import { makeCastle } from "../view/table/castle.js";
import { button, el, icon, setAttrs, setText } from "../view/parts/dom.js";
import { makeEnemy } from "../view/table/enemy.js";
import { FactsDialog, outcomeText } from "../view/replay/facts.js";
import { makeFlips } from "../view/table/flips.js";
import { makeHand } from "../view/table/hand.js";
import { shareLink } from "../view/room/invite.js";
import { makeLog } from "../view/around/log.js";
import { makeLookUp } from "../view/rulebook/look_up.js";
import { look, move } from "../view/table/motion.js";
import { makeOutcome } from "../view/replay/outcome.js";
import { makePiles } from "../view/table/piles.js";
import { makePlayed } from "../view/table/played.js";
import { makePlayer } from "../view/replay/controls.js";
import { problemPanel } from "../view/parts/problem.js";
import { makeSay } from "../view/table/say.js";
import { makeSeats } from "../view/table/seats.js";
import { makeVoice } from "../view/around/voice.js";

/** @typedef {import("../types/protocol").GameSummary} GameSummary */
/** @typedef {import("../types/protocol").Step} Step */
/** @typedef {import("../view/parts/part.js").Part} Part */

/** How long a step stays, in milliseconds, at the plain speed. */
const STEP = 1800;

/** Browsers allow few changes of the address in a row. */
const ADDRESS_AFTER = 400;

class ReplayPage extends HTMLElement {
  /** @type {string[]} */
  params = [];
  name = "";
  /** @type {GameSummary | null} */
  game = null;
  /** @type {Map<number | null, Step[]>} the steps as each seat saw them */
  seen = new Map();
  /** @type {number | null} */
  seat = null;
  place = 0;
  speed = 1;
  running = false;

  connectedCallback() {
    this.name = this.params[0] ?? "";
    this.leaving = new AbortController();
    this.classList.add("board", "replay");
    this.setAttribute("role", "main");
    this.build();
    this.endings = [onLanguage(() => this.render()), onSettings(() => this.render())];
    this.open();
  }

  disconnectedCallback() {
    this.leaving?.abort();
    clearTimeout(this.ticking);
    clearTimeout(this.telling);
    for (const end of this.endings ?? []) end();
  }

  build() {
    const facts = new FactsDialog();
    const log = makeLog(makeLookUp(this));
    const home = el("a", { class: "icon-button", attrs: { href: "/" } }, icon("crown"));
    const title = el("p", { class: "turn-text" });
    const share = button("icon-button", () => shareLink(this.link()));
    const about = button("icon-button", () => this.game && facts.show(this.game, this.link()));
    const toLog = button("icon-button log-button", log.toggle);
    share.append(icon("link"));
    about.append(icon("info"));
    toLog.append(icon("log"));
    /** @type {Part} */
    const bar = {
      root: el("div", { class: "bar" }, home, title, share, about, toLog),
      update: () => {
        const { game, place, last } = this;
        setText(
          title,
          game && place === last ? outcomeText(game) : t("ui.replay.at", { place, last }),
        );
        setAttrs(home, { "aria-label": t("ui.menu.home") });
        setAttrs(share, { "aria-label": t("ui.replay.share"), title: t("ui.replay.share") });
        setAttrs(about, { "aria-label": t("ui.replay.facts"), title: t("ui.replay.facts") });
        setAttrs(toLog, { "aria-label": t("ui.log") });
      },
    };
    const [enemy, castle, piles, flips] = [makeEnemy(), makeCastle(), makePiles(), makeFlips()];
    const outcome = makeOutcome();
    const keep = el("div", { class: "keep" }, castle.root, flips.root);
    const arena = el("div", { class: "arena" }, keep, enemy.root, outcome.root, piles.root);
    const seats = makeSeats({ vote: nothing });
    const field = [makePlayed(), makeSay(), makeHand({ toggle: nothing })];
    this.player = makePlayer({
      seek: (place) => this.seek(place),
      toggle: () => this.toggle(),
      hasten: (speed) => this.hasten(speed),
      look: (seat) => this.lookFrom(seat),
    });
    const voice = makeVoice();
    this.parts = [bar, seats, castle, flips, enemy, outcome, piles, ...field, log, voice];
    this.replaceChildren(
      bar.root,
      seats.root,
      arena,
      ...field.map(({ root }) => root),
      this.player.root,
      log.root,
      voice.root,
      facts.root,
    );
    listenToReplayKeys(
      {
        step: (steps) => this.seek(this.place + steps),
        toPlay: () => this.toggle(),
        toStart: () => this.seek(0),
        toEnd: () => this.seek(this.last),
        toFall: (direction) => this.seek(this.fallBeside(direction)),
        log: log.toggle,
      },
      /** @type {AbortController} */ (this.leaving).signal,
    );
  }

  /** @returns {readonly Step[]} */
  get steps() {
    return this.seen.get(this.seat) ?? [];
  }

  get last() {
    return Math.max(0, this.steps.length - 1);
  }

  /** Fetch the game that the address asks for, and begin where it says. */
  async open() {
    const asked = new URLSearchParams(location.search);
    try {
      this.game = await finishedGame(this.name);
      const seat = asked.has("seat") ? Number(asked.get("seat")) : -1;
      this.seat = this.game.seats.some((taken) => taken.seat === seat) ? seat : null;
      await this.fetch(this.seat);
    } catch (problem) {
      this.refuse(problem);
      return;
    }
    this.place = placeOfPly(this.steps, Number(asked.get("ply")) || 0);
    this.render();
  }

  /** @param {number | null} seat */
  async fetch(seat) {
    const device = this.game?.daily ? deviceSecret() : null;
    if (!this.seen.has(seat)) this.seen.set(seat, await replaySteps(this.name, seat, device));
  }

  /** @param {number | null} seat */
  async lookFrom(seat) {
    try {
      await this.fetch(seat);
    } catch (problem) {
      this.refuse(problem);
      return;
    }
    this.seat = seat;
    this.render();
    this.tell();
  }

  /**
   * Show a step; whoever reaches for one wants to look at it, so the play stops.
   * @param {number} place
   */
  seek(place) {
    this.pause();
    this.to(place);
  }

  /** @param {number} wanted */
  to(wanted) {
    const place = Math.min(this.last, Math.max(0, wanted));
    const onward = place === this.place + 1;
    const events = onward ? (this.steps[place]?.events ?? []) : [];
    const places = events.length ? look(this) : null;
    this.place = place;
    this.render();
    this.tell();
    if (!places) return;
    move(this, places, events);
    for (const code of new Set(events.map((event) => event.code))) sound(code);
  }

  toggle() {
    if (this.running) {
      this.pause();
      this.render();
      return;
    }
    this.running = true;
    if (this.place === this.last) this.to(0);
    else this.render();
    this.tick();
  }

  tick() {
    clearTimeout(this.ticking);
    this.ticking = setTimeout(() => {
      this.running = this.place + 1 < this.last;
      this.to(this.place + 1);
      if (this.running) this.tick();
    }, STEP / this.speed);
  }

  pause() {
    this.running = false;
    clearTimeout(this.ticking);
  }

  /** @param {number} speed */
  hasten(speed) {
    this.speed = speed;
    this.render();
    if (this.running) this.tick();
  }

  /**
   * Where the next enemy falls, or the one before fell.
   * @param {1 | -1} direction
   */
  fallBeside(direction) {
    const places = fallsOf(this.steps).map(({ place }) => place);
    if (direction > 0) return places.find((place) => place > this.place) ?? this.last;
    return places.findLast((place) => place < this.place) ?? 0;
  }

  /** The address of what is shown. */
  link() {
    const asked = new URLSearchParams();
    if (this.seat !== null) asked.set("seat", String(this.seat));
    const ply = this.steps[this.place]?.view.ply ?? 0;
    if (ply) asked.set("ply", String(ply));
    const query = asked.toString();
    return `${location.origin}/g/${this.name}${query && `?${query}`}`;
  }

  /** Let the address follow, once the hand rests. */
  tell() {
    clearTimeout(this.telling);
    const follow = () => history.replaceState(history.state, "", this.link());
    this.telling = setTimeout(follow, ADDRESS_AFTER);
  }

  render() {
    const { game, steps } = this;
    document.title = t("web.title_of", { what: t("ui.replay") });
    if (!game || !steps.length) return;
    this.classList.add("ready");
    this.classList.toggle("solo", game.players === 1);
    this.classList.toggle("watching", this.seat === null);
    const state = stateAt(game, steps, this.place, this.seat);
    for (const part of this.parts ?? []) part.update(state);
    this.player?.update({
      place: this.place,
      last: this.last,
      running: this.running,
      speed: this.speed,
      seat: this.seat,
      seats: state.table?.seats ?? [],
      falls: fallsOf(steps),
    });
  }

  /**
   * There is no such game, or no server: say so, and what to do.
   * @param {unknown} problem
   */
  refuse(problem) {
    if (!(problem instanceof Refused)) throw problem;
    this.pause();
    const gone = problem.problem.code === "web.unreachable";
    const retry = gone ? () => location.reload() : null;
    this.replaceChildren(problemPanel(problem.problem, { retry }));
  }
}

/** Nobody plays in a replay. */
function nothing() {}

customElements.define("replay-page", ReplayPage);
