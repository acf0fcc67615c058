// @ts-check
/** A calm page for a table that the server's disk has damaged: what happened, and what is left. */

import { t } from "../../i18n.js";
import { momentText, outcomeText } from "../../words/games.js";
import { el, icon } from "../parts/dom.js";

/** @typedef {import("../../types/protocol").SoundPart} SoundPart */

/**
 * @param {SoundPart | null} part  what is sound, once it is known
 */
export function damagedPanel(part) {
  return el(
    "div",
    { class: "page problem damaged" },
    icon("jester", "portrait suit-X"),
    el("h1", { text: t("web.damaged.title") }),
    el("p", { text: t("web.damaged.text") }),
    el("p", { text: t("web.damaged.host") }),
    part?.games?.length ? gameList(part) : null,
    el(
      "div",
      { class: "row wrap" },
      part && part.version > 0 ? saveLink(part) : null,
      el("a", { class: "go", text: t("ui.menu.home"), attrs: { href: "/" } }),
      el("a", { class: "quiet", text: t("ui.home.new"), attrs: { href: "/new" } }),
    ),
  );
}

/** @param {SoundPart} part */
function gameList({ games = [] }) {
  const links = games.map((game) =>
    el(
      "li",
      {},
      el("a", {
        text: `${momentText(game.ended_at)} · ${outcomeText(game)}`,
        attrs: { href: `/g/${game.id}` },
      }),
    ),
  );
  return el("section", {}, el("h2", { text: t("web.damaged.games") }), el("ul", {}, ...links));
}

/**
 * The sound part as a file: what this seat may know, as the server has said it.
 * @param {SoundPart} part
 */
function saveLink(part) {
  const file = new Blob([JSON.stringify(part, null, 1)], { type: "application/json" });
  return el("a", {
    class: "quiet",
    text: t("web.damaged.save"),
    attrs: { href: URL.createObjectURL(file), download: `regicide-${part.table}.json` },
  });
}
