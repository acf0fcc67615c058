// @ts-check
/** What is wrong, and what to do about it. */

import { has, sentence, t } from "../i18n.js";
import { cardName, cardSigns } from "./cards.js";

/** @typedef {import("../types/protocol").Problem} Problem */

/** @param {Problem} problem */
export function problemText({ code, values = {} }) {
  const key = code.startsWith("web.") ? code : `error.${code}`;
  if (!has(key)) return t("web.problem", { code });
  /** @type {Record<string, unknown>} */
  const said = { ...values };
  const seats = code === "move.not_your_turn" ? ["seat", "expected"] : ["seat"];
  for (const [name, value] of Object.entries(values)) {
    if (name === "card" && typeof value === "string") said[name] = cardName(value);
    else if (name === "cards" && Array.isArray(value)) said[name] = cardSigns(value);
    else if (Array.isArray(value)) said[name] = value.join(", ");
    // Seats are counted from 0, players from 1.
    else if (seats.includes(name) && typeof value === "number") said[name] = value + 1;
  }
  return sentence(t(key, said));
}
