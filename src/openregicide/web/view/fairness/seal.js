// @ts-check
/** The seal of a finished game: whether the deal was fair, and the way to why. */

import { t } from "../../i18n.js";
import { findingText, sealText } from "../../words/fairness.js";
import { button, draw, el } from "../parts/dom.js";
import { FairnessDialog } from "./dialog.js";

/** @typedef {import("../../types/fairness").State} State */
/** @typedef {import("../../types/fairness").Verdict} Verdict */
/** @typedef {import("../../types/protocol").SeatInfo} SeatInfo */

const SIGNS = /** @type {const} */ ({
  checked: "m10 16.500 4 4 8-9",
  partly: "m10 16.500 4 4 8-9",
  known: "M11 16h10",
  plain: "M11 16h10",
  sealed: "M11 16h10",
  wrong: "M16 9v9m0 4v.5",
});

/**
 * @param {HTMLElement} page  where the dialog goes
 * @returns {{ root: HTMLElement, update: (verdict: Verdict | null, seats: readonly SeatInfo[]) => void }}
 */
export function makeSeal(page) {
  const root = el("div", { class: "fair" });
  /** @type {FairnessDialog | null} */
  let dialog = null;
  let print = "";
  return {
    root,
    update(verdict, seats) {
      const now = JSON.stringify([verdict, seats, t("web.fair.how")]);
      if (now === print) return;
      print = now;
      if (!verdict) {
        root.replaceChildren();
        return;
      }
      const shown = (dialog ??= addedTo(page));
      if (shown.root.open) shown.show(verdict, seats);
      const open = () => shown.show(verdict, seats);
      const sign = verdict.state === "wrong" ? warning(verdict, open) : pill(verdict.state, open);
      root.replaceChildren(sign);
    },
  };
}

/** @param {HTMLElement} page */
function addedTo(page) {
  const dialog = new FairnessDialog();
  page.append(dialog.root);
  return dialog;
}

/**
 * @param {State} state
 * @param {() => void} open
 */
function pill(state, open) {
  const seal = button(`seal ${state}`, open);
  seal.append(wax(state), el("span", { text: sealText(state) }));
  return seal;
}

/**
 * What nobody may overlook: what does not fit, what that means, and what to do.
 * @param {Verdict} verdict
 * @param {() => void} open
 */
function warning({ state, findings }, open) {
  const wrong = findings.filter(({ verdict }) => verdict === "failed");
  return el(
    "section",
    { class: "fair-warning", attrs: { role: "alert" } },
    el("h2", {}, wax(state), el("span", { text: sealText(state) })),
    el("ul", {}, ...wrong.map((finding) => el("li", { text: findingText(finding) }))),
    el("p", { text: t("web.fair.wrong.means") }),
    el("p", { text: t("web.fair.wrong.do") }),
    button("go", open, t("web.fair.wrong.more")),
  );
}

/**
 * A drop of wax with a sign in it.
 * @param {State} state
 */
function wax(state) {
  const edge = Array.from({ length: 12 }, (_, index) => {
    const angle = (index * Math.PI) / 6;
    const [x, y] = [16 + 12 * Math.cos(angle), 16 + 12 * Math.sin(angle)];
    return draw("circle", { cx: x.toFixed(1), cy: y.toFixed(1), r: 3.4 });
  });
  return draw(
    "svg",
    { class: `wax ${state}`, viewBox: "0 0 32 32", "aria-hidden": "true" },
    draw("g", { class: "drop" }, ...edge, draw("circle", { cx: 16, cy: 16, r: 12.5 })),
    draw("path", { d: SIGNS[state], class: "sign" }),
  );
}
