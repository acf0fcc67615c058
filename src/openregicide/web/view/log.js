// @ts-check
/** What happened, in words: beside the table where there is room, else a drawer. */

import { t } from "../i18n.js";
import { changeText } from "../words/events.js";
import { button, el, follow, setAttrs, setText } from "./dom.js";
import { readerOf } from "./part.js";

/** @typedef {import("./part.js").Part} Part */

const MOST = 150;

/** @returns {Part & { toggle: () => void }} */
export function makeLog() {
  const heading = el("h2");
  const close = button("close", () => toggle(), "×");
  const list = el("ol", { attrs: { tabindex: "0" } });
  const root = el("aside", { class: "log" }, el("div", { class: "head" }, heading, close), list);

  function toggle() {
    root.classList.toggle("open");
  }

  return {
    root,
    toggle,
    update(state) {
      setText(heading, t("web.log"));
      setAttrs(list, { "aria-label": t("web.log") });
      setAttrs(close, { "aria-label": t("web.close") });
      const reader = readerOf(state);
      const lines = state.log
        .slice(-MOST)
        .map((change, place) => ({ change, text: changeText(change, reader), place }))
        .filter(({ text }) => text);
      const before = list.childElementCount;
      follow(
        list,
        lines,
        ({ change }) => `${change.version}-${change.what}-${change.seat ?? ""}`,
        ({ change }) => el("li", { class: change.what }),
        (item, { change, text }) => {
          item.classList.toggle("mine", change.seat != null && change.seat === state.seat);
          setText(item, text);
        },
      );
      if (list.childElementCount !== before) list.scrollTop = list.scrollHeight;
    },
  };
}
