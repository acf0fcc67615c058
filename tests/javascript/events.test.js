/** words/events.js, words/preview.js, words/turn.js: what happened, what would, what to do. */

import { sentence, speak, t } from "../../src/openregicide/web/i18n.js";
import { cardName, rankName, suitName } from "../../src/openregicide/web/words/cards.js";
import { changeText, eventsText } from "../../src/openregicide/web/words/events.js";
import { previewLines } from "../../src/openregicide/web/words/preview.js";
import { seatName } from "../../src/openregicide/web/words/seats.js";
import {
  confirmText,
  moveText,
  sayLines,
  titleText,
  turnText,
} from "../../src/openregicide/web/words/turn.js";
import { equal, test, text } from "./harness.js";
import { SEATS, TABLE, VIEW, legal, ourTurn } from "./positions.js";

const { catalogues } = globalThis.given;
const LANGUAGES = ["en", "fr", "id"];
const viewer = { seats: SEATS, seat: 0 };
const watching = { seats: SEATS, seat: null };

/** A case in several languages; what it gets says a text in the one that is spoken. */
function inAll(name, run) {
  test(name, () => {
    for (const code of LANGUAGES) {
      speak(code, catalogues[code]);
      run((key, values) => sentence(text(code, key, values)), code);
    }
  });
}

inAll("a play is told to others by name, and to oneself as one's own", (say) => {
  const events = [{ code: "played", seat: 0, cards: ["3H", "3S"], value: 6 }];
  const values = { cards: "3♥ 3♠", value: 6 };
  equal(eventsText(events, viewer), say("event.played.you", values));
  equal(eventsText(events, watching), say("event.played", { ...values, seat: "Ann" }));
  const jester = [{ code: "played", seat: 0, cards: ["X"], value: 0 }];
  equal(eventsText(jester, viewer), say("event.played_jester.you"));
});

inAll("draws go round the table, and are told once for each player", (say, code) => {
  const events = [
    { code: "drew", seat: 0, cards: ["2C"] },
    { code: "drew", seat: 1 },
    { code: "drew", seat: 0, cards: ["4D"] },
    { code: "drew", seat: 1 },
    { code: "turn", seat: 1 },
  ];
  const form = (count) => {
    const key = `event.drew.${new Intl.PluralRules(code).select(count)}`;
    return key in catalogues[code] ? key : "event.drew.other";
  };
  const you = form(2).replace("event.drew", "event.drew.you");
  const own = you in catalogues[code] ? you : "event.drew.you.other";
  equal(
    eventsText(events, viewer),
    [
      say(own, { cards: "2♣ 4♦", count: 2 }),
      say(form(2), { seat: seatName(SEATS, 1), count: 2 }),
    ].join(" "),
  );
});

inAll("an enemy falls, exactly or not, and the next one comes", (say) => {
  const fall = (value) => [{ code: "defeated", seat: 0, cards: ["JS"], value }];
  const enemy = cardName("JS");
  equal(eventsText(fall(0), watching), say("event.defeated", { seat: "Ann", enemy }));
  equal(eventsText(fall(1), viewer), say("event.defeated_exactly.you", { enemy }));
  const next = [
    { code: "cleared", cards: ["3H"] },
    { code: "revealed", cards: ["QH"] },
  ];
  equal(eventsText(next, viewer), say("event.revealed", { enemy: cardName("QH") }));
});

inAll("suits are named, and so is who goes next", (say, code) => {
  const blocked = [{ code: "blocked", value: 3 }];
  equal(eventsText(blocked, viewer), say("event.blocked", { suit: suitName("S") }));
  const named = (seat, value) => [{ code: "named_next", seat, value }];
  equal(eventsText(named(0, 0), viewer), say("event.named_self.you"));
  equal(
    eventsText(named(0, 1), viewer),
    say("event.named_next.you", { other: seatName(SEATS, 1) }),
  );
  equal(
    eventsText(named(1, 0), viewer),
    say("event.named_next", { seat: seatName(SEATS, 1), other: text(code, "player.self") }),
  );
});

inAll("a line of the log is told for every kind of change", (say) => {
  const line = (change) => changeText({ version: 1, ...change }, viewer);
  const played = { what: "moved", events: [{ code: "yielded", seat: 0 }] };
  equal(line(played), say("event.yielded.you"));
  equal(line({ ...played, by: "clock" }), `${say("ui.change.clock")} ${say("event.yielded.you")}`);
  equal(line({ what: "chatted", seat: 0, text: "hi" }), say("ui.change.said.you", { text: "hi" }));
  equal(line({ what: "began" }), say("ui.change.began"));
  equal(line({ what: "seated", seat: 0, name: "Ann" }), say("ui.change.seated", { seat: "Ann" }));
  const bot = say("ui.change.seated", { seat: seatName(SEATS, 1) });
  equal(line({ what: "seated", seat: 1, name: "greedy" }), bot);
  equal([line({ what: "created" }), line({ what: "seated" })], ["", ""]);
  const vote = { what: "voted", seat: 0, about: 1 };
  const other = seatName(SEATS, 1);
  equal(line({ ...vote, wanted: true }), say("ui.change.voted.you", { other }));
  equal(line({ ...vote, wanted: false }), say("ui.change.unvoted.you", { other }));
  const lamp = { what: "configured", seat: 0 };
  equal(line({ ...lamp, lamp: true }), say("ui.change.lamp_lit.you"));
  equal(line({ ...lamp, lamp: false }), say("ui.change.lamp_out.you"));
  equal(line(lamp), say("ui.change.configured"));
});

const preview = (move, more, view = {}) =>
  previewLines({ move, preview: more }, { ...VIEW, ...view }, viewer).map(({ text, tone }) => [
    text,
    tone,
  ]);

inAll("an attack says its damage, its power, and what is left", (say) => {
  equal(preview("p3H", { attack: 3, damage: 3, heal: 2, damage_after: 7, strike: 10 }), [
    [say("preview.attack", { attack: 3, damage: 3 }), "plain"],
    [say("web.preview.heal", { count: 2 }), "plain"],
    [say("web.preview.left", { enemy: rankName("JS"), left: 13 }), "plain"],
    [say("web.preview.strike", { strike: 10 }), "plain"],
    [say("web.preview.fatal", { worth: 3 }), "bad"],
  ]);
});

inAll("an attack on an immune enemy has no power, and may be enough all the same", (say) => {
  const falling = { attack: 8, damage: 16, doubled: true, blocked: true, falls: true, exact: true };
  equal(preview("p8C", { ...falling, wins: true }), [
    [say("preview.attack_doubled", { attack: 8, damage: 16 }), "plain"],
    [say("preview.blocked", { suit: suitName("S") }), "plain"],
    [say("preview.falls_exactly", { enemy: rankName("JS") }), "good"],
    [say("preview.wins"), "good"],
  ]);
});

inAll("a warning counts the cards that stay, those to draw, and the jesters to flip", (say) => {
  const fatal = (more, view) => preview("p3H", { strike: 10, ...more }, view).at(-1);
  equal(fatal({ draws: [1, 0, 0] }), [say("web.preview.fatal_unless_drawn", { worth: 3 }), "bad"]);
  equal(fatal({}, { flips: 1 }), [say("web.preview.fatal_unless_flipped", { worth: 3 }), "bad"]);
  const either = say("web.preview.fatal_unless_drawn_or_flipped", { worth: 3 });
  equal(fatal({ draws: [1, 0, 0] }, { flips: 1 }), [either, "bad"]);
  const rich = { hands: [{ count: 2, cards: ["3H", "TS"] }] };
  equal(fatal({}, rich), [say("web.preview.strike", { strike: 10 }), "plain"]);
  equal(fatal({ strike: 0 }), [say("preview.no_strike"), "good"]);
});

inAll("a discard is exact or too much, and a jester breaks what was not broken", (say) => {
  equal(preview("d3H", { paid: 10 }, { due: 10 }), [
    [say("preview.pay_exact", { due: 10 }), "good"],
  ]);
  equal(preview("d3H", { paid: 13, stuck: 0 }, { due: 10 }), [
    [say("preview.pay_over", { paid: 13, due: 10, over: 3 }), "plain"],
    [say("preview.stuck.you"), "bad"],
  ]);
  equal(preview("pX", { shield_after: 5 }), [
    [say("preview.jester", { suit: suitName("S") }), "plain"],
    [say("web.preview.shield", { shield: 5 }), "plain"],
    [say("preview.choose_next"), "plain"],
  ]);
  equal(preview("pX", {}, { immune: null })[0]?.[0], say("preview.jester_again"));
});

inAll("whose turn it is stands in the bar and in the title", (say) => {
  equal(turnText(ourTurn()), say("ui.turn.play.you"));
  equal(
    turnText(ourTurn({}, { phase: "discard", due: 9 })),
    say("ui.turn.discard.you", { due: 9 }),
  );
  const theirs = ourTurn({ moves: [] }, { turn: 1, phase: "name_next" });
  const turn = say("ui.turn.name_next", { seat: seatName(SEATS, 1) });
  equal(turnText(theirs), turn);
  equal(titleText(theirs), say("web.title_of", { what: turn }));
  equal(titleText(ourTurn()), say("web.title_you"));
  equal(turnText(ourTurn({ table: null })), say("ui.turn.connecting"));
  equal(titleText(ourTurn({ table: null })), say("web.title"));
  equal(turnText(ourTurn({ table: { ...TABLE, game: null } })), say("ui.turn.waiting"));
  const over = { ...TABLE, game: { ...TABLE.game, result: "lost" } };
  equal(turnText(ourTurn({ table: over })), say("ui.turn.over"));
});

const said = (changes, view) => sayLines(ourTurn(changes, view)).map(({ text }) => text);

inAll("the line above the hand says what to do next", (say) => {
  equal(said({}), [say("ui.say.play")]);
  equal(said({ sending: "p3H" }), [text("en", "ui.say.sending")]);
  equal(said({ selection: ["3H"], puzzled: "X0" }), [say("error.jester.not_alone")]);
  equal(said({ selection: ["3H"], puzzled: "9C" }), [
    say("ui.say.not_with", { card: "9♣", cards: "3♥" }),
  ]);
  equal(said({ armed: "y" })[0], say("preview.yield"));
  equal(said({ moves: legal("n0", "n1") }, { phase: "name_next" }), [say("ui.say.name_next")]);
  equal(said({ moves: legal("y") }), [say("ui.say.no_cards")]);
});

inAll("whoever is struck reads what is due, what is chosen, and what is missing", (say) => {
  const struck = { phase: "discard", due: 6 };
  const moves = legal("d3H3S");
  equal(said({ moves }, struck), [say("ui.say.discard", { due: 6, worth: 6 })]);
  equal(said({ moves, selection: ["3H"] }, struck), [
    say("ui.say.discard_more.other", { due: 6, chosen: 3, count: 3 }),
  ]);
  equal(said({ moves: legal("j") }, struck), [say("ui.say.must_flip", { due: 6 })]);
});

inAll("whoever waits reads what happened last, or who is away", (say) => {
  const log = [{ version: 1, what: "moved", events: [{ code: "yielded", seat: 1 }] }];
  const waiting = { moves: [], log };
  const seat = seatName(SEATS, 1);
  equal(said(waiting, { turn: 1 }), [say("event.yielded", { seat })]);
  equal(said({ moves: [] }, { turn: 1 }), [say("ui.turn.play", { seat })]);
  const away = { moves: [], seat: 1, present: [false, true, true] };
  equal(said(away, { turn: 0 }), [say("ui.say.away", { seat: "Ann" })]);
});

inAll("whoever plans reads what the cards are worth, and no more", (say) => {
  const plan = { moves: [], selection: ["3H", "3S", "X0"] };
  equal(said(plan, { turn: 1 }), [say("ui.say.planned", { cards: `3♥ 3♠ ${t("rank.jester")}`, worth: 6 })]);
});

inAll("when the game is over the line says how it ended", (say) => {
  const over = { ...TABLE, game: { ...TABLE.game, result: "lost" } };
  const state = ourTurn({ table: over, moves: [] }, { ending: "cannot_pay", due: 9, turn: 0 });
  equal(sayLines(state), [{ text: say("ending.cannot_pay.you", { due: 9 }), tone: "bad" }]);
});

inAll("the golden button says the move that it makes, or what is missing", (say) => {
  equal(confirmText(ourTurn()), say("ui.do.choose"));
  equal(
    confirmText(ourTurn({}, { phase: "discard", due: 9 })),
    say("ui.do.choose_discard", { due: 9 }),
  );
  equal(confirmText(ourTurn({ selection: ["3S", "3H"] })), say("ui.do.play", { cards: "3♥ 3♠" }));
  const words = (move) => moveText(ourTurn(), move);
  equal(words("d3H"), say("ui.do.discard", { cards: "3♥" }));
  // What shows no cards is asked once more by the button, and only named in a list of moves.
  const asked = (armed) => confirmText(ourTurn({ armed, moves: legal(armed) }));
  equal([asked("y"), asked("j")], [say("ui.do.yield"), say("ui.do.flip")]);
  equal([words("y"), words("j")], [say("ui.yield"), sentence(say("ui.keys.j"))]);
  equal(words("n0"), say("ui.do.next_you"));
  equal(words("n1"), say("ui.do.next", { seat: seatName(SEATS, 1) }));
});
