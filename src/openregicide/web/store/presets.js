// @ts-check
/** How hard a game is to be, at a table here or with real cards. */

import { fullRules } from "./options.js";

/** @typedef {import("../types/protocol").RulesData} RulesData */
/** @typedef {import("../types/protocol").TableSettings} TableSettings */

const MOST_JESTERS = 2;
/** Of what the rulebook gives a royal, what a kinder table leaves it. */
const KINDER = 4 / 5;

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
  const { players, jesters, flips, hand_limit } = rules;
  // A table of the server leaves nothing open, a form what the rulebook says.
  const rulesMeant = fullRules({ players, jesters, flips, hand_limit });
  if (!rulesMeant) return null;
  const meant = JSON.stringify(rulesMeant);
  const found = DIFFICULTIES.find(
    (difficulty) => JSON.stringify(fullRules({ players, ...preset(players, difficulty) })) === meant,
  );
  return found ?? null;
}

/**
 * The settings of a table that is kinder: weaker royals, no hopeless deal, and the lamp.
 * @param {TableSettings} settings
 * @returns {TableSettings}
 */
export function kinderTable(settings) {
  const { players } = settings.rules;
  const usual = fullRules({ players });
  const weaker = (/** @type {readonly number[]} */ values) =>
    values.map((value) => Math.round(value * KINDER));
  const rules = {
    ...settings.rules,
    attack: weaker(usual?.attack ?? []),
    health: weaker(usual?.health ?? []),
    mulligan: "any",
  };
  return { ...settings, rules: /** @type {RulesData} */ (rules), hints: true };
}

/**
 * Whether a table is as kind as we can make it.
 * @param {TableSettings} settings
 */
export function isKinder(settings) {
  const { rules } = kinderTable(settings);
  return String(settings.rules.health) === String(rules.health);
}
