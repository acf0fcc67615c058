// @ts-check
/** The lamp: what the strong bot would do with what the player knows. */

import { percent, t } from "../../i18n.js";
import { partsOf } from "../../store/moves.js";
import { gameVersion } from "../../store/table.js";
import { problemText } from "../../words/problems.js";
import { moveText } from "../../words/turn.js";
import { Dialog } from "../parts/dialog.js";
import { button, el } from "../parts/dom.js";

/** @typedef {import("../parts/part.js").Intents} Intents */
/** @typedef {import("../parts/part.js").TableState} TableState */
/** @typedef {import("../../types/protocol").Answer} Answer */
/** @typedef {import("../../types/protocol").Hints} Hints */
/** @typedef {import("../../types/protocol").Problem} Problem */

/** @type {Problem} */
const STALE = { code: "move.stale", values: {} };

export class HintDialog extends Dialog {
  /**
   * @param {Pick<Intents, "select" | "arm" | "configure">} intents
   * @param {() => TableState} state
   * @param {(version: number) => Promise<Answer> | undefined} ask  for hints, of the server
   */
  constructor(intents, state, ask) {
    super("hint-dialog");
    this.intents = intents;
    this.state = state;
    this.ask = ask;
    this.asked = 0;
  }

  /** Ask, and show the hints when they come; where the lamp is dark, offer to light it. */
  async show() {
    if (this.state().table?.settings.hints) await this.askNow();
    else this.offerLamp();
  }

  async askNow() {
    const { version } = this.state();
    if (version === null) return;
    const number = ++this.asked;
    this.fill(t("learn.hint"), el("p", { class: "soft", text: t("learn.hint.thinking") }));
    this.open();
    const answer = await this.ask(version);
    if (!answer || number !== this.asked) return;
    const { hints, error } = answer;
    if (hints && this.holds(hints)) this.tell(hints);
    else this.refuse(error ?? STALE);
  }

  /** The host may light the lamp for everyone, and everyone is told. */
  offerLamp() {
    const { table } = this.state();
    if (!table) return;
    const light = button("go", async () => {
      light.disabled = true;
      const answer = await this.intents.configure({ ...table.settings, hints: true });
      // The answer may come before the news. Refused, the table has said why.
      if (answer && !answer.error) this.askNow();
      else this.close();
    });
    light.textContent = t("lamp.light");
    const about = [el("p", { text: t("learn.hints.about") })];
    if (table.seats.length > 1) about.push(el("p", { class: "soft", text: t("lamp.told") }));
    this.fill(t("lamp.dark"), ...about, light);
    this.open();
    light.focus();
  }

  /**
   * Whether the hints are still for the current position.
   * @param {Hints} hints
   */
  holds({ version }) {
    return version >= gameVersion(this.state());
  }

  /** @param {Problem} problem */
  refuse(problem) {
    this.fill(t("learn.hint"), el("p", { class: "bad", text: problemText(problem) }));
  }

  /** @param {Hints} hints */
  tell(hints) {
    const offers = hints.moves.map(({ move, chance }) => {
      const offer = button("hint", () => this.take(hints, move));
      offer.append(
        el("span", { text: moveText(this.state(), move) }),
        el("small", { text: t("learn.hint.chance", { percent: percent(chance, 1) }) }),
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
   * Select a move; the player makes it.
   * @param {Hints} hints
   * @param {string} move
   */
  take(hints, move) {
    if (!this.holds(hints)) {
      this.refuse(STALE);
      return;
    }
    this.close();
    const { cards } = partsOf(move);
    if (cards.length) this.intents.select(cards);
    else this.intents.arm(move);
  }
}
