// @ts-check
/** Signs on the screen; a sentence says the same to the ear. */

import { el, icon, setText } from "./dom.js";

/** @typedef {import("../../words/signs.js").Sign} Sign */

/**
 * Show signs, if they are not shown already.
 * @param {HTMLElement} root
 * @param {readonly Sign[]} signs
 * @param {(seat: number) => string} nameOf
 */
export function showSigns(root, signs, nameOf) {
  const print = JSON.stringify([signs, signs.map(({ seat }) => (seat == null ? "" : nameOf(seat)))]);
  if (root.dataset["print"] === print) return;
  root.dataset["print"] = print;
  root.setAttribute("aria-hidden", "true");
  root.replaceChildren(
    ...signs.map(({ look, picture, text, seat }) => {
      const sign = el("span", { class: `sign ${look}` });
      setText(sign, seat == null ? (text ?? "") : nameOf(seat));
      if (picture) sign.prepend(icon(picture));
      return sign;
    }),
  );
}
