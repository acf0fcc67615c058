// @ts-check
/** Who plays: whose turn it is, how many cards everybody holds, who yielded. */

import { t } from "../../i18n.js";
import { el, follow, setAttrs, setShown, setText } from "../parts/dom.js";

/** @typedef {import("./scene.js").Part} Part */

/** @returns {Part} */
export function makePlayers() {
  const root = el("ol", { class: "sitters" });
  return {
    root,
    update({ state, names }) {
      setAttrs(root, { "aria-label": t("web.seats") });
      follow(
        root,
        names.map((name, seat) => ({ name, seat })),
        ({ seat }) => String(seat),
        make,
        (item, { name, seat }) => {
          const here = state.seat === seat && state.phase !== "over";
          item.classList.toggle("now", here);
          setAttrs(item, { "aria-current": here });
          part(item, "b", name);
          const count = state.hands?.[seat];
          part(item, ".held", count === undefined ? "" : String(count));
          setAttrs(pick(item, ".held"), {
            "aria-label": count === undefined ? null : t("web.cards", { count }),
          });
          part(item, ".yielded", state.yielded[seat] ? t("ui.seat.yielded") : "");
          part(item, ".left", state.flips ? t("web.flips", { count: state.flips }) : "");
        },
      );
    },
  };
}

function make() {
  return el(
    "li",
    { class: "sitter" },
    el("b"),
    el("span", { class: "held", attrs: { role: "img" } }),
    el("small", { class: "yielded" }),
    el("small", { class: "left" }),
  );
}

/**
 * @param {HTMLElement} item
 * @param {string} what
 */
function pick(item, what) {
  return /** @type {HTMLElement} */ (item.querySelector(what));
}

/**
 * @param {HTMLElement} item
 * @param {string} what
 * @param {string} text
 */
function part(item, what, text) {
  setText(pick(item, what), text);
  setShown(pick(item, what), text !== "");
}
