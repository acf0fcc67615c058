// @ts-check
/**
 * What may be done at a table with real cards, and why something else is refused.
 *
 * Nobody tells us what is in a hand, so a card is refused only where it certainly is not: in the
 * castle, on the table, in the discard pile with no heal since, in the tavern and not drawn since.
 */

import { ROYAL_RANKS, cardOf, isJester, worth } from "../store/cards.js";
import { within } from "../store/options.js";
import { mayHold, mostWorth, show, tavernCount, zoneOf } from "./whereabouts.js";

/** @typedef {import("../types/companion").Action} Action */
/** @typedef {import("../types/companion").Phase} Phase */
/** @typedef {import("../types/companion").Refused} Refused */
/** @typedef {import("../types/companion").Rules} Rules */
/** @typedef {import("../types/companion").State} State */

// What may be asked of a state

/**
 * The royals that can be turned up next: those of the lowest rank left (R2).
 * @param {State} state
 */
export function mayTurnUp({ castle }) {
  return castle.filter((card) => card.charAt(0) === castle[0]?.charAt(0));
}

/**
 * Whether a player could yield, if it were their turn (R23, R24).
 * @param {State} state
 * @param {number} seat
 */
export function mayYield({ rules, yielded }, seat) {
  if (rules.players === 1) return rules.solo_yield && !yielded[0];
  return yielded.some((did, other) => other !== seat && !did);
}

/**
 * @param {State} state
 * @param {"attack" | "health"} what
 */
export function ofEnemy({ rules, enemy }, what) {
  return enemy ? (rules[what][ROYAL_RANKS.indexOf(enemy.charAt(0))] ?? 0) : 0;
}

/**
 * What the enemy strikes for, after the shield (R10).
 * @param {State} state
 */
export function attackLeft(state) {
  return Math.max(0, ofEnemy(state, "attack") - state.shield);
}

/**
 * How many cards are in the tavern, where hands are counted.
 * @param {State} state
 */
export function inTavern({ hands, where }) {
  return hands ? tavernCount(where) : null;
}

/**
 * Whether a number of cards can be enough for what is due, whatever they are (R17).
 * @param {State} state
 * @param {number} count
 */
export function mayPayWith({ where, seat, due }, count) {
  return mostWorth(where, seat, count) >= due;
}

/**
 * Why a card is certainly not in the current player's hand.
 * @param {State} state
 * @param {string} card
 * @returns {Refused | null}
 */
export function cardRefusal(state, card) {
  const { where, seat, castle, enemy, table } = state;
  if (isJester(card)) return jesterRefusal(state);
  if (mayHold(where, seat, card)) return null;
  if (card === enemy) return no("companion.is_enemy", { card });
  if (castle.includes(card)) return no("companion.in_castle", { card });
  if (table.some(({ cards }) => cards.includes(card))) return no("companion.on_table", { card });
  if (!(card in where.loose)) return no("move.malformed");
  return elsewhere(state, card);
}

/** @param {State} state */
function jesterRefusal(state) {
  const { where, seat, rules } = state;
  if (!rules.jesters) return no("companion.no_jester");
  const keys = ["X0", "X1"].filter((key) => key in where.loose);
  if (keys.some((key) => mayHold(where, seat, key))) return null;
  const [key] = keys;
  return key ? elsewhere(state, key) : no("companion.on_table", { card: "X" });
}

/**
 * @param {State} state
 * @param {string} key
 */
function elsewhere({ where, seat }, key) {
  const values = { card: cardOf(key), seat };
  const zone = zoneOf(where, key);
  if (zone === "pile") return no("companion.in_discard", values);
  return no(zone === "tavern" ? "companion.in_tavern" : "companion.other_hand", values);
}

/**
 * Why cards cannot be played together, whoever plays them (R12 to R15, R18).
 * @param {Rules} rules
 * @param {readonly string[]} cards
 * @returns {Refused | null}
 */
export function shapeRefusal({ companions }, cards) {
  if (cards.length < 2) return null;
  const animals = cards.filter((card) => card.startsWith("A"));
  if (cards.some(isJester)) {
    return no(animals.length ? "companion.with_jester" : "jester.not_alone");
  }
  if (animals.length) {
    const others = cards.length - animals.length;
    const tooMany = companions === "many" ? others > 1 : cards.length > 2;
    return tooMany ? no("companion.with_two_others") : null;
  }
  if (cards.some((card) => card.charAt(0) !== cards[0]?.charAt(0))) return no("combo.mixed_ranks");
  // R14: at most 10 together, which leaves the numbers 2 to 5.
  const total = worthOf(cards);
  return total > 10 ? no("combo.total_over_10", { total }) : null;
}

/** @param {readonly string[]} cards */
export function worthOf(cards) {
  return cards.reduce((sum, card) => sum + worth(card), 0);
}

// Why an action is refused

/** In which phases an action fits. @type {Record<string, readonly Phase[]>} */
const FITS = {
  turn_up: ["turn_up"],
  play: ["play"],
  yield: ["play"],
  cannot_act: ["play"],
  // R30: at the start of step 1, or of step 4.
  flip: ["play", "discard"],
  discard: ["discard"],
  cannot_pay: ["discard"],
  name_next: ["name_next"],
  recount: ["turn_up", "play", "discard", "name_next"],
};

/**
 * @param {State} state
 * @param {Action} action
 * @returns {Refused | null}
 */
export function refusal(state, action) {
  const { phase, rules, flips, hands, seat } = state;
  const fits = FITS[action?.kind];
  if (!fits) return no("move.malformed");
  if (phase === "over") return no("move.game_over");
  if (!fits.includes(phase)) return no("move.wrong_phase", { phase });
  switch (action.kind) {
    case "turn_up":
      return turnUpRefusal(state, action.card);
    case "play":
      return cardsRefusal(state, action.cards) ?? shapeRefusal(rules, action.cards);
    case "yield":
      return mayYield(state, seat) ? null : no("yield.not_allowed");
    case "flip":
      return flips ? null : no("flip.none_left");
    case "discard":
      return discardRefusal(state, action);
    case "name_next":
      return seatRefusal(state, action.seat);
    case "recount":
      return recountRefusal(state, action);
    // R17, R25: it is not over while there is a way out; with counted hands, we know it first.
    case "cannot_pay":
      return flips ? no("move.wrong_phase", { phase }) : null;
    case "cannot_act":
      return hands || flips || mayYield(state, seat) ? no("move.wrong_phase", { phase }) : null;
  }
}

/**
 * @param {State} state
 * @param {string} card
 */
function turnUpRefusal(state, card) {
  const { castle, fallen } = state;
  if (mayTurnUp(state).includes(card)) return null;
  if (fallen.some((each) => each.card === card)) return no("companion.has_fallen", { card });
  return castle.includes(card) ? no("companion.not_yet", { card }) : no("move.malformed");
}

/**
 * @param {State} state
 * @param {number} seat
 */
function seatRefusal({ rules }, seat) {
  return within(seat, 0, rules.players - 1) ? null : no("seat.unknown", { seat });
}

/**
 * Why the current player cannot give these cards up, whatever they are for.
 * @param {State} state
 * @param {unknown} cards
 * @returns {Refused | null}
 */
function cardsRefusal(state, cards) {
  if (!Array.isArray(cards)) return no("move.malformed");
  if (!cards.length) return no("move.no_cards");
  const twice = cards.find((card, index) => !isJester(card) && cards.indexOf(card) !== index);
  if (twice) return no("card.twice", { card: twice });
  const { hands, seat } = state;
  for (const card of cards) {
    const refused = cardRefusal(state, card);
    if (refused) return refused;
  }
  const count = hands?.[seat] ?? cards.length;
  if (cards.length > count) return no("companion.hand_count", { seat, count });
  return cards.length > 1 ? togetherRefusal(state, cards) : null;
}

/**
 * Why one hand cannot hold all of these cards: with one of them it may give up the last card that
 * it can have of a layer.
 * @param {State} state
 * @param {readonly string[]} cards
 */
function togetherRefusal(state, cards) {
  const left = { ...state, where: structuredClone(state.where) };
  for (const card of cards) {
    const refused = cardRefusal(left, card);
    if (refused) return refused;
    show(left.where, state.seat, card);
  }
  return null;
}

/**
 * @param {State} state
 * @param {{ cards?: string[], count?: number }} action
 */
function discardRefusal(state, { cards, count }) {
  const { due, hands, seat } = state;
  if (cards !== undefined) {
    const refused = cardsRefusal(state, cards);
    if (refused) return refused;
    const total = worthOf(cards);
    return total < due ? no("discard.too_small", { total, due }) : null;
  }
  if (!hands) return count === undefined ? null : no("move.malformed");
  const most = hands[seat] ?? 0;
  if (!within(count, 1, most)) return no("companion.hand_count", { seat, count: most });
  return mayPayWith(state, Number(count)) ? null : no("companion.too_few", { count, due });
}

/**
 * @param {State} state
 * @param {{ seat: number, count: number }} action
 */
function recountRefusal({ hands, where, rules }, { seat, count }) {
  const now = hands?.[seat];
  if (now === undefined) return no("seat.unknown", { seat });
  const most = Math.min(rules.hand_limit, now + tavernCount(where));
  return within(count, 0, most) ? null : no("companion.hand_count", { seat, count: most });
}

// Small words

/**
 * @param {string} code
 * @param {Record<string, unknown>} [values]
 * @returns {Refused}
 */
function no(code, values = {}) {
  return { code, values };
}
