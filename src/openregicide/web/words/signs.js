// @ts-check
/** What happened, in signs to be read at a glance: a picture and a number each. */

import { SUITS, suitOf } from "../store/cards.js";
import { cardSign } from "./cards.js";

/** @typedef {import("../types/protocol").EventData} EventData */

/**
 * @typedef {object} Sign
 * @property {string} look  class
 * @property {string} [picture]  of `art.svg`
 * @property {string} [text]
 * @property {number} [seat]  a player
 */

/**
 * @param {readonly EventData[]} events
 * @returns {Sign[]}
 */
export function signsOf(events) {
  const drawn = events.filter(({ code }) => code === "drew").length;
  const first = events.findIndex(({ code }) => code === "drew");
  return events.flatMap((event, index) => {
    if (event.code !== "drew") return signOf(event);
    return index === first ? [{ look: "suit-D", picture: "draw", text: `${drawn}` }] : [];
  });
}

/**
 * @param {EventData} event
 * @returns {Sign[]}
 */
function signOf({ code, cards = [], value = 0, total = 0 }) {
  const card = cards[0] ?? "";
  switch (code) {
    case "played":
      return cards.map((each) => cardOf(each, "put"));
    case "blocked":
      return [{ look: `blocked suit-${SUITS[value]}`, picture: SUITS[value] ?? "" }];
    case "healed":
      return [{ look: "suit-H", picture: "heal", text: `${value}` }];
    case "doubled":
      return [{ look: "suit-C", picture: "twice" }];
    case "shielded":
    case "spades_count":
      return [{ look: "suit-S", picture: "shield", text: `${value}` }];
    case "damaged":
      return [{ look: "damage", picture: "sword", text: `${value}` }];
    case "defeated":
      return [{ look: "good", picture: value ? "exact" : "crown" }, cardOf(card, "felled")];
    case "revealed":
      return [{ look: "soft", picture: "next" }, cardOf(card, "revealed")];
    case "struck":
      return [{ look: "bad", picture: "strike", text: `${value}` }];
    case "held":
      return [{ look: "good", picture: "shield", text: "✓" }];
    case "discarded":
      return [
        ...cards.map((each) => cardOf(each, "given")),
        { look: "soft", text: `${value}/${total}` },
      ];
    case "yielded":
      return [{ look: "soft", picture: "pause" }];
    case "immunity_lost":
      return [{ look: `freed suit-${SUITS[value]}`, picture: SUITS[value] ?? "" }];
    case "named_next":
      return [{ look: "soft", picture: "next" }, { look: "soft", seat: value }];
    case "flipped":
      return [{ look: "suit-X", picture: "jester", text: `${value}` }];
    case "won":
      return [{ look: "won", picture: "crown" }];
    default:
      return [];
  }
}

/**
 * @param {string} card
 * @param {string} look
 * @returns {Sign}
 */
function cardOf(card, look) {
  const suit = suitOf(card);
  const drawn = `card-sign ${look} suit-${suit ?? "X"}`;
  return suit ? { look: drawn, text: cardSign(card) } : { look: drawn, picture: "jester" };
}
