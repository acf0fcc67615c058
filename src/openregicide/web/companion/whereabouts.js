// @ts-check
/**
 * Where cards can be, by what everybody at the table has seen (R28).
 *
 * A card that is neither in the castle, nor the enemy, nor on the table is loose: in a hand, in the
 * tavern or in the discard pile. The tavern lies in layers: the deal, one for every heal below it,
 * one for every enemy that fell exactly above it. A loose card has the layers it may have gone
 * into, a hand has the layers it may hold cards of; where the two have none in common, the card is
 * certainly not in that hand. Everything here errs on the side of "it may be".
 *
 * The two jesters are `X0` and `X1` here: they look alike, but are in different zones.
 */

import { cardOf, isJester, isRoyal, worth } from "../store/cards.js";

/** @typedef {import("../types/companion").Whereabouts} Whereabouts */

const DEAL = 0;
/** More cards of a layer than any hand holds: nobody knows how many. */
const ANY = 99;

/**
 * @param {readonly string[]} deck  every card of the game
 * @param {readonly number[]} hands  how many cards each player is dealt
 * @returns {Whereabouts}
 */
export function dealt(deck, hands) {
  const loose = deck.filter((card) => !isRoyal(card));
  const left = loose.length - hands.reduce((sum, count) => sum + count, 0);
  return {
    loose: Object.fromEntries(loose.map((key) => [key, { layers: [DEAL], pile: false }])),
    tavern: left ? [{ id: DEAL, count: left }] : [],
    held: hands.map((count) => ({ [DEAL]: count })),
    newest: DEAL,
  };
}

/**
 * Whether a loose card may be in a hand.
 * @param {Whereabouts} where
 * @param {number} seat
 * @param {string} key
 */
export function mayHold(where, seat, key) {
  return common(where, seat, key).length > 0;
}

/**
 * The most that this many cards of a hand can be worth.
 * @param {Whereabouts} where
 * @param {number} seat
 * @param {number} count
 */
export function mostWorth(where, seat, count) {
  return Object.keys(where.loose)
    .filter((key) => mayHold(where, seat, key))
    .map((key) => worth(cardOf(key)))
    .sort((a, b) => b - a)
    .slice(0, count)
    .reduce((sum, value) => sum + value, 0);
}

/**
 * The layers that both a card and a hand may have to do with.
 * @param {Whereabouts} where
 * @param {number} seat
 * @param {string} key
 */
function common({ loose, held }, seat, key) {
  return loose[key]?.layers.filter((layer) => held[seat]?.[layer]) ?? [];
}

/**
 * A card leaves a hand for everybody to see; returns which card of those that look alike.
 * @param {Whereabouts} where
 * @param {number} seat
 * @param {string} card
 */
export function show(where, seat, card) {
  const alike = isJester(card) ? ["X0", "X1"] : [card];
  const [key, other] = alike.filter((each) => mayHold(where, seat, each));
  if (!key) throw new Error(card);
  const shown = where.loose[key];
  const twin = other ? where.loose[other] : undefined;
  // Nobody can tell which of the two it was, so the other may be wherever either might have been.
  if (shown && twin) {
    twin.layers = [...new Set([...twin.layers, ...shown.layers])];
    twin.pile ||= shown.pile;
  }
  const from = common(where, seat, other ?? key);
  const hand = where.held[seat];
  const layer = from[0];
  // Only if there is no doubt which layer it was, the hand has one card less of it.
  if (hand && layer !== undefined && from.length === 1) {
    const most = hand[layer] ?? 0;
    if (most < ANY) hand[layer] = most - 1;
  }
  delete where.loose[key];
  return key;
}

/**
 * Cards come to lie on the discard pile, for everybody to see.
 * @param {Whereabouts} where
 * @param {readonly string[]} keys
 */
export function putDown(where, keys) {
  for (const key of keys) where.loose[key] = { layers: [], pile: true };
}

/**
 * Some cards of a hand go to the discard pile, and nobody said which.
 * @param {Whereabouts} where
 * @param {number} seat
 */
export function shed(where, seat) {
  for (const [key, loose] of Object.entries(where.loose)) {
    if (mayHold(where, seat, key)) loose.pile = true;
  }
}

/**
 * A hand has no card left.
 * @param {Whereabouts} where
 * @param {number} seat
 */
export function emptied(where, seat) {
  where.held[seat] = {};
}

/**
 * Some cards of the discard pile go under the tavern, or all of them.
 * @param {Whereabouts} where
 * @param {number} count
 * @param {boolean} all
 */
export function goUnder(where, count, all) {
  const id = (where.newest += 1);
  where.tavern.push({ id, count });
  for (const loose of Object.values(where.loose)) {
    if (!loose.pile) continue;
    loose.layers.push(id);
    loose.pile = !all;
  }
}

/**
 * A card goes on top of the tavern, for everybody to see.
 * @param {Whereabouts} where
 * @param {string} key
 */
export function goOnTop(where, key) {
  const id = (where.newest += 1);
  where.tavern.unshift({ id, count: 1 });
  where.loose[key] = { layers: [id], pile: false };
}

/**
 * A hand draws the top card of the tavern.
 * @param {Whereabouts} where
 * @param {number} seat
 */
export function drawTop(where, seat) {
  const top = where.tavern[0];
  const hand = where.held[seat];
  if (!top || !hand) return;
  hand[top.id] = (hand[top.id] ?? 0) + 1;
  top.count -= 1;
  if (!top.count) where.tavern.shift();
}

/**
 * Cards are drawn, and nobody counts who gets how many.
 * @param {Whereabouts} where
 */
export function drawSome(where) {
  for (const hand of where.held) for (const { id } of where.tavern) hand[id] = ANY;
}

/**
 * A hand was recounted: cards were drawn or put back that nobody entered.
 * @param {Whereabouts} where
 * @param {number} seat
 * @param {number} more  cards than we thought; fewer if negative
 */
export function recount(where, seat, more) {
  const hand = where.held[seat];
  if (!hand) return;
  for (const { id } of where.tavern) hand[id] = ANY;
  for (let drawn = 0; drawn < more; drawn += 1) drawTop(where, seat);
  if (more >= 0) return;
  const id = (where.newest += 1);
  where.tavern.unshift({ id, count: -more });
  for (const [key, loose] of Object.entries(where.loose)) {
    if (mayHold(where, seat, key)) loose.layers.push(id);
  }
}

/** @param {Whereabouts} where */
export function tavernCount({ tavern }) {
  return tavern.reduce((sum, { count }) => sum + count, 0);
}

/**
 * Where a card is that is in no hand, as far as anybody can say.
 * @param {Whereabouts} where
 * @param {string} key
 * @returns {"pile" | "tavern" | "hand"}
 */
export function zoneOf({ loose, tavern, held }, key) {
  const card = loose[key];
  const layers = card?.layers ?? [];
  if (layers.some((layer) => held.some((hand) => hand[layer]))) return "hand";
  return layers.some((layer) => tavern.some(({ id }) => id === layer)) ? "tavern" : "pile";
}
