// @ts-check
/**
 * The deal that a seed leads to, and every heal: what `openregicide/core/dice.py` does, once more.
 * Cards are numbers here as there, because their order decides what the dice mean.
 */

import { fullRules } from "../store/options.js";
import { fromHex } from "./hex.js";
import { Shake256 } from "./shake256.js";

/** @typedef {import("../types/protocol").RulesData} RulesData */

/**
 * Everything that lies face down before the first move.
 * @typedef {object} Deal
 * @property {string[]} castle  the enemy first
 * @property {string[]} tavern  the top card first
 * @property {string[][]} hands  by seat
 */

const RANKS = "A23456789TJQK";
const SUITS = "CDHS";
const DIAMONDS = SUITS.indexOf("D");
const FIRST_ROYAL = 40;
const JESTER = 52;

/** Uniform numbers that a seed and a label determine. */
export class Stream {
  /**
   * @param {string} seed  64 hexadecimal digits
   * @param {string} label
   */
  constructor(seed, label) {
    this.source = new Shake256(Uint8Array.of(...fromHex(seed), ...new TextEncoder().encode(label)));
  }

  /** The next 32 bits. */
  word() {
    let word = 0;
    for (let byte = 0; byte < 4; byte++) word = word * 256 + this.source.byte();
    return word;
  }

  /**
   * A number from 0 to n - 1, each equally likely.
   * @param {number} n
   */
  below(n) {
    const words = 2 ** 32;
    const fair = words - (words % n);
    for (;;) {
      const word = this.word();
      if (word < fair) return word % n;
    }
  }

  /**
   * Swap a random choice of cards to the front, in random order.
   * @param {number[]} cards
   * @param {number} count
   */
  pick(cards, count) {
    for (let i = 0; i < count; i++) {
      const j = i + this.below(cards.length - i);
      [cards[i], cards[j]] = [cards[j] ?? 0, cards[i] ?? 0];
    }
  }

  /** @param {number[]} cards */
  shuffle(cards) {
    // The last card has nowhere left to go.
    this.pick(cards, cards.length - 1);
  }
}

/**
 * Shuffle and deal.
 * @param {string} seed
 * @param {RulesData} data
 * @returns {Deal | null}  nothing for rules that nobody can play by
 */
export function dealOf(seed, data) {
  const rules = fullRules(data);
  if (!rules) return null;
  const { players, hand_limit: size, jesters } = rules;
  const stream = new Stream(seed, "deal");
  const castle = [];
  for (let rank = 0; rank < 3; rank++) {
    const royals = numbers(4, FIRST_ROYAL + 4 * rank);
    stream.shuffle(royals);
    castle.push(...royals);
  }
  const tavern = [...numbers(FIRST_ROYAL), ...Array.from({ length: jesters }, () => JESTER)];
  const mostDry = { off: players, all: players - 1, any: 0 }[data.mulligan ?? "off"];
  for (;;) {
    stream.shuffle(tavern);
    const hands = numbers(players).map((seat) => tavern.slice(seat * size, (seat + 1) * size));
    // Option `mulligan`: the tavern is shuffled again, and the castle stays.
    if (hands.filter(isDry).length > mostDry) continue;
    return {
      castle: castle.map(spelled),
      tavern: tavern.slice(players * size).map(spelled),
      hands: hands.map((hand) => hand.map(spelled)),
    };
  }
}

/**
 * The seat that begins where nobody has chosen it (R4).
 * @param {string} seed
 * @param {number} players
 */
export function firstOf(seed, players) {
  return new Stream(seed, "first").below(players);
}

/**
 * What a heal moves under the tavern, the upper card first (R7).
 * @param {string} seed
 * @param {number} ply
 * @param {readonly string[]} discard  the pile in any order
 * @param {number} count
 */
export function healOf(seed, ply, discard, count) {
  const cards = discard.map(numbered).sort((a, b) => a - b);
  new Stream(seed, `heal ${ply}`).pick(cards, count);
  return cards.slice(0, count).map(spelled);
}

/** @param {readonly number[]} hand */
function isDry(hand) {
  return !hand.some((card) => card < JESTER && card % 4 === DIAMONDS);
}

/**
 * @param {number} count
 * @param {number} [from]
 */
function numbers(count, from = 0) {
  return Array.from({ length: count }, (_, index) => from + index);
}

/** @param {number} card */
function spelled(card) {
  return card >= JESTER ? "X" : `${RANKS[card >> 2]}${SUITS[card & 3]}`;
}

/** @param {string} card */
function numbered(card) {
  if (card === "X") return JESTER;
  return 4 * RANKS.indexOf(card.charAt(0)) + SUITS.indexOf(card.charAt(1));
}
