// @ts-check
/** Games that are not over: whom one fights, how far it is, who plays, and since when. */

import { sentence, t } from "../../i18n.js";
import { cardName } from "../../words/cards.js";
import { dayText } from "../../words/daily.js";
import { agoText } from "../../words/games.js";
import { seatName } from "../../words/seats.js";
import { picture } from "../parts/card.js";
import { button, el, icon } from "../parts/dom.js";

/** @typedef {import("../../types/protocol").Glance} Glance */

/**
 * @typedef {object} Unfinished
 * @property {Glance} glance
 * @property {boolean} away  whether it was put away
 */

/**
 * @param {readonly Unfinished[]} games
 * @param {(table: string, away: boolean) => void} putAway
 */
export function makeUnfinished(games, putAway) {
  const rows = games.map((game) => el("li", {}, ...row(game, putAway)));
  return el("ul", { class: "unfinished" }, ...rows);
}

/**
 * @param {Unfinished} game
 * @param {(table: string, away: boolean) => void} putAway
 * @returns {Node[]}
 */
function row({ glance, away }, putAway) {
  const { table, enemy, mine } = glance;
  const put = button("quiet small", () => {
    putAway(table.id, !away);
    const item = put.closest("li");
    // A game that was brought back is a row like any other; one put away can be brought back here.
    item?.replaceChildren(
      ...(away ? row({ glance, away: false }, putAway) : gone({ glance, away: true }, putAway)),
    );
    item?.querySelector("button")?.focus();
  });
  put.textContent = away ? t("unfinished.back") : t("unfinished.put_away");
  put.setAttribute("aria-label", [put.textContent, titleText(glance)].join(": "));
  return [
    el(
      "a",
      { class: mine ? "mine" : "", attrs: { href: `/t/${table.id}` } },
      enemy ? picture(enemy, cardName(enemy), "mini") : icon("crown", "sign"),
      el("b", { text: titleText(glance) }),
      el("small", { text: progressText(glance, Date.now()) }),
      mine ? el("em", { text: t("unfinished.mine") }) : null,
    ),
    put,
  ];
}

/**
 * What is left in the list of a game that was put away: what that means, and the way back.
 * @param {Unfinished} game
 * @param {(table: string, away: boolean) => void} putAway
 * @returns {Node[]}
 */
function gone(game, putAway) {
  const { table, seat } = game.glance;
  const others = table.seats.some(({ holder }, number) => holder === "person" && number !== seat);
  const back = button("quiet small", () => {
    putAway(table.id, false);
    const item = back.closest("li");
    item?.replaceChildren(...row({ ...game, away: false }, putAway));
    item?.querySelector("a")?.focus();
  });
  back.textContent = t("unfinished.back");
  const text = others ? t("unfinished.away_others") : t("unfinished.away");
  return [el("p", { class: "soft", text, attrs: { role: "status" } }), back];
}

/** @param {Glance} glance */
function titleText({ table, seat }) {
  const { seats, game, daily } = table;
  const names = seats.map((_, number) => seatName(seats, number));
  const others = names.filter((_, number) => number !== seat);
  const who = others.length ? others.join(", ") : sentence(t("daily.solo"));
  const day = game?.daily ? dayText(game.daily, "short") : "";
  const deal = daily ? [t("ui.home.daily"), day].filter(Boolean).join(" ") : "";
  return [deal, who].filter(Boolean).join(" · ");
}

/**
 * @param {Glance} glance
 * @param {number} now  in milliseconds since 1970
 */
function progressText({ table, fallen, changed_at }, now) {
  if (!table.game) return t("unfinished.waiting");
  return [t("unfinished.fallen", { count: fallen }), agoText(changed_at, now)].join(" · ");
}
