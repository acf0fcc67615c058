// @ts-check
/** What a table for the daily deal says about it: before a game, and after. */

import { sharedOrigin } from "../../address.js";
import { t } from "../../i18n.js";
import { ownResult } from "../../store/days.js";
import { leaderboardPath, parText, resultText, scoreText } from "../../words/daily.js";
import { makeFates } from "./leaderboard.js";
import { button, el, icon, setText } from "../parts/dom.js";
import { shareText } from "../parts/share.js";

/** @typedef {import("../../types/protocol").Daily} Daily */
/** @typedef {import("../../types/protocol").DailyRow} DailyRow */
/** @typedef {import("../parts/part.js").Part} Part */

/**
 * A result, its rank, and a way to tell others.
 * @param {Daily} daily
 * @param {{ row: DailyRow, games: number }} own
 * @param {Node[]} more  beside the button
 */
export function makeOwnResult(daily, { row, games }, ...more) {
  const { day, players } = daily;
  const result = () => resultText(day, players, row, sharedOrigin());
  const share = button("go", () => shareText(result(), t("daily.shared")));
  share.append(icon("link"), document.createTextNode(t("daily.share")));
  const rank = t("daily.rank", { rank: row.rank, count: games });
  return el(
    "div",
    { class: "own-result" },
    el("p", { class: "rank", text: rank }),
    makeFates(row),
    el("p", {
      class: "soft",
      text: [scoreText(row), t("daily.moves", { count: row.moves })].join(" · "),
    }),
    makePar(daily, row),
    el("div", { class: "row wrap" }, share, ...more),
  );
}

/**
 * What the strong bot reached, for those who may know it.
 * @param {Daily} daily
 * @param {DailyRow | null} row  the user's own
 */
export function makePar({ par, par_coming }, row) {
  const text = par ? parText(par, row) : par_coming ? t("daily.par.coming") : "";
  return text ? el("p", { class: "par" }, icon("bot"), el("span", { text })) : null;
}

/** After a game of a daily deal: the rank, or why there is none. @returns {Part} */
export function makeDailyEnd() {
  const root = el("div", { class: "daily-end" });
  let print = "";
  return {
    root,
    update({ table, daily }) {
      const { game = null, seats = [] } = table ?? {};
      if (!game?.daily) return;
      const now = JSON.stringify([game.id, daily, t("daily.board")]);
      if (now === print) return;
      print = now;
      const leaderboard = el("a", {
        class: "quiet",
        text: t("daily.board"),
        attrs: { href: leaderboardPath(game.daily, seats.length) },
      });
      const own = daily && ownResult(daily);
      // Without an answer, and on a device that only borrows the seat, there is nothing to say.
      const late = daily?.tried ? t("daily.late") : "";
      const why = game.ranked ? late : t("daily.result.free");
      root.replaceChildren(
        ...(own
          ? [makeOwnResult(daily, own, leaderboard)]
          : [...(why ? [el("p", { class: "soft", text: why })] : []), leaderboard]),
      );
    },
  };
}

/** Before a game: whether it will count. @returns {Part} */
export function makeChance() {
  const root = el("p", { class: "chance" });
  return {
    root,
    update({ counts }) {
      root.classList.toggle("counts", counts ?? false);
      const text = counts ? t("daily.chance.ranked") : t("daily.chance.free");
      setText(root, counts === null ? "" : text);
    },
  };
}
