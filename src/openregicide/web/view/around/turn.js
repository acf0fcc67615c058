// @ts-check
/** Whose turn it is, in words: in the bar, and in the page's title. */

import { t } from "../../i18n.js";
import { isMyMove, isRunning } from "../../store/table.js";
import { seatName } from "../../words/seats.js";

/** @typedef {import("../../store/table.js").TableState} TableState */

/** @param {TableState} state */
export function turnText(state) {
  const { view, table } = state;
  if (!table) return t("ui.turn.connecting");
  if (!isRunning(state) || !view) return table.game ? t("ui.turn.over") : t("ui.turn.waiting");
  const seat = seatName(table.seats, view.turn);
  const mine = isMyMove(state);
  switch (view.phase) {
    case "discard":
      return mine ? t("ui.turn.discard.you", { due: view.due }) : t("ui.turn.discard", { seat });
    case "name_next":
      return mine ? t("ui.turn.name_next.you") : t("ui.turn.name_next", { seat });
    default:
      return mine ? t("ui.turn.play.you") : t("ui.turn.play", { seat });
  }
}

/** @param {TableState} state */
export function titleText(state) {
  const { table, view } = state;
  if (!table) return t("web.title");
  const mine = isMyMove(state);
  if (!isRunning(state) || !view) return t("web.title_of", { what: turnText(state) });
  if (mine) return t("web.title_you");
  return t("web.title_of", { what: turnText(state) });
}
