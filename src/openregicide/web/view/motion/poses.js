// @ts-check
/** How things lie and move: transforms, and parts of the board that feel a blow. */

/** @typedef {import("./acts.js").Act} Act */
/** @typedef {import("./stage.js").Stage} Stage */

/** Quick away, and calm where it arrives. */
export const OUT = "cubic-bezier(.2,.7,.2,1)";

/** Calm away, and with force where it arrives. */
export const IN = "cubic-bezier(.6,0,.9,.5)";

/**
 * How a card lies somewhere, as a transform of one that is `width` wide.
 * @param {DOMRect} spot
 * @param {number} width
 * @param {{ turn?: number, grown?: number, down?: number, wide?: number }} [how]
 */
export function pose(spot, width, { turn = 0, grown = 1, down = 0, wide = 1 } = {}) {
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
export function beside(spot, down) {
  return spot && new DOMRect(spot.left, spot.top + spot.height * down, spot.width, spot.height);
}

/** @param {DOMRect | undefined} spot */
export function toTheLeft(spot) {
  return spot && new DOMRect(spot.left - spot.width, spot.top, spot.width, spot.height);
}

/**
 * @param {readonly number[]} steps  in pixels
 * @param {"X" | "Y"} [axis]
 */
export function shift(steps, axis = "X") {
  return steps.map((step) => ({ transform: `translate${axis}(${step}px)` }));
}

/**
 * @param {Act} act
 * @param {Element | null} element
 * @param {number} strength
 */
export function shake({ stage, at, lasts }, element, strength) {
  const steps = [0, -5, 5, -3, 0].map((step) => step * strength);
  if (element) stage.animate(element, shift(steps), at, lasts);
}

/**
 * @param {Stage} stage
 * @param {number | null} seat
 * @returns {HTMLElement | null}
 */
export function plateOf(stage, seat) {
  return stage.root.querySelector(`[data-seat="${seat}"]`);
}
