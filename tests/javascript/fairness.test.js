/** fairness/: what is remembered of a deal, what is pledged and opened, and what is found at the end. */

import { Ceremony, makeShare } from "../../src/openregicide/web/fairness/ceremony.js";
import { verdictOf } from "../../src/openregicide/web/fairness/check.js";
import { keepNote, keptNote, keptShares } from "../../src/openregicide/web/fairness/keeping.js";
import { noted, notedBefore, replayOf } from "../../src/openregicide/web/fairness/notes.js";
import { commitment, newShare } from "../../src/openregicide/web/fairness/seed.js";
import { START } from "../../src/openregicide/web/store/table.js";
import { equal, ok, test } from "./harness.js";

const GAMES = globalThis.given.told;
const PLAYED = GAMES.filter(({ seat }) => seat !== null);
const [TOGETHER] = PLAYED.filter(({ seat, deal }) =>
  deal.pledges.some((pledge, number) => pledge && number !== seat),
);
const WATCHED = GAMES.find(({ seat }) => seat === null);

const OTHER = "ab".repeat(32);

/** What a table shows of a game after some of its moves; a change of the journal is a version. */
function shown(game, moves, { from = 0, over = false } = {}) {
  const { seat, deal, rules, first, seed, seed_hash, steps } = game;
  const log = steps.slice(0, moves + 1).map(({ seat: mover, move, events }, index) => ({
    version: 10 + index,
    ...(index ? { what: "moved", seat: mover, move, events } : { what: "began" }),
  }));
  const { secret: _, ...hidden } = deal;
  return {
    ...START,
    status: "open",
    seat,
    version: 10 + moves,
    view: steps[moves].view,
    log: log.filter(({ version }) => version >= 10 + from),
    table: {
      id: "TABLE",
      seats: rules.players,
      daily: false,
      deal: null,
      game: {
        ...{ id: deal.game, rules, first, seed_hash, daily: null },
        seed: over ? seed : null,
        result: over ? "won" : null,
        deal: over ? deal : hidden,
      },
    },
  };
}

/** The table while the game waits for the shares. */
function prepared(game, changes = {}) {
  const { shares: _shares, secret: _secret, ...deal } = game.deal;
  const state = shown(game, 0);
  const table = { ...state.table, game: null, deal: { ...deal, ...changes } };
  return { ...state, version: 9, view: null, log: [], table };
}

/** What a player remembers who has seen everything. */
function remembered(game) {
  const { seat, deal, steps } = game;
  const before = prepared(game);
  let note = notedBefore(null, before, before.table.deal);
  note = { ...note, share: deal.shares[seat] ?? "" };
  for (let moves = 0; moves < steps.length; moves++) {
    note = noted(note, shown(game, moves, { over: moves === steps.length - 1 }));
  }
  return note;
}

function resultOf({ deal, rules, first, seed, seed_hash }) {
  return { game: deal.game, rules, first, seed, seedHash: seed_hash, deal, daily: null };
}

function verdict(game, { note = remembered(game), replay = null, ...changes } = {}) {
  return verdictOf({ ...resultOf(game), ...changes }, { note, replay, promised: null });
}

const wrong = ({ findings }) =>
  findings.filter(({ verdict: found }) => found === "failed").map(({ about, why }) => `${about} ${why}`);
const open = ({ findings }) =>
  findings.filter(({ verdict: found }) => found === "unknown").map(({ about, why }) => `${about} ${why}`);

// What an honest server shows

test("whoever has seen a fair game from the beginning finds everything in order", () => {
  ok(PLAYED.length > 5 && TOGETHER && WATCHED);
  for (const game of PLAYED) {
    const found = verdict(game);
    equal([found.state, wrong(found), open(found)], ["checked", [], []], game.deal.game);
    const cards = found.findings.find(({ about }) => about === "cards");
    ok(cards.values.count > game.steps.length, "cards were compared");
  }
});

test("the games that are followed have heals, royals to draw, and jesters", () => {
  const codes = new Set(GAMES.flatMap(({ steps }) => steps.flatMap(({ events }) => events.map(({ code }) => code))));
  for (const code of ["healed", "drew", "defeated", "cleared", "revealed", "discarded"]) ok(codes.has(code), code);
  const exact = ({ events }) => events.some(({ code, value }) => code === "defeated" && value === 1);
  ok(GAMES.some(({ steps }) => steps.some(exact)));
});

test("a spectator checks everything but a share of their own", () => {
  const found = verdict(WATCHED);
  equal([found.state, wrong(found), open(found)], ["partly", [], ["share watched"]]);
});

test("whoever comes late says what they have not seen, and follows the replay", () => {
  const { steps } = TOGETHER;
  const half = Math.floor(steps.length / 2);
  const note = noted(null, shown(TOGETHER, half, { from: half }));
  equal([note.whole, note.before, note.opening], [false, false, null]);
  const alone = verdict(TOGETHER, { note });
  equal(open(alone), ["secret during", "share elsewhere", "others after", "opening unseen", "cards gap"]);
  const helped = verdict(TOGETHER, { note, replay: replayOf(steps) });
  equal([wrong(helped), open(helped)], [[], ["secret during", "share elsewhere", "others after"]]);
});

test("a replay alone shows that a record fits together", () => {
  const found = verdict(TOGETHER, { note: null, replay: replayOf(TOGETHER.steps) });
  equal([found.state, wrong(found)], ["partly", []]);
  equal(open(found), ["secret after", "share watched", "others after"]);
});

test("a game without shares is told apart, and its cards are followed all the same", () => {
  const { steps } = TOGETHER;
  let note = null;
  for (let moves = 0; moves < steps.length; moves++) {
    const state = shown(TOGETHER, moves);
    state.table.game.deal = null;
    note = noted(note, state);
  }
  equal(verdict(TOGETHER, { note, deal: null }).state, "plain");
  const seed = "0".repeat(32);
  const old = verdict(TOGETHER, { note: null, deal: null, seed, seedHash: commitment(seed) });
  equal([old.state, old.findings.map(({ about }) => about)], ["plain", ["seed"]]);
});

test("shares that came too late are named, and nothing is wrong", () => {
  const { seat, deal } = TOGETHER;
  const other = deal.pledges.findIndex((pledge, number) => pledge && number !== seat);
  for (const [late, said] of [
    [seat, "share late"],
    [other, "others late"],
  ]) {
    const shares = deal.shares.map((share, number) => (number === late ? "" : share));
    const found = verdict(TOGETHER, { deal: { ...deal, shares } });
    // The seed of this game was made with it.
    equal([open(found), wrong(found)[0]], [[said], "seed differs"]);
  }
});

// What a lying server shows

test("every lie about the seed is found", () => {
  const { seat, deal, first, rules } = TOGETHER;
  const other = deal.pledges.findIndex((pledge, number) => pledge && number !== seat);
  const put = (list, number, text) => list.map((each, index) => (index === number ? text : each));
  const lies = [
    [{ deal: { ...deal, secret: OTHER } }, "secret broken"],
    [{ deal: { ...deal, secret: OTHER, secret_hash: commitment(OTHER) } }, "secret changed"],
    [{ deal: { ...deal, secret: null } }, "secret untold"],
    [{ deal: null }, "secret gone"],
    [{ deal: { ...deal, shares: put(deal.shares, seat, OTHER) } }, "share differs"],
    [{ deal: { ...deal, shares: put(deal.shares, other, OTHER) } }, "others broken"],
    [
      {
        deal: {
          ...deal,
          shares: put(deal.shares, other, OTHER),
          pledges: put(deal.pledges, other, commitment(OTHER)),
        },
      },
      "others changed",
    ],
    [{ seed: OTHER }, "seed differs"],
    [{ seed: null }, "seed untold"],
    [{ seedHash: commitment(OTHER) }, "seed changed"],
    [{ first: (first + 1) % rules.players }, "opening first"],
    [{ deal: { ...deal, begins: "host" } }, "opening first"],
  ];
  for (const [lie, said] of lies) {
    const note = remembered(TOGETHER);
    const found = verdict(TOGETHER, {
      note: said === "opening first" && lie.deal ? { ...note, begins: "host", chance: true } : note,
      ...lie,
    });
    equal([found.state, wrong(found).includes(said)], ["wrong", true], `${said}: ${wrong(found)}`);
  }
});

test("every other card than the seed's is found", () => {
  const lies = [
    ["a hand", (note) => (note.opening.hand[0] = "KS"), "opening differs"],
    ["an enemy", (note) => (note.opening.enemy = "KS"), "opening differs"],
    ["a count", (note) => (note.opening.counts[0] += 1), "opening differs"],
  ];
  for (const [what, lie, said] of lies) {
    const note = structuredClone(remembered(TOGETHER));
    lie(note);
    equal(wrong(verdict(TOGETHER, { note })), [said], what);
  }
});

test("one changed card in any event that shows it does not fit", () => {
  const tried = new Set();
  for (const game of PLAYED) {
    const note = remembered(game);
    note.story.forEach(([, , , events], move) =>
      events.forEach(([code, , cards], index) => {
        if (!cards || tried.has(`${game.deal.game} ${code}`)) return;
        tried.add(`${game.deal.game} ${code}`);
        const lying = structuredClone(note);
        const [card, ...others] = cards.split(" ");
        lying.story[move][3][index][2] = [card === "KS" ? "KC" : "KS", ...others].join(" ");
        const found = verdict(game, { note: lying });
        equal(wrong(found), ["cards misfit"], `${game.deal.game} ${code} in move ${move + 1}`);
      }),
    );
  }
  ok(tried.size > 30);
});

test("a heal of more cards than there are ends the search, and not the browser", () => {
  for (const count of [1e9, -1, 1.5]) {
    const note = structuredClone(remembered(TOGETHER));
    note.story[0][3] = [["healed", null, "2C", count]];
    ok(wrong(verdict(TOGETHER, { note })).includes("cards misfit"), count);
  }
});

test("another story than before is noticed, in the log and in the replay", () => {
  const { steps } = TOGETHER;
  const last = steps.length - 1;
  const note = remembered(TOGETHER);
  const state = shown(TOGETHER, last, { over: true });
  state.log[1] = { ...state.log[1], move: "never" };
  equal(wrong(verdict(TOGETHER, { note: noted(note, state) })), ["cards changed"]);
  const replay = replayOf([...steps.slice(0, -1), { ...steps[last], move: "never" }]);
  equal(wrong(verdict(TOGETHER, { replay })), ["cards changed"]);
  ok(verdict(TOGETHER, { replay: replayOf(steps) }).state === "checked");
});

/**
 * The same table, where every move was made by mistake first: as a yield, and then taken back.
 */
function withSecondThoughts(state) {
  const log = state.log.flatMap((change) => {
    const version = 3 * (change.version - 10) + 8;
    if (change.what !== "moved") return [{ ...change, version: version + 2 }];
    const seat = change.seat;
    return [
      { version, what: "moved", seat, move: "y", events: [{ code: "yielded", seat }] },
      { version: version + 1, what: "took_back", seat },
      { ...change, version: version + 2 },
    ];
  });
  return { ...state, log, version: log.at(-1).version };
}

/** A table as it was some versions ago. */
function earlier(state, versions) {
  const version = state.version - versions;
  return { ...state, version, log: state.log.filter((change) => change.version <= version) };
}

test("moves that were taken back are no part of the story, however much of it was seen", () => {
  const { steps } = TOGETHER;
  const last = steps.length - 1;
  for (const stride of [1, 2, 3, 4, 7]) {
    const before = prepared(TOGETHER);
    let note = notedBefore(null, before, before.table.deal);
    note = { ...note, share: TOGETHER.deal.shares[TOGETHER.seat] ?? "" };
    let looks = 0;
    for (let moves = 0; moves <= last; moves++) {
      const state = withSecondThoughts(shown(TOGETHER, moves, { over: moves === last }));
      for (const ago of moves ? [2, 1, 0] : [0]) {
        const now = looks++ % stride === 0 || (moves === last && ago === 0);
        if (now) note = noted(note, earlier(state, ago));
      }
    }
    equal([note.changed, note.story.length, note.whole], [[], last, true], `every ${stride}`);
    const found = verdict(TOGETHER, { note, replay: replayOf(steps) });
    equal([found.state, wrong(found)], ["checked", []]);
  }
});

test("a move that was taken back while nobody looked is forgotten", () => {
  const { steps } = TOGETHER;
  const state = withSecondThoughts(shown(TOGETHER, 3));
  // The mistake is the last that was seen; the log of the next look begins after it.
  const note = noted(null, earlier(state, 2));
  equal(note.story.at(-1)[2], "y");
  const log = state.log.slice(-1);
  for (const told of [log, state.log.slice(-2)]) {
    const next = noted(note, { ...state, log: told });
    const yields = next.story.filter(([, , move]) => move === "y");
    equal([next.changed, yields.length], [[], steps.slice(0, 4).filter(({ move }) => move === "y").length]);
    const found = verdict(TOGETHER, { note: next, replay: replayOf(steps.slice(0, 4)) });
    ok(!wrong(found).includes("cards changed"), wrong(found));
  }
});

test("a move that showed cards cannot be talked away", () => {
  const [index] = TOGETHER.steps.flatMap(({ events }, number) =>
    events.some(({ code }) => code === "drew") ? [number] : [],
  );
  const state = shown(TOGETHER, index);
  const note = noted(null, state);
  const version = state.version + 1;
  const lie = { ...state, version, log: [...state.log, { version, what: "took_back", seat: 0 }] };
  equal(noted(note, lie).changed, ["story"]);
});

test("cards that are played once more are known, and have to be the same", () => {
  const { steps, seed_hash: hash } = TOGETHER;
  const told = { ...resultOf(TOGETHER), deal: null, again: "EARLIER" };
  const seen = { note: null, replay: replayOf(steps) };
  for (const promised of [null, hash]) {
    equal(verdictOf(told, { ...seen, promised }).state, "known");
  }
  equal(wrong(verdictOf(told, { ...seen, promised: OTHER })), ["seed changed"]);
});

test("another beginning after a reload is noticed", () => {
  const [opening, hash] = [shown(TOGETHER, 0), shown(TOGETHER, 0)];
  const note = noted(null, opening);
  opening.view = { ...opening.view, enemy: "KS" };
  hash.table.game.seed_hash = OTHER;
  equal(noted(note, opening).changed, ["opening"]);
  equal(noted(note, hash).changed, ["seed"]);
  equal(noted(note, shown(TOGETHER, 0)), note);
});

test("an update that leaves something out ends the certainty about the story", () => {
  const note = noted(null, shown(TOGETHER, 1));
  ok(note.whole);
  ok(noted(note, shown(TOGETHER, 3)).whole, "the log goes back far enough");
  equal(noted(note, shown(TOGETHER, 3, { from: 3 })).whole, false);
});

test("a day's deal is compared with what was promised the day before", () => {
  const daily = { deal: null, daily: "2026-11-18" };
  const { seed_hash: hash, steps } = TOGETHER;
  const seen = { note: null, replay: replayOf(steps), promised: hash };
  const told = { ...resultOf(TOGETHER), ...daily };
  equal(verdictOf(told, seen).state, "checked");
  equal(verdictOf({ ...told, seed: null }, seen).state, "sealed");
  equal(verdictOf(told, { ...seen, promised: null }).state, "partly");
  equal(wrong(verdictOf(told, { ...seen, promised: OTHER })), ["promise changed"]);
  equal(wrong(verdictOf({ ...told, seed: null }, { ...seen, promised: OTHER })), ["promise changed"]);
  equal(wrong(verdictOf({ ...told, seed: OTHER }, seen))[0], "promise broken");
});

// Our part

/** A table that answers nothing unless told to. */
function table() {
  const sent = [];
  const ceremony = new Ceremony(
    (ask) => new Promise((settle) => sent.push({ ...ask, settle: (error) => settle({ error }) })),
  );
  return { sent, ceremony, asks: () => sent.map(({ type }) => type) };
}

let tables = 0;

/** A fresh table between games, with us in the only seat of a person. */
function idle(changes = {}) {
  const state = prepared(PLAYED[0]);
  return {
    ...state,
    seat: 0,
    ...changes,
    table: { ...state.table, id: `T${tables++}`, deal: null, ...changes.table },
  };
}

function about(state, pledge, game = `${state.table.id}-1`, secret_hash = OTHER) {
  const deal = { game, secret_hash, pledges: [pledge], begins: "chance" };
  return { ...state, table: { ...state.table, deal } };
}

test("a share is pledged once on every connection, and two tabs share it", () => {
  const state = idle();
  const [one, other] = [table(), table()];
  one.ceremony.see(state);
  one.ceremony.see(state);
  other.ceremony.see(state);
  equal([one.asks(), other.asks()], [["pledge"], ["pledge"]]);
  equal(one.sent[0].pledge, other.sent[0].pledge);
  one.ceremony.see({ ...state, status: "lost" });
  one.ceremony.see(state);
  equal(one.sent[1].pledge, one.sent[0].pledge);
});

test("who watches pledges nothing, nor does anyone during a game or for a day's deal", () => {
  const { ceremony, sent } = table();
  ceremony.see(idle({ seat: null }));
  ceremony.see(idle({ table: { daily: true } }));
  ceremony.see(shown(PLAYED[0], 0));
  equal(sent, []);
});

test("a share is opened for the one deal that holds its pledge, and noted before", () => {
  const state = idle();
  const { ceremony, sent, asks } = table();
  ceremony.see(state);
  const { pledge } = sent[0];
  const now = about(state, pledge);
  ceremony.see(now);
  ceremony.see(now);
  equal(asks(), ["pledge", "open"]);
  equal(commitment(sent[1].share), pledge);
  const note = keptNote(`${state.table.id}-1`, 0);
  equal([note.before, note.secretHash, note.pledges, note.share], [true, OTHER, [pledge], sent[1].share]);
  // After a reload the same deal gets it once more.
  const again = table();
  again.ceremony.see(now);
  equal(again.sent[0].share, sent[1].share);
});

test("nobody gets the share for a second secret, other pledges, or another game", () => {
  const state = idle();
  const { ceremony, sent, asks } = table();
  ceremony.see(state);
  const { pledge } = sent[0];
  const game = `${state.table.id}-1`;
  ceremony.see(about(state, pledge));
  ceremony.see(about(state, pledge, game, "cd".repeat(32)));
  const others = about(state, pledge);
  others.table.deal.pledges = [pledge, OTHER];
  ceremony.see(others);
  ceremony.see(about(state, pledge, "another"));
  equal(asks(), ["pledge", "open"]);
  equal(keptNote(game, 0).changed, ["secret", "twice", "pledges"]);
  equal(keptNote("another", 0).changed, ["twice"]);
});

test("the pledge of another device is left alone", () => {
  const state = idle();
  const { ceremony, asks } = table();
  ceremony.see(state);
  ceremony.see(about(state, OTHER));
  equal(asks(), ["pledge"]);
  equal(keptNote(`${state.table.id}-1`, 0).share, "");
});

test("after a game, and after one that was called off, there is a new share", () => {
  const state = idle();
  const { ceremony, sent, asks } = table();
  ceremony.see(state);
  ceremony.see(about(state, sent[0].pledge));
  ceremony.see(state);
  equal(asks(), ["pledge", "open", "pledge"]);
  ok(sent[2].pledge !== sent[0].pledge);
  const over = shown(PLAYED[0], 0, { over: true });
  const next = table();
  next.ceremony.see({ ...over, table: { ...over.table, id: "over" } });
  equal(next.asks(), ["pledge"]);
});

test("a share that was taken and left out is noted, unless the line was lost meanwhile", async () => {
  for (const lost of [false, true]) {
    const game = PLAYED[0];
    const { seat, deal } = game;
    const mine = table();
    const kept = { table: "TABLE", ...makeShare() };
    const state = prepared(game);
    state.table.deal.game = `left-out-${lost}`;
    state.table.id = kept.table = `left-${lost}`;
    mine.ceremony.see({ ...state, table: { ...state.table, deal: null } });
    const { pledge } = mine.sent[0];
    state.table.deal.pledges = deal.pledges.map((each, number) => (number === seat ? pledge : each));
    mine.ceremony.see(state);
    mine.sent[1].settle(null);
    await Promise.resolve();
    await Promise.resolve();
    if (lost) mine.ceremony.see({ ...state, status: "lost" });
    const begun = shown(game, 0);
    const shares = deal.shares.map((share, number) => (number === seat ? "" : share));
    Object.assign(begun.table.game, { id: state.table.deal.game, deal: { ...state.table.deal, shares } });
    mine.ceremony.see(begun);
    equal(keptNote(state.table.deal.game, seat).changed, lost ? [] : ["dropped"]);
  }
});

test("what is remembered outlives the page, but not for ever", () => {
  const share = newShare();
  const before = prepared(TOGETHER);
  const note = { ...notedBefore(null, before, before.table.deal), share };
  for (let game = 0; game < 20; game++) keepNote({ ...note, game: `kept-${game}` });
  equal(keptNote("kept-19", note.seat).share, share);
  equal(keptNote("kept-0", note.seat), null);
  ok(keptShares().length <= 30);
});
