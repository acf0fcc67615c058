// @ts-check
/** Cards in words and signs. */

import { t } from "../i18n.js";
import { indexOf, isJester, suitOf } from "../store/cards.js";

const RANKS = /** @type {Record<string, string>} */ ({
  A: "companion",
  2: "two",
  3: "three",
  4: "four",
  5: "five",
  6: "six",
  7: "seven",
  8: "eight",
  9: "nine",
  T: "ten",
  J: "jack",
  Q: "queen",
  K: "king",
  X: "jester",
});

const SUIT_NAMES = { C: "clubs", D: "diamonds", H: "hearts", S: "spades" };

export const SIGNS = { C: "♣", D: "♦", H: "♥", S: "♠" };

/** @param {import("../store/cards.js").Suit} suit */
export function suitName(suit) {
  return t(`suit.${SUIT_NAMES[suit]}`);
}

/**
 * What a suit does.
 * @param {import("../store/cards.js").Suit} suit
 */
export function powerText(suit) {
  return t(`ui.power.${SUIT_NAMES[suit]}`);
}

/** @param {string} card */
export function rankName(card) {
  return t(`rank.${RANKS[card.charAt(0)]}`);
}

/**
 * The name of a card, as a voice says it: `7 of spades`.
 * @param {string} card
 */
export function cardName(card) {
  const suit = suitOf(card);
  if (!suit) return rankName(card);
  const rank = Number(indexOf(card)) ? indexOf(card) : rankName(card);
  return t("card.name", { rank, suit: suitName(suit) });
}

/**
 * A card as a sign: `10♥`.
 * @param {string} card
 */
export function cardSign(card) {
  const suit = suitOf(card);
  return suit ? indexOf(card) + SIGNS[suit] : t("rank.jester");
}

/**
 * Cards for a sentence: `3♥ 3♠`, or that there are none.
 * @param {readonly string[]} cards
 */
export function cardSigns(cards) {
  return (
    cards.map((card) => (isJester(card) ? t("rank.jester") : cardSign(card))).join(" ") ||
    t("card.none")
  );
}
