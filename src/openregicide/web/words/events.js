// @ts-check
/** What happened, in sentences for one viewer. */

import { t } from "../i18n.js";
import { SUITS } from "../store/cards.js";
import { cardName, cardSigns, suitName } from "./cards.js";
import { botName, saidOf, seatName } from "./seats.js";

/** @typedef {import("../types/protocol").Change} Change */
/** @typedef {import("../types/protocol").EventData} EventData */
/** @typedef {import("../types/protocol").SeatInfo} SeatInfo */
/** @typedef {import("../store/table.js").Viewer} Viewer */

/** Events that the lines around them say already. */
const UNSAID = ["turn", "cleared"];

/** Changes that are seen, and need no words. */
const SILENT = ["created", "seated", "prepared", "faced"];

/**
 * One line of the log for one change, or nothing.
 * @param {Change} change
 * @param {Viewer} viewer
 * @returns {string}
 */
export function changeText(change, viewer) {
  const { what, seat = null, name = "", about = null } = change;
  const values = { name, other: about === null ? "" : seatName(viewer.seats, about) };
  if (what === "moved") {
    const text = eventsText(change.events ?? [], viewer);
    return change.by === "clock" ? `${t("ui.change.clock")} ${text}` : text;
  }
  if (what === "said" || what === "chatted") {
    return saidOf("ui.change.said", seat, viewer, { text: spokenText(change) });
  }
  if (what === "began") return t("ui.change.began");
  if (what === "voted") {
    return saidOf(change.wanted ? "ui.change.voted" : "ui.change.unvoted", seat, viewer, values);
  }
  if (what === "give_up_voted") {
    const key = change.wanted ? "ui.change.give_up_voted" : "ui.change.give_up_objected";
    return saidOf(key, seat, viewer);
  }
  if (what === "gave_up") return t("ui.change.gave_up");
  if (what === "seated" && name)
    return t("ui.change.seated", { seat: nameOf(name, seat, viewer) });
  if (SILENT.includes(what)) return "";
  if (what === "configured" && change.lamp != null)
    return saidOf(change.lamp ? "ui.change.lamp_lit" : "ui.change.lamp_out", seat, viewer);
  return saidOf(`ui.change.${what}`, seat, viewer, values);
}

/**
 * Who sat down: a bot's spec is not a name to read, but a bot that still sits there has one.
 * @param {string} name
 * @param {number | null} seat
 * @param {Viewer} viewer
 */
function nameOf(name, seat, { seats }) {
  const isIt = (/** @type {SeatInfo | undefined} */ info) =>
    info?.holder === "bot" && info.name === name;
  if (seat !== null && isIt(seats[seat])) return seatName(seats, seat);
  return seats.some(isIt) ? botName(name) : name;
}

/**
 * What somebody said.
 * @param {Pick<Change, "phrase" | "count" | "text">} change
 */
export function spokenText({ phrase = "", count = null, text = "" }) {
  return phrase ? t(`ui.phrase.${phrase}`, { count }) : text;
}

/**
 * @param {readonly EventData[]} events
 * @param {Viewer} viewer
 */
export function eventsText(events, viewer) {
  return gathered(events.filter(({ code }) => !UNSAID.includes(code)))
    .map(({ event, count }) => eventText(event, count, viewer))
    .join(" ");
}

/**
 * @param {EventData} event
 * @param {number} count  the draws it stands for
 * @param {Viewer} viewer
 */
function eventText(event, count, viewer) {
  const { code, seat = null, cards = [], value = 0, total = 0 } = event;
  const first = cards[0] ?? "";
  const values = { value, total, cards: cardSigns(cards) };
  switch (code) {
    case "played":
      return saidOf(first === "X" ? "event.played_jester" : "event.played", seat, viewer, values);
    case "blocked":
    case "immunity_lost":
      return t(`event.${code}`, { suit: suitName(SUITS[value] ?? "C") });
    case "healed":
    case "flipped":
      return saidOf(`event.${code}`, seat, viewer, { ...values, count: value });
    case "drew":
      return saidOf("event.drew", seat, viewer, { ...values, count });
    case "defeated": {
      const key = value ? "event.defeated_exactly" : "event.defeated";
      return saidOf(key, seat, viewer, { enemy: cardName(first) });
    }
    case "revealed":
      return t("event.revealed", { enemy: cardName(first) });
    case "named_next": {
      if (value === seat) return saidOf("event.named_self", seat, viewer);
      const other = value === viewer.seat ? t("player.self") : seatName(viewer.seats, value);
      return saidOf("event.named_next", seat, viewer, { other });
    }
    default:
      return saidOf(`event.${code}`, seat, viewer, values);
  }
}

/**
 * The events with all draws of a seat as one: draws go round, words need not.
 * @param {readonly EventData[]} events
 */
function gathered(events) {
  /** @type {{ event: EventData, count: number }[]} */
  const lines = [];
  for (const event of events) {
    const last = lines.findLastIndex((line) => line.event.code !== "drew") + 1;
    const same = lines.slice(last).find((line) => line.event.seat === event.seat);
    if (event.code === "drew" && same) {
      same.count += 1;
      same.event = { ...same.event, cards: [...(same.event.cards ?? []), ...(event.cards ?? [])] };
    } else lines.push({ event, count: 1 });
  }
  return lines;
}
