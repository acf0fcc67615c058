// @ts-check
/** A finished game, to be watched again from any seat. */

import { gameLink } from "../address.js";
import { deviceSecret } from "../device.js";
import { onLanguage, t } from "../i18n.js";
import { listenToReplayKeys } from "../input/replay_keys.js";
import { finishedGame, replaySteps } from "../net/http.js";
import { onSettings } from "../settings.js";
import { fallsOf, stateAt, stepAsked } from "../store/replay.js";
import { seatsOf } from "../store/table.js";
import { makeBoard } from "../view/board/board.js";
import { makeLog } from "../view/board/log.js";
import { el } from "../view/parts/dom.js";
import { NO_INTENTS } from "../view/parts/part.js";
import { shareLink } from "../view/parts/share.js";
import { toast } from "../view/parts/toast.js";
import { makeReplayBar } from "../view/replay/bar.js";
import { makeControls } from "../view/replay/controls.js";
import { FactsDialog } from "../view/replay/facts.js";
import { makeOutcome } from "../view/replay/outcome.js";
import { sealText } from "../words/fairness.js";
import { sealOf } from "./fair.js";
import { makeLookUp, refusalPanel } from "./page.js";

/** @typedef {import("../types/protocol").GameSummary} GameSummary */
/** @typedef {import("../types/protocol").ReplayStep} Step */

/** How long a step is shown at normal speed, in milliseconds. */
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
  step = 0;
  speed = 1;
  running = false;
  /** Holds the seal, once the deal is checked. */
  fair = el("div", { class: "fair-slot" });

  connectedCallback() {
    this.name = this.params[0] ?? "";
    this.leaving = new AbortController();
    this.classList.add("replay");
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
    const bar = makeReplayBar({
      share: () => shareLink(this.link()),
      facts: () => this.game && facts.show(this.game, this.link(), this.fair),
      log: log.toggle,
    });
    const controls = makeControls({
      seek: (step) => this.seek(step),
      toggle: () => this.toggle(),
      hasten: (speed) => this.hasten(speed),
      look: (seat) => this.lookFrom(seat),
    });
    this.board = makeBoard(this, {
      intents: NO_INTENTS,
      above: [{ root: bar.root, update: () => bar.update(this) }],
      centre: [makeOutcome()],
      below: [
        {
          root: controls.root,
          update: ({ table }) =>
            controls.update({
              step: this.step,
              last: this.last,
              running: this.running,
              speed: this.speed,
              seat: this.seat,
              seats: table?.seats ?? [],
              falls: fallsOf(this.steps),
            }),
        },
      ],
      over: [log],
      dialogs: [facts],
    });
    listenToReplayKeys(
      {
        step: (steps) => this.seek(this.step + steps),
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
    this.step = stepAsked(this.steps, asked);
    this.render();
    this.check(this.game, this.steps).catch(() => {});
  }

  /**
   * Was the deal fair? The seal says it among the facts; if it was not, everybody hears of it.
   * @param {GameSummary} game
   * @param {readonly Step[]} steps
   */
  async check(game, steps) {
    const { verdict, seal } = await sealOf(game, steps, this);
    const update = () => seal.update(verdict, seatsOf(game));
    this.fair.replaceChildren(seal.root);
    this.endings?.push(onLanguage(update));
    update();
    if (verdict.state === "wrong") toast(sealText(verdict.state), "bad");
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
   * Show a step, and stop playing: the user wants to look at it.
   * @param {number} step
   */
  seek(step) {
    this.pause();
    this.to(step);
  }

  /** @param {number} wanted */
  to(wanted) {
    const step = Math.min(this.last, Math.max(0, wanted));
    const onward = step === this.step + 1;
    const events = onward ? (this.steps[step]?.events ?? []) : [];
    // A step is over when the next one comes, however long there would be something to see.
    this.board?.settle();
    const limit = this.running ? STEP / this.speed : undefined;
    const render = () => {
      this.step = step;
      this.render();
      this.tell();
    };
    this.board?.show(events, render, limit);
  }

  toggle() {
    if (this.running) {
      this.pause();
      this.render();
      return;
    }
    this.running = true;
    if (this.step === this.last) this.to(0);
    else this.render();
    this.tick();
  }

  tick() {
    clearTimeout(this.ticking);
    this.ticking = setTimeout(() => {
      this.running = this.step + 1 < this.last;
      this.to(this.step + 1);
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
    const falls = fallsOf(this.steps).map(({ step }) => step);
    if (direction > 0) return falls.find((step) => step > this.step) ?? this.last;
    return falls.findLast((step) => step < this.step) ?? 0;
  }

  /** The address of what is shown, here. */
  path() {
    const asked = new URLSearchParams();
    if (this.seat !== null) asked.set("seat", String(this.seat));
    if (this.step) asked.set("move", String(this.step));
    const query = asked.toString();
    return `/g/${this.name}${query && `?${query}`}`;
  }

  /** The link to what is shown, for others. */
  link() {
    return gameLink(this.path());
  }

  /** Update the address, once the user pauses. */
  tell() {
    clearTimeout(this.telling);
    const follow = () => history.replaceState(history.state, "", this.path());
    this.telling = setTimeout(follow, ADDRESS_AFTER);
  }

  render() {
    const { game, steps } = this;
    document.title = t("web.title_of", { what: t("ui.replay") });
    if (!game || !steps.length) return;
    this.board?.update(stateAt(game, steps, this.step, this.seat));
  }

  /**
   * There is no such game, or no server: say so, and what to do.
   * @param {unknown} problem
   */
  refuse(problem) {
    this.pause();
    this.replaceChildren(refusalPanel(problem));
  }
}

customElements.define("replay-page", ReplayPage);
