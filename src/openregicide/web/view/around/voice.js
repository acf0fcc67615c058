// @ts-check
/** The log for the ear: what is new is spoken, also where the log itself is a closed drawer. */

import { t } from "../../i18n.js";
import { changeText } from "../../words/events.js";
import { el, follow, setAttrs, setText } from "../parts/dom.js";
import { readerOf } from "../parts/part.js";

const KEPT = 5;

/** @returns {import("../parts/part.js").Part} */
export function makeVoice() {
  const attrs = { role: "log", "aria-live": "polite" };
  const root = el("div", { class: "unseen", attrs });
  return {
    root,
    update(state) {
      setAttrs(root, { "aria-label": t("ui.log") });
      const reader = readerOf(state);
      const lines = state.log
        .slice(-KEPT)
        .map((change) => ({ key: String(change.version), text: changeText(change, reader) }));
      follow(
        root,
        lines.filter(({ text }) => text),
        ({ key }) => key,
        () => el("p"),
        (line, { text }) => setText(line, text),
      );
    },
  };
}
