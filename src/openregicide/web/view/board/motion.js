// @ts-check
/**
 * Cards move from where they were to where they go. The table is up to date at once; what moves is
 * a picture above it that nobody can touch.
 */

import { mayMove } from "../../settings.js";
import { back, dress } from "../parts/card.js";
import { el } from "../parts/dom.js";

/** @typedef {import("../../types/protocol").EventData} EventData */

const LASTS = 420;
const APART = 60;
const EASE = "cubic-bezier(.2,.7,.2,1)";

/**
 * @typedef {object} Before
 * @property {Map<string, DOMRect>} cards  by their text
 * @property {Map<string, DOMRect>} zones  piles, and the players by seat
 */

/**
 * Where everything lies now.
 * @param {HTMLElement} root
 * @returns {Before}
 */
export function look(root) {
  /** @type {Before} */
  const before = { cards: new Map(), zones: new Map() };
  for (const card of root.querySelectorAll("[data-card]")) {
    if (card instanceof HTMLElement && !card.closest("dialog")) {
      before.cards.set(card.dataset["card"] ?? "", card.getBoundingClientRect());
    }
  }
  for (const zone of root.querySelectorAll("[data-zone], [data-seat]")) {
    if (!(zone instanceof HTMLElement)) continue;
    const { zone: pile, seat } = zone.dataset;
    const face = (zone.querySelector(".card") ?? zone).getBoundingClientRect();
    if (pile) before.zones.set(pile, face);
    else before.zones.set(`seat-${seat}`, cardWithin(face));
  }
  return before;
}

/**
 * A small card in the middle of a player's name plate.
 * @param {DOMRect} plate
 */
function cardWithin({ left, top, width, height }) {
  const small = 28;
  return new DOMRect(
    left + (width - small) / 2,
    top + (height - small * 1.4) / 2,
    small,
    small * 1.4,
  );
}

/**
 * Animate from the board as it was to the board as it is.
 * @param {HTMLElement} root
 * @param {Before} before
 * @param {readonly EventData[]} events
 */
export function move(root, before, events) {
  if (!mayMove() || document.hidden) return;
  const now = look(root);
  const layer = el("div", { class: "moving", attrs: { "aria-hidden": "true" } });
  document.body.append(layer);
  let waits = 0;
  /** @type {Promise<unknown>[]} */
  const flights = [];

  /**
   * @param {string | null} card  its face, or a back
   * @param {DOMRect | undefined} from
   * @param {DOMRect | undefined} to
   */
  function fly(card, from, to) {
    if (!from?.width || !to?.width) return;
    const ghost = card ? dress(el("span"), card) : back();
    ghost.style.setProperty("--w", `${to.width}px`);
    layer.append(ghost);
    const scale = from.width / to.width;
    const start = `translate(${from.left}px, ${from.top}px) scale(${scale})`;
    const end = `translate(${to.left}px, ${to.top}px) scale(1)`;
    const timing = {
      duration: LASTS,
      delay: waits,
      easing: EASE,
      fill: /** @type {const} */ ("both"),
    };
    const flight = ghost.animate([{ transform: start }, { transform: end }], timing);
    if (card) hideUntilThere(root, card, waits + LASTS);
    flights.push(
      flight.finished.then(
        () => ghost.remove(),
        () => {},
      ),
    );
    waits += APART;
  }

  for (const { code, seat, cards = [], value = 0 } of events) {
    const hand = now.zones.get(`seat-${seat}`);
    const tavern = now.zones.get("tavern");
    const discard = now.zones.get("discard");
    switch (code) {
      case "played":
        for (const card of cards) fly(card, before.cards.get(card) ?? hand, now.cards.get(card));
        break;
      case "healed":
        for (let card = 0; card < Math.min(value, 5); card += 1) fly(null, discard, tavern);
        break;
      case "drew":
        if (cards.length) for (const card of cards) fly(card, tavern, now.cards.get(card));
        else fly(null, tavern, hand);
        break;
      case "defeated":
        for (const card of cards) fly(card, before.cards.get(card), value ? tavern : discard);
        break;
      case "discarded":
      case "flipped":
      case "cleared":
        for (const card of cards) fly(card, before.cards.get(card) ?? hand, discard);
        break;
    }
  }
  Promise.all(flights).then(() => layer.remove());
  if (events.some(({ code }) => code === "damaged")) shake(root.querySelector(".enemy > .card"));
}

/**
 * A card that is still on its way is not yet where it goes.
 * @param {HTMLElement} root
 * @param {string} card
 * @param {number} duration
 */
function hideUntilThere(root, card, duration) {
  for (const element of root.querySelectorAll(`[data-card="${card}"]`)) {
    if (!element.closest("dialog")) element.animate([{ opacity: 0 }, { opacity: 0 }], { duration });
  }
}

/** @param {Element | null} enemy */
function shake(enemy) {
  const steps = ["0", "-5px", "5px", "-3px", "0"].map((x) => ({ transform: `translateX(${x})` }));
  enemy?.animate(steps, { duration: 320, delay: 200 });
}
