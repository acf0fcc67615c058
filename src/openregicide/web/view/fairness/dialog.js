// @ts-check
/** Why a deal is fair, or is not: what was found, how it works, and the numbers for those who count. */

import { t } from "../../i18n.js";
import { findingText, markText, meaningText, sealText } from "../../words/fairness.js";
import { recordPath } from "../../words/games.js";
import { seatName } from "../../words/seats.js";
import { Dialog } from "../parts/dialog.js";
import { el } from "../parts/dom.js";

/** @typedef {import("../../types/fairness").Finding} Finding */
/** @typedef {import("../../types/fairness").Result} Result */
/** @typedef {import("../../types/fairness").Verdict} Verdict */
/** @typedef {import("../../types/protocol").SeatInfo} SeatInfo */

export class FairnessDialog extends Dialog {
  constructor() {
    super("fairness-dialog");
  }

  /**
   * @param {Verdict} verdict
   * @param {readonly SeatInfo[]} seats
   */
  show({ state, findings, result }, seats) {
    const { deal, seed, daily } = result;
    this.fill(
      sealText(state),
      el("p", { text: meaningText(state) }),
      el("h3", { text: t("web.fair.found") }),
      el("ul", { class: "findings" }, ...findings.map(line)),
      ...(deal ? [el("h3", { text: t("web.fair.how") }), el("ol", {}, ...how())] : []),
      ...(seed === null ? [] : trust(result)),
      numbers(result, seats, daily !== null),
    );
    this.open();
  }
}

/** @param {Finding} finding */
function line(finding) {
  const { verdict } = finding;
  return el(
    "li",
    { class: verdict },
    el("b", { text: markText(verdict) }),
    el("span", { text: findingText(finding) }),
  );
}

function how() {
  const steps = [t("web.fair.how.before"), t("web.fair.how.together"), t("web.fair.how.now")];
  return steps.map((text) => el("li", { text }));
}

/**
 * Whoever does not trust this page either can go without it.
 * @param {Result} result
 */
function trust({ game }) {
  const command = `regicide verify regicide-${game}.rgn`;
  const record = el("a", {
    class: "quiet",
    text: t("ui.replay.record"),
    attrs: { href: recordPath(game), download: `regicide-${game}.rgn` },
  });
  return [el("p", { class: "soft", text: t("web.fair.trust", { command }) }), record];
}

/**
 * @param {Result} result
 * @param {readonly SeatInfo[]} seats
 * @param {boolean} daily
 */
function numbers({ deal, seed, seedHash }, seats, daily) {
  const known = seed ?? (daily ? t("web.fair.number.sealed") : "–");
  /** @type {[string, string][]} */
  const items = [];
  if (deal) {
    items.push([t("web.fair.number.secret"), deal.secret ?? "–"]);
    items.push([t("web.fair.number.secret_hash"), deal.secret_hash]);
    deal.pledges.forEach((pledge, seat) => {
      const share = deal.shares?.[seat] ?? "";
      if (!pledge && !share) return;
      const name = seatName(seats, seat);
      items.push([t("web.fair.number.share", { name }), share || "–"]);
      items.push([t("web.fair.number.pledge", { name }), pledge]);
    });
  }
  items.push([t("web.fair.number.seed"), known], [t("web.fair.number.seed_hash"), seedHash]);
  const list = items.flatMap(([name, text]) => [
    el("dt", { text: name }),
    el("dd", { class: "hash", text }),
  ]);
  return el(
    "details",
    {},
    el("summary", { text: t("web.fair.numbers") }),
    el("dl", { class: "all-numbers" }, ...list),
  );
}
