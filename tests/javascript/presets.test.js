/** store/presets.js: how hard a game is to be. */

import { fullRules } from "../../src/openregicide/web/store/options.js";
import {
  DIFFICULTIES,
  difficultyOf,
  isKinder,
  kinderTable,
  preset,
} from "../../src/openregicide/web/store/presets.js";
import { equal, ok, test } from "./harness.js";

test("a table of the server, which leaves nothing open, has the difficulty it was made with", () => {
  for (const players of [1, 2, 3, 4]) {
    for (const difficulty of DIFFICULTIES) {
      const left = { players, ...preset(players, difficulty) };
      equal(difficultyOf(left), difficulty, `${players}`);
      equal(difficultyOf(fullRules(left)), difficulty, `${players}, filled in`);
    }
  }
});

test("chosen otherwise, the rules are none of the three", () => {
  equal(difficultyOf({ players: 2, hand_limit: 12 }), null);
  equal(difficultyOf({ players: 3, jesters: 0 }), null);
  equal(difficultyOf({ players: 9 }), null);
});

test("what has nothing to do with them is left alone", () => {
  equal(difficultyOf({ players: 2, talk: "open", health: [9, 9, 9] }), "standard");
});

test("a kinder table has weaker royals, a diamond for everyone, and the lamp", () => {
  const usual = fullRules({ players: 3 });
  const before = { rules: { players: 3, talk: "open" }, open: true, clock: 60, hints: false };
  const kinder = kinderTable(before);
  ok(fullRules(kinder.rules), "they can be played");
  for (const name of ["attack", "health"]) {
    ok(kinder.rules[name].every((value, rank) => value < usual[name][rank]), name);
  }
  equal([kinder.rules.mulligan, kinder.hints], ["any", true]);
  // Everything else is as the table had it.
  equal([kinder.rules.talk, kinder.open, kinder.clock], ["open", true, 60]);
  ok(isKinder(kinder) && !isKinder(before));
});
