// @ts-check
/** How hard a game at a real table is to be. */

import { fullRules } from "../store/options.js";

/** @typedef {import("../types/protocol").RulesData} RulesData */

const MOST_JESTERS = 2;

/** Everything but the royals and the jesters. */
export const TAVERN = 40;

/** @typedef {"easier" | "standard" | "harder"} Difficulty */

/** @type {readonly Difficulty[]} */
export const DIFFICULTIES = ["easier", "standard", "harder"];

/**
 * One card and one jester more than the rulebook gives, or one less of both; the solo player's
 * jesters are those aside, and there are only two.
 * @param {number} players
 * @param {Difficulty} difficulty
 * @returns {Pick<RulesData, "jesters" | "flips" | "hand_limit">}
 */
export function preset(players, difficulty) {
  if (difficulty === "standard") return { jesters: null, flips: null, hand_limit: null };
  const step = difficulty === "easier" ? 1 : -1;
  const usual = fullRules({ players });
  if (!usual) return {};
  const hand_limit = usual.hand_limit + step;
  if (players === 1) {
    return { jesters: null, flips: difficulty === "easier" ? null : usual.flips - 1, hand_limit };
  }
  const jesters = Math.max(0, Math.min(MOST_JESTERS, usual.jesters + step));
  return { jesters, flips: null, hand_limit };
}

/**
 * Which of the three the rules are, if any.
 * @param {RulesData} rules
 * @returns {Difficulty | null}
 */
export function difficultyOf(rules) {
  const names = /** @type {const} */ (["jesters", "flips", "hand_limit"]);
  const found = DIFFICULTIES.find((difficulty) => {
    const offered = preset(rules.players, difficulty);
    return names.every((name) => (rules[name] ?? null) === (offered[name] ?? null));
  });
  return found ?? null;
}
