// @ts-check
/** Where everything on the board lies, so that things can move from there or to there. */

/**
 * @typedef {object} Spots
 * @property {Map<string, DOMRect>} cards  by their text
 * @property {Map<string, DOMRect>} zones  piles, players by seat, the enemy, the hand
 */

/** What is not the board itself: dialogs, and what moves above it. */
const APART = "dialog, .moving, .enemy.was";

/**
 * Where everything lies now.
 * @param {HTMLElement} root
 * @returns {Spots}
 */
export function look(root) {
  /** @type {Spots} */
  const spots = { cards: new Map(), zones: new Map() };
  for (const card of root.querySelectorAll("[data-card]")) {
    if (card instanceof HTMLElement && !card.closest(APART)) {
      spots.cards.set(card.dataset["card"] ?? "", card.getBoundingClientRect());
    }
  }
  for (const zone of root.querySelectorAll("[data-zone], [data-seat]")) {
    if (!(zone instanceof HTMLElement)) continue;
    const { zone: pile, seat } = zone.dataset;
    const face = (zone.querySelector(".card") ?? zone).getBoundingClientRect();
    if (pile) spots.zones.set(pile, face);
    else spots.zones.set(`seat-${seat}`, cardWithin(zone.getBoundingClientRect()));
  }
  const enemy = enemyCard(root);
  if (enemy) spots.zones.set("enemy", enemy.getBoundingClientRect());
  const hand = root.querySelector(".hand");
  if (hand) spots.zones.set("hand", hand.getBoundingClientRect());
  return spots;
}

/**
 * @param {HTMLElement} root
 * @returns {HTMLElement | null}
 */
export function enemyCard(root) {
  return root.querySelector(".enemy:not(.was) > .card");
}

/**
 * A small card in the middle of a player's name plate.
 * @param {DOMRect} plate
 */
function cardWithin({ left, top, width, height }) {
  const small = width && 28;
  return new DOMRect(
    left + (width - small) / 2,
    top + (height - small * 1.4) / 2,
    small,
    small * 1.4,
  );
}

/**
 * A rectangle of another size about the same middle.
 * @param {DOMRect} rect
 * @param {number} width
 * @param {[x: number, y: number]} [shift]
 */
export function about(rect, width, [x, y] = [0, 0]) {
  const height = width * 1.4;
  return new DOMRect(
    rect.left + (rect.width - width) / 2 + x,
    rect.top + (rect.height - height) / 2 + y,
    width,
    height,
  );
}
