/** store/cards.js: cards as the protocol spells them. */

import {
  cardOf,
  indexOf,
  isJester,
  isRoyal,
  keyed,
  ordered,
  sorted,
  suitOf,
  worth,
} from "../../src/openregicide/web/store/cards.js";
import { equal, test } from "./harness.js";

test("a card has a rank, a suit and a worth", () => {
  equal(["AC", "2D", "9H", "TS", "JC", "QD", "KH", "X"].map(worth), [1, 2, 9, 10, 10, 15, 20, 0]);
  equal(["AC", "TS", "X"].map(suitOf), ["C", "S", null]);
  equal(["AC", "TS", "QD", "X"].map(indexOf), ["A", "10", "Q", "★"]);
  equal(["JC", "KH", "TS", "X"].map(isRoyal), [true, true, false, false]);
  equal(["X", "2C"].map(isJester), [true, false]);
});

test("a hand is sorted by rank or by suit, colours alternating, jesters last", () => {
  const hand = ["X", "2D", "TS", "2C", "AH", "2S", "2H"];
  equal(sorted(hand, "rank"), ["AH", "2S", "2H", "2C", "2D", "TS", "X"]);
  equal(sorted(hand, "suit"), ["2S", "TS", "AH", "2H", "2C", "2D", "X"]);
  equal(hand[0], "X", "the hand itself stays as it was");
});

test("a move spells its cards by rank, then by suit as the engine counts them", () => {
  equal(ordered(["X", "3S", "AD", "3C", "3H"]), ["AD", "3C", "3H", "3S", "X"]);
});

test("two jesters have two keys, and both are the jester", () => {
  const keys = keyed(["X", "2C", "X"]);
  equal(keys, [
    { key: "X0", card: "X" },
    { key: "2C", card: "2C" },
    { key: "X1", card: "X" },
  ]);
  equal(
    keys.map(({ key }) => cardOf(key)),
    ["X", "2C", "X"],
  );
});
