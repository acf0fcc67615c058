// @ts-check
/** What brings others to a table: a code for cameras, an address to type, a link to send. */

import { isAlone, sharedOrigin, tableLink } from "../../address.js";
import { t } from "../../i18n.js";
import { button, el, icon, setShown, setText } from "../parts/dom.js";
import { makeQr } from "../parts/qr.js";
import { shareLink } from "../parts/share.js";

/** @typedef {import("../../types/protocol").TableInfo} TableInfo */

/**
 * @typedef {object} Invite
 * @property {HTMLElement} root
 * @property {(table: TableInfo) => void} update
 */

/** @returns {Invite} */
export function makeInvite() {
  let code = "";
  const how = el("p", { class: "soft" });
  const alone = el("p", { class: "alone", attrs: { role: "note" } });
  const qr = makeQr();
  const scan = el("p", { class: "soft" });
  const address = el("output", { class: "address" });
  const shown = el("output", { class: "code" });
  const share = button("go", () => shareLink(tableLink(code)));
  const words = el("span");
  share.append(icon("link"), words);
  const root = el(
    "div",
    { class: "invite" },
    how,
    alone,
    qr.root,
    el("div", { class: "invite-words" }, scan, address, shown, share),
  );
  return {
    root,
    update(table) {
      code = table.id;
      const free = table.seats.some(({ holder }) => holder === "free");
      setShown(root, table.seats.length > 1 && (free || mayWatch(table)));
      if (root.hidden) return;
      setText(how, free ? t("ui.invite.how") : t("ui.invite.watch"));
      // To say what to do says it as well.
      setShown(how, isAlone() || !free);
      setShown(alone, isAlone());
      setText(alone, isAlone() ? t("web.invite.alone") : "");
      if (!isAlone()) qr.update(tableLink(code), t("web.invite.qr"));
      setShown(scan, !isAlone());
      setText(scan, t("web.invite.scan"));
      setText(address, sharedOrigin().replace(/^http:\/\//, ""));
      setText(shown, `${code.slice(0, 5)}-${code.slice(5)}`);
      setText(words, t("ui.invite"));
    },
  };
}

/** @param {TableInfo} table */
function mayWatch({ settings, daily }) {
  return settings.spectators !== false && !daily;
}
