// @ts-check
/**
 * A layer above the table, with one clock. Everything is put on it at once, each thing with the
 * time at which it begins; so all of it can run faster, or be over, together.
 */

import { back, dress } from "../parts/card.js";
import { el, icon } from "../parts/dom.js";

/** The longest that the clock can run: nobody waits for it. */
const FOR_EVER = 3_600_000;

/** @type {KeyframeAnimationOptions} */
const FROM_THEN_ON = { fill: "forwards" };

/** Whether a text can be shown for the eye alone, while the element says another. */
const CAN_SHOW = globalThis.CSS?.supports?.("content", '"1" / ""') ?? false;

/**
 * Something that happens at a time, or again and again from one time to another.
 * @typedef {object} Cue
 * @property {number} at
 * @property {number} until
 * @property {(done: number) => void} run  how much of the time is over, from 0 to 1
 */

export class Stage {
  /** @type {Cue[]} */
  cues = [];
  /** @type {Animation[]} */
  animations = [];
  /** @type {Set<HTMLElement>} elements that show another text than they say */
  showing = new Set();
  /** @type {Element[]} what was added outside the layer */
  added = [];
  rate = 1;
  /** When everything is over. */
  end = 0;
  /** Where the enemy stands, when it does not move. @type {DOMRect | undefined} */
  enemy;

  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    this.layer = el("div", { class: "moving", attrs: { "aria-hidden": "true" } });
    root.append(this.layer);
    this.clock = this.layer.animate(null, { duration: FOR_EVER });
  }

  /** The time on the clock, in milliseconds. */
  get now() {
    return Number(this.clock.currentTime ?? 0);
  }

  /** @param {number} rate */
  hasten(rate) {
    this.rate = rate;
    for (const animation of [this.clock, ...this.animations]) animation.playbackRate = rate;
  }

  /**
   * @param {Element} element
   * @param {Keyframe[]} frames
   * @param {number} at
   * @param {number} lasts
   * @param {KeyframeAnimationOptions} [how]
   */
  animate(element, frames, at, lasts, how = {}) {
    const timing = { duration: lasts, delay: at - this.now, ...how };
    const animation = element.animate(frames, timing);
    animation.playbackRate = this.rate;
    this.animations.push(animation);
    this.end = Math.max(this.end, at + lasts);
    return animation;
  }

  /**
   * Something of the table stays out of sight until a time.
   * @param {Element | null} element
   * @param {number} until
   */
  cover(element, until) {
    const { now } = this;
    if (!element || until <= now) return;
    this.animate(element, [{ opacity: 0 }, { opacity: 0 }], now, until - now);
  }

  /**
   * Something is out of sight from a time on.
   * @param {Element | null} element
   * @param {number} from
   */
  hide(element, from) {
    if (element) this.animate(element, [{ opacity: 0 }, { opacity: 0 }], from, 1, FROM_THEN_ON);
  }

  /**
   * @param {number} at
   * @param {() => void} run
   */
  at(at, run) {
    this.cues.push({ at, until: at, run });
    this.end = Math.max(this.end, at);
  }

  /**
   * @param {number} at
   * @param {number} lasts
   * @param {(done: number) => void} run
   */
  during(at, lasts, run) {
    this.cues.push({ at, until: at + lasts, run });
    this.end = Math.max(this.end, at + lasts);
  }

  /** Run what is due. */
  tick() {
    const { now } = this;
    const due = this.cues.filter(({ at }) => at <= now);
    this.cues = this.cues.filter(({ until }) => until > now);
    for (const { at, until, run } of due) run(now >= until ? 1 : (now - at) / (until - at));
  }

  /**
   * A card above the table, which nobody can touch.
   * @param {string | null} card  its face, or a back
   * @param {number} width
   */
  card(card, width) {
    const ghost = card ? dress(el("span"), card) : back();
    delete ghost.dataset["card"];
    ghost.style.setProperty("--w", `${width}px`);
    this.layer.append(ghost);
    return ghost;
  }

  /**
   * Something is there from one time to another only, or to the end.
   * @param {HTMLElement} element
   * @param {number} from
   * @param {number} [until]
   */
  appear(element, from, until) {
    if (from > this.now) {
      element.style.visibility = "hidden";
      this.at(from, () => (element.style.visibility = ""));
    }
    if (until !== undefined) this.at(until, () => element.remove());
  }

  /**
   * A number with its sign, above a part of the table; it rises and goes.
   * @param {DOMRect | undefined} spot
   * @param {{ sign?: string, look?: string, text: string }} what
   * @param {number} at
   * @param {number} lasts
   */
  figure(spot, { sign, look = "", text }, at, lasts) {
    const words = el("span", { text });
    if (!spot?.width) return words;
    const figure = el("b", { class: `figure ${look}` }, sign ? icon(sign) : null, words);
    this.layer.append(figure);
    const { width, height } = figure.getBoundingClientRect();
    // Near the edge of a small screen it stays on the screen.
    const most = innerWidth - width - 6;
    const x = Math.max(6, Math.min(most, spot.left + spot.width / 2 - width / 2));
    const y = Math.max(6, spot.top + spot.height / 2 - height / 2);
    const place = (/** @type {number} */ rise, /** @type {number} */ scale) =>
      `translate(${x}px, ${y - rise}px) scale(${scale})`;
    this.appear(figure, at, at + lasts);
    this.animate(
      figure,
      [
        { transform: place(0, 0.4), opacity: 0 },
        { transform: place(4, 1.18), opacity: 1, offset: 0.18 },
        { transform: place(4, 1), opacity: 1, offset: 0.3 },
        { transform: place(10, 1), opacity: 1, offset: 0.78 },
        { transform: place(26, 0.96), opacity: 0 },
      ],
      at,
      lasts,
      { fill: "both", easing: "ease-out" },
    );
    return words;
  }

  /**
   * Show the eye another text than the element says to everybody else.
   * @param {HTMLElement | null} element
   * @param {string} text
   */
  show(element, text) {
    if (!element || !CAN_SHOW) return;
    element.dataset["shown"] = text;
    this.showing.add(element);
  }

  /** @param {HTMLElement | null} element */
  tell(element) {
    if (!element) return;
    delete element.dataset["shown"];
    this.showing.delete(element);
  }

  /** Everything is over: the table as it is. */
  clear() {
    for (const animation of [this.clock, ...this.animations]) animation.cancel();
    for (const element of this.showing) delete element.dataset["shown"];
    for (const element of this.added) element.remove();
    this.layer.remove();
  }
}
