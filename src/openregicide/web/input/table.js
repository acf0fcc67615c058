// @ts-check
/** What keys, taps and drags mean at a table. */

import { t } from "../i18n.js";
import { settings } from "../settings.js";
import { sound } from "../sound.js";
import { keyed } from "../store/cards.js";
import { addable, bestDiscard, partsOf, plainMove } from "../store/moves.js";
import { sinceMine } from "../store/since.js";
import { canSelect, handKeys, isMyMove, isRunning, plannedMove } from "../store/table.js";
import { toast } from "../view/parts/toast.js";
import { ruleOfProblem } from "../words/links.js";
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
      card: (index) => {
        const key = handKeys(state(), settings().sort)[index];
        const next = state().moves.filter(({ move }) => move.startsWith("n"))[index];
        if (state().view?.phase !== "name_next") key && intents.toggle(key);
        else if (next) intents.arm(next.move);
      },
      walk: (step) => walk(table.hand, step),
      confirm: table.confirm,
      clear: intents.clear,
      yields: () => intents.arm("y"),
      flip: () => intents.arm("j"),
      suggest: () => {
        const offer = bestDiscard(state().moves);
        if (offer) intents.select(partsOf(offer.move).cards);
      },
      hint: () => {
        if (state().table?.settings.hints && isMyMove(state())) intents.hint();
      },
      undo: () => {
        if (state().mayUndo && isRunning(state())) intents.undo();
      },
      log: table.log,
      help: table.help,
    },
    table.signal,
  );
  listenToDrags(table.hand, table.root, dragsOf(table));
  listenToNotice(table);
}

/**
 * What the others did stays to be read until our first tap or key in our turn.
 * @param {Table} table
 */
function listenToNotice({ root, state, dispatch, signal }) {
  const heed = () => {
    if (isMyMove(state()) && sinceMine(state()).length) dispatch({ type: "heed" });
  };
  let moving = false;
  root.addEventListener("pointerdown", () => (moving = root.querySelector(".moving") !== null), {
    signal,
  });
  const tapped = (/** @type {Event} */ { target }) => {
    // A tap on the table itself while things move ends that; what they did is still to be read.
    if (!moving || (target instanceof Element && target.closest("button"))) heed();
  };
  root.addEventListener("click", tapped, { signal });
  document.addEventListener("keydown", heed, { signal });
}

/**
 * Move the focus along the cards of a hand, and from its end to its beginning.
 * @param {HTMLElement} hand
 * @param {1 | -1} step
 */
function walk(hand, step) {
  const cards = [...hand.querySelectorAll("button.card")];
  const now = cards.findIndex((card) => card === document.activeElement);
  const next = now < 0 && step < 0 ? -1 : (now + step) % cards.length;
  const card = cards.at(next);
  if (card instanceof HTMLElement) card.focus({ preventScroll: true });
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
    // Whoever drops a card on the enemy means it.
    drop: (onEnemy) => (onEnemy || !settings().confirm) && confirm(),
    putBack: () => dispatch({ type: "select", keys: before }),
  };
}

/**
 * How a person settles on a move before making it: the same at a table and in a lesson.
 * @param {() => TableState} state
 * @param {(action: Action) => void} dispatch
 * @param {() => boolean} confirm makes the move that is selected
 * @returns {Pick<Intents, "toggle" | "clear" | "arm" | "select" | "confirm">}
 */
export function choosing(state, dispatch, confirm) {
  /** If the settings say so, one tap plays a card that no other card could join. */
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
