// @ts-check
/** What is wrong, and what to do about it. */

import { has, sentence, t } from "../i18n.js";
import { cardName, cardSigns } from "./cards.js";
import { seatName } from "./seats.js";

/** @typedef {import("../types/protocol").Problem} Problem */
/** @typedef {import("../types/protocol").SeatInfo} SeatInfo */

/**
 * @param {Problem} problem
 * @param {readonly SeatInfo[]} [seats]
 */
export function problemText({ code, values = {} }, seats = []) {
  const key = code.startsWith("web.") ? code : `error.${code}`;
  if (!has(key)) return t("web.problem", { code });
  /** @type {Record<string, unknown>} */
  const said = { ...values };
  for (const [name, value] of Object.entries(values)) {
    if (name === "card" && typeof value === "string") said[name] = cardName(value);
    else if (name === "cards" && Array.isArray(value)) said[name] = cardSigns(value);
    else if (Array.isArray(value)) said[name] = value.join(", ");
    else if ((name === "seat" || name === "expected") && typeof value === "number") {
      said[name] = seats.length ? seatName(seats, value) : value + 1;
    }
  }
  return sentence(t(key, said));
}
