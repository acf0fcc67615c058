// @ts-check
/** The options of a table in words: one line, or one sentence each. */

import { t } from "../i18n.js";
import { isChanged } from "../store/options.js";
import { OPTIONS } from "../store/rules.js";

/** @typedef {import("../types/companion").Rules} Rules */
/** @typedef {import("../types/options").Option} Option */
/** @typedef {import("../types/protocol").RulesData} RulesData */
/** @typedef {import("../types/protocol").TableSettings} TableSettings */

/** The choices that have sentences of their own in `rulesInForce`. */
const OWN_SENTENCE = ["companions", "talk"];

/**
 * What is played here, in one line.
 * @param {TableSettings} settings
 */
export function rulesText({ rules, clock, open, hints }) {
  const parts = [t("ui.players", { count: rules.players })];
  const { hand_limit, jesters } = rules;
  if (hand_limit != null) parts.push(t("option.hand_limit.short", { count: hand_limit }));
  if (jesters) parts.push(t("option.jesters.short", { count: jesters }));
  for (const option of OPTIONS) {
    if (option.kind !== "number" && isChanged(option, rules)) parts.push(shortText(option, rules));
  }
  if (clock) parts.push(t("web.rules.clock", { count: clock }));
  if (hints) parts.push(t("learn.hints.rule"));
  if (open) parts.push(t("web.rules.open"));
  return parts.join(" · ");
}

/**
 * An option that is chosen otherwise than the rulebook says.
 * @param {Option} option
 * @param {RulesData} rules
 */
function shortText(option, rules) {
  const value = rules[option.name];
  if (option.kind === "choice" && option.words.length > 2) return wordText(option, String(value));
  const numbers = Array.isArray(value) ? value.join("/") : "";
  return t(`option.${option.name}.short`, { numbers });
}

/**
 * One of the words that an option offers.
 * @param {Option} option
 * @param {string} word
 */
export function wordText(option, word) {
  return t(`option.${option.name}.${word}`);
}

/**
 * What depends on a table's options, one sentence each; the terminal has the same list.
 * @param {Rules} rules
 * @returns {string[]}
 */
export function rulesInForce(rules) {
  const { players, hand_limit, jesters, flips } = rules;
  const alone = players === 1;
  const said = [
    enemiesText(rules),
    t("ui.help.hand_limit", { hand_limit }),
    t(rules.companions === "many" ? "ui.help.sets_many" : "ui.help.sets"),
  ];
  if (jesters) {
    said.push(t("ui.help.jesters", { count: jesters }));
    said.push(t(alone ? "ui.help.jester_alone" : "ui.help.jester"));
  }
  if (alone) {
    said.push(t(rules.solo_yield ? "ui.help.yield_alone" : "ui.help.no_yield"));
  } else {
    said.push(t("ui.help.yield"));
    said.push(t(rules.talk === "open" ? "ui.help.talk_open" : "ui.help.talk_strict"));
  }
  if (flips) said.push(t("ui.help.flips", { count: flips }));
  for (const option of OPTIONS) {
    const own = OWN_SENTENCE.includes(option.name);
    if (option.kind === "choice" && !own && isChanged(option, rules)) {
      said.push(t(`option.${option.name}.${rules[option.name]}.rule`));
    }
  }
  return said;
}

/** @param {Rules} rules */
function enemiesText({ attack, health }) {
  /** @type {Record<string, unknown>} */
  const numbers = {};
  ["jack", "queen", "king"].forEach((rank, place) => {
    numbers[`attack_${rank}`] = attack[place];
    numbers[`health_${rank}`] = health[place];
  });
  return t("ui.help.enemies", numbers);
}
