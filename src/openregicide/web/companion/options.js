// @ts-check
/** The options of a game, complete: what is left open follows the rulebook (R3, R16, R30). */

/** @typedef {import("../types/protocol").RulesData} RulesData */
/** @typedef {import("../types/companion").Rules} Rules */

// R3 and R30, by the number of players.
const JESTERS = [0, 0, 0, 1, 2];
const HAND_LIMIT = [0, 8, 7, 6, 5];
const FLIPS = [0, 2, 0, 0, 0];
// R16.
const ATTACK = [10, 15, 20];
const HEALTH = [20, 30, 40];

const MOST_PLAYERS = 4;
const MOST_JESTERS = 2;
const MOST_CARDS = 12;
const MOST_OF_AN_ENEMY = 250;

/** Everything but the royals and the jesters. */
export const TAVERN = 40;

/**
 * The rules with nothing left open, or `null` if nobody can play by them.
 * @param {RulesData} data
 * @returns {Rules | null}
 */
export function fullRules(data) {
  const { players } = data;
  if (!within(players, 1, MOST_PLAYERS)) return null;
  const jesters = data.jesters ?? at(JESTERS, players);
  const rules = {
    players,
    companions: data.companions ?? "pair",
    solo_yield: data.solo_yield ?? false,
    jesters,
    // R30: there are two jesters; those in the tavern cannot lie aside as well.
    flips: data.flips ?? Math.max(0, at(FLIPS, players) - jesters),
    hand_limit: data.hand_limit ?? at(HAND_LIMIT, players),
    attack: data.attack ?? ATTACK,
    health: data.health ?? HEALTH,
  };
  return isSound(rules) ? rules : null;
}

/** @param {Rules} rules */
function isSound({ players, companions, solo_yield, jesters, flips, hand_limit, attack, health }) {
  return (
    ["many", "pair"].includes(companions) &&
    typeof solo_yield === "boolean" &&
    within(jesters, 0, MOST_JESTERS) &&
    within(flips, 0, players === 1 ? MOST_JESTERS - jesters : 0) &&
    within(hand_limit, 1, Math.min(MOST_CARDS, Math.floor((TAVERN + jesters) / players))) &&
    [attack, health].every((numbers) => Array.isArray(numbers) && numbers.length === 3) &&
    attack.every((number) => within(number, 0, MOST_OF_AN_ENEMY)) &&
    health.every((number) => within(number, 1, MOST_OF_AN_ENEMY))
  );
}

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
  const hand_limit = at(HAND_LIMIT, players) + step;
  if (players === 1) {
    return { jesters: null, flips: difficulty === "easier" ? null : at(FLIPS, 1) - 1, hand_limit };
  }
  const jesters = Math.max(0, Math.min(MOST_JESTERS, at(JESTERS, players) + step));
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

/**
 * @param {readonly number[]} numbers
 * @param {number} place
 */
function at(numbers, place) {
  return numbers[place] ?? 0;
}

/**
 * Whether something is a whole number between two others.
 * @param {unknown} value
 * @param {number} least
 * @param {number} most
 */
export function within(value, least, most) {
  return typeof value === "number" && Number.isInteger(value) && least <= value && value <= most;
}
