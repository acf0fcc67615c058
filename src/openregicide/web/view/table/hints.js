// @ts-check
/** The lamp: what the strong bot would do with what the player knows. */

import { seatToken } from "../../device.js";
import { t } from "../../i18n.js";
import { Refused, askForHints } from "../../net/http.js";
import { partsOf } from "../../store/moves.js";
import { problemText } from "../../words/problems.js";
import { moveText } from "../../words/turn.js";
import { Dialog } from "../parts/dialog.js";
import { button, el } from "../parts/dom.js";

/** @typedef {import("../parts/part.js").Intents} Intents */
/** @typedef {import("../parts/part.js").TableState} TableState */
/** @typedef {import("../../types/protocol").HintMove} HintMove */

export class HintDialog extends Dialog {
  /** @param {Pick<Intents, "select" | "arm">} intents */
  constructor(intents) {
    super("hint-dialog");
    this.intents = intents;
    this.asked = 0;
  }

  /**
   * Ask, and show what is said once it is.
   * @param {() => TableState} state
   */
  async show(state) {
    const table = state().table?.id ?? "";
    const number = ++this.asked;
    this.fill(t("learn.hint"), el("p", { class: "soft", text: t("learn.hint.thinking") }));
    this.open();
    try {
      const { moves } = await askForHints(table, seatToken(table) ?? "");
      if (number === this.asked) this.tell(moves, state());
    } catch (problem) {
      if (!(problem instanceof Refused)) throw problem;
      if (number !== this.asked) return;
      this.fill(t("learn.hint"), el("p", { class: "bad", text: problemText(problem.problem) }));
    }
  }

  /**
   * @param {readonly HintMove[]} moves
   * @param {TableState} state
   */
  tell(moves, state) {
    const offers = moves.map(({ move, chance }) => {
      const offer = button("hint", () => this.take(move));
      const percent = Number((100 * chance).toFixed(1));
      offer.append(
        el("span", { text: moveText(state, move) }),
        el("small", { text: t("learn.hint.chance", { percent }) }),
      );
      return offer;
    });
    this.fill(
      t("learn.hint"),
      el("p", { class: "soft", text: t("learn.hint.about") }),
      el("div", { class: "hints" }, ...offers),
    );
    offers[0]?.focus();
  }

  /**
   * Have a move in mind; to make it is left to the player.
   * @param {string} move
   */
  take(move) {
    this.close();
    const { cards } = partsOf(move);
    if (cards.length) this.intents.select(cards);
    else this.intents.arm(move);
  }
}
