/** i18n.js, words/cards.js, words/seats.js, words/problems.js, words/links.js: the small words. */

import {
  has,
  language,
  number,
  onLanguage,
  percent,
  sentence,
  speak,
  t,
} from "../../src/openregicide/web/i18n.js";
import { cardName, cardSign, cardSigns } from "../../src/openregicide/web/words/cards.js";
import { ruleOfProblem, rulesOfEvents } from "../../src/openregicide/web/words/links.js";
import { problemText } from "../../src/openregicide/web/words/problems.js";
import {
  botName,
  offeredBots,
  saidOf,
  seatName,
  seatNote,
  strengthName,
  whoName,
} from "../../src/openregicide/web/words/seats.js";
import { equal, ok, test, text } from "./harness.js";
import { SEATS } from "./positions.js";

const { catalogues, numbers } = globalThis.given;
const speaking = (code) => speak(code, catalogues[code]);

test("a text is chosen by its number as the language counts", () => {
  speak("en", { "a.one": "{count} card", "a.other": "{count} cards", b: "{x} and {y}" });
  equal([t("a", { count: 1 }), t("a", { count: 0 })], ["1 card", "0 cards"]);
  equal(t("b", { x: 1 }), "1 and {y}", "what is not given stays to be seen");
  equal([t("nothing"), t("a")], ["nothing", "a"], "a missing text shows its key");
  equal([has("a"), has("b"), has("nothing")], [true, true, false]);
  speak("fr", { "a.one": "une", "a.other": "des" });
  equal([t("a", { count: 0 }), t("a", { count: 1 }), t("a", { count: 2 })], ["une", "une", "des"]);
});

test("a plural of every catalogue is the one of its language", () => {
  for (const code of Object.keys(catalogues)) {
    speaking(code);
    for (const count of [0, 1, 2, 5]) {
      const form = new Intl.PluralRules(code).select(count);
      const key = `web.cards.${form}`;
      const expected = text(code, key in catalogues[code] ? key : "web.cards.other", { count });
      equal(t("web.cards", { count }), expected, `${code} ${count}`);
    }
  }
});

test("numbers and per cents look as they do in the terminal", () => {
  for (const [code, value, digits, plain, cents] of numbers) {
    speaking(code);
    equal([number(value, digits), percent(value, digits)], [plain, cents], `${code} ${value}`);
  }
  ok(numbers.some(([, , , plain]) => plain === "2,25"));
});

test("who listens hears of another language until they have heard enough", () => {
  const heard = [];
  const end = onLanguage(() => heard.push(language()));
  speaking("fr");
  end();
  speaking("en");
  equal(heard, ["fr"]);
});

test("a sentence begins with a capital", () => {
  equal([sentence("élan"), sentence(""), sentence("7 cards")], ["Élan", "", "7 cards"]);
});

test("cards have names for the ear and signs for the eye", () => {
  speaking("en");
  const spades = text("en", "suit.spades");
  equal(cardName("7S"), text("en", "card.name", { rank: "7", suit: spades }));
  equal(cardName("TS"), text("en", "card.name", { rank: "10", suit: spades }));
  equal(cardName("KS"), text("en", "card.name", { rank: text("en", "rank.king"), suit: spades }));
  equal(cardName("X"), text("en", "rank.jester"));
  equal(cardSign("TH"), "10♥");
  equal(cardSigns(["3H", "X", "AS"]), `3♥ ${text("en", "rank.jester")} A♠`);
  equal(cardSigns([]), text("en", "card.none"));
  speaking("fr");
  equal(cardName("QD").includes(text("fr", "rank.queen")), true);
});

test("a seat has the name of whoever sits there, bots their own", () => {
  speaking("en");
  const easy = text("en", "ui.bot.greedy");
  equal(seatName(SEATS, 0), "Ann");
  equal([seatName(SEATS, 1), seatName(SEATS, 2)], ["Bruno", "Cleo"]);
  equal(seatName([{ holder: "bot", name: "greedy" }], 0), easy, "of a server without such names");
  const free = sentence(text("en", "player.name", { number: 2 }));
  equal([seatName([SEATS[0], { holder: "free" }], 1), seatName([], 1)], [free, free]);
  equal(whoName(0, { seats: SEATS, seat: 0 }), text("en", "ui.you"));
  equal(whoName(0, { seats: SEATS, seat: 1 }), "Ann");
});

test("a bot is named after its kind, whatever its options; others are spelled out", () => {
  speaking("en");
  equal(botName("search:ms=100"), text("en", "ui.bot.search"));
  equal(botName("searching"), text("en", "ui.bot.unknown", { spec: "searching" }));
  equal(strengthName("policy"), text("en", "web.strength.policy"));
});

test("bots are offered in the server's order, if their strength has a word", () => {
  speaking("en");
  const bots = ["random", "greedy", "policy", "search", "theirs"];
  equal(offeredBots(bots), ["greedy", "policy", "search"]);
  equal(offeredBots(["policy"]), ["policy"]);
  equal(offeredBots(bots, "search:ms=9"), ["greedy", "policy", "search:ms=9"]);
  equal(offeredBots(bots, "theirs"), ["theirs", "greedy", "policy", "search"]);
});

test("a seat's note says the most important thing", () => {
  speaking("en");
  const person = { holder: "person", name: "Ann" };
  const note = (info, here, yielded) => seatNote(info, { here, yielded });
  equal(note({ holder: "free" }, false, false), text("en", "ui.seat.free"));
  equal(note({ ...person, stand_in: "search" }, false, true), text("en", "ui.seat.stand_in"));
  equal(note(person, false, true), text("en", "ui.seat.away"));
  equal(note(person, true, true), text("en", "ui.seat.yielded"));
  equal(note(person, true, false), "");
});

test("something about a seat is said otherwise to that seat", () => {
  for (const code of ["en", "fr", "es"]) {
    speaking(code);
    const viewer = { seats: SEATS, seat: 0 };
    equal(saidOf("event.yielded", 0, viewer), sentence(text(code, "event.yielded.you")));
    const other = sentence(text(code, "event.yielded", { seat: "Ann" }));
    equal(saidOf("event.yielded", 0, { seats: SEATS, seat: null }), other);
  }
});

test("a problem is told in words, with cards and players as people call them", () => {
  speaking("en");
  const card = cardName("7S");
  equal(
    problemText({ code: "move.not_in_hand", values: { card: "7S" } }),
    sentence(text("en", "error.move.not_in_hand", { card })),
  );
  equal(
    problemText({ code: "move.not_your_turn", values: { seat: 0, expected: 1 } }),
    sentence(text("en", "error.move.not_your_turn", { seat: 1, expected: 2 })),
  );
  equal(problemText({ code: "web.unreachable" }), sentence(text("en", "web.unreachable")));
  equal(
    problemText({ code: "of.tomorrow" }),
    sentence(text("en", "web.problem", { code: "of.tomorrow" })),
  );
});

test("events and refusals lead to their rules, once each", () => {
  const events = [
    { code: "played", cards: ["X"] },
    { code: "immunity_lost" },
    { code: "turn" },
    { code: "immunity_lost" },
  ];
  equal(rulesOfEvents(events), ["R18", "R19"]);
  equal(rulesOfEvents([{ code: "flipped" }, { code: "drew" }]), ["R30"]);
  equal(rulesOfEvents([{ code: "drew" }]), ["R8"]);
  equal(
    [ruleOfProblem("yield.not_allowed"), ruleOfProblem("yield.not_allowed", 1)],
    ["R23", "R24"],
  );
  equal(ruleOfProblem("table.unknown"), null);
  ok(ruleOfProblem("jester.not_alone"));
});
