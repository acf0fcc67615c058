// @ts-check
/** A QR code of a link, for the camera of another device. */

import { draw, el, setAttrs, setShown } from "./dom.js";

/** The empty border that the standard asks for, in modules. */
const BORDER = 4;

/**
 * @typedef {object} QrPart
 * @property {HTMLElement} root  hidden until there is a code, or if the link is too long for one
 * @property {(link: string, name: string) => void} update  with a name for the ear
 */

/** @returns {QrPart} */
export function makeQr() {
  const root = el("div", { class: "qr", attrs: { hidden: true } });
  const path = draw("path", {});
  const picture = draw("svg", { role: "img" }, path);
  root.append(picture);
  let drawn = "";
  return {
    root,
    update(link, name) {
      setAttrs(picture, { "aria-label": name });
      if (link === drawn) return;
      drawn = link;
      show(link).catch(() => {});
    },
  };

  /** @param {string} link */
  async function show(link) {
    // Few people show one, and nobody has to wait for it.
    const { qrCode } = await import("../../qr/code.js");
    if (link !== drawn) return;
    const rows = qrCode(link);
    setShown(root, rows !== null);
    if (!rows) return;
    const size = rows.length + 2 * BORDER;
    setAttrs(picture, { viewBox: `${-BORDER} ${-BORDER} ${size} ${size}` });
    const squares = rows.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : "")));
    path.setAttribute("d", squares.join(""));
  }
}
