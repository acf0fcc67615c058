// @ts-check
/** Before a game at a real table: who plays, how hard it is, and how the last games went. */

import { sentence, t } from "../../i18n.js";
import { change, settings } from "../../settings.js";
import { difficultyOf, preset } from "../../store/presets.js";
import { playerNames } from "../../words/companion.js";
import { momentText } from "../../words/games.js";
import { button, el, icon } from "../parts/dom.js";
import { choice, labelled, segments, toggle } from "../parts/fields.js";
import { makeDifficulty, makeVariants } from "../parts/options.js";
import { rulesText } from "../../words/options.js";

/** @typedef {import("../../types/companion").Past} Past */
/** @typedef {import("../../types/companion").Setup} Setup */

const LONGEST_NAME = 16;

/**
 * What the next game begins with: the same people, and the champion first (R4).
 * @param {readonly Past[]} past  the newest first
 * @param {Setup} [last]  of the game before, if it is not the newest that was played to its end
 * @returns {Setup}
 */
export function nextSetup(past, last = past[0]?.setup) {
  if (!last) return { names: ["", ""], options: { players: 2 }, first: 0, counted: true };
  const won = past.find(
    ({ setup, outcome }) => outcome.won && setup.options.players === last.options.players,
  );
  return { ...last, first: won?.outcome.seat ?? last.first };
}

/**
 * @param {Setup} setup
 * @param {(setup: Setup, again: boolean) => void} change  `again` if other fields have to be shown
 * @param {() => void} begin
 */
export function makeSetup(setup, change, begin) {
  let now = setup;
  const set = (/** @type {Partial<Setup>} */ some, again = false) =>
    change((now = { ...now, ...some }), again);
  const first = firstPlayer(now, set);
  return el(
    "section",
    { class: "card-panel" },
    el("p", { class: "soft", text: t("companion.about") }),
    labelled(t("ui.home.players"), t("web.setup.players.about"), playerCount(now, set)),
    nameFields(now, (names) => {
      set({ names });
      playerNames(names).forEach((name, seat) => first.options.item(seat)?.replaceChildren(name));
    }),
    now.options.players > 1 ? labelled(t("web.first"), "", first) : null,
    makeDifficulty(now.options, (chosen) => set({ options: { ...now.options, ...chosen } }, true)),
    labelled(
      t("companion.count"),
      t("companion.count.about"),
      toggle(now.counted, (counted) => set({ counted })),
    ),
    confirmField(),
    el(
      "details",
      {},
      el("summary", { text: t("option.more") }),
      makeVariants(now.options, (some) => set({ options: { ...now.options, ...some } })),
    ),
    button("go big", begin, t("ui.begin")),
  );
}

/** Whether one tap plays a card; the same setting as at the other tables. */
export function confirmField() {
  return labelled(
    t("web.confirm"),
    t("web.confirm.about"),
    toggle(settings().confirm, (confirm) => change({ confirm })),
  );
}

/** @typedef {(some: Partial<Setup>, again?: boolean) => void} Set */

/**
 * @param {Setup} setup
 * @param {Set} set
 */
function playerCount({ names, options, first }, set) {
  const counts = ["1", "2", "3", "4"].map((text) => /** @type {const} */ ([text, text]));
  return segments(t("ui.home.players"), counts, String(options.players), (text) => {
    const players = Number(text);
    const hard = difficultyOf(options) ?? "standard";
    set(
      {
        names: Array.from({ length: players }, (_, seat) => names[seat] ?? ""),
        options: { ...options, players, ...preset(players, hard) },
        first: Math.min(first, players - 1),
      },
      true,
    );
  });
}

/**
 * @param {Setup} setup
 * @param {(names: string[]) => void} change
 */
function nameFields({ names }, change) {
  const typed = [...names];
  const fields = names.map((name, seat) => {
    const label = sentence(t("player.name", { number: seat + 1 }));
    const attrs = { maxlength: String(LONGEST_NAME), autocomplete: "off", "aria-label": label };
    const field = el("input", { attrs: { ...attrs, placeholder: label } });
    field.value = name;
    field.addEventListener("input", () => {
      typed[seat] = field.value.trim();
      change([...typed]);
    });
    return field;
  });
  return el("div", { class: "name-fields" }, ...fields);
}

/**
 * @param {Setup} setup
 * @param {Set} set
 */
function firstPlayer({ names, first }, set) {
  const options = playerNames(names).map(
    (name, seat) => /** @type {[string, string]} */ ([String(seat), name]),
  );
  return choice(options, String(first), (seat) => set({ first: Number(seat) }));
}

/**
 * The games that are over.
 * @param {readonly Past[]} past
 */
export function makePast(past) {
  if (!past.length) return null;
  return el(
    "section",
    { class: "past" },
    el("h2", { text: t("companion.past") }),
    el("ul", { class: "tables" }, ...past.map(entry)),
  );
}

/** @param {Past} game */
function entry({ ended, setup, outcome, kills }) {
  const { won, medal } = outcome;
  const look = medal === "none" ? (won ? "won" : "lost") : medal;
  const lost = t("web.history.lost", { count: kills });
  const result = medal === "none" ? t("web.history.won") : t(`web.medal.${medal}`);
  const names = playerNames(setup.names).join(", ");
  return el(
    "li",
    { class: `card-panel game ${look}` },
    icon(medal === "none" ? "crown" : "medal", "sign"),
    el("b", { text: won ? result : lost }),
    el("small", { text: `${names} · ${rulesText({ rules: setup.options })}` }),
    el("time", {
      text: momentText(ended),
      attrs: { datetime: new Date(ended * 1000).toISOString() },
    }),
  );
}
