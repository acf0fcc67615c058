// @ts-check
/** How it ended, as a picture to keep: the castle, the medal, who it was, and when. */

import { t } from "../../i18n.js";
import { changesOfGame, viewerOf } from "../../store/table.js";
import { endingText, momentText, turningPointText } from "../../words/games.js";
import { seatName } from "../../words/seats.js";
import { el, icon } from "../parts/dom.js";
import { makeScenery } from "./scenery.js";

/** @typedef {import("../../store/story.js").Story} Story */
/** @typedef {import("../../types/protocol").ViewData} ViewData */
/** @typedef {import("../parts/part.js").TableState} TableState */

/**
 * @param {TableState} state
 * @param {ViewData} view
 * @param {Story} story
 */
export function makeVerdict(state, view, story) {
  const won = view.ending === "last_king";
  const givenUp = state.table?.game?.given_up ?? false;
  const scene = el("div", { class: "scene" });
  scene.append(makeScenery(won, story));
  return el(
    "div",
    { class: `verdict ${won ? "won" : "lost"}` },
    scene,
    view.medal
      ? el(
          "div",
          { class: `medal ${view.medal}` },
          icon("medal", ""),
          el("p", { text: t(`medal.${view.medal}`) }),
        )
      : null,
    el("h1", { text: won ? t("ui.result.won") : t("ui.result.lost") }),
    el("p", { text: endingText(view, viewerOf(state), givenUp) }),
    givenUp ? null : el("p", { class: "soft", text: turningPointText(story, view) }),
    atAGlance(story),
    signature(state),
  );
}

/** @param {Story} story */
function atAGlance({ kills, exact }) {
  const fact = (/** @type {string} */ name, /** @type {string} */ value) =>
    el("div", {}, el("dt", { text: name }), el("dd", { text: value }));
  return el(
    "dl",
    { class: "glance" },
    fact(t("ui.result.kills"), t("ui.result.of_twelve", { count: kills })),
    fact(t("ui.result.exact_kills"), String(exact)),
  );
}

/**
 * Who played, in how many moves, and when it was over.
 * @param {TableState} state
 */
function signature(state) {
  const seats = state.table?.seats ?? [];
  const changes = changesOfGame(state).filter(({ what }) => what === "moved");
  const at = changes.at(-1)?.at;
  const parts = [
    seats.map((_, seat) => seatName(seats, seat)).join(", "),
    t("daily.moves", { count: changes.length }),
    ...(at ? [momentText(at)] : []),
  ];
  const spans = parts.flatMap((text, index) => [
    ...(index ? [document.createTextNode(" · ")] : []),
    el("span", { text }),
  ]);
  return el("p", { class: "signature" }, ...spans);
}
