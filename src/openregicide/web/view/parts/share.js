// @ts-check
/** Sharing links and texts, with the device's share sheet or through the clipboard. */

import { isAlone } from "../../address.js";
import { t } from "../../i18n.js";
import { el } from "./dom.js";
import { toast } from "./toast.js";

/**
 * Share a link with the device's share sheet, or copy it.
 * @param {string} url
 */
export function shareLink(url) {
  const alone = isAlone();
  return share(
    { url, title: t("web.title") },
    url,
    alone ? t("web.copied.alone") : t("web.copied"),
    alone ? "bad" : "plain",
  );
}

/**
 * Share a few words in the same way.
 * @param {string} text
 * @param {string} copied  what to say when they are in the clipboard
 */
export function shareText(text, copied) {
  return share({ text }, text, copied);
}

/**
 * @param {ShareData} what
 * @param {string} text  the same for the clipboard
 * @param {string} copied
 * @param {"plain" | "bad"} [tone]  of what is said then
 */
async function share(what, text, copied, tone = "plain") {
  const touch = matchMedia("(pointer: coarse)").matches;
  try {
    if (touch && "share" in navigator) await navigator.share(what);
    else {
      await copy(text);
      toast(copied, tone);
    }
  } catch {
    // A user who closes the sheet has changed their mind.
  }
}

/**
 * Pages without https have no clipboard API; a hidden field still works.
 * @param {string} text
 */
async function copy(text) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const field = el("textarea", { class: "unseen" });
  field.value = text;
  document.body.append(field);
  field.select();
  document.execCommand("copy");
  field.remove();
}
