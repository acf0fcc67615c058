// @ts-check
/** Giving up together: who would, and the answers of those who are still asked. */

import { t } from "../../i18n.js";
import { isRunning } from "../../store/table.js";
import { seatName } from "../../words/seats.js";
import { button, el, setShown, setText } from "../parts/dom.js";

/** @typedef {import("../parts/part.js").Part} Part */
/** @typedef {import("../parts/part.js").Intents} Intents */

/**
 * @param {Pick<Intents, "giveUp">} intents
 * @returns {Part}
 */
export function makeGiveUpVote(intents) {
  const text = el("p");
  const agree = button("go small", () => intents.giveUp(true));
  const object = button("quiet small", () => intents.giveUp(false));
  const root = el("section", { class: "give-up", attrs: { role: "status" } }, text, agree, object);
  return {
    root,
    update(state) {
      const { table, seat } = state;
      const voters = table?.game?.giving_up ?? [];
      setShown(root, voters.length > 0 && isRunning(state));
      const names = voters.map((voter) => seatName(table?.seats ?? [], voter));
      setText(text, t("ui.give_up.by", { names: names.join(", ") }));
      setShown(agree, seat !== null && !voters.includes(seat));
      setText(agree, t("ui.give_up.agree"));
      setShown(object, seat !== null);
      setText(object, t("ui.give_up.no"));
    },
  };
}
