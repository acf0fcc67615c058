// @ts-check
/** The options of a game, complete: what is left open follows the rulebook (R3, R16, R30). */

import { OPTIONS } from "./rules.js";

/** @typedef {import("../types/options").NumberOption} NumberOption */
/** @typedef {import("../types/options").Option} Option */
/** @typedef {import("../types/protocol").RulesData} RulesData */
/** @typedef {import("../types/companion").Rules} Rules */

const MOST_PLAYERS = 4;

/**
 * The rules with nothing left open, or `null` if nobody can play by them.
 * @param {RulesData} data
 * @returns {Rules | null}
 */
export function fullRules(data) {
  const { players } = data;
  if (!within(players, 1, MOST_PLAYERS)) return null;
  /** @type {RulesData} */
  let rules = { players };
  for (const option of OPTIONS) {
    const value = data[option.name] ?? standardOf(option, rules);
    if (!isSound(option, value, rules)) return null;
    rules = { ...rules, [option.name]: value };
  }
  return /** @type {Rules} */ (rules);
}

/**
 * What the rulebook says; the options before this one are chosen already.
 * @param {Option} option
 * @param {RulesData} rules
 */
function standardOf(option, rules) {
  switch (option.kind) {
    case "choice":
      return option.words[0];
    case "toggle":
      return false;
    case "number":
      return Math.max(0, at(option.standard, rules.players) - taken(option, rules));
    case "three":
      return option.standard;
  }
}

/**
 * @param {Option} option
 * @param {unknown} value
 * @param {RulesData} rules
 */
function isSound(option, value, rules) {
  switch (option.kind) {
    case "choice":
      return typeof value === "string" && option.words.includes(value);
    case "toggle":
      return typeof value === "boolean";
    case "number":
      return within(value, option.least, mostOf(option, rules));
    case "three":
      return (
        Array.isArray(value) &&
        value.length === 3 &&
        value.every((number) => within(number, option.least, option.most))
      );
  }
}

/**
 * Whether an option is chosen otherwise than the rulebook says; left open, it is not.
 * @param {Option} option
 * @param {RulesData} rules
 */
export function isChanged(option, rules) {
  const value = rules[option.name];
  return value != null && String(value) !== String(standardOf(option, rules));
}

/**
 * The most that a number may be, at a table with these rules.
 * @param {NumberOption} option
 * @param {RulesData} rules
 */
export function mostOf(option, rules) {
  return Math.max(0, at(option.most, rules.players) - taken(option, rules));
}

/**
 * @param {NumberOption} option
 * @param {RulesData} rules
 */
function taken({ less }, rules) {
  return Number((less && rules[less]) ?? 0);
}

/**
 * @param {readonly number[]} numbers  for one to four players
 * @param {number} players
 */
function at(numbers, players) {
  return numbers[players - 1] ?? 0;
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
