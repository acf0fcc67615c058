// @ts-check
/** What is asked before something that everyone at the table will feel. */

import { t } from "../../i18n.js";
import { seatName } from "../../words/seats.js";

/** @typedef {import("../parts/ask.js").Question} Question */
/** @typedef {import("../parts/part.js").TableState} TableState */

/**
 * Before a game is given up.
 * @param {TableState} state
 * @param {() => void} then
 * @returns {Question}
 */
export function giveUpQuestion({ table }, then) {
  const people = (table?.seats ?? []).filter(({ holder }) => holder === "person").length;
  return {
    title: t("ui.give_up"),
    about: people > 1 ? t("ui.give_up.ask_all") : t("ui.give_up.ask"),
    yes: t("ui.give_up.yes"),
    no: t("ui.give_up.no"),
    then,
  };
}

/**
 * Before a bot plays for somebody who is away.
 * @param {TableState} state
 * @param {number} away  whose seat
 * @param {() => void} then
 * @returns {Question}
 */
export function voteQuestion({ table, seat, present }, away, then) {
  const seats = table?.seats ?? [];
  const others = seats.some(
    ({ holder }, number) =>
      holder === "person" && number !== away && number !== seat && present[number],
  );
  const values = { seat: seatName(seats, away) };
  return {
    title: t("web.vote.ask", values),
    about: others ? t("web.vote.together", values) : t("web.vote.alone", values),
    yes: t("web.vote.yes"),
    no: t("web.vote.no"),
    then,
  };
}
