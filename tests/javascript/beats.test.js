/** store/beats.js: what there is to see of a move, one thing after another. */

import { beatsOf, lengthOf } from "../../src/openregicide/web/store/beats.js";
import { equal, ok, test } from "./harness.js";
import { VIEW } from "./positions.js";

const { told } = globalThis.given;
const codes = (beats) => beats.map(({ code }) => code);
const after = (changes) => ({ ...VIEW, ply: 4, ...changes });

/** A play of diamonds and clubs that does not kill. */
const PLAY = [
  { code: "played", seat: 0, cards: ["3H", "3S"], value: 6 },
  { code: "healed", value: 2, cards: ["2C", "4C"] },
  { code: "drew", seat: 0, cards: ["5D"] },
  { code: "drew", seat: 1 },
  { code: "drew", seat: 0, cards: ["6D"] },
  { code: "shielded", value: 6, total: 6 },
  { code: "doubled", value: 12 },
  { code: "damaged", value: 12, total: 16 },
  { code: "struck", seat: 0, value: 4 },
];

test("the suits of a play come one after the other, then the hit, then the blow", () => {
  const beats = beatsOf(PLAY, VIEW, after({ damage: 16 }));
  equal(codes(beats), [
    "played",
    "healed",
    "drew",
    "shielded",
    "doubled",
    "damaged",
    "settled",
    "struck",
  ]);
  const begins = beats.map(({ at }) => at);
  equal(
    begins,
    begins.toSorted((a, b) => a - b),
  );
  equal(new Set(begins).size, beats.length, "no two at once");
  equal(beats.at(-2).cards, ["3H", "3S"], "the cards go to their place when they have hit");
});

test("draws go round the table and are one beat, longer for more cards but not for ever", () => {
  const draws = beatsOf(PLAY, VIEW, after({})).find(({ code }) => code === "drew");
  equal(draws.draws, [
    { seat: 0, card: "5D" },
    { seat: 1, card: null },
    { seat: 0, card: "6D" },
  ]);
  const many = (count) =>
    beatsOf(
      Array.from({ length: count }, () => ({ code: "drew", seat: 1 })),
      VIEW,
      after({}),
    );
  ok(lengthOf(many(3)) > lengthOf(many(1)));
  equal(lengthOf(many(20)), lengthOf(many(12)));
});

test("every number goes its way: from what it was, by way of what each power makes of it", () => {
  const before = { ...VIEW, discard: ["2C", "4C"] };
  const counts = beatsOf(PLAY, before, after({})).flatMap((beat) => beat.counts);
  equal(counts, [
    { figure: "seat-0", from: 3, to: 1 },
    { figure: "discard", from: 2, to: 0 },
    { figure: "tavern", from: 20, to: 22 },
    { figure: "tavern", from: 22, to: 19 },
    { figure: "seat-0", from: 1, to: 3 },
    { figure: "seat-1", from: 5, to: 6 },
    { figure: "shield", from: 0, to: 6 },
    { figure: "attack", from: 10, to: 4 },
    { figure: "health", from: 16, to: 4 },
  ]);
});

const KILL = [
  { code: "played", seat: 0, cards: ["9C"], value: 9 },
  { code: "doubled", value: 18 },
  { code: "damaged", value: 18, total: 22 },
  { code: "defeated", seat: 0, cards: ["JS"], value: 0 },
  { code: "cleared", cards: ["9C", "3H"] },
  { code: "revealed", cards: ["QH"] },
  { code: "turn", seat: 0 },
];

test("a kill drains the bar to zero before the next enemy is turned up", () => {
  const next = after({ enemy: "QH", health: 30, damage: 0, attack: 15 });
  const beats = beatsOf(KILL, VIEW, next);
  equal(codes(beats), ["played", "doubled", "damaged", "defeated", "cleared", "revealed"]);
  const health = beats.flatMap(({ counts }) => counts.filter(({ figure }) => figure === "health"));
  equal(health, [
    { figure: "health", from: 16, to: 0 },
    { figure: "health", from: 0, to: 30 },
  ]);
  const [fall, clear, turned] = beats.slice(-3);
  ok(clear.at < fall.at + fall.lasts && turned.at >= fall.at + 1, "the next one waits");
});

test("an exact kill takes its time, and lies down on the tavern", () => {
  const next = after({ enemy: "QH", health: 30, damage: 0 });
  const exact = KILL.map((event) => (event.code === "defeated" ? { ...event, value: 1 } : event));
  ok(lengthOf(beatsOf(exact, VIEW, next)) > lengthOf(beatsOf(KILL, VIEW, next)));
  const fall = (events) => beatsOf(events, VIEW, next).find(({ code }) => code === "defeated");
  equal(fall(exact).counts, [{ figure: "tavern", from: 20, to: 21 }]);
  equal(fall(KILL).counts, [{ figure: "discard", from: 0, to: 1 }]);
});

test("a jester goes to its place at once", () => {
  const jester = [
    { code: "played", seat: 0, cards: ["X"] },
    { code: "immunity_lost", value: 3 },
    { code: "spades_count", value: 5, total: 5 },
  ];
  const beats = beatsOf(jester, VIEW, after({ shield: 5, attack: 5 }));
  equal(codes(beats), ["played", "settled", "immunity_lost", "spades_count"]);
});

test("who comes back to many moves at once sees the table, not all the moves", () => {
  const yields = (count) => Array.from({ length: count }, () => ({ code: "yielded", seat: 1 }));
  equal(beatsOf(yields(3), VIEW, after({})).length, 3);
  equal(beatsOf(yields(4), VIEW, after({})), []);
  equal(beatsOf([...KILL, ...KILL], VIEW, after({})), []);
  equal(beatsOf(PLAY, null, VIEW), [], "who has just come has nothing to compare");
});

test("a turn and a name are no beats", () => {
  const events = [
    { code: "named_next", seat: 0, value: 1 },
    { code: "turn", seat: 1 },
  ];
  equal(beatsOf(events, VIEW, after({})), []);
});

test("in whole games every number ends at what the table says", () => {
  const moves = told.flatMap(({ steps }) =>
    steps.slice(1).map((step, index) => [steps[index].view, step.events, step.view]),
  );
  ok(moves.length > 300);
  for (const [was, events, now] of moves) {
    const last = new Map();
    for (const { counts } of beatsOf(events, was, now)) {
      for (const { figure, from, to } of counts) {
        if (last.has(figure)) equal(from, last.get(figure), figure);
        last.set(figure, to);
      }
    }
    const stands = {
      tavern: now.tavern,
      discard: now.discard.length,
      ...Object.fromEntries(now.hands.map(({ count }, seat) => [`seat-${seat}`, count])),
      ...(now.enemy && {
        health: Math.max(0, now.health - now.damage),
        shield: now.shield,
        attack: now.attack,
      }),
    };
    for (const [figure, to] of last) {
      if (figure in stands) equal(to, stands[figure], `${figure} of ${JSON.stringify(events)}`);
    }
    // And what differs has its beat.
    const tavern = now.tavern !== was.tavern;
    equal(tavern && events.length > 0, tavern && last.has("tavern"));
  }
});
