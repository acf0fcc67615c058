// @ts-check
/**
 * What can be read from the list of legal moves. No rule is known here: a card may join others
 * when some legal move holds them all.
 */

import { cardOf, isRoyal, ordered, worth } from "./cards.js";

/** @typedef {import("../types/protocol").LegalMove} LegalMove */

/** The largest hand whose discards are all listed. */
const LISTED_WHOLE = 8;

/**
 * @typedef {object} Parts
 * @property {"p" | "d" | "y" | "n" | "j"} verb  play, discard, yield, name the next, flip
 * @property {string[]} cards
 * @property {number | null} seat  the one named
 */

/**
 * @param {string} move
 * @returns {Parts}
 */
export function partsOf(move) {
  const verb = /** @type {Parts["verb"]} */ (move.charAt(0));
  if (verb === "n") return { verb, cards: [], seat: Number(move.slice(1)) };
  return { verb, cards: move.slice(1).match(/X|[^X]./g) ?? [], seat: null };
}

/**
 * The legal move that is these cards and no others.
 * @param {readonly LegalMove[]} moves
 * @param {readonly string[]} selection  keys
 * @param {readonly string[]} hand  keys
 * @returns {LegalMove | null}
 */
export function moveOf(moves, selection, hand) {
  const cards = selection.map(cardOf);
  const wanted = spelled(cards);
  if (!wanted) return null;
  const listed = moves.find(({ move }) => spelled(partsOf(move).cards) === wanted);
  return listed ?? (listsLeastOnly(moves, hand) ? withSpare(moves, cards) : null);
}

/**
 * From a large hand only those discards are listed that have no card to spare. Adding cards to one
 * of them is legal too, as the protocol says.
 * @param {readonly LegalMove[]} moves
 * @param {readonly string[]} hand
 */
function listsLeastOnly(moves, hand) {
  return hand.length > LISTED_WHOLE && moves.some(({ move }) => move.startsWith("d"));
}

/**
 * A discard of more than is needed.
 * @param {readonly LegalMove[]} moves
 * @param {readonly string[]} cards
 * @returns {LegalMove | null}
 */
function withSpare(moves, cards) {
  const enough = moves.find(
    ({ move }) => move.startsWith("d") && holds(cards, partsOf(move).cards),
  );
  if (!enough) return null;
  const paid = cards.reduce((sum, card) => sum + worth(card), 0);
  return { move: `d${ordered(cards).join("")}`, preview: { ...enough.preview, paid } };
}

/**
 * Which of the other cards may be added to a selection.
 * @param {readonly LegalMove[]} moves
 * @param {readonly string[]} selection  keys
 * @param {readonly string[]} hand  keys
 * @returns {Set<string>} keys
 */
export function addable(moves, selection, hand) {
  const chosen = selection.map(cardOf);
  const sets = moves.map(({ move }) => partsOf(move).cards);
  const fitting = sets.filter((cards) => holds(cards, chosen));
  const others = hand.filter((key) => !selection.includes(key));
  if (listsLeastOnly(moves, hand)) return new Set(others);
  return new Set(
    others.filter((key) => fitting.some((cards) => holds(cards, [...chosen, cardOf(key)]))),
  );
}

/**
 * The discard to suggest. A kill in hand and royals are kept as long as other cards can pay; then
 * the least value goes, then the fewest cards.
 * @param {readonly LegalMove[]} moves
 * @returns {LegalMove | null}
 */
export function bestDiscard(moves) {
  const discards = moves.filter(({ move }) => move.startsWith("d"));
  return discards.reduce(
    (/** @type {LegalMove | null} */ best, move) =>
      best === null || isLess(costOf(move), costOf(best)) ? move : best,
    null,
  );
}

/**
 * What a discard costs, the dearest first.
 * @param {LegalMove} move
 * @returns {number[]}
 */
function costOf({ move, preview }) {
  const { cards } = partsOf(move);
  const royals = cards.filter(isRoyal).length;
  return [Number(preview.gives_kill ?? false), royals, preview.paid ?? 0, cards.length];
}

/**
 * @param {readonly number[]} some
 * @param {readonly number[]} others
 */
function isLess(some, others) {
  const at = some.findIndex((number, index) => number !== others[index]);
  return at >= 0 && Number(some[at]) < Number(others[at]);
}

/**
 * The legal move of a verb that takes no cards.
 * @param {readonly LegalMove[]} moves
 * @param {string} text
 */
export function plainMove(moves, text) {
  return moves.find(({ move }) => move === text) ?? null;
}

/**
 * Whether a move is made with cards of the hand.
 * @param {string} move
 */
export function takesCards(move) {
  return move.startsWith("p") || move.startsWith("d");
}

/** @param {readonly string[]} cards */
function spelled(cards) {
  return [...cards].sort().join("");
}

/**
 * Whether a set holds others, the two jesters counted.
 * @param {readonly string[]} cards
 * @param {readonly string[]} others
 */
function holds(cards, others) {
  const left = [...cards];
  return others.every((card) => {
    const index = left.indexOf(card);
    if (index >= 0) left.splice(index, 1);
    return index >= 0;
  });
}
