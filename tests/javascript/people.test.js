/** store/faces.js, store/since.js, store/speech.js, words/signs.js: the people at a table. */

import { speak } from "../../src/openregicide/web/i18n.js";
import { FACES, faceOf } from "../../src/openregicide/web/store/faces.js";
import { lastOf, sinceMine } from "../../src/openregicide/web/store/since.js";
import { isSpoken, publicNumber, wishes } from "../../src/openregicide/web/store/speech.js";
import { reduce } from "../../src/openregicide/web/store/table.js";
import { spokenText } from "../../src/openregicide/web/words/events.js";
import { previewLines } from "../../src/openregicide/web/words/preview.js";
import { botName, strengthOf } from "../../src/openregicide/web/words/seats.js";
import { signsOf } from "../../src/openregicide/web/words/signs.js";
import { equal, ok, test, text } from "./harness.js";
import { SEATS, VIEW, ourTurn } from "./positions.js";

const { catalogues } = globalThis.given;

const moved = (version, seat, ...codes) => ({
  version,
  what: "moved",
  seat,
  events: codes.map((code) => ({ code, seat })),
});
const began = { version: 1, what: "began" };

/** A table that we play at, with something in its log. */
function at(log, changes = {}, view = {}) {
  return ourTurn({ log, heeded: 0, ...changes }, view);
}

test("a bot's face is its seat's, a person's what they chose, or the initial", () => {
  equal(faceOf({ holder: "bot", name: "search" }, 2), "bot-2");
  equal(faceOf({ holder: "person", name: "Ann", face: "fox" }, 0), "fox");
  equal(faceOf({ holder: "person", name: "Ann" }, 0), "");
  equal(faceOf({ holder: "person", name: "Ann", face: "#x" }, 0), "", "one without a picture");
  equal(faceOf(undefined, 0), "");
  equal(new Set(FACES).size, FACES.length);
});

test("what the others did since our last move is told by turns", () => {
  const log = [
    began,
    moved(2, 1, "played"),
    moved(3, 0, "played"),
    moved(4, 1, "played", "struck"),
    { version: 5, what: "said", seat: 2, phrase: "hello" },
    moved(6, 1, "discarded"),
    moved(7, 2, "yielded"),
  ];
  const turns = sinceMine(at(log));
  equal(
    turns.map(({ seat, events }) => [seat, events.map(({ code }) => code)]),
    [
      [1, ["played", "struck", "discarded"]],
      [2, ["yielded"]],
    ],
  );
  equal(log[3].events.length, 2, "the log itself is as it was");
  equal(
    lastOf(turns, 2).map(({ code }) => code),
    ["yielded"],
  );
  equal(lastOf(turns, 0), []);
});

test("without a move of ours everything since the game began is new", () => {
  equal(
    sinceMine(at([moved(1, 2, "played"), { ...began, version: 2 }, moved(3, 1, "played")])).map(
      ({ seat }) => seat,
    ),
    [1],
  );
});

test("what was taken back is not told", () => {
  const log = [
    began,
    moved(2, 1, "played"),
    moved(3, 2, "yielded"),
    { version: 4, what: "took_back", seat: 2 },
  ];
  equal(
    sinceMine(at(log)).map(({ seat }) => seat),
    [1],
  );
});

test("what was noticed is not told again, and nobody who only looks has anything to notice", () => {
  const log = [began, moved(4, 1, "played"), moved(7, 2, "played")];
  const noticed = reduce(at(log, { version: 7 }), { type: "heed" });
  equal(sinceMine(noticed), []);
  const later = { ...noticed, log: [...log, moved(8, 1, "played")] };
  equal(
    sinceMine(later).map(({ version }) => version),
    [8],
  );
  equal(sinceMine(at(log, { seat: null })), []);
  equal(sinceMine(ourTurn({ log })), [], "nor does anybody in a replay");
});

test("a wish stands from the jester to the choice, the last one of each player", () => {
  const info = { after_jester: ["like_to_go_next", "rather_not_go_next"] };
  const said = (version, seat, phrase) => ({ version, what: "said", seat, phrase });
  const log = [
    said(2, 1, "like_to_go_next"),
    moved(3, 0, "played"),
    said(4, 1, "like_to_go_next"),
    said(5, 2, "hello"),
    said(6, 1, "rather_not_go_next"),
  ];
  const choosing = { phase: "name_next" };
  equal([...wishes(at(log, { info }, choosing)).entries()], [[1, log[4]]]);
  equal(wishes(at(log, { info })).size, 0, "in another phase");
  equal(wishes(at([...log, moved(7, 0, "named_next")], { info }, choosing)).size, 0);
  equal([log[0], log[1]].map(isSpoken), [true, false]);
});

test("a phrase about what everybody sees has its number, in every language", () => {
  const state = at([], {}, { tavern: 3, discard: ["2C", "3C"], damage: 4 });
  const numbers = ["my_cards", "tavern_cards", "discard_cards", "enemy_left", "hello"].map(
    (phrase) => publicNumber(state, phrase),
  );
  equal(numbers, [3, 3, 2, 16, null]);
  equal(publicNumber({ view: VIEW, seat: null }, "my_cards"), null);
  for (const code of Object.keys(catalogues)) {
    speak(code, catalogues[code]);
    for (const count of [0, 1, 2, 21]) {
      const said = spokenText({ phrase: "tavern_cards", count });
      const form = `ui.phrase.tavern_cards.${new Intl.PluralRules(code).select(count)}`;
      const key = form in catalogues[code] ? form : "ui.phrase.tavern_cards.other";
      equal(said, text(code, key, { count }));
      ok(said.includes(String(count)), said);
    }
  }
  equal(spokenText({ text: "hello" }), "hello");
});

test("what happened is told in signs: cards, then what they did, in order", () => {
  const events = [
    { code: "played", seat: 1, cards: ["7H", "7D"], value: 14 },
    { code: "healed", value: 3, cards: ["2C"] },
    { code: "drew", seat: 1 },
    { code: "drew", seat: 0, cards: ["4D"] },
    { code: "damaged", value: 14, total: 14 },
    { code: "struck", seat: 1, value: 10 },
    { code: "turn", seat: 2 },
  ];
  equal(
    signsOf(events).map(({ picture = "", text = "" }) => picture + text),
    ["7♥", "7♦", "heal3", "draw2", "sword14", "strike10"],
  );
  equal(
    signsOf([{ code: "discarded", seat: 1, cards: ["TC"], value: 10, total: 7 }]).map(
      ({ text }) => text,
    ),
    ["10♣", "10/7"],
  );
  equal(signsOf([{ code: "defeated", seat: 1, cards: ["JS"], value: 1 }])[0]?.picture, "exact");
  equal(signsOf([{ code: "defeated", seat: 1, cards: ["JS"] }])[0]?.picture, "crown");
  equal(signsOf([{ code: "named_next", seat: 1, value: 2 }])[1]?.seat, 2);
  equal(signsOf([{ code: "turn", seat: 2 }]), []);
});

test("bots are as strong as the server's order says", () => {
  equal(["greedy", "policy", "search:ms=9", "random"].map(strengthOf), [1, 2, 3, 0]);
  speak("en", catalogues.en);
  equal(botName("search"), text("en", "ui.bot.search"));
});

test("a name and the number of cards it draws never run together", () => {
  const seats = [SEATS[0], { holder: "person", name: "Player 3" }, SEATS[2]];
  for (const code of Object.keys(catalogues)) {
    speak(code, catalogues[code]);
    const preview = { attack: 7, damage: 7, draws: [0, 2, 1] };
    const lines = previewLines({ move: "p7D", preview }, { ...VIEW }, { seats, seat: 0 });
    const all = lines.map((line) => line.text).join(" ");
    ok(all.includes("Player 3"), all);
    ok(!/Player 3[\s\u00a0\u202f]*2/.test(all), all);
  }
});
