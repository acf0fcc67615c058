// @ts-check
/** Sharing links and texts, with the device's share sheet or through the clipboard. */

import { t } from "../../i18n.js";
import { button, el, icon } from "./dom.js";
import { toast } from "./toast.js";

/**
 * Share a link with the device's share sheet, or copy it.
 * @param {string} url
 */
export function shareLink(url) {
  return share({ url, title: t("web.title") }, url, t("web.copied"));
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
 */
async function share(what, text, copied) {
  const touch = matchMedia("(pointer: coarse)").matches;
  try {
    if (touch && "share" in navigator) await navigator.share(what);
    else {
      await copy(text);
      toast(copied);
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

/**
 * The link that brings others to a table.
 * @param {string} code
 */
export function makeInvite(code) {
  const url = `${location.origin}/t/${code}`;
  const share = button("go", () => shareLink(url));
  share.append(icon("link"), document.createTextNode(t("ui.invite")));
  const shown = el("output", { class: "code", text: `${code.slice(0, 5)}-${code.slice(5)}` });
  return el(
    "div",
    { class: "invite" },
    el("p", { class: "soft", text: t("ui.invite.how") }),
    shown,
    share,
  );
}
