// @ts-check
/**
 * The scene above the table: moves are seen one after another, while the table below is up to date
 * already, and so is everything it says. Nothing waits for the scene, and it is never far behind.
 */

import { t } from "../../i18n.js";
import { mayMove, settings } from "../../settings.js";
import { sound } from "../../sound.js";
import { beatsOf, lengthOf } from "../../store/beats.js";
import { vibrate } from "../../vibration.js";
import { setText } from "../parts/dom.js";
import { act } from "./acts.js";
import { enemyCard, look } from "./spots.js";
import { Stage } from "./stage.js";

/** @typedef {import("../../store/beats.js").Beat} Beat */
/** @typedef {import("../../types/protocol").EventData} EventData */
/** @typedef {import("../../types/protocol").ViewData} ViewData */
/** @typedef {import("./spots.js").Spots} Spots */

/** How long one beat lasts, in milliseconds. */
const BEATS = { quick: 150, normal: 300, slow: 600 };

/** How far the scene may be behind the table, in milliseconds; at leisure, five beats. */
const BEHIND = 2000;

/** Faster than this nobody sees anything: then what is left is skipped. */
const FASTEST = 5;

/** The figures that go with the enemy. */
const OF_ENEMY = ["health", "attack", "shield"];

/**
 * The board as it was before a move.
 * @typedef {object} Was
 * @property {Spots} spots
 * @property {HTMLElement | null} enemy  a picture of the enemy, if it falls
 */

/** @param {HTMLElement} root */
export function makeScene(root) {
  /** @type {Stage | null} */
  let stage = null;
  /** From when on the enemy that the table shows can be seen. */
  let turnedUp = 0;
  /** How many counts each figure still has before it. @type {Map<string, number>} */
  const counting = new Map();
  /** @type {(() => void)[]} */
  let waiting = [];

  function settle() {
    stage?.clear();
    stage = null;
    turnedUp = 0;
    counting.clear();
    document.removeEventListener("visibilitychange", settle);
    const told = waiting;
    waiting = [];
    for (const tell of told) tell();
  }

  /** @param {Stage} running */
  function run(running) {
    if (running !== stage) return;
    running.tick();
    if (running.now >= running.end || !root.isConnected) settle();
    else requestAnimationFrame(() => run(running));
  }

  function begin() {
    const made = new Stage(root);
    document.addEventListener("visibilitychange", settle);
    requestAnimationFrame(() => run(made));
    return made;
  }

  /**
   * @param {Was} was
   * @param {Beat[]} beats
   * @param {{ before: ViewData, after: ViewData, seat: number | null }} told
   * @param {number} limit
   */
  function put(was, beats, { before, after, seat }, limit) {
    if (stage && stage.end - stage.now > FASTEST * limit) settle();
    const on = (stage ??= begin());
    const start = Math.max(on.now, on.end);
    const beat = lengthOfBeat();
    const next = enemyCard(root);
    const foe = was.enemy ? standIn(on, was.enemy, beats, start, beat) : next;
    const now = look(root);
    // Where it is while it moves is not where it stands.
    on.enemy ??= was.spots.zones.get("enemy");
    if (on.enemy) now.zones.set("enemy", on.enemy);
    /** @type {import("./acts.js").Move} */
    const move = {
      ...{ stage: on, start, beat, before: was.spots, now, seat, foe, next },
      lying: new Map(),
    };
    keepDiscard(on, before.discard.at(-1) ?? null, now, beats, start, beat);
    for (const each of beats) {
      act(move, each);
      count(on, each, start, beat, was.enemy, before.health);
      cue(on, each, start + each.at * beat, seat);
    }
    on.end = Math.max(on.end, start + lengthOf(beats) * beat);
    on.hasten(Math.max(1, (on.end - on.now) / limit));
  }

  /**
   * The enemy that falls stays to be seen until the next one is turned up.
   * @param {Stage} on
   * @param {HTMLElement} picture
   * @param {Beat[]} beats
   * @param {number} start
   * @param {number} beat
   * @returns {HTMLElement | null}  its card
   */
  function standIn(on, picture, beats, start, beat) {
    const real = root.querySelector(".enemy:not(.was)");
    if (!real) return null;
    const reveal = beats.find(({ code }) => code === "revealed");
    const gone = start + (reveal ? reveal.at : lengthOf(beats)) * beat;
    real.after(picture);
    on.added.push(picture);
    for (const part of picture.children) {
      on.cover(part, turnedUp);
      on.hide(part, gone);
    }
    for (const part of real.children) {
      const card = part.matches(".card");
      on.cover(part, gone + (card ? beat * 0.5 * (reveal?.lasts ?? 0) : 0));
    }
    turnedUp = gone;
    return picture.querySelector(":scope > .card");
  }

  /**
   * The discard pile looks as it did until something comes to it or goes from it.
   * @param {Stage} on
   * @param {string | null} top  the card that lay there
   * @param {Spots} now
   * @param {Beat[]} beats
   * @param {number} start
   * @param {number} beat
   */
  function keepDiscard(on, top, now, beats, start, beat) {
    const last = beats.findLast(({ counts }) => counts.some(({ figure }) => figure === "discard"));
    const spot = now.zones.get("discard");
    if (!last || !spot?.width) return;
    const until = start + (last.at + last.lasts) * beat;
    on.cover(root.querySelector(".discard > .card"), until);
    const lying = on.card(top, spot.width);
    if (!top) {
      lying.className = "card none";
      lying.replaceChildren();
    }
    lying.style.transform = `translate(${spot.left}px, ${spot.top}px)`;
    on.appear(lying, on.now, until);
  }

  /**
   * The numbers go their way, for the eye alone.
   * @param {Stage} on
   * @param {Beat} beat
   * @param {number} start
   * @param {number} unit
   * @param {HTMLElement | null} was  the enemy that falls in this move
   * @param {number} full  its health
   */
  function count(on, { code, counts, at, lasts }, start, unit, was, full) {
    // The next enemy has its numbers when it is turned up; a pile counts a royal that lies there.
    if (code === "revealed") return;
    const [wait, part] = code === "defeated" ? [0.8, 0.2] : [0, 0.7];
    const begins = start + (at + wait * lasts) * unit;
    const takes = part * lasts * unit;
    for (const { figure, from, to } of counts) {
      const fallen = OF_ENEMY.includes(figure) ? was : null;
      const element = figureOf(fallen ?? root, figure);
      if (figure === "health") {
        drain(on, (fallen ?? root).querySelector(".fill"), [from / full, to / full], begins, takes);
      }
      if (!element) continue;
      const words = (/** @type {number} */ done) =>
        wordsOf(figure, Math.round(from + (to - from) * done), full);
      if (fallen) on.during(begins, takes, (done) => setText(element, words(done)));
      else showOnWay(on, element, figure, words, begins, takes);
    }
  }

  /**
   * The enemy's bar; until then it is as long as it was, or as the move before leaves it.
   * @param {Stage} on
   * @param {Element | null} bar
   * @param {[from: number, to: number]} parts  of the whole bar
   * @param {number} at
   * @param {number} lasts
   */
  function drain(on, bar, parts, at, lasts) {
    const fill = counting.get("health") ? "forwards" : "both";
    const frames = parts.map((part) => ({ width: `${100 * part}%` }));
    if (bar) on.animate(bar, frames, at, lasts, { fill, easing: "ease-out" });
  }

  /**
   * @param {Stage} on
   * @param {HTMLElement} element
   * @param {string} figure
   * @param {(done: number) => string} words
   * @param {number} at
   * @param {number} lasts
   */
  function showOnWay(on, element, figure, words, at, lasts) {
    const queued = counting.get(figure) ?? 0;
    counting.set(figure, queued + 1);
    if (!queued) on.show(element, words(0));
    on.during(at, lasts, (done) => {
      on.show(element, words(done));
      if (done < 1) return;
      const left = (counting.get(figure) ?? 1) - 1;
      counting.set(figure, left);
      // At rest the figure is what the table says.
      if (!left) on.tell(element);
    });
  }

  return {
    /** The board before a move, while it is still there. @param {readonly EventData[]} events */
    was(events) {
      const falls = events.some(({ code }) => code === "defeated");
      const enemy = falls ? root.querySelector(".enemy:not(.was)") : null;
      return { spots: look(root), enemy: enemy ? pictureOf(enemy) : null };
    },

    /**
     * Show what led from the board as it was to the board as it is.
     * @param {Was} was
     * @param {readonly EventData[]} events
     * @param {{ before: ViewData | null, after: ViewData | null, seat: number | null }} told
     * @param {number} [limit]  how far it may be behind the table, in milliseconds
     * @returns {Promise<void>}  fulfilled when it is over
     */
    play(was, events, { before, after, seat }, limit = farBehind()) {
      const beats = mayMove() && !document.hidden ? beatsOf(events, before, after) : [];
      if (!beats.length || !before || !after) {
        const codes = new Set(events.map((event) => event.code));
        // That it is one's turn is told by the page.
        codes.delete("turn");
        for (const code of codes) sound(code);
        for (const event of events) feel(event, seat);
        return Promise.resolve();
      }
      put(was, beats, { before, after, seat }, limit);
      return new Promise((over) => waiting.push(over));
    },

    /** Be over at once. */
    settle,
  };
}

function lengthOfBeat() {
  return BEATS[settings().speed] ?? BEATS.normal;
}

function farBehind() {
  return Math.max(BEHIND, 5 * lengthOfBeat());
}

/**
 * What is heard and felt, when it is seen.
 * @param {Stage} stage
 * @param {Beat} beat
 * @param {number} at
 * @param {number | null} seat
 */
function cue(stage, beat, at, seat) {
  const exact = beat.code === "defeated" && beat.value;
  stage.at(at, () => {
    sound(exact ? "exact" : beat.code);
    feel(beat, seat);
  });
}

/**
 * @param {Pick<EventData, "code" | "seat">} event
 * @param {number | null} own
 */
function feel({ code, seat }, own) {
  if (code === "defeated" || code === "won" || code === "lost") vibrate(code);
  else if (code === "struck" && own !== null && seat === own) vibrate(code);
}

/**
 * A picture of the enemy, to be seen and nothing else.
 * @param {Element} enemy
 * @returns {HTMLElement}
 */
function pictureOf(enemy) {
  const picture = /** @type {HTMLElement} */ (enemy.cloneNode(true));
  picture.classList.add("was");
  picture.setAttribute("aria-hidden", "true");
  for (const part of picture.querySelectorAll("[data-card], [data-shown]")) {
    part.removeAttribute("data-card");
    part.removeAttribute("data-shown");
  }
  // What a move would do is over when it is done.
  picture.querySelector(".bite")?.remove();
  return picture;
}

/**
 * @param {HTMLElement} root
 * @param {string} figure
 * @returns {HTMLElement | null}
 */
function figureOf(root, figure) {
  const [, seat] = /^seat-(\d+)$/.exec(figure) ?? [];
  const where = seat ? `[data-seat="${seat}"] .count` : `[data-figure="${figure}"]`;
  return root.querySelector(where);
}

/**
 * @param {string} figure
 * @param {number} number
 * @param {number} full  the enemy's health
 */
function wordsOf(figure, number, full) {
  return figure === "health" ? t("ui.enemy.health", { left: number, full }) : String(number);
}
