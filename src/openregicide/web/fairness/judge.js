// @ts-check
/** From a result and all that is remembered here to the verdict, whatever the server says. */

import { verdictOf } from "./check.js";
import { anyNote, keptPromise } from "./keeping.js";
import { replayOf } from "./notes.js";

/** @typedef {import("../types/fairness").Note} Note */
/** @typedef {import("../types/fairness").Result} Result */
/** @typedef {import("../types/fairness").Verdict} Verdict */
/** @typedef {import("../types/protocol").ReplayStep} ReplayStep */

/**
 * @param {Result} result
 * @param {Note | null} note
 * @param {readonly ReplayStep[]} steps  of the replay; none if it is not at hand
 * @returns {Verdict}
 */
export function judge(result, note, steps) {
  const { daily, again, rules } = result;
  const earlier = again ? anyNote(again, rules.players)?.seedHash : null;
  const promised = daily ? keptPromise(daily, rules.players) : earlier || null;
  try {
    return verdictOf(result, { note, replay: replayOf(steps), promised });
  } catch {
    // What cannot even be read does not fit either.
    const finding = { about: "seed", verdict: "failed", why: "unreadable", values: {} };
    return { state: "wrong", findings: [/** @type {any} */ (finding)], result };
  }
}
