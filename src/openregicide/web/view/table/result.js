// @ts-check
/** The end: won or lost, the medal, the story of the game, and another one. */

import { gameLink } from "../../address.js";
import { t } from "../../i18n.js";
import { tell } from "../../store/story.js";
import { changesOfGame, isHost, viewerOf } from "../../store/table.js";
import { cardName } from "../../words/cards.js";
import { whoName } from "../../words/seats.js";
import { picture } from "../parts/card.js";
import { makeDailyEnd } from "../daily/facts.js";
import { button, el, icon, setShown } from "../parts/dom.js";
import { shareLink } from "../parts/share.js";
import { makeVerdict } from "./verdict.js";

/** @typedef {import("../parts/part.js").Part} Part */
/** @typedef {import("../parts/part.js").Intents} Intents */
/** @typedef {import("../parts/part.js").TableState} TableState */

/**
 * @param {Intents} intents
 * @param {HTMLElement} seal  whether the deal was fair
 * @param {HTMLElement} reasons  what the game has earned, and what to play next
 * @returns {Part}
 */
export function makeResult(intents, seal, reasons) {
  const panel = el("div", { class: "panel" });
  const root = el("section", { class: "result" }, panel);
  const daily = makeDailyEnd();
  let print = "";
  return {
    root,
    update(state) {
      const over = state.table?.game?.result != null && state.view !== null;
      setShown(root, over);
      if (!over) {
        print = "";
        return;
      }
      daily.update(state);
      const now = JSON.stringify([state.table, state.seat, t("ui.result.again")]);
      if (now === print) return;
      const focused = root.contains(document.activeElement);
      print = now;
      panel.replaceChildren(...content(state, intents, daily.root, seal, reasons));
      // The seal may come before, but the next game is what most people want.
      const first = /** @type {HTMLElement | null} */ (panel.querySelector(".row button"));
      if (focused || document.activeElement === document.body)
        first?.focus({ preventScroll: true });
    },
  };
}

/**
 * @param {TableState} state
 * @param {Intents} intents
 * @param {HTMLElement} daily  about the daily deal, if it was one
 * @param {HTMLElement} seal
 * @param {HTMLElement} reasons
 */
function content(state, intents, daily, seal, reasons) {
  const { table, view } = state;
  const game = table?.game;
  if (!table || !view || !game) return [];
  const story = tell(changesOfGame(state), game.result === "won" ? null : view.enemy);
  return [
    makeVerdict(state, view, story),
    game.daily ? daily : null,
    seal,
    buttons(state, intents),
    reasons,
    fights(state, story),
    numbers(story),
  ].filter((part) => part !== null);
}

/**
 * @param {TableState} state
 * @param {Intents} intents
 */
function buttons(state, intents) {
  const game = state.table?.game;
  const again = game?.daily
    ? button("quiet", () => intents.begin(null), t("daily.again"))
    : button("go big", () => intents.begin(null), t("ui.result.new_deal"));
  const same = button("quiet", () => intents.beginAgain(), t("ui.result.same_cards"));
  const wait = el("p", { class: "soft", text: t("ui.result.host_again") });
  const share = button("quiet", () => shareLink(gameLink(`/g/${game?.id}`)));
  share.append(icon("link"), document.createTextNode(t("ui.result.share")));
  const whose = state.seat === null ? "" : `?seat=${state.seat}`;
  const replay = el(
    "a",
    { class: "quiet", attrs: { href: `/g/${game?.id}${whose}` } },
    icon("play"),
    el("span", { text: t("ui.result.replay") }),
  );
  const home = el("a", { class: "quiet", text: t("ui.menu.home"), attrs: { href: "/" } });
  const free = state.seat === null && state.table?.seats.some(({ holder }) => holder === "free");
  const sit = free ? button("go", intents.sit, t("web.sit")) : null;
  const first = isHost(state) ? [again, ...(game?.daily ? [] : [same])] : [wait];
  // The replay of a day's deal is not for others yet.
  const others = game?.daily ? null : share;
  return el("div", { class: "row wrap" }, ...first, sit, replay, others, home);
}

/**
 * Every enemy that was met, with who brought it down.
 * @param {TableState} state
 * @param {import("../../store/story.js").Story} story
 */
function fights(state, story) {
  const items = story.fights.map(({ enemy, seat, exact, plays }) => {
    const who = seat === null ? t("ui.result.stood") : whoName(seat, viewerOf(state));
    const how = exact ? t("ui.result.exact") : t("ui.result.plays", { count: plays });
    const look = seat === null ? "fight stood" : exact ? "fight exact" : "fight";
    return el(
      "li",
      { class: look },
      picture(enemy, cardName(enemy), "mini"),
      el("b", { text: who }),
      el("small", { text: how }),
    );
  });
  return el("ol", { class: "fights" }, ...items);
}

/** @param {import("../../store/story.js").Story} story */
function numbers(story) {
  const facts = [
    [t("ui.result.kills"), t("ui.result.of_twelve", { count: story.kills })],
    [t("ui.result.exact_kills"), String(story.exact)],
    [t("ui.result.strongest"), String(story.strongest)],
    [t("ui.result.drawn"), String(story.drawn)],
    [t("ui.result.healed"), String(story.healed)],
    [t("ui.result.shielded"), String(story.shielded)],
    [t("ui.result.suffered"), String(story.suffered)],
  ];
  const items = facts.map(([name, value]) =>
    el("div", {}, el("dt", { text: name ?? "" }), el("dd", { text: value ?? "" })),
  );
  return el("dl", { class: "numbers" }, ...items);
}
