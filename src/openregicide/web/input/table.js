// @ts-check
/** What keys and drags mean at a table. Taps are the buttons' own. */

import { settings } from "../settings.js";
import { cheapest, partsOf } from "../store/moves.js";
import { canSelect, isMyMove } from "../store/table.js";
import { shownHand } from "../view/table/hand.js";
import { listenToDrags } from "./drag.js";
import { listenToKeys } from "./keys.js";

/** @typedef {import("../store/table.js").Action} Action */
/** @typedef {import("../store/table.js").TableState} TableState */
/** @typedef {import("../view/parts/part.js").Intents} Intents */

/**
 * @typedef {object} Table
 * @property {HTMLElement} root
 * @property {HTMLElement} hand
 * @property {() => TableState} state
 * @property {(action: Action) => void} dispatch
 * @property {Intents} intents
 * @property {() => boolean} confirm
 * @property {() => void} log
 * @property {() => void} help
 * @property {AbortSignal} signal  ends it
 */

/** @param {Table} table */
export function listenToTable(table) {
  const { intents, state } = table;
  listenToKeys(
    {
      card: (place) => {
        const key = shownHand(state())[place];
        const next = state().moves.filter(({ move }) => move.startsWith("n"))[place];
        if (state().view?.phase !== "name_next") key && intents.toggle(key);
        else if (next) intents.arm(next.move);
      },
      confirm: table.confirm,
      clear: intents.clear,
      yields: () => intents.arm("y"),
      flip: () => intents.arm("j"),
      suggest: () => {
        const offer = cheapest(state().moves);
        if (offer) intents.select(partsOf(offer.move).cards);
      },
      hint: () => {
        if (state().table?.settings.hints && isMyMove(state())) intents.hint();
      },
      log: table.log,
      help: table.help,
    },
    table.signal,
  );
  listenToDrags(table.hand, table.root, dragsOf(table));
}

/**
 * @param {Table} table
 * @returns {import("./drag.js").Drag}
 */
function dragsOf({ state, dispatch, confirm }) {
  /** @type {string[]} */
  let before = [];
  return {
    lift: (key) => {
      if (!canSelect(state())) return false;
      before = state().selection;
      if (!before.includes(key)) dispatch({ type: "toggle", key });
      // A card that does not go with the others goes alone.
      if (state().puzzled) dispatch({ type: "select", keys: [key] });
      return true;
    },
    drop: () => settings().confirm || confirm(),
    putBack: () => dispatch({ type: "select", keys: before }),
  };
}
