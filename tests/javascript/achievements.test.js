/** store/achievements.js: what a finished game has earned, and what it has not. */

import {
  ACHIEVEMENTS,
  NO_MERITS,
  forgetLosses,
  freshMerits,
  noteDays,
  noteGame,
  readMerits,
  wantsKinder,
  writeMerits,
} from "../../src/openregicide/web/store/achievements.js";
import { NO_DAYS } from "../../src/openregicide/web/store/days.js";
import { kinderTable } from "../../src/openregicide/web/store/presets.js";
import { has, speak } from "../../src/openregicide/web/i18n.js";
import { equal, ok, test } from "./harness.js";
import { VIEW, ourTurn } from "./positions.js";

const PEOPLE = ["Ann", "Bob", "Cleo", "Dan"].map((name) => ({ holder: "person", name }));
const BOT = { holder: "bot", name: "greedy" };
const NOW = 1_800_000_000;

const moved = (seat, ...events) => ({
  version: 2,
  what: "moved",
  seat,
  by: "player",
  events: events.map((event) => ({ seat, ...event })),
});
const play = (...cards) => ({ code: "played", cards });
const kill = (value = 0) => ({ code: "defeated", cards: ["JS"], value });
const damage = (value) => ({ code: "damaged", value });

let games = 0;

/** A finished game of ours, alone and won unless something else is said. */
function ended({
  seats = PEOPLE.slice(0, 1),
  result = "won",
  moves = [moved(0, play("7S"))],
  game = {},
  settings = {},
  view = {},
  seat = 0,
  log,
} = {}) {
  const rules = { players: seats.length, ...game.rules };
  return ourTurn(
    {
      seat,
      table: {
        id: "ABCDEFGHJK",
        seats,
        host: 0,
        daily: false,
        settings: { rules, hints: false, ...settings },
        game: { id: `g${(games += 1)}`, number: 1, daily: null, ranked: false, again: null, ...game, result, rules },
      },
      log: log ?? [{ version: 1, what: "began", seat: 0 }, ...moves],
    },
    { ...VIEW, ...view },
  );
}

const earned = (state, before = NO_MERITS) => freshMerits(noteGame(before, state, NOW), before);

test("a win is one for so many players", () => {
  const pair = [PEOPLE[0], BOT];
  ok(earned(ended()).includes("win_1"));
  ok(earned(ended({ seats: pair })).includes("win_2"));
  ok(earned(ended({ seats: [...pair, BOT] })).includes("win_3"));
  ok(earned(ended({ seats: [...pair, BOT, BOT] })).includes("win_4"));
  equal(earned(ended({ result: "lost" })), []);
});

test("gold is the medal's", () => {
  ok(earned(ended({ view: { medal: "gold" } })).includes("gold"));
  ok(!earned(ended({ view: { medal: "silver" } })).includes("gold"));
});

test("friends are people, all of them, to the end", () => {
  ok(earned(ended({ seats: PEOPLE.slice(0, 2) })).includes("friends"));
  ok(!earned(ended({ seats: [PEOPLE[0], PEOPLE[1], BOT] })).includes("friends"));
  const away = [PEOPLE[0], { ...PEOPLE[1], stand_in: "policy" }];
  ok(!earned(ended({ seats: away })).includes("friends"));
  ok(!earned(ended()).includes("friends"));
});

test("six exact kills count in a lost game too, and are everyone's", () => {
  const seats = PEOPLE.slice(0, 2);
  const moves = Array.from({ length: 6 }, (_, index) => moved(index % 2, play("7S"), kill(1)));
  equal(earned(ended({ seats, moves, result: "lost" })), ["exact_six"]);
  equal(earned(ended({ seats, moves: moves.slice(1), result: "lost" })), []);
  const other = [...moves.slice(1), moved(0, play("7S"), kill(0))];
  equal(earned(ended({ seats, moves: other, result: "lost" })), []);
});

test("a great blow is one's own", () => {
  const seats = PEOPLE.slice(0, 2);
  const lost = (moves) => earned(ended({ seats, moves, result: "lost" }));
  equal(lost([moved(0, play("KC"), damage(40))]), ["blow_forty"]);
  equal(lost([moved(0, play("KC"), damage(39))]), []);
  equal(lost([moved(1, play("KC"), damage(40))]), []);
});

test("without hearts means that nobody played one; to discard one is no play", () => {
  const given = { code: "discarded", cards: ["9H"], value: 9 };
  ok(earned(ended({ moves: [moved(0, play("7S"), given)] })).includes("no_hearts"));
  ok(!earned(ended({ moves: [moved(0, play("AH", "7S"))] })).includes("no_hearts"));
  const seats = PEOPLE.slice(0, 2);
  ok(!earned(ended({ seats, moves: [moved(1, play("2H"))] })).includes("no_hearts"));
});

test("without a jester is worth something only where there are any", () => {
  const three = PEOPLE.slice(0, 3);
  ok(earned(ended({ seats: three })).includes("no_jester"));
  ok(!earned(ended({ seats: three, moves: [moved(2, play("X"))] })).includes("no_jester"));
  ok(!earned(ended({ seats: PEOPLE.slice(0, 2) })).includes("no_jester"));
});

test("without a yield, with others", () => {
  const seats = PEOPLE.slice(0, 2);
  ok(earned(ended({ seats })).includes("no_yield"));
  ok(!earned(ended({ seats, moves: [moved(1, { code: "yielded" })] })).includes("no_yield"));
  ok(!earned(ended()).includes("no_yield"));
});

test("a move that was taken back never was", () => {
  const seats = PEOPLE.slice(0, 2);
  const back = { version: 3, what: "took_back", seat: 0 };
  const moves = [moved(0, { code: "yielded" }), back, moved(0, play("7S"))];
  ok(earned(ended({ seats, moves })).includes("no_yield"));
  const blow = [moved(0, play("KC"), damage(40)), back];
  ok(!earned(ended({ seats, moves: blow })).includes("blow_forty"));
});

test("a game does not count if it was not by the rulebook, or the cards were known, or helped", () => {
  const all = { players: 1 };
  for (const other of [
    { game: { rules: { ...all, hand_limit: 9 } } },
    { game: { rules: { ...all, health: [16, 24, 32] } } },
    { game: { rules: { ...all, companions: "many" } } },
    { game: { daily: "2026-11-16", ranked: false } },
    { game: { again: "g0" } },
    { settings: { hints: true } },
    { moves: [{ version: 2, what: "configured", lamp: true }, moved(0, play("7S"))] },
    { moves: [{ ...moved(0, play("7S")), by: "bot" }] },
    { moves: [{ ...moved(0, play("7S")), by: "clock" }] },
    { log: [moved(0, play("7S"))] },
  ]) {
    equal(earned(ended(other)), [], JSON.stringify(other));
  }
  // Options as a table fills them in are those of the rulebook.
  const full = { jesters: 0, flips: 2, hand_limit: 8, attack: [10, 15, 20], health: [20, 30, 40] };
  ok(earned(ended({ game: { rules: { ...all, ...full, mulligan: "off" } } })).length > 0);
  ok(earned(ended({ game: { daily: "2026-11-16", ranked: true } })).includes("win_1"));
  const seats = PEOPLE.slice(0, 2);
  ok(earned(ended({ seats, game: { rules: { talk: "open" } } })).includes("win_2"));
});

test("who only watches earns nothing, and loses nothing", () => {
  equal(noteGame(NO_MERITS, ended({ seat: null }), NOW), NO_MERITS);
  equal(noteGame(NO_MERITS, ended({ seat: null, result: "lost" }), NOW), NO_MERITS);
});

test("a game that runs is not noted yet", () => {
  equal(noteGame(NO_MERITS, ended({ result: null }), NOW), NO_MERITS);
});

test("a game is noted once, however often it is looked at", () => {
  const state = ended({ result: "lost" });
  const once = noteGame(NO_MERITS, state, NOW);
  equal([once.losses, once.seen.length], [1, 1]);
  ok(noteGame(once, state, NOW) === once);
});

const lose = (merits) => noteGame(merits, ended({ result: "lost" }), NOW);

test("three losses in a row ask for a kinder table; a win or an answer ends the row", () => {
  const two = lose(lose(NO_MERITS));
  ok(!wantsKinder(two));
  const three = lose(two);
  ok(wantsKinder(three) && wantsKinder(lose(three)));
  ok(!wantsKinder(forgetLosses(three)));
  ok(!wantsKinder(noteGame(three, ended(), NOW)));
  ok(wantsKinder(lose(lose(lose(forgetLosses(three))))));
});

test("a win after three losses is a comeback", () => {
  ok(earned(ended(), lose(lose(lose(NO_MERITS)))).includes("comeback"));
  ok(!earned(ended(), lose(lose(NO_MERITS))).includes("comeback"));
});

test("what was earned keeps its moment", () => {
  const first = noteGame(NO_MERITS, ended(), NOW);
  const again = noteGame(first, ended(), NOW + 500);
  equal(again.earned.win_1, NOW);
  equal(freshMerits(again, first), []);
});

const days = (count, won = false) => ({
  ...NO_DAYS,
  results: Array.from({ length: count }, (_, index) => ({
    day: new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10),
    players: 1,
    won,
    kills: won ? 12 : 4,
  })),
});

test("daily deals earn their own", () => {
  const from = (book, beaten = false) =>
    freshMerits(noteDays(NO_MERITS, book, beaten, NOW), NO_MERITS);
  equal(from(days(6)), []);
  equal(from(days(7)), ["streak_7"]);
  equal(from(days(30)), ["streak_7", "streak_30"]);
  equal(from(days(1, true)), ["daily_win"]);
  equal(from(days(1), true), ["daily_par"]);
});

test("what is kept is what is read", () => {
  const merits = noteGame(lose(NO_MERITS), ended(), NOW);
  equal(readMerits(writeMerits(merits)), merits);
});

test("damaged storage is read as far as it makes sense", () => {
  for (const text of [null, "", "}", "null", "[]", "3", '{"version":2,"losses":3}']) {
    equal(readMerits(text), NO_MERITS, String(text));
  }
  const damaged = {
    version: 1,
    earned: { win_1: 5, gold: "now", streak_7: -1, win_9: 4, win_2: null, no_hearts: 1.5 },
    losses: 1e9,
    players: "many",
    seen: ["g1", 7, null, "x".repeat(65)],
  };
  equal(readMerits(JSON.stringify(damaged)), { earned: { win_1: 5 }, losses: 0, players: 1, seen: ["g1"] });
  equal(readMerits(JSON.stringify({ version: 1, earned: 4, seen: "g1" })), NO_MERITS);
});

test("only so many games are remembered", () => {
  let merits = NO_MERITS;
  for (let i = 0; i < 100; i += 1) merits = lose(merits);
  equal(merits.seen.length, 60);
  equal(merits.losses, 100);
});

test("every achievement has a name and a sentence, in every language", () => {
  for (const [code, words] of Object.entries(globalThis.given.catalogues)) {
    speak(code, words);
    for (const name of ACHIEVEMENTS) {
      ok(has(`web.achievement.${name}`) && has(`web.achievement.${name}.about`), `${code} ${name}`);
    }
  }
});

test("a game at a kinder table earns nothing, but ends the losses if it is won", () => {
  const { rules, hints } = kinderTable({ rules: { players: 1 } });
  const three = lose(lose(lose(NO_MERITS)));
  const after = noteGame(three, ended({ game: { rules }, settings: { hints } }), NOW);
  equal([after.earned, after.losses], [{}, 0]);
});
