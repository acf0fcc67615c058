/** net/received.js before store/ and words/: whatever a server sends, they live on. */

import { speak } from "../../src/openregicide/web/i18n.js";
import { Nonsense, readAnswer, readMessage, showable } from "../../src/openregicide/web/net/received.js";
import { tell } from "../../src/openregicide/web/store/story.js";
import {
  START,
  canSelect,
  changesOfGame,
  freshChanges,
  handKeys,
  plannedMove,
  reduce,
  viewerOf,
} from "../../src/openregicide/web/store/table.js";
import { changeText } from "../../src/openregicide/web/words/events.js";
import { problemText } from "../../src/openregicide/web/words/problems.js";
import { rulesInForce } from "../../src/openregicide/web/words/options.js";
import { seatName } from "../../src/openregicide/web/words/seats.js";
import { confirmText, sayLines, titleText, turnText } from "../../src/openregicide/web/words/turn.js";
import { equal, ok, test } from "./harness.js";

const EVIL = "pwned\u001b]0;pwned\u0007\u009b31m\u202epwned\u2066\u200b\u2028z" + "\u0301".repeat(40);
const UNSAFE = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u206f]|\u0301{4}/;
const MUTATIONS = 1500;

speak("en", globalThis.given.catalogues.en);

/** A copy of the first update of a game. */
const first = () => structuredClone(globalThis.given.update);

/** A message on its way from the socket to the store; `null` is nonsense. */
function heard(state, message) {
  const data = typeof message === "string" ? message : JSON.stringify(message);
  let read;
  try {
    read = readMessage(data, state.table?.seats.length ?? null);
  } catch (problem) {
    if (problem instanceof Nonsense) return null;
    throw problem;
  }
  return read ? reduce(state, { type: "message", message: read, at: 0 }) : state;
}

/** Everything that the parts of the page ask of a state. */
function show(state) {
  const viewer = viewerOf(state);
  const texts = [turnText(state), titleText(state), confirmText(state)];
  texts.push(...sayLines(state).map(({ text }) => text));
  texts.push(...state.log.map((change) => changeText(change, viewer)));
  texts.push(...viewer.seats.map((_, seat) => seatName(viewer.seats, seat)));
  if (state.table?.game) rulesInForce(state.table.game.rules);
  tell(changesOfGame(state), state.view?.enemy ?? null);
  plannedMove(state);
  for (const key of handKeys(state, "rank")) if (canSelect(state)) reduce(state, { type: "toggle", key });
  for (const text of texts) ok(typeof text === "string" && !UNSAFE.test(text), text);
}

test("a good update is taken as it is", () => {
  const message = first();
  equal(readMessage(JSON.stringify(message), null), message);
  const state = heard(START, message);
  equal([state.version, state.table.seats.length], [3, 2]);
  show(state);
});

test("text is cleaned wherever it is", () => {
  equal(showable("a\u001b]0;b\u0007c"), "a\ufffd]0;b\ufffdc");
  equal(showable("ab\u202ecd"), "ab\ufffdcd");
  equal(showable("z" + "\u0301".repeat(9)), "z\u0301\u0301\u0301\ufffd");
  equal(showable("Zoé 王小明 שָׁלוֹם 😀"), "Zoé 王小明 שָׁלוֹם 😀");
  equal(showable("x".repeat(5000)).length, 2001);
  const message = first();
  message.table.seats[1].name = EVIL;
  message.news = [{ version: 3, what: "chatted", seat: 1, text: EVIL }];
  show(heard(START, message));
  const problem = { code: EVIL, values: { [EVIL]: [EVIL] } };
  const bye = readMessage(JSON.stringify({ type: "bye", error: problem }), null);
  ok(!UNSAFE.test(JSON.stringify(bye)) && !UNSAFE.test(problemText(bye.error)));
});

test("nonsense is called that, and what we do not know is left out", () => {
  const bad = ["", "{", "[".repeat(100_000), "x".repeat(2_000_000), '{"type":"update"}'];
  for (const data of bad) equal(heard(START, data), null, data.slice(0, 30));
  for (const data of ["3", "null", "[]", '{"type":"new"}', '{"type":"__proto__"}']) {
    ok(heard(START, data) === START, data);
  }
  for (const change of [
    { version: 99999999999 }, { version: -1 }, { version: 1.5 }, { seat: 2 }, { table: null },
    { view: {} }, { moves: [{ move: "n9", preview: {} }] }, { moves: [{ move: "<b>", preview: {} }] },
    { present: [true, true, true] }, { news: "x" }, { news: [{ version: 3, what: "moved", seat: 7 }] },
  ]) equal(heard(START, { ...first(), ...change }), null, JSON.stringify(change));
});

test("an answer over HTTP has the shape that was asked for, or is none", () => {
  const joined = { table: "ABCDEFGHJK", seat: 0, token: "t" };
  equal(readAnswer(joined, "Joined"), joined);
  for (const wrong of [null, 3, [], {}, { ...joined, seat: "0" }]) {
    equal(readAnswer(wrong, "Joined"), null);
  }
  equal(readAnswer({ tables: [first().table] }, "Lobby")?.tables.length, 1);
  equal(readAnswer({ tables: [{}] }, "Lobby"), null);
});

test("the past has an end, and what is new is still told", () => {
  let state = heard(START, first());
  let fresh = 0;
  for (let version = 4; version < 7004; version += 20) {
    const news = Array.from({ length: 20 }, (_, at) => ({ version: version + at, what: "said", seat: 1 }));
    const next = heard(state, { type: "update", version: version + 19, news });
    fresh += freshChanges(next, state).length;
    state = next;
  }
  equal([state.log.length, fresh], [3000, 7000]);
});

// Thousands of small changes to a good session, the same ones every time.

function dice(seed) {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const JUNK = [
  null, true, "", EVIL, "X", "7H", "__proto__", -1, 0, 1, 3, 99, 2 ** 31, 1e308, 0.5, [], {}, [[]],
  ["7H"], [null], { seat: 9 }, [EVIL], "constructor", [{}], { version: 1 },
];

function mutated(message, random) {
  const copy = structuredClone(message);
  let inner = copy;
  for (;;) {
    const keys = Object.keys(inner);
    const key = keys[Math.floor(random() * keys.length)];
    if (key === undefined) return copy;
    const deeper = typeof inner[key] === "object" && inner[key] !== null;
    if (deeper && random() < 0.85) inner = inner[key];
    else {
      if (random() < 0.15) delete inner[key];
      else inner[key] = JUNK[Math.floor(random() * JUNK.length)];
      return copy;
    }
  }
}

test("no mutation of a session throws, and what passes can be shown", () => {
  const random = dice(20261118);
  const change = { version: 4, what: "moved", seat: 0, move: "p7H", events: [
    { code: "played", seat: 0, cards: ["7H"], value: 7 },
    { code: "blocked", value: 2 },
    { code: "defeated", seat: 0, cards: ["JS"], value: 1 },
    { code: "named_next", seat: 0, value: 1 },
  ] };
  const { view, moves } = first();
  const later = { type: "update", version: 4, news: [change], view, moves };
  const others = [
    { type: "presence", present: [true, false], spectators: 2 },
    { type: "answer", id: "a", version: 4, error: { code: "move.stale", values: { cards: ["7H"] } } },
    { type: "bye", error: { code: "server.stopping", values: {} } },
  ];
  let passed = 0;
  for (let count = 0; count < MUTATIONS; count += 1) {
    let state = START;
    for (const message of [first(), later, ...others]) {
      const now = heard(state, random() < 0.4 ? mutated(message, random) : message);
      if (now === null) break;
      state = now;
      passed += 1;
      if (count % 5 === 0 || state.table) show(state);
    }
  }
  ok(passed > MUTATIONS, passed);
});
