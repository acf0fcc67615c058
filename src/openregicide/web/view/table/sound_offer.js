// @ts-check
/**
 * Once, calmly: should there be sounds? Asked where the cards played will lie, as long as there are
 * none; nothing is covered, nobody has to answer, and after the first game nobody is asked again.
 */

import { t } from "../../i18n.js";
import { change, settings } from "../../settings.js";
import { sound } from "../../sound.js";
import { isRunning } from "../../store/table.js";
import { button, el, setShown, setText } from "../parts/dom.js";

/** @returns {import("../parts/part.js").Part} */
export function makeSoundOffer() {
  const question = el("p");
  const yes = button("quiet small", () => {
    change({ sound: true, soundOffered: true });
    sound("turn");
  });
  const no = button("quiet small", () => change({ soundOffered: true }));
  const root = el("section", { class: "sound-offer" }, question, yes, no);
  /** The game in which it was asked. @type {string | null} */
  let asked = null;
  return {
    root,
    update(state) {
      const { view, table, seat } = state;
      const game = table?.game?.id ?? null;
      if (!settings().soundOffered && asked && (game !== asked || !isRunning(state))) {
        // Whoever has played a whole game without an answer has answered.
        change({ soundOffered: true });
      }
      const offers =
        !settings().soundOffered &&
        !settings().sound &&
        isRunning(state) &&
        seat !== null &&
        view?.table.length === 0;
      if (offers) asked = game;
      setShown(root, offers);
      setText(question, t("web.sound.offer"));
      setText(yes, t("web.sound.offer.yes"));
      setText(no, t("web.sound.offer.no"));
    },
  };
}
