// @ts-check
/** Everything about a finished game that is not on the table: who, when, the deal, the record. */

import { t } from "../../i18n.js";
import { momentText, outcomeText, playersText, recordPath } from "../../words/games.js";
import { Dialog } from "../parts/dialog.js";
import { button, el, icon } from "../parts/dom.js";
import { shareLink } from "../parts/share.js";
import { rulesText } from "../../words/options.js";

/** @typedef {import("../../types/protocol").GameSummary} GameSummary */

export class FactsDialog extends Dialog {
  constructor() {
    super("facts-dialog");
  }

  /**
   * @param {GameSummary} game
   * @param {string} link  to the step that is shown
   * @param {HTMLElement} seal  whether the deal was fair
   */
  show(game, link, seal) {
    const share = button("go", () => shareLink(link));
    share.append(icon("link"), document.createTextNode(t("ui.replay.share")));
    const record = el("a", {
      class: "quiet",
      text: t("ui.replay.record"),
      attrs: { href: recordPath(game.id), download: `regicide-${game.id}.rgn` },
    });
    this.fill(
      t("ui.replay.facts"),
      el("p", {}, el("b", { text: outcomeText(game) })),
      el("p", { class: "soft", text: [playersText(game), momentText(game.ended_at)].join(" · ") }),
      el("p", { class: "soft", text: rulesText({ rules: game.rules }) }),
      el("output", { class: "hash", text: link }),
      el("div", { class: "row wrap" }, share, game.seed === null ? null : record),
      el("h3", { text: t("ui.result.fair") }),
      seal,
    );
    this.open();
  }
}
