// @ts-check
/** What each beat looks like. */

import { t } from "../../i18n.js";
import { SUITS } from "../../store/cards.js";
import { el, icon } from "../parts/dom.js";
import { about } from "./spots.js";

/** @typedef {import("../../store/beats.js").Beat} Beat */
/** @typedef {import("./spots.js").Spots} Spots */
/** @typedef {import("./stage.js").Stage} Stage */

/**
 * One move on the stage.
 * @typedef {object} Move
 * @property {Stage} stage
 * @property {number} start  on the stage's clock
 * @property {number} beat  how long one lasts
 * @property {Spots} before
 * @property {Spots} now
 * @property {number | null} seat  the viewer's own
 * @property {HTMLElement | null} foe  the card of the enemy that the move was made against
 * @property {HTMLElement | null} next  the card of the enemy that stands afterwards
 * @property {Map<string, HTMLElement>} lying  cards that lie on the enemy until they are settled
 */

/** What a beat has to work with: the move, when it begins, and how long it lasts. */
/** @typedef {Move & { at: number, lasts: number }} Act */

const HEALED_AT_MOST = 5;
const OUT = "cubic-bezier(.2,.7,.2,1)";
const IN = "cubic-bezier(.6,0,.9,.5)";

/** @type {Record<string, (act: Act, beat: Beat) => void>} */
const ACTS = {
  played: play,
  settled: settle,
  blocked: ({ stage, at, lasts, now }, { value }) => {
    const look = { sign: SUITS[value], look: "blocked", text: "" };
    stage.figure(beside(now.zones.get("enemy"), 0.3), look, at, lasts);
  },
  healed: heal,
  drew: draw,
  doubled: ({ stage, at, lasts, now }) => {
    stage.figure(beside(now.zones.get("enemy"), 0.3), { sign: "C", text: "×2" }, at, lasts);
  },
  shielded: shield,
  spades_count: shield,
  immunity_lost: (act, { value }) => {
    const { stage, at, lasts, now } = act;
    stage.figure(
      now.zones.get("enemy"),
      { sign: SUITS[value], look: "blocked big", text: "" },
      at,
      lasts,
    );
    shake(act, act.foe, 0.6);
  },
  damaged: hit,
  defeated: fall,
  cleared: clear,
  revealed: reveal,
  struck: strike,
  held: ({ stage, at, lasts, now }) => {
    stage.figure(now.zones.get("enemy"), { sign: "shield", look: "good", text: "0" }, at, lasts);
  },
  discarded: give,
  flipped: give,
  yielded: ({ stage, at, lasts }, { seat }) => {
    const plate = plateOf(stage, seat);
    if (plate) stage.animate(plate, shift([0, 5, 0], "Y"), at, lasts);
  },
  won: win,
  lost: lose,
};

/**
 * Put a beat on the stage.
 * @param {Move} move
 * @param {Beat} beat
 */
export function act(move, beat) {
  const at = move.start + beat.at * move.beat;
  ACTS[beat.code]?.({ ...move, at, lasts: beat.lasts * move.beat }, beat);
}

/**
 * The cards hit the enemy, and lie on it.
 * @param {Act} act
 * @param {Beat} beat
 */
function play({ stage, at, lasts, before, now, lying }, { seat, cards }) {
  const enemy = now.zones.get("enemy");
  if (!enemy?.width) return;
  cards.forEach((card, index) => {
    const from = before.cards.get(card) ?? before.zones.get(`seat-${seat}`);
    if (!from?.width) return;
    const middle = index - (cards.length - 1) / 2;
    const width = Math.min(enemy.width * 0.62, 120);
    const to = about(enemy, width, [middle * width * 0.5, enemy.height * 0.12]);
    const ghost = stage.card(card, width);
    // A card of our own has left the hand at once; others come out of a seat.
    if (!before.cards.has(card)) stage.appear(ghost, at);
    const end = pose(to, width, { turn: middle * 9, grown: 1 });
    stage.animate(
      ghost,
      [
        { transform: pose(from, width), easing: OUT },
        { transform: pose(to, width, { turn: middle * 5, grown: 1.3 }), offset: 0.7, easing: IN },
        { transform: end },
      ],
      at + index * lasts * 0.06,
      lasts * 0.9,
      { fill: "both" },
    );
    lying.set(card, ghost);
  });
}

/**
 * What has hit goes to the cards played.
 * @param {Act} act
 * @param {Beat} beat
 */
function settle({ stage, at, lasts, now, lying }, { cards }) {
  for (const card of cards) {
    const ghost = lying.get(card);
    const to = now.cards.get(card);
    if (!ghost) continue;
    const real = stage.root.querySelector(`.played [data-card="${card}"]`);
    stage.cover(real, at + lasts);
    onward(stage, ghost, to, at, lasts);
  }
}

/**
 * A card that is on the stage goes to its end.
 * @param {Stage} stage
 * @param {HTMLElement} ghost
 * @param {DOMRect | undefined} to
 * @param {number} at
 * @param {number} lasts
 */
function onward(stage, ghost, to, at, lasts) {
  stage.at(at + lasts, () => ghost.remove());
  const width = Number.parseFloat(ghost.style.getPropertyValue("--w"));
  const end = to?.width ? { transform: pose(to, width) } : { opacity: 0 };
  stage.animate(ghost, [end], at, lasts, { fill: "forwards", easing: OUT });
}

/**
 * A card goes from one place to another.
 * @param {Act} act
 * @param {{ card: string | null, from: DOMRect | undefined, to: DOMRect | undefined, at: number,
 *   lasts: number, early?: boolean }} way  `early`: it can be seen before it leaves
 */
function fly({ stage }, { card, from, to, at, lasts, early = false }) {
  if (!from?.width || !to?.width) return;
  const ghost = stage.card(card, to.width);
  stage.appear(ghost, early ? stage.now : at, at + lasts);
  stage.animate(
    ghost,
    [{ transform: pose(from, to.width) }, { transform: pose(to, to.width) }],
    at,
    lasts,
    { fill: "both", easing: OUT },
  );
}

/**
 * @param {Act} act
 * @param {Beat} beat
 */
function heal(act, { value }) {
  const { at, lasts, before, now } = act;
  const [from, to] = [before.zones.get("discard"), now.zones.get("tavern")];
  const cards = Math.min(value, HEALED_AT_MOST);
  const each = lasts * 0.55;
  for (let card = 0; card < cards; card += 1) {
    const leaves = at + ((lasts - each) * card) / cards;
    fly(act, { card: null, from, to, at: leaves, lasts: each });
  }
  countUp(act, toTheLeft(to), "H", value);
}

/**
 * @param {Act} act
 * @param {Beat} beat
 */
function draw(act, { draws }) {
  const { stage, at, lasts, now, seat: own } = act;
  const from = now.zones.get("tavern");
  const apart = draws.length > 1 ? (lasts * 0.5) / (draws.length - 1) : 0;
  draws.forEach(({ seat, card }, index) => {
    const leaves = at + index * apart;
    const to = (card && now.cards.get(card)) || now.zones.get(`seat-${seat}`);
    fly(act, { card: seat === own ? card : null, from, to, at: leaves, lasts: lasts * 0.5 });
    // What is not there yet cannot lie in the hand.
    if (card) {
      const held = stage.root.querySelector(`.hand [data-card="${card}"]`);
      stage.cover(held, leaves + lasts * 0.5);
    }
  });
  countUp(act, toTheLeft(from), "D", draws.length);
}

/**
 * @param {Act} act
 * @param {Beat} beat
 */
function shield(act, { value }) {
  const { stage, now } = act;
  const line = stage.root.querySelector('.enemy:not(.was) [data-figure="shield"]');
  const spot = line?.getBoundingClientRect();
  countUp(act, spot?.width ? spot : now.zones.get("enemy"), "S", value);
}

/**
 * A power's number, counted up from nothing.
 * @param {Act} act
 * @param {DOMRect | undefined} spot
 * @param {string} sign
 * @param {number} value
 */
function countUp({ stage, at, lasts }, spot, sign, value) {
  const words = stage.figure(spot, { sign, look: `suit-${sign}`, text: `+${value}` }, at, lasts);
  stage.during(at, lasts * 0.6, (done) => {
    words.textContent = `+${Math.max(1, Math.round(value * done))}`;
  });
}

/**
 * The enemy takes the blow: a cut across it, a jolt, and the number.
 * @param {Act} act
 * @param {Beat} beat
 */
function hit(act, { value }) {
  const { stage, at, lasts, now, foe } = act;
  const enemy = now.zones.get("enemy");
  if (!enemy?.width) return;
  const cut = el("i", { class: "cut" });
  stage.layer.append(cut);
  const middle = `translate(${enemy.left}px, ${enemy.top + enemy.height * 0.45}px) rotate(-24deg)`;
  cut.style.width = `${enemy.width}px`;
  stage.appear(cut, at, at + lasts * 0.5);
  stage.animate(
    cut,
    [
      { transform: `${middle} scaleX(0)`, opacity: 1 },
      { transform: `${middle} scaleX(1.15)`, opacity: 1, offset: 0.4 },
      { transform: `${middle} scaleX(1.15)`, opacity: 0 },
    ],
    at,
    lasts * 0.5,
    { fill: "both" },
  );
  if (foe) {
    const strength = Math.min(1, 0.35 + value / 30);
    const jolts = [
      { transform: "none", filter: "none" },
      {
        transform: `translateY(${-10 * strength}px) rotate(${3 * strength}deg)`,
        filter: "brightness(1.7)",
        offset: 0.15,
      },
      { transform: `translateX(${-6 * strength}px) rotate(${-2 * strength}deg)`, offset: 0.35 },
      { transform: `translateX(${4 * strength}px)`, filter: "none", offset: 0.55 },
      { transform: "none", filter: "none" },
    ];
    stage.animate(foe, jolts, at, lasts * 0.7, { easing: "ease-out" });
  }
  const look = { look: "damage", text: `−${value}` };
  stage.figure(beside(enemy, -0.22), look, at, lasts);
}

/**
 * The enemy falls. Beaten exactly, it turns over and lies down on the tavern.
 * @param {Act} act
 * @param {Beat} beat
 */
function fall(act, { cards: [card = ""], value }) {
  const { stage, at, lasts, now, foe } = act;
  const enemy = now.zones.get("enemy");
  const to = now.zones.get(value ? "tavern" : "discard");
  if (!enemy?.width || !to?.width) return;
  const { width } = enemy;
  const face = stage.card(card, width);
  face.classList.add("falling");
  stage.appear(face, at, at + lasts);
  stage.hide(foe, at);
  if (!value) {
    stage.animate(
      face,
      [
        { transform: pose(enemy, width), filter: "none" },
        {
          transform: pose(enemy, width, { turn: 16, grown: 0.97, down: enemy.height * 0.06 }),
          filter: "brightness(.6) saturate(.4)",
          offset: 0.4,
          easing: IN,
        },
        { transform: pose(to, width, { turn: 4 }), filter: "brightness(.8) saturate(.6)" },
      ],
      at,
      lasts,
      { fill: "both", easing: "ease-in-out" },
    );
    return;
  }
  const ring = el("i", { class: "ring" });
  stage.layer.append(ring);
  const spot = about(enemy, width * 1.1);
  ring.style.width = `${spot.width}px`;
  ring.style.height = `${spot.width}px`;
  const middle = `translate(${spot.left}px, ${enemy.top + (enemy.height - spot.width) / 2}px)`;
  stage.appear(ring, at, at + lasts * 0.5);
  stage.animate(
    ring,
    [
      { transform: `${middle} scale(.3)`, opacity: 1 },
      { transform: `${middle} scale(1.5)`, opacity: 0 },
    ],
    at,
    lasts * 0.5,
    { fill: "both", easing: "ease-out" },
  );
  // It turns on its middle axis: the face gets narrow, then the back gets wide.
  const turned = at + lasts * 0.42;
  const raised = { grown: 1.08, down: -enemy.height * 0.04 };
  stage.animate(
    face,
    [
      { transform: pose(enemy, width), filter: "brightness(1.5)" },
      { transform: pose(enemy, width, raised), filter: "none", offset: 0.6, easing: "ease-in" },
      { transform: pose(enemy, width, { ...raised, wide: 0 }) },
    ],
    at,
    lasts * 0.42,
    { fill: "both" },
  );
  const behind = stage.card(null, width);
  behind.classList.add("falling");
  stage.appear(behind, turned, at + lasts);
  stage.animate(
    behind,
    [
      { transform: pose(enemy, width, { ...raised, wide: 0 }), easing: "ease-out" },
      { transform: pose(enemy, width, raised), offset: 0.3, easing: "ease-in-out" },
      { transform: pose(to, width) },
    ],
    turned,
    lasts * 0.58,
    { fill: "both" },
  );
  const words = { look: "exact", text: t("web.moment.exact") };
  stage.figure(beside(enemy, -0.3), words, at + lasts * 0.08, lasts * 0.8);
}

/**
 * The cards played against the fallen enemy go to the discard pile.
 * @param {Act} act
 * @param {Beat} beat
 */
function clear(act, { cards }) {
  const { stage, at, lasts, before, now, lying } = act;
  const to = now.zones.get("discard");
  for (const card of cards) {
    const ghost = lying.get(card);
    if (ghost) onward(stage, ghost, to, at, lasts);
    else fly(act, { card, from: before.cards.get(card), to, at, lasts, early: true });
  }
}

/**
 * The next enemy is turned up.
 * @param {Act} act
 */
function reveal({ stage, at, lasts, now, next }) {
  const enemy = now.zones.get("enemy");
  if (!enemy?.width || !next) return;
  const { width } = enemy;
  const behind = stage.card(null, width);
  const half = lasts * 0.5;
  stage.appear(behind, at, at + half);
  stage.animate(
    behind,
    [
      { transform: pose(enemy, width, { grown: 0.9, down: -enemy.height * 0.1 }), opacity: 0 },
      { transform: pose(enemy, width), opacity: 1, offset: 0.5, easing: "ease-in" },
      { transform: pose(enemy, width, { wide: 0 }), opacity: 1 },
    ],
    at,
    half,
    { fill: "both" },
  );
  stage.animate(
    next,
    [{ transform: "scaleX(0)" }, { transform: "scale(1.05)", offset: 0.7 }, { transform: "none" }],
    at + half,
    half,
    { easing: "ease-out" },
  );
}

/**
 * The enemy's blow: it lunges at who is struck, and who is struck feels it.
 * @param {Act} act
 * @param {Beat} beat
 */
function strike(act, { seat, value }) {
  const { stage, at, lasts, now, next, seat: own } = act;
  const enemy = now.zones.get("enemy");
  const mine = seat === own;
  const target = mine ? now.zones.get("hand") : now.zones.get(`seat-${seat}`);
  if (!enemy?.width) return;
  const lands = at + lasts * 0.36;
  if (next && target?.width) {
    const [dx, dy] = [
      (target.left + target.width / 2 - enemy.left - enemy.width / 2) * 0.28,
      (target.top + target.height / 2 - enemy.top - enemy.height / 2) * 0.28,
    ];
    stage.animate(
      next,
      [
        { transform: "none", zIndex: 2, easing: "ease-out" },
        { transform: `translate(${-dx * 0.2}px, ${-dy * 0.2}px)`, offset: 0.18, easing: IN },
        { transform: `translate(${dx}px, ${dy}px) scale(1.06)`, offset: 0.36, easing: OUT },
        { transform: "none", zIndex: 2 },
      ],
      at,
      lasts,
    );
  }
  const look = { sign: "sword", look: "blow", text: String(value) };
  if (mine) {
    const flash = el("i", { class: "flash" });
    stage.layer.append(flash);
    stage.appear(flash, lands, at + lasts);
    const fades = [{ opacity: 0 }, { opacity: 1, offset: 0.15 }, { opacity: 0 }];
    stage.animate(flash, fades, lands, at + lasts - lands, { fill: "both" });
    for (const part of stage.root.querySelectorAll(".hand .cards, .played")) {
      stage.animate(part, shift([0, -7, 6, -4, 2, 0]), lands, lasts * 0.5);
    }
    const hand = now.zones.get("hand");
    const above = hand && new DOMRect(hand.left, hand.top, hand.width, hand.height * 0.3);
    stage.figure(above, look, lands, lasts);
    return;
  }
  shake({ ...act, at: lands, lasts: lasts * 0.5 }, plateOf(stage, seat), 1);
  stage.figure(target, look, lands, lasts);
}

/**
 * Cards go to the discard pile.
 * @param {Act} act
 * @param {Beat} beat
 */
function give(act, { cards, seat }) {
  const { at, lasts, before, now } = act;
  const each = lasts * 0.75;
  cards.forEach((card, index) => {
    const own = before.cards.get(card);
    fly(act, {
      card,
      from: own ?? before.zones.get(`seat-${seat}`),
      to: now.zones.get("discard"),
      at: at + ((lasts - each) * index) / cards.length,
      lasts: each,
      early: own !== undefined,
    });
  });
}

/** @param {Act} act */
function win({ stage, at, lasts, now }) {
  const enemy = now.zones.get("enemy");
  if (!enemy?.width) return;
  const rays = el("i", { class: "rays" });
  const crown = el("b", { class: "crowned" }, icon("crown", ""));
  stage.layer.append(rays, crown);
  const size = enemy.height;
  const [x, y] = [enemy.left + enemy.width / 2 - size / 2, enemy.top];
  for (const [part, frames] of /** @type {const} */ ([
    [rays, ["scale(.2) rotate(0deg)", "scale(1.5) rotate(40deg)", "scale(1.6) rotate(60deg)"]],
    [crown, ["scale(0)", "scale(1.12)", "scale(1)"]],
  ])) {
    part.style.width = `${size}px`;
    part.style.height = `${size}px`;
    stage.appear(part, at);
    const place = `translate(${x}px, ${y}px)`;
    const steps = frames.map((frame, index) => ({
      transform: `${place} ${frame}`,
      opacity: Number(index > 0),
    }));
    stage.animate(part, steps, at, lasts, { fill: "both", easing: "ease-out" });
  }
}

/** @param {Act} act */
function lose({ stage, at, lasts, next }) {
  const dusk = el("i", { class: "dusk" });
  stage.layer.append(dusk);
  stage.appear(dusk, at);
  stage.animate(dusk, [{ opacity: 0 }, { opacity: 1 }], at, lasts, { fill: "both" });
  if (next) {
    const looms = [{ transform: "none" }, { transform: "scale(1.08)" }];
    stage.animate(next, looms, at, lasts, { fill: "forwards", easing: "ease-out" });
  }
}

/**
 * How a card lies somewhere, as a transform of one that is `width` wide.
 * @param {DOMRect} spot
 * @param {number} width
 * @param {{ turn?: number, grown?: number, down?: number, wide?: number }} [how]
 */
function pose(spot, width, { turn = 0, grown = 1, down = 0, wide = 1 } = {}) {
  const x = spot.left + spot.width / 2 - width / 2;
  const y = spot.top + spot.height / 2 - (width * 1.4) / 2 + down;
  const scale = (spot.width / width) * grown;
  return `translate(${x}px, ${y}px) rotate(${turn}deg) scale(${scale * wide}, ${scale})`;
}

/**
 * The same place, higher or lower by a part of its height.
 * @param {DOMRect | undefined} spot
 * @param {number} down
 */
function beside(spot, down) {
  return spot && new DOMRect(spot.left, spot.top + spot.height * down, spot.width, spot.height);
}

/** @param {DOMRect | undefined} spot */
function toTheLeft(spot) {
  return spot && new DOMRect(spot.left - spot.width, spot.top, spot.width, spot.height);
}

/**
 * @param {Act} act
 * @param {Element | null} element
 * @param {number} strength
 */
function shake({ stage, at, lasts }, element, strength) {
  const steps = [0, -5, 5, -3, 0].map((step) => step * strength);
  if (element) stage.animate(element, shift(steps), at, lasts);
}

/**
 * @param {readonly number[]} steps  in pixels
 * @param {"X" | "Y"} [axis]
 */
function shift(steps, axis = "X") {
  return steps.map((step) => ({ transform: `translate${axis}(${step}px)` }));
}

/**
 * @param {Stage} stage
 * @param {number | null} seat
 * @returns {HTMLElement | null}
 */
function plateOf(stage, seat) {
  return stage.root.querySelector(`[data-seat="${seat}"]`);
}
