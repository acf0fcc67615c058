/** store/moves.js: what can be read from the list of legal moves. */

import {
  addable,
  bestDiscard,
  moveOf,
  partsOf,
  plainMove,
  takesCards,
} from "../../src/openregicide/web/store/moves.js";
import { equal, test } from "./harness.js";

const moves = (...texts) => texts.map((move) => ({ move, preview: {} }));

test("a move is a verb with cards or a seat", () => {
  equal(partsOf("p3H3S"), { verb: "p", cards: ["3H", "3S"], seat: null });
  equal(partsOf("dXX2C"), { verb: "d", cards: ["X", "X", "2C"], seat: null });
  equal(partsOf("n2"), { verb: "n", cards: [], seat: 2 });
  equal(partsOf("y"), { verb: "y", cards: [], seat: null });
  equal(["p2C", "d2C", "y", "j", "n0"].map(takesCards), [true, true, false, false, false]);
});

test("a selection is the legal move with just these cards, in any order", () => {
  const legal = moves("p3H", "p3H3S", "pX", "y");
  const hand = ["3S", "3H", "X0"];
  equal(moveOf(legal, ["3S", "3H"], hand)?.move, "p3H3S");
  equal(moveOf(legal, ["X0"], hand)?.move, "pX");
  equal(moveOf(legal, ["3S"], hand), null);
  equal(moveOf(legal, [], hand), null, "yielding takes no cards");
  equal(plainMove(legal, "y")?.move, "y");
  equal(plainMove(legal, "j"), null);
});

test("a card may join when some legal move holds them all", () => {
  const legal = moves("p3H", "p3S", "p3H3S", "p9C", "pX");
  const hand = ["3H", "3S", "9C", "X0"];
  equal(addable(legal, [], hand), new Set(hand));
  equal(addable(legal, ["3H"], hand), new Set(["3S"]));
  equal(addable(legal, ["X0"], hand), new Set());
});

test("both jesters of a hand may be discarded, but only where a move holds two", () => {
  equal(addable(moves("dX2C"), ["X0"], ["X0", "X1", "2C"]), new Set(["2C"]));
  equal(addable(moves("dXX"), ["X0"], ["X0", "X1", "2C"]), new Set(["X1"]));
});

test("from a hand of nine any card may be added to a discard that is enough", () => {
  const hand = ["2C", "3C", "4C", "5C", "6C", "7C", "8C", "9C", "TC"];
  const legal = [{ move: "d9C", preview: { paid: 9, stuck: null } }];
  equal(addable(legal, ["9C"], hand), new Set(hand.filter((card) => card !== "9C")));
  equal(moveOf(legal, ["9C", "2C"], hand), { move: "d2C9C", preview: { paid: 11, stuck: null } });
  equal(moveOf(legal, ["2C"], hand), null, "not enough");
  equal(moveOf(legal, ["9C", "2C"], hand.slice(0, 8)), null, "a small hand lists everything");
});

test("the least is suggested, then the fewest cards", () => {
  const priced = [
    { move: "d9C", preview: { paid: 9 } },
    { move: "d3C4C", preview: { paid: 7 } },
    { move: "d7H", preview: { paid: 7 } },
    { move: "j", preview: {} },
  ];
  equal(bestDiscard(priced)?.move, "d7H");
  equal(bestDiscard(moves("p2C", "y")), null);
});

test("neither a royal nor a kill is given away where other cards can pay", () => {
  const priced = [
    { move: "dJD", preview: { paid: 10 } },
    { move: "d8CJD", preview: { paid: 18 } },
    { move: "d3S7S", preview: { paid: 10 } },
    { move: "d3S8C", preview: { paid: 11, gives_kill: true } },
  ];
  equal(bestDiscard(priced)?.move, "d3S7S");
  equal(bestDiscard(priced.slice(0, 2))?.move, "dJD", "nothing else can pay");
  equal(bestDiscard([...priced.slice(3), priced[0]])?.move, "dJD", "a kill is worth more");
});
