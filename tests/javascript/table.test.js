/** store/table.js and store/store.js: what is known of a table, and what its player has in mind. */

import { Store } from "../../src/openregicide/web/store/store.js";
import {
  START,
  canSelect,
  changesOfGame,
  handKeys,
  isHost,
  isMyMove,
  isPlanning,
  isRunning,
  plannedMove,
  viewerOf,
  voteAbout,
  reduce,
  seatsOf,
} from "../../src/openregicide/web/store/table.js";
import { equal, ok, test } from "./harness.js";
import { SEATS, TABLE, VIEW, legal, ourTurn } from "./positions.js";

const told = (update, at = 0) => ({
  type: "message",
  message: { type: "update", ...update },
  at,
});
const change = (version, what = "moved") => ({ version, what });

test("a full update replaces what was known, and says which seat is ours", () => {
  const before = ourTurn({ log: [change(1)], spectators: 2, info: { bots: ["greedy"] } });
  const now = reduce(before, told({ version: 9, full: true, seat: 1, table: TABLE, view: VIEW }));
  equal([now.version, now.seat, now.log, now.moves], [9, 1, [], []]);
  equal(now.spectators, 2, "who is there is told apart from the table");
  equal(now.status, "open");
  equal(now.info, { bots: ["greedy"] }, "what the server offers stays known");
});

test("an update adds what it brings, and keeps the rest", () => {
  const before = ourTurn({ log: [change(7)] });
  const now = reduce(before, told({ version: 8, news: [change(7), change(8)] }));
  equal(now.log, [change(7), change(8)], "nothing twice");
  equal([now.seat, now.view, now.moves], [0, before.view, before.moves]);
});

test("what is older than what is known changes nothing", () => {
  const before = ourTurn();
  ok(reduce(before, told({ version: 6, moves: [] })) === before);
});

test("the clock is told in seconds left, and ends with the position", () => {
  const counting = reduce(ourTurn(), told({ version: 8, view: VIEW, move_by: 30 }, 1000));
  equal(counting.moveBy, 31_000);
  equal(reduce(counting, told({ version: 9 }, 5000)).moveBy, 31_000);
  equal(reduce(counting, told({ version: 9, view: VIEW }, 5000)).moveBy, null);
});

test("presence says who is there, and other messages nothing", () => {
  const message = { type: "presence", present: [true, false, true], spectators: 4 };
  const now = reduce(ourTurn(), { type: "message", message, at: 0 });
  equal([now.present, now.spectators], [[true, false, true], 4]);
  const before = ourTurn();
  ok(reduce(before, { type: "message", message: { type: "pong" }, at: 0 }) === before);
});

test("a bot may be voted for when its time has come, and by one alone twice", () => {
  const seats = ["Ann", "Bo", "Cleo"].map((name) => ({ holder: "person", name }));
  const at = (votes, present, vote_in, seat = 0) => {
    const given = seats.map((each, number) => (number === 2 ? { ...each, votes } : each));
    const running = { ...TABLE, seats: given, game: { ...TABLE.game, result: null } };
    const before = ourTurn({ seat, table: running });
    const message = { type: "presence", present, spectators: 0, vote_in };
    return reduce(before, { type: "message", message, at: 1000 });
  };
  const two = [true, true, false];
  const one = [true, false, false];
  const early = at([], two, [null, null, 12.5]);
  equal(voteAbout(early, 2, 1000), { does: "vote", seconds: 13 });
  equal(voteAbout(early, 2, 13_400), { does: "vote", seconds: 1 });
  equal(voteAbout(early, 2, 13_500), { does: "vote", seconds: 0 });
  equal(voteAbout(early, 1, 1000), null, "somebody is there");
  equal(voteAbout(early, 0, 1000), null, "that is us");
  equal(voteAbout(at([0], two, [null, null, 0]), 2, 1000), { does: "back", seconds: 0 });
  equal(voteAbout(at([0], one, [null, 7, 9]), 2, 1000), { does: "again", seconds: 9 });
  equal(voteAbout(at([1], one, [null, 7, 0]), 2, 1000), { does: "vote", seconds: 0 });
  equal(voteAbout(at([], two, [null, null, 0], null), 2, 1000), null, "who watches has no vote");
  equal(voteAbout(at([], two, []), 2, 1000), null, "an older server says nothing");
});

test("a card is selected, joined by another, and put back", () => {
  let state = reduce(ourTurn(), { type: "toggle", key: "3H" });
  state = reduce(state, { type: "toggle", key: "3S" });
  equal(state.selection, ["3H", "3S"]);
  equal(plannedMove(state)?.move, "p3H3S");
  state = reduce(state, { type: "toggle", key: "3H" });
  equal([state.selection, plannedMove(state)?.move], [["3S"], "p3S"]);
  equal(reduce(state, { type: "clear" }).selection, []);
});

test("a card that does not go with the others puzzles, and is not selected", () => {
  const chosen = reduce(ourTurn(), { type: "toggle", key: "3H" });
  const state = reduce(chosen, { type: "toggle", key: "X0" });
  equal([state.selection, state.puzzled], [["3H"], "X0"]);
  equal(reduce(state, { type: "toggle", key: "3S" }).puzzled, null);
});

test("no card is selected while others move, or while a move is on its way", () => {
  for (const changes of [{ moves: [] }, { sending: "p3H" }, { seat: null }]) {
    const state = ourTurn(changes);
    ok(!canSelect(state), JSON.stringify(changes));
    ok(reduce(state, { type: "toggle", key: "3H" }) === state);
  }
});

/** Bob's turn, and we hold three cards. */
const theirTurn = (changes = {}, view = {}) =>
  ourTurn({ moves: [], ...changes }, { turn: 1, ...view });

test("while others move one can plan: any card of the hand, in any number", () => {
  let state = theirTurn();
  ok(isPlanning(state) && canSelect(state) && !isPlanning(ourTurn()));
  for (const key of ["3H", "X0", "3S", "9C", "X0"]) state = reduce(state, { type: "toggle", key });
  equal([state.selection, state.puzzled], [["3H", "3S"], null]);
  equal(plannedMove(state), null, "and nothing of it is a move yet");
  ok(!isPlanning(theirTurn({ seat: null })), "who watches has nothing to plan");
  const over = { ...TABLE, game: { ...TABLE.game, result: "lost" } };
  ok(!isPlanning(theirTurn({ table: over })));
});

test("a plan outlives the moves of others, and stays when one's turn comes", () => {
  const planned = theirTurn({ selection: ["3S", "3H"] });
  const waiting = reduce(planned, told({ version: 8, view: { ...VIEW, ply: 4, turn: 2 } }));
  equal(waiting.selection, ["3S", "3H"]);
  const moves = legal("p3H", "p3S", "p3H3S", "y");
  const mine = reduce(waiting, told({ version: 9, view: { ...VIEW, ply: 5 }, moves }));
  equal([mine.selection, plannedMove(mine)?.move], [["3S", "3H"], "p3H3S"]);
  const after = reduce(mine, told({ version: 10, view: { ...VIEW, ply: 6, turn: 1 }, moves: [] }));
  equal(after.selection, [], "what was one's own move is over");
});

test("of a plan only what is held and can be played together stays", () => {
  const planned = theirTurn({ selection: ["3S", "X0", "3H"] });
  const moves = legal("p3H", "p3S", "p3H3S", "pX", "y");
  const mine = reduce(planned, told({ version: 8, view: { ...VIEW, ply: 4 }, moves }));
  equal(mine.selection, ["3S", "3H"], "in the order of the taps, without what does not fit");
  const hands = [{ count: 2, cards: ["X", "3H"] }, { count: 5 }, { count: 5 }];
  const less = reduce(planned, told({ version: 8, view: { ...VIEW, ply: 4, turn: 2, hands } }));
  equal(less.selection, ["X0", "3H"]);
  const choosing = { ...VIEW, ply: 4, phase: "name_next" };
  const named = reduce(planned, told({ version: 8, view: choosing, moves: legal("n0", "n1") }));
  equal(named.selection, []);
  const next = { ...TABLE, game: { ...TABLE.game, id: "g2" } };
  const dealt = reduce(planned, told({ version: 8, table: next, view: { ...VIEW, turn: 2 } }));
  equal(dealt.selection, [], "and nothing of it in another game");
});

test("a move without cards is armed, and makes way for cards", () => {
  const armed = reduce(ourTurn({ selection: ["3H"] }), { type: "arm", move: "y" });
  equal([armed.armed, armed.selection, plannedMove(armed)?.move], ["y", [], "y"]);
  const chosen = reduce(armed, { type: "select", keys: ["3S"] });
  equal([chosen.armed, plannedMove(chosen)?.move], [null, "p3S"]);
});

test("only cards of the hand can be selected, each once", () => {
  const chosen = reduce(ourTurn(), { type: "select", keys: ["2H", "3H", "X1", "X0"] });
  equal(chosen.selection, ["3H", "X0"]);
});

test("what a player has in mind outlives talk, but not the position", () => {
  const mind = { selection: ["3H"], sending: "p3H", puzzled: "X0" };
  const talked = reduce(ourTurn(mind), told({ version: 8, news: [change(8, "said")] }));
  equal([talked.selection, talked.sending, talked.puzzled], [["3H"], "p3H", "X0"]);
  const moved = reduce(ourTurn(mind), told({ version: 8, view: { ...VIEW, ply: 4 } }));
  equal([moved.selection, moved.sending, moved.puzzled], [[], null, null]);
});

test("an armed move that is not legal any more is forgotten", () => {
  const armed = ourTurn({ armed: "y" });
  equal(reduce(armed, told({ version: 8 })).armed, "y");
  equal(reduce(armed, told({ version: 8, moves: legal("p3H") })).armed, null);
});

test("a new seat begins with nothing but what the server offers", () => {
  const info = { bots: ["greedy"] };
  const now = reduce(ourTurn({ info, log: [change(1)] }), { type: "restart" });
  equal(now, { ...START, info });
});

test("the leaderboard of a game goes with the game", () => {
  const ranked = reduce(ourTurn(), { type: "daily", daily: { day: "2026-11-18" } });
  const next = { ...TABLE, game: { ...TABLE.game, id: "g2" } };
  equal(reduce(ranked, told({ version: 8, table: TABLE })).daily, { day: "2026-11-18" });
  equal(reduce(ranked, told({ version: 8, table: next })).daily, null);
});

test("whether the next game counts, and what the server offers, is kept as told", () => {
  equal(reduce(ourTurn(), { type: "counts", counts: true }).counts, true);
  equal(reduce(ourTurn(), { type: "info", info: { bots: [] } }).info, { bots: [] });
});

test("a lost line is known, and so is a refusal with its reason", () => {
  equal(reduce(ourTurn(), { type: "status", status: "lost", problem: null }).status, "lost");
  const problem = { code: "seat.token", values: {} };
  const refused = reduce(START, { type: "status", status: "refused", problem });
  equal([refused.status, refused.problem], ["refused", problem]);
});

test("a state tells whose move it is, who is the host, and whether a game runs", () => {
  ok(isMyMove(ourTurn()) && isHost(ourTurn()) && isRunning(ourTurn()));
  ok(!isHost(ourTurn({ seat: 1 })) && !isHost(ourTurn({ seat: null })));
  const over = { ...TABLE, game: { ...TABLE.game, result: "won" } };
  ok(!isRunning(ourTurn({ table: over })) && !isMyMove(ourTurn({ table: over })));
  ok(!isRunning(START));
  equal(viewerOf(ourTurn()), { seats: SEATS, seat: 0 });
});

test("the hand has keys as dealt, or in the order in which it lies", () => {
  equal(handKeys(ourTurn()), ["3H", "X0", "3S"]);
  equal(handKeys(ourTurn(), "rank"), ["3S", "3H", "X0"]);
  equal(handKeys(ourTurn({ seat: null })), []);
});

test("the newest game begins with the last beginning", () => {
  const log = [change(1, "began"), change(2), change(3, "began"), change(4)];
  equal(changesOfGame(ourTurn({ log })), [change(3, "began"), change(4)]);
  equal(changesOfGame(ourTurn({ log: [change(2)] })), [change(2)]);
});

test("a finished game has seats as a table has them", () => {
  const seats = [
    { seat: 0, name: "Ann", bot: null },
    { seat: 1, name: null, bot: "policy", called: "Bruno" },
  ];
  equal(seatsOf({ seats }), [
    { holder: "person", name: "Ann" },
    { holder: "bot", name: "policy", called: "Bruno" },
  ]);
});

test("a store tells who listens, with what was before, and only of changes", () => {
  const store = new Store((state, add) => state + add, 1);
  const heard = [];
  store.subscribe((now, before) => heard.push([now, before]));
  store.dispatch(2);
  store.dispatch(0);
  equal(heard, [[3, 1]]);
});
