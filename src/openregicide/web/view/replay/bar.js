// @ts-check
/** The bar over a replay: the way home, the current step, the link, the facts, the log. */

import { t } from "../../i18n.js";
import { outcomeText } from "../../words/games.js";
import { button, el, icon, setAttrs, setText } from "../parts/dom.js";

/** @typedef {import("../../types/protocol").GameSummary} GameSummary */

/**
 * @param {{ share: () => void, facts: () => void, log: () => void }} open
 */
export function makeReplayBar(open) {
  const home = el("a", { class: "icon-button", attrs: { href: "/" } }, icon("crown"));
  const title = el("p", { class: "turn-text" });
  const share = button("icon-button", open.share);
  const facts = button("icon-button", open.facts);
  const log = button("icon-button log-button", open.log);
  share.append(icon("link"));
  facts.append(icon("info"));
  log.append(icon("log"));
  return {
    root: el("div", { class: "bar" }, home, title, share, facts, log),
    /** @param {{ game: GameSummary | null, step: number, last: number }} playing */
    update({ game, step, last }) {
      const over = game !== null && step === last;
      setText(title, over ? outcomeText(game) : t("ui.replay.at", { step, last }));
      setAttrs(home, { "aria-label": t("ui.menu.home") });
      setAttrs(share, { "aria-label": t("ui.replay.share"), title: t("ui.replay.share") });
      setAttrs(facts, { "aria-label": t("ui.replay.facts"), title: t("ui.replay.facts") });
      setAttrs(log, { "aria-label": t("ui.log") });
    },
  };
}
