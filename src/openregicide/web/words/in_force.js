// @ts-check
/** The rules in force at a table, one sentence each; the terminal has the same list. */

import { t } from "../i18n.js";

/** @typedef {import("../types/companion").Rules} Rules */
/** @typedef {import("../types/protocol").RulesData} RulesData */
/** @typedef {Rules & Pick<RulesData, "talk">} TableRules */

/**
 * What depends on a table's options.
 * @param {TableRules} rules
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
