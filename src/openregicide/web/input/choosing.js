// @ts-check
/** How a person settles on a move before making it: the same at a table and in a lesson. */

import { t } from "../i18n.js";
import { settings } from "../settings.js";
import { sound } from "../sound.js";
import { keyed } from "../store/cards.js";
import { addable, plainMove } from "../store/moves.js";
import { handKeys, isMyMove, plannedMove } from "../store/table.js";
import { toast } from "../view/parts/toast.js";
import { ruleOfProblem } from "../words/links.js";

/** @typedef {import("../store/table.js").TableState} TableState */
/** @typedef {import("../store/table.js").Action} Action */
/** @typedef {import("../view/parts/part.js").Intents} Intents */

/**
 * @param {() => TableState} state
 * @param {(action: Action) => void} dispatch
 * @param {() => boolean} confirm makes the move that is selected
 * @returns {Pick<Intents, "toggle" | "clear" | "arm" | "select" | "confirm">}
 */
export function choosing(state, dispatch, confirm) {
  /** Whoever wants it so plays with one tap, where no other card could join. */
  const perhapsAtOnce = () => {
    const { moves, selection } = state();
    if (settings().confirm || !selection.length || !plannedMove(state())) return;
    if (!addable(moves, selection, handKeys(state())).size) confirm();
  };
  return {
    toggle: (key) => {
      dispatch({ type: "toggle", key });
      sound("select");
      perhapsAtOnce();
    },
    clear: () => dispatch({ type: "clear" }),
    arm: (text) => {
      if (plainMove(state().moves, text)) dispatch({ type: "arm", move: text });
      else if (text === "y" && isMyMove(state())) {
        const rule = ruleOfProblem("yield.not_allowed", state().table?.seats.length);
        toast(t("error.yield.not_allowed"), "plain", rule);
      }
    },
    select: (cards) => dispatch({ type: "select", keys: keyed(cards).map(({ key }) => key) }),
    confirm,
  };
}
