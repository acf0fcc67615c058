// @ts-check
/** The rules behind an event or a refusal. */

import { RULE_OF_EVENT, RULE_OF_REFUSAL } from "../store/rules.js";

/** @typedef {import("../types/protocol").EventData} EventData */

/** Nobody is told about these, so nobody looks them up. */
const UNSAID = ["turn", "cleared"];

/**
 * The rules behind some events, in the order in which they come.
 * @param {readonly EventData[]} events
 * @returns {string[]}
 */
export function rulesOfEvents(events) {
  const flipped = events.some(({ code }) => code === "flipped");
  const rules = events
    .filter(({ code }) => !UNSAID.includes(code))
    .map(({ code, cards = [] }) => {
      if (code === "played" && cards[0] === "X") return "R18";
      // A hand that is filled up again is no draw by diamonds.
      if (code === "drew" && flipped) return "R30";
      return RULE_OF_EVENT[code] ?? "";
    });
  return [...new Set(rules)].filter(Boolean);
}

/**
 * The rule behind a refusal, if it is about the rules.
 * @param {string} code
 * @param {number} [players]
 * @returns {string | null}
 */
export function ruleOfProblem(code, players = 2) {
  if (code === "yield.not_allowed" && players === 1) return "R24";
  return RULE_OF_REFUSAL[code] ?? null;
}
