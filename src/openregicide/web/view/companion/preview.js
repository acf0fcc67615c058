// @ts-check
/** What the selected cards will do, before they are played: the rules, on a copy of the game. */

import { act } from "../../companion/rules.js";
import { sentence, t } from "../../i18n.js";
import { previewTexts, refusalText } from "../../words/companion.js";
import { el, icon, setShown } from "../parts/dom.js";
import { SIGNS, fit } from "./told.js";

/** @typedef {import("./scene.js").Part} Part */
/** @typedef {import("./scene.js").Scene} Scene */

/** @returns {Part} */
export function makePreview() {
  const list = el("ul", { class: "told-list" });
  const root = el("div", { class: "foresight", attrs: { role: "status" } }, list);
  new ResizeObserver(() => fit(root)).observe(root);
  let print = "";
  return {
    root,
    update(scene) {
      setShown(root, scene.mode === "play");
      const lines = root.hidden ? [] : linesOf(scene);
      const now = JSON.stringify(lines);
      if (now === print) return;
      print = now;
      list.replaceChildren(
        ...lines.map(({ look, sign, text }) =>
          el("li", { class: look }, sign ? icon(sign) : null, el("span", { text: sentence(text) })),
        ),
      );
      fit(root);
    },
  };
}

/**
 * @param {Scene} scene
 * @returns {{ look: string, sign: string, text: string }[]}
 */
function linesOf({ state, names, selected }) {
  if (!selected.length) return [{ look: "soft", sign: "", text: t("ui.say.play") }];
  const { state: after, refused } = act(state, { kind: "play", cards: [...selected] });
  if (refused) return [{ look: "bad", sign: "", text: refusalText(refused, names) }];
  return previewTexts(state, after, names).map(({ code, text }) => ({
    look: `tell-${code}`,
    sign: SIGNS[code],
    text,
  }));
}
