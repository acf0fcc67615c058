// @ts-check
/** What the others did since our last move, in signs, until we tap or press a key. */

import { t } from "../../i18n.js";
import { sinceMine } from "../../store/since.js";
import { viewerOf } from "../../store/table.js";
import { eventsText } from "../../words/events.js";
import { whoName } from "../../words/seats.js";
import { signsOf } from "../../words/signs.js";
import { el, follow, setAttrs, setShown, setText } from "../parts/dom.js";
import { makeFace, setFace } from "../parts/face.js";
import { showSigns } from "../parts/signs.js";

/** @typedef {import("../parts/part.js").Part} Part */

/** @returns {Part} */
export function makeSince() {
  const root = el("ol", { class: "since" });
  return {
    root,
    update(state) {
      const { selection, armed, puzzled, sending } = state;
      const busy = selection.length > 0 || armed !== null || puzzled !== null || sending !== null;
      const turns = sinceMine(state);
      const viewer = viewerOf(state);
      setShown(root, turns.length > 0 && !busy);
      setAttrs(root, { "aria-label": t("web.since") });
      follow(
        root,
        turns,
        ({ version }) => String(version),
        () =>
          el(
            "li",
            {},
            makeFace(),
            el("span", { class: "signs" }),
            el("span", { class: "unseen" }),
          ),
        (item, { seat, events }) => {
          const [face, signs, words] = /** @type {HTMLElement[]} */ ([...item.children]);
          const text = eventsText(events, viewer);
          item.title = text;
          if (face) setFace(face, viewer.seats, seat);
          if (signs) showSigns(signs, signsOf(events), (other) => whoName(other, viewer));
          if (words) setText(words, text);
        },
      );
    },
  };
}
