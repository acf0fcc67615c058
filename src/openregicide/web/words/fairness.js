// @ts-check
/** Whether a deal was fair, in words. */

import { t } from "../i18n.js";
import { cardSigns } from "./cards.js";

/** @typedef {import("../types/fairness").Finding} Finding */
/** @typedef {import("../types/fairness").State} State */

/**
 * What stands on the seal.
 * @param {State} state
 */
export function sealText(state) {
  return t(`web.fair.seal.${state}`);
}

/**
 * What that means.
 * @param {State} state
 */
export function meaningText(state) {
  return t(`web.fair.lead.${state}`);
}

/** @param {Finding["verdict"]} verdict */
export function markText(verdict) {
  return t(`web.fair.mark.${verdict}`);
}

/** @param {Finding} finding */
export function findingText({ about, why, values }) {
  const { shown } = values;
  const cards = shown === undefined ? "" : cardSigns(String(shown).split(" ").filter(Boolean));
  return t(`web.fair.${about}.${why}`, { ...values, cards });
}
