// @ts-check
/** What the players at a board are told: whose turn it is, what to do, what a move would do. */

import { sentence, t } from "../i18n.js";
import { cardOf, worth } from "../store/cards.js";
import { partsOf, takesCards } from "../store/moves.js";
import { handKeys, isMyMove, isPlanning, isRunning, plannedMove, viewerOf } from "../store/table.js";
import { cardSign, cardSigns } from "./cards.js";
import { changeText, eventsText } from "./events.js";
import { endingText } from "./games.js";
import { previewLines } from "./preview.js";
import { seatName } from "./seats.js";

/** @typedef {import("../store/table.js").TableState} TableState */
/** @typedef {import("./preview.js").Line} Line */

/** What one waiting reads about. */
const LAST = ["moved", "began", "took_back"];

/**
 * Whose turn it is.
 * @param {TableState} state
 */
export function turnText(state) {
  const { view, table } = state;
  if (!table) return t("ui.turn.connecting");
  if (table.deal) return t("web.fair.dealing");
  if (!isRunning(state) || !view) return table.game ? t("ui.turn.over") : t("ui.turn.waiting");
  const seat = seatName(table.seats, view.turn);
  const mine = isMyMove(state);
  switch (view.phase) {
    case "discard":
      return mine ? t("ui.turn.discard.you", { due: view.due }) : t("ui.turn.discard", { seat });
    case "name_next":
      return mine ? t("ui.turn.name_next.you") : t("ui.turn.name_next", { seat });
    default:
      return mine ? t("ui.turn.play.you") : t("ui.turn.play", { seat });
  }
}

/**
 * The same for the page's title.
 * @param {TableState} state
 */
export function titleText(state) {
  if (!state.table) return t("web.title");
  if (isMyMove(state) && state.view) return t("web.title_you");
  return t("web.title_of", { what: turnText(state) });
}

/**
 * The line above the hand: what to do, or what the selected cards will do.
 * @param {TableState} state
 * @returns {Line[]}
 */
export function sayLines(state) {
  const { view, moves, selection, puzzled, sending } = state;
  if (!view) return [];
  if (!isRunning(state)) return endLines(state, view);
  if (sending) return [plain(t("ui.say.sending"))];
  if (isPlanning(state) && selection.length) return [plain(planText(selection))];
  if (!isMyMove(state)) return [plain(lastEvents(state))];
  if (puzzled) return [{ text: puzzleText(puzzled, selection), tone: "bad" }];
  const planned = plannedMove(state);
  if (planned) return previewLines(planned, view, viewerOf(state));
  if (view.phase === "name_next") return [plain(t("ui.say.name_next"))];
  const stuck = !moves.some(({ move }) => takesCards(move));
  if (stuck && view.phase === "discard") {
    return [{ text: t("ui.say.must_flip", { due: view.due }), tone: "bad" }];
  }
  if (stuck) return [plain(t("ui.say.no_cards"))];
  return [plain(view.phase === "discard" ? dueText(state) : t("ui.say.play"))];
}

/**
 * How the game ended.
 * @param {TableState} state
 * @param {import("../types/protocol").ViewData} view
 * @returns {Line[]}
 */
function endLines(state, view) {
  const text = endingText(view, viewerOf(state), state.table?.game?.given_up);
  return text ? [{ text, tone: view.ending === "last_king" ? "good" : "bad" }] : [];
}

/**
 * While waiting, the player reads what happened last.
 * @param {TableState} state
 */
function lastEvents(state) {
  const { table, view, present } = state;
  const info = view ? table?.seats[view.turn] : null;
  if (view && info?.holder === "person" && !info.stand_in && present[view.turn] === false) {
    return t("ui.say.away", { seat: info.name ?? "" });
  }
  const last = state.log.findLast(({ what }) => LAST.includes(what));
  if (last?.what === "took_back") return changeText(last, viewerOf(state));
  return (last ? eventsText(last.events ?? [], viewerOf(state)) : "") || turnText(state);
}

/**
 * Why a card does not go with the others.
 * @param {string} key
 * @param {readonly string[]} selection
 */
function puzzleText(key, selection) {
  const cards = selection.map(cardOf);
  if (cardOf(key) === "X" || cards.includes("X")) return t("error.jester.not_alone");
  return t("ui.say.not_with", { card: cardSign(cardOf(key)), cards: cardSigns(cards) });
}

/**
 * Cards chosen while others move, and what they are worth: all that is sure of them.
 * @param {readonly string[]} selection
 */
function planText(selection) {
  const cards = selection.map(cardOf);
  return t("ui.say.planned", { cards: cardSigns(cards), worth: worthOf(selection) });
}

/** @param {readonly string[]} keys */
function worthOf(keys) {
  return keys.reduce((total, key) => total + worth(cardOf(key)), 0);
}

/** @param {TableState} state */
function dueText(state) {
  const { view, selection } = state;
  const due = view?.due ?? 0;
  if (!selection.length) return t("ui.say.discard", { due, worth: worthOf(handKeys(state)) });
  const chosen = worthOf(selection);
  return t("ui.say.discard_more", { due, chosen, count: due - chosen });
}

/**
 * What the golden button says: the move it makes, or what is missing for one.
 * @param {TableState} state
 */
export function confirmText(state) {
  const planned = plannedMove(state);
  if (planned) return buttonText(state, planned.move);
  const { view } = state;
  return view?.phase === "discard"
    ? t("ui.do.choose_discard", { due: view.due })
    : t("ui.do.choose");
}

/**
 * A move, as the button says it that makes it: what shows no cards is asked once more.
 * @param {TableState} state
 * @param {string} move
 */
function buttonText(state, move) {
  const { verb } = partsOf(move);
  if (verb === "y") return t("ui.do.yield");
  if (verb === "j") return t("ui.do.flip");
  return moveText(state, move);
}

/**
 * A move, as a list of moves says it.
 * @param {Pick<TableState, "table" | "seat">} state
 * @param {string} move
 */
export function moveText({ table, seat }, move) {
  const { verb, cards, seat: named } = partsOf(move);
  const signs = cardSigns(cards);
  if (verb === "p") return t("ui.do.play", { cards: signs });
  if (verb === "d") return t("ui.do.discard", { cards: signs });
  if (verb === "y") return t("ui.yield");
  if (verb === "j") return sentence(t("ui.keys.j"));
  return named === seat
    ? t("ui.do.next_you")
    : t("ui.do.next", { seat: seatName(table?.seats ?? [], named ?? 0) });
}

/** @param {string} text @returns {Line} */
function plain(text) {
  return { text, tone: "plain" };
}
