/** store/story.js, store/replay.js, store/lesson.js: games told, watched again, and learnt. */

import { laidOut, moved, stepAfter, whereIn } from "../../src/openregicide/web/store/lesson.js";
import { fallsOf, stateAt, stepAsked } from "../../src/openregicide/web/store/replay.js";
import { decisive, tell } from "../../src/openregicide/web/store/story.js";
import { START, isMyMove, reduce } from "../../src/openregicide/web/store/table.js";
import { equal, ok, test } from "./harness.js";
import { VIEW, legal } from "./positions.js";

const event = (code, more = {}) => ({ code, ...more });
const changes = (...events) => [{ version: 1, what: "moved", events }];

test("a story counts what was done, enemy by enemy", () => {
  const story = tell(
    changes(
      event("played"),
      event("damaged", { value: 8 }),
      event("struck", { value: 10 }),
      event("discarded", { value: 11 }),
      event("played"),
      event("drew", { seat: 0 }),
      event("drew", { seat: 1 }),
      event("healed", { value: 3 }),
      event("shielded", { value: 5 }),
      event("damaged", { value: 12 }),
      event("defeated", { seat: 1, cards: ["JS"], value: 1 }),
      event("played"),
    ),
    "JH",
  );
  equal(story, {
    fights: [
      { enemy: "JS", seat: 1, exact: true, plays: 2, given: 11 },
      { enemy: "JH", seat: null, exact: false, plays: 1, given: 0 },
    ],
    kills: 1,
    exact: 1,
    drawn: 2,
    healed: 3,
    shielded: 5,
    suffered: 11,
    strongest: 12,
  });
});

test("a game is decided by the fight that was lost, else by the dearest", () => {
  const fight = (enemy, given, seat = 0, plays = 1) => ({
    enemy,
    seat,
    exact: false,
    plays,
    given,
  });
  equal(decisive({ fights: [fight("JS", 9), fight("JH", 3, null)] })?.enemy, "JH");
  equal(decisive({ fights: [fight("JS", 9), fight("JH", 12)] })?.enemy, "JH");
  equal(decisive({ fights: [fight("JS", 9), fight("JH", 9, 0, 4)] })?.enemy, "JH");
  equal(decisive({ fights: [fight("JS", 0)] }), null, "nothing was hard");
});

const GAME = {
  id: "g1",
  number: 2,
  rules: { players: 2 },
  seats: [
    { seat: 0, name: "Ann", bot: null },
    { seat: 1, name: null, bot: "greedy", called: "Bruno" },
  ],
  seed: null,
  seed_hash: "0",
  daily: null,
};
const STEPS = [
  { seat: null, move: "", events: [], view: { ...VIEW, ply: 0 } },
  { seat: 0, move: "p3H", events: [event("played")], view: { ...VIEW, ply: 1 } },
  {
    seat: 1,
    move: "p9C",
    events: [event("played"), event("defeated", { cards: ["JS"], value: 1 })],
    view: { ...VIEW, ply: 3 },
  },
];

test("every step of a replay is a table that nobody can play at", () => {
  const state = stateAt(GAME, STEPS, 2, 1);
  equal([state.status, state.version, state.seat, state.view?.ply], ["open", 2, 1, 3]);
  equal(
    state.log.map(({ version, what, seat }) => [version, what, seat]),
    [
      [0, "began", undefined],
      [1, "moved", 0],
      [2, "moved", 1],
    ],
  );
  equal(state.table?.seats[1], { holder: "bot", name: "greedy", called: "Bruno" });
  equal(state.table?.game?.result, null, "as long as one looks back, the end is open");
  ok(!isMyMove(state));
  equal(stateAt(GAME, STEPS, 0, null).log.length, 1);
});

test("a replay knows where enemies fell, and which step an address asks for", () => {
  equal(fallsOf(STEPS), [{ step: 2, enemy: "JS", exact: true }]);
  const asked = (query, steps = STEPS) => stepAsked(steps, new URLSearchParams(query));
  equal(
    [0, 1, 2, 3, 99, -4, 1.5, "x"].map((move) => asked(`move=${move}`)),
    [0, 1, 2, 2, 2, 0, 1, 0],
  );
  // As older links have it, which count what chance did.
  equal(
    [0, 1, 2, 3, 99].map((ply) => asked(`ply=${ply}`)),
    [0, 1, 1, 2, 2],
  );
  equal([asked(""), asked("move=5", []), asked("ply=5", [])], [0, 0, 0]);
});

const COURSE = {
  lessons: [
    { id: "attack", steps: ["play", "pair"] },
    { id: "suffer", steps: ["pay"] },
  ],
};

test("a step in a course knows what came before and what follows", () => {
  equal(whereIn(COURSE, { lesson: "attack", step: 1, made: [] }), {
    lesson: "attack",
    number: 1,
    step: 2,
    steps: 2,
    key: "attack.pair",
    following: "suffer",
  });
  equal(whereIn(COURSE, { lesson: "suffer", step: 0, made: [] }).following, null);
});

test("moves are kept as long as the next step goes on from them", () => {
  const current = { lesson: "attack", step: 0, made: ["p3H"] };
  equal(stepAfter(current, "p3S", { goes_on: true }), {
    lesson: "attack",
    step: 1,
    made: ["p3H", "p3S"],
  });
  equal(stepAfter(current, "p3S", { goes_on: false }), { lesson: "attack", step: 1, made: [] });
});

test("a lesson's step is a table, and its move an update of it", () => {
  const current = { lesson: "attack", step: 1, made: [] };
  const view = { ...VIEW, hands: [{ count: 1, cards: ["3H"] }, { count: 5 }] };
  const message = laidOut(current, { view, moves: legal("p3H") }, ["Ann", "Bob"]);
  const laid = reduce(START, { type: "message", message, at: 0 });
  ok(isMyMove(laid));
  equal(
    [laid.version, laid.seat, laid.table?.seats[1]?.name, laid.present],
    [2, 0, "Bob", [true, true]],
  );
  const events = [event("played")];
  const next = moved(current, "p3H", { view: { ...view, ply: 4 }, moves: [], events });
  const after = reduce(laid, { type: "message", message: next, at: 0 });
  equal([after.version, after.view?.ply, after.log.length], [3, 4, 1]);
  equal(after.log[0]?.events, events);
});
