/** words/games.js, words/daily.js, words/lessons.js, words/companion.js: longer words. */

import { sentence, speak } from "../../src/openregicide/web/i18n.js";
import { cardName } from "../../src/openregicide/web/words/cards.js";
import {
  overText,
  playerNames,
  questionText,
  refusalText,
  toldText,
} from "../../src/openregicide/web/words/companion.js";
import {
  dayText,
  fatesOf,
  leaderboardPath,
  resultText,
  rowNames,
  scoreText,
  spanText,
} from "../../src/openregicide/web/words/daily.js";
import {
  endingText,
  outcomeText,
  playersText,
  recordPath,
  turningPointText,
} from "../../src/openregicide/web/words/games.js";
import {
  coachSpeech,
  lessonTitle,
  onwardText,
  prose,
  useProse,
} from "../../src/openregicide/web/words/lessons.js";
import { equal, ok, test, text } from "./harness.js";
import { SEATS, VIEW } from "./positions.js";

const { catalogues, lessons } = globalThis.given;
const say = (key, values) => sentence(text("fr", key, values));
const inFrench = () => speak("fr", catalogues.fr);

const SUMMARY = [
  { seat: 0, name: "Ann", bot: null },
  { seat: 1, name: null, bot: "policy" },
];

test("a finished game is told by its medal, or by how far it went", () => {
  inFrench();
  equal(outcomeText({ won: true, medal: "gold" }), text("fr", "web.medal.gold"));
  equal(outcomeText({ won: true, medal: "none" }), text("fr", "web.history.won"));
  ok(outcomeText({ won: false, medal: "none", kills: 5 }).includes("5"));
  equal(playersText({ seats: SUMMARY }), `Ann, ${text("fr", "ui.bot.policy")}`);
  equal(playersText({ seats: SUMMARY }, 0), text("fr", "ui.bot.policy"));
  equal(recordPath("a/b"), "/api/games/a%2Fb/record");
});

test("an end names who could not go on, and where it was decided", () => {
  inFrench();
  const viewer = { seats: SEATS, seat: 1 };
  const lost = { ...VIEW, ending: "cannot_pay", due: 9 };
  equal(endingText(lost, viewer), say("ending.cannot_pay", { seat: "Ann", due: 9 }));
  equal(endingText(VIEW, viewer), "");
  const fight = { enemy: "JS", seat: null, exact: false, plays: 2, given: 11 };
  const told = turningPointText({ fights: [fight] }, VIEW);
  ok(told.includes(cardName("JS")) && told.includes("16") && told.includes("20"), told);
  equal(turningPointText({ fights: [] }, VIEW), "");
});

const ROW = { rank: 1, seats: SUMMARY, mine: true, moves: 30, medal: "none", kills: 2 };

test("a row of the leaderboard has a fate for each of the twelve royals", () => {
  const fates = fatesOf({ ...ROW, exact: [true, false], won: false });
  equal(fates.slice(0, 4), ["exact", "felled", "stood", "unmet"]);
  equal(fates.length, 12);
  equal(fatesOf({ exact: Array(12).fill(false), won: true }), Array(12).fill("felled"));
});

test("a result to be sent names no card, and leads to the leaderboard", () => {
  inFrench();
  const row = { ...ROW, exact: [true, false], won: false };
  const lines = resultText("2026-11-18", 2, row, "https://here").split("\n");
  equal(lines[1], "🎯⚔️👑▫️ ▫️▫️▫️▫️ ▫️▫️▫️▫️");
  ok(lines[2]?.startsWith(scoreText(row)));
  equal(lines[3], `https://here${leaderboardPath("2026-11-18", 2)}`);
  equal(leaderboardPath("2026-11-18", 2), "/daily?day=2026-11-18&players=2");
  ok(rowNames(row).startsWith("Ann, ") && rowNames(row).endsWith(")"));
  ok(!rowNames({ ...row, mine: false }).endsWith(")"));
});

test("days and spans are written as the language does", () => {
  inFrench();
  ok(dayText("2026-11-18").includes("novembre"), dayText("2026-11-18"));
  equal([spanText(3661), spanText(-5), spanText(59.9)], ["01:01:01", "00:00:00", "00:00:59"]);
});

test("a coach speaks the lessons' own texts, with numbers and cards", () => {
  inFrench();
  useProse({ "a.b.wrong": "{cards}, {due}: {what}" });
  equal(prose("a.b.wrong", { values: { due: 9 }, cards: ["3H"] }), "3♥, 9: {what}");
  equal(prose("missing"), "missing");
});

test("a coach tells, answers what was wrong, and praises", () => {
  inFrench();
  useProse(lessons.fr);
  const key = Object.keys(lessons.fr)
    .find((name) => name.endsWith(".tell"))
    .replace(/\.tell$/, "");
  const [lesson] = key.split(".");
  const where = { lesson, number: 1, step: 1, steps: 2, key, following: null };
  const task = lessons.fr[`${key}.task`];
  const first = coachSpeech(where, {}, false);
  equal(first, { text: lessons.fr[`${key}.tell`], task, tone: "tell", how: true, show: false });
  equal(coachSpeech({ ...where, step: 2 }, {}, false).how, false);
  const refused = coachSpeech(where, { problem: { code: "jester.not_alone" } }, false);
  equal(refused.text, say("error.jester.not_alone"));
  equal([refused.tone, refused.show, refused.task], ["wrong", true, task]);
  const done = coachSpeech(where, {}, true);
  equal([done.tone, done.task], ["done", ""]);
  ok(lessonTitle(where).includes(lessons.fr[`${lesson}.title`]));
});

test("a lesson leads to the next step, the next lesson, or the first battle", () => {
  inFrench();
  const where = { step: 1, steps: 2, following: "next" };
  equal(onwardText(where), text("fr", "learn.next"));
  equal(onwardText({ ...where, step: 2 }), text("fr", "learn.next_lesson"));
  equal(onwardText({ step: 2, steps: 2, following: null }), text("fr", "learn.battle.begin"));
});

test("the companion calls players by their names, or by their numbers", () => {
  inFrench();
  equal(playerNames(["Ann", ""]), ["Ann", say("player.name", { number: 2 })]);
});

test("everything that the companion tells has words in every language", () => {
  const { games } = globalThis.given;
  const told = games.flatMap(({ steps }) => steps.flatMap((step) => step.told));
  for (const code of Object.keys(catalogues)) {
    speak(code, catalogues[code]);
    for (const each of told) {
      const said = toldText({ sure: true, ...each }, ["Ann", "Bob", "Cem", "Dan"]);
      ok(
        said && !said.includes("{") && !(said in catalogues[code]),
        `${code} ${each.code} ${said}`,
      );
    }
  }
});

test("the companion tells draws in the order of the players, and refusals with names", () => {
  speak("en", catalogues.en);
  const draw = { code: "draw", count: 3, from: 1, shares: [1, 2] };
  const share = (name, count) => text("en", "web.preview.share", { name, count });
  equal(
    toldText(draw, ["Ann", "Bob"]),
    text("en", "web.preview.draw_shares", {
      count: 3,
      shares: [share("Bob", 2), share("Ann", 1)].join(", "),
    }),
  );
  equal(toldText({ ...draw, count: 0 }, ["Ann", "Bob"]), text("en", "companion.draw_none"));
  const refused = { code: "jester.not_alone", values: {} };
  equal(refusalText(refused, []), sentence(text("en", "error.jester.not_alone")));
});

test("the companion asks for what it needs to know, and says how it ended", () => {
  speak("en", catalogues.en);
  const names = ["Ann", "Bob"];
  const asked = (mode, state = {}) =>
    questionText(mode, { seat: 1, due: 9, ...state }, names, "QS");
  const rank = sentence(text("en", "rank.queen"));
  equal(asked("turn_up"), text("en", "companion.turned_up", { rank }));
  equal(asked("play"), text("en", "companion.play", { seat: "Bob" }));
  equal(asked("give"), text("en", "companion.pay", { seat: "Bob", due: 9 }));
  equal(asked("over", { outcome: { won: false } }), text("en", "ui.result.lost"));
  const over = (outcome) => overText({ outcome, due: 9, fallen: ["JS", "JH"] }, names);
  const lost = over({ won: false, ending: "cannot_pay", seat: 1, medal: "none" });
  ok(lost.startsWith(text("en", "ending.cannot_pay", { seat: "Bob", due: 9 })), lost);
  ok(lost.endsWith(text("en", "ui.result.of_twelve", { count: 2 })), lost);
  equal(over({ won: true, medal: "gold" }), text("en", "medal.gold"));
});
