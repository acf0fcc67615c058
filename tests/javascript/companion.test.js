/** companion/: the rules at a table with real cards, held against games of the engine. */

import {
  enter,
  filed,
  newGame,
  readGame,
  readPast,
  redo,
  standing,
  undo,
  written,
} from "../../src/openregicide/web/companion/game.js";
import * as legal from "../../src/openregicide/web/companion/legal.js";
import { DIFFICULTIES, difficultyOf, preset } from "../../src/openregicide/web/store/presets.js";
import { act, begin } from "../../src/openregicide/web/companion/rules.js";
import { fullRules } from "../../src/openregicide/web/store/options.js";
import { equal, ok, test } from "./harness.js";

const { games, options, seed } = globalThis.given;

/** What differs in the case that runs. */
let wrong = [];

const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

const differ = (what, found, expected) => {
  if (!same(found, expected)) wrong.push([...what, found, expected]);
};

/** How the table stands, in the words of the vectors. */
const table = (state) => ({
  phase: state.phase,
  seat: state.seat,
  enemy: state.enemy,
  castle: state.castle,
  left: Math.max(0, legal.ofEnemy(state, "health") - state.damage),
  attack: legal.attackLeft(state),
  shield: state.shield,
  immune: state.enemy !== null && state.immune,
  due: state.due,
  yielded: state.yielded,
  may_yield: state.phase === "play" && legal.mayYield(state, state.seat),
  flips: state.flips,
  hands: state.hands,
  tavern: legal.inTavern(state),
  pile: state.pile,
});

/** What was told; without counted hands, what a heal or a draw is certain of. */
const checkTold = (what, { told }, expected, counted) => {
  // Nobody knows of an empty discard pile but who counts.
  const certain = told.filter(({ code, sure }) => counted || code !== "heal" || sure);
  const plain = (list) =>
    list.map(({ sure, ...each }) => {
      if (each.code === "cleared") return { ...each, cards: [...each.cards].sort() };
      if (!counted && ["draw", "flipped"].includes(each.code)) return { code: each.code };
      return each;
    });
  const unsure = told.filter(({ code, sure }) => code === "heal" && !sure).length;
  const awaited = unsure ? expected.filter(({ code }) => code !== "heal") : expected;
  differ([...what, "told"], plain(certain), plain(awaited));
  for (const said of told) {
    const real = expected.find(({ code }) => code === said.code);
    if (said.code === "heal" && !said.sure && said.count < (real?.count ?? 0)) {
      wrong.push([...what, "heals more", said, real]);
    }
    if (said.code === "draw" && said.count < real.count) {
      wrong.push([...what, "draws more", said, real]);
    }
  }
};

const checkTable = (what, state, expected, counted) => {
  const found = table(state);
  if (expected.phase === "turn_up") {
    differ([...what, "phase"], found.phase, "turn_up");
    return;
  }
  for (const [name, value] of Object.entries(expected)) {
    // A lost game is over for us when somebody says so, or when the counts alone tell.
    if (expected.phase === "over" && ["phase", "may_yield"].includes(name)) continue;
    if (counted || !["hands", "tavern", "pile"].includes(name)) {
      differ([...what, name], found[name], value);
    }
  }
  if (!counted && state.pile > expected.pile) wrong.push([...what, "pile", state.pile, expected]);
};

const checkEnd = (what, state, { outcome, counted }) => {
  let last = state;
  if (last.phase !== "over") {
    if (outcome.won || (counted && outcome.ending === "cannot_act")) {
      wrong.push([...what, "not over"]);
    }
    const { state: next, refused } = act(last, { kind: outcome.ending });
    if (refused) wrong.push([...what, "end refused", refused]);
    else last = next;
  }
  differ([...what, "outcome"], last.outcome, outcome);
  differ([...what, "after the end"], act(last, { kind: "yield" }).refused?.code, "move.game_over");
};

test("it says what the engine does at every step", () => {
  wrong = [];
  for (const [number, game] of games.entries()) {
    const { options, counted, first } = game;
    const rules = fullRules(options);
    for (const name of Object.keys(game.rules)) {
      differ([number, "rules", name], rules?.[name], game.rules[name]);
    }
    let state = begin({ rules, first, counted });
    for (const [index, step] of game.steps.entries()) {
      const what = [number, index, step.action];
      const before = JSON.stringify(state);
      const { state: next, refused } = act(state, step.action);
      if (refused || JSON.stringify(state) !== before) {
        wrong.push([...what, "refused", refused]);
        break;
      }
      state = next;
      checkTold(what, state, step.told, counted);
      checkTable(what, state, step.table, counted);
      for (const card of step.hand) {
        if (state.phase !== "over" && legal.cardRefusal(state, card)) {
          wrong.push([...what, "said not to be in hand", card, legal.cardRefusal(state, card)]);
        }
      }
      for (const [action, code] of step.refused) {
        const answer = act(state, action);
        differ([...what, "refusal", action], answer.refused?.code, code);
      }
    }
    checkEnd([number], state, game);
  }
  equal(wrong.slice(0, 20), [], `seed ${seed}`);
});

test("it takes the options that the engine takes", () => {
  const differing = options.filter(([each, taken]) => (fullRules(each) !== null) !== taken);
  equal(differing, []);
});

test("every difficulty is a game that can be played, and is known again", () => {
  for (const players of [1, 2, 3, 4]) {
    for (const difficulty of DIFFICULTIES) {
      const rules = { players, ...preset(players, difficulty) };
      ok(fullRules(rules), `${players} ${difficulty}`);
      equal(difficultyOf(rules), difficulty, `${players}`);
    }
  }
});

test("undo to the start gives the start, and redo the end", () => {
  wrong = [];
  // A small generator of our own, so that a seed is enough to see the same again.
  let state = seed >>> 0;
  const below = (count) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * count);
  };
  const now = (game) => JSON.stringify(standing(game));

  for (const [number, { options, first, counted, steps }] of games.slice(-20).entries()) {
    const names = Array.from({ length: options.players }, (_, seat) => `${seat}`);
    const start = newGame({ names, options, first, counted }, `${number}`);
    const seen = [now(start)];
    let game = start;
    for (const { action } of steps) {
      game = enter(game, action).game;
      seen.push(now(game));
    }
    // A walk back and forth always finds what was there.
    for (let step = 0; step < 60; step += 1) {
      game = below(2) ? undo(game) : redo(game);
      if (now(game) !== seen[game.at]) wrong.push([number, "walk", game.at]);
      if (below(20) === 0) game = readGame(written(game));
    }
    // From anywhere the way goes back to the start, and on to the end.
    for (let step = 0; step <= steps.length; step += 1) game = undo(game);
    if (game.at !== 0 || now(game) !== now(start)) wrong.push([number, "start"]);
    for (let step = 0; step <= steps.length; step += 1) game = redo(game);
    if (game.at !== steps.length || now(game) !== seen.at(-1)) wrong.push([number, "end"]);
    // Something new in the middle forgets what was undone there, and nothing before it.
    const middle = below(steps.length);
    while (game.at > middle) game = undo(game);
    game = enter(game, steps[middle].action).game;
    if (game.actions.length !== middle + 1) wrong.push([number, "forgotten", game.actions.length]);
    while (game.at > 0) game = undo(game);
    if (now(game) !== now(start)) wrong.push([number, "start again"]);
  }
  equal(wrong.slice(0, 20), [], `seed ${seed}`);
});

test("a kept game that is no game is none, and one that breaks off ends there", () => {
  const setup = { names: ["", ""], options: { players: 2 }, first: 0, counted: true };
  const game = enter(newGame(setup, "g"), { kind: "turn_up", card: "JS" }).game;
  const saved = JSON.parse(written(game));
  equal(readGame(written(game))?.actions, game.actions);
  for (const text of [null, "", "{", "[]", JSON.stringify({ ...saved, version: 0 })]) {
    equal(readGame(text), null, String(text));
  }
  equal(readGame(JSON.stringify({ ...saved, setup: { ...setup, first: 2 } })), null);
  const broken = { ...saved, actions: [...saved.actions, { kind: "turn_up", card: "JH" }], at: 9 };
  equal(
    [readGame(JSON.stringify(broken))?.actions.length, readGame(JSON.stringify(broken))?.at],
    [1, 1],
  );
  const refused = enter(game, { kind: "turn_up", card: "JH" });
  ok(refused.refused && refused.game === game);
  equal(newGame({ ...setup, options: { players: 5 } }, "g"), null);
});

test("a game that is over is filed once, and taken out when it is undone", () => {
  const { options: rules, first, counted, steps, outcome } = games[0];
  const names = Array.from({ length: rules.players }, () => "");
  let game = newGame({ names, options: rules, first, counted }, "g");
  for (const { action } of steps) game = enter(game, action).game;
  if (!standing(game).outcome) game = enter(game, { kind: outcome.ending }).game;
  const past = filed([], game, 100);
  equal([past.length, past[0]?.ended, past[0]?.outcome.won], [1, 100, outcome.won]);
  equal(filed(past, game, 200)[0]?.ended, 100, "the first time counts");
  equal(filed(past, undo(game), 200), []);
  equal(readPast(JSON.stringify(past)), past);
  equal(readPast(JSON.stringify([{}, null])), []);
});

test("easier and harder are what the set-up says", () => {
  // A card and a jester more or fewer, as long as there are neither three jesters nor -1.
  const step = { easier: 1, standard: 0, harder: -1 };
  for (const players of [1, 2, 3, 4]) {
    const usual = fullRules({ players });
    for (const difficulty of DIFFICULTIES) {
      const rules = fullRules({ players, ...preset(players, difficulty) });
      const by = step[difficulty];
      equal(rules.hand_limit, usual.hand_limit + by, `${players} ${difficulty}`);
      const jesters = Math.max(0, Math.min(2, usual.jesters + usual.flips + by));
      equal(rules.jesters + rules.flips, jesters, `${players} ${difficulty}`);
      equal(rules.flips > 0, players === 1, `${players} ${difficulty}`);
    }
  }
});
