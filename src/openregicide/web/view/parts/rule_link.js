// @ts-check
/** A way to a rule that leaves the game where it is: the book opens beside it. */

import { t } from "../../i18n.js";
import { el } from "./dom.js";

/**
 * @param {string} section  a rule's number, an option's name, or nothing for the whole book
 * @param {string} [text]  what stands there; the section itself if left out
 */
export function ruleLink(section, text = section) {
  const what = text === section ? t("rules.rule", { rule: section }) : text;
  return el("a", {
    class: "rule-link",
    text,
    attrs: {
      href: section ? `/rules/${section}` : "/rules",
      target: "_blank",
      rel: "noopener",
      "aria-label": t("rules.new_tab", { what }),
    },
  });
}
