// @ts-check
/** Cards that go from one place to another: played, drawn, healed, discarded. */

import { OUT, IN, pose, toTheLeft } from "./poses.js";
import { about } from "./spots.js";

/** @typedef {import("../../store/beats.js").Beat} Beat */
/** @typedef {import("./acts.js").Act} Act */
/** @typedef {import("./stage.js").Stage} Stage */

/** How many cards are seen to be healed, however many are. */
const HEALED_AT_MOST = 5;

/**
 * The cards hit the enemy, and lie on it.
 * @param {Act} act
 * @param {Beat} beat
 */
export function play({ stage, at, lasts, before, now, lying }, { seat, cards }) {
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
export function settle({ stage, at, lasts, now, lying }, { cards }) {
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
 * @param {Act} act
 * @param {Beat} beat
 */
export function heal(act, { value }) {
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
export function draw(act, { draws }) {
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
 * Cards go to the discard pile.
 * @param {Act} act
 * @param {Beat} beat
 */
export function give(act, { cards, seat }) {
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

/**
 * The cards played against the fallen enemy go to the discard pile.
 * @param {Act} act
 * @param {Beat} beat
 */
export function clear(act, { cards }) {
  const { stage, at, lasts, before, now, lying } = act;
  const to = now.zones.get("discard");
  for (const card of cards) {
    const ghost = lying.get(card);
    if (ghost) onward(stage, ghost, to, at, lasts);
    else fly(act, { card, from: before.cards.get(card), to, at, lasts, early: true });
  }
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
 * A power's number, counted up from nothing.
 * @param {Act} act
 * @param {DOMRect | undefined} spot
 * @param {string} sign
 * @param {number} value
 */
export function countUp({ stage, at, lasts }, spot, sign, value) {
  const words = stage.figure(spot, { sign, look: `suit-${sign}`, text: `+${value}` }, at, lasts);
  stage.during(at, lasts * 0.6, (done) => {
    words.textContent = `+${Math.max(1, Math.round(value * done))}`;
  });
}
