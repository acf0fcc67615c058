// @ts-check
/** A calm word while the connection is gone. */

import { t } from "../../i18n.js";
import { el, setShown, setText } from "../parts/dom.js";

/** @returns {import("../parts/part.js").Part} */
export function makeBanner() {
  const text = el("p");
  const root = el(
    "div",
    { class: "banner", attrs: { role: "status" } },
    el("i", { class: "pulse" }),
    text,
  );
  return {
    root,
    update({ status }) {
      setShown(root, status === "lost");
      setText(text, status === "lost" ? t("ui.lost") : "");
    },
  };
}
