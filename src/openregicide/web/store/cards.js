// @ts-check
/** Cards as the protocol spells them (`7S`, `TH`, `X`): their parts, their order, their keys. */

/** @typedef {"C" | "D" | "H" | "S"} Suit */

const RANKS = "A23456789TJQK";

/** In the order of the engine's numbers. @type {readonly Suit[]} */
export const SUITS = ["C", "D", "H", "S"];

/** In the order of a hand on the screen: colours alternate. @type {readonly Suit[]} */
export const SHOWN_SUITS = ["S", "H", "C", "D"];

export const ROYAL_RANKS = ["J", "Q", "K"];

/** @param {string} card */
export function isJester(card) {
  return card === "X";
}

/** @param {string} card */
export function isRoyal(card) {
  return ROYAL_RANKS.includes(card.charAt(0));
}

/**
 * @param {string} card
 * @returns {Suit | null}
 */
export function suitOf(card) {
  return isJester(card) ? null : /** @type {Suit} */ (card.charAt(1));
}

/**
 * What a card pays in step 4, as every player knows it by heart; only for sums on the screen. What
 * is enough, the server says.
 * @param {string} card
 * @returns {number}
 */
export function worth(card) {
  if (isJester(card)) return 0;
  const index = RANKS.indexOf(card.charAt(0));
  return index < 10 ? index + 1 : 10 + 5 * (index - 10);
}

/**
 * The sign in a card's corner.
 * @param {string} card
 */
export function indexOf(card) {
  if (isJester(card)) return "★";
  return card.charAt(0) === "T" ? "10" : card.charAt(0);
}

/**
 * @param {string} a
 * @param {string} b
 */
function byRank(a, b) {
  return rankOrder(a) - rankOrder(b) || suitOrder(a) - suitOrder(b);
}

/**
 * @param {string} a
 * @param {string} b
 */
function bySuit(a, b) {
  return suitOrder(a) - suitOrder(b) || rankOrder(a) - rankOrder(b);
}

/** @param {string} card */
function rankOrder(card) {
  return isJester(card) ? RANKS.length : RANKS.indexOf(card.charAt(0));
}

/** @param {string} card */
function suitOrder(card) {
  const suit = suitOf(card);
  return suit ? SHOWN_SUITS.indexOf(suit) : SHOWN_SUITS.length;
}

/**
 * @param {readonly string[]} cards
 * @param {"rank" | "suit"} how
 */
export function sorted(cards, how) {
  return [...cards].sort(how === "rank" ? byRank : bySuit);
}

/**
 * Cards as a move spells them: by rank, then by suit, jesters last.
 * @param {readonly string[]} cards
 */
export function ordered(cards) {
  const suit = (/** @type {string} */ card) => SUITS.findIndex((each) => each === suitOf(card));
  return [...cards].sort((a, b) => rankOrder(a) - rankOrder(b) || suit(a) - suit(b));
}

/**
 * Cards with a key each: the two jesters look alike, and lists on the screen need to tell them
 * apart.
 * @param {readonly string[]} cards
 * @returns {{ key: string, card: string }[]}
 */
export function keyed(cards) {
  let jesters = 0;
  return cards.map((card) => ({ key: isJester(card) ? `X${jesters++}` : card, card }));
}

/**
 * The card of a key.
 * @param {string} key
 */
export function cardOf(key) {
  return key.startsWith("X") ? "X" : key;
}
