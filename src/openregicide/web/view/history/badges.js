// @ts-check
/** Achievements as badges of our own drawing: what was earned, and what there is to earn. */

import { t } from "../../i18n.js";
import { ACHIEVEMENTS } from "../../store/achievements.js";
import { draw, el, use } from "../parts/dom.js";

/** @typedef {import("../../store/achievements.js").Achievement} Achievement */
/** @typedef {import("../../store/achievements.js").Merits} Merits */

/** What is drawn inside the rim, in a square of 64. */
const EMBLEMS = /** @type {Record<Achievement, string>} */ ({
  // Towers: one for every player.
  win_1: "M27 44V28h-2v-8h4v4h2v-4h4v4h2v-4h4v8h-2v16Z",
  win_2: "M17 44V30h-2v-7h3v3h2v-3h4v3h2v-3h3v7h-2v14ZM37 44V30h-2v-7h3v3h2v-3h4v3h2v-3h3v7h-2v14Z",
  win_3:
    "M27 45V25h-2v-7h3v3h2v-3h4v3h2v-3h3v7h-2v20ZM14 45V33h-2v-6h3v3h3v-3h3v3h3v15ZM40 45V30h3v-3h3v3h3v-3h3v6h-2v12Z",
  win_4:
    "M12 45V34h-2v-5h3v2h2v-2h3v2h2v-2h2v5h-2v11ZM23 45V27h-2v-6h3v2h3v-2h3v6h-2v18ZM36 45V27h-2v-6h3v2h3v-2h3v6h-2v18ZM44 45V34h-2v-5h2v2h2v-2h3v2h2v-2h3v5h-2v11Z",
  gold: "M32 16l4.600 10.600 11.400 1-8.700 7.500 2.700 11.200L32 40.300l-10 6 2.700-11.200-8.700-7.500 11.400-1Z",
  friends:
    "M23 20a5.500 5.500 0 1 1 0 11 5.500 5.500 0 0 1 0-11Zm18 0a5.500 5.500 0 1 1 0 11 5.500 5.500 0 0 1 0-11ZM13 46c0-8 4-12.500 10-12.500 4 0 7 2 9 5.500 2-3.500 5-5.500 9-5.500 6 0 10 4.500 10 12.500Z",
  exact_six:
    "M32 14a18 18 0 1 1 0 36 18 18 0 0 1 0-36Zm0 5a13 13 0 1 0 0 26 13 13 0 0 0 0-26Zm0 4a9 9 0 1 1 0 18 9 9 0 0 1 0-18Zm0 5a4 4 0 1 0 0 8 4 4 0 0 0 0-8Z",
  blow_forty:
    "M30 47V35h-9q-4 0-4-5v-8q0-5 4-5h22q4 0 4 5v8q0 5-4 5h-9v12q-2 2-4 0ZM12 20l-4-3 5-1Zm0 12-4 3 5 1Zm40-12 4-3-5-1Zm0 12 4 3-5 1Z",
  no_hearts:
    "M32 47C32 47 16 37 16 26c0-6 4-9.500 8.500-9.500 3.500 0 6 2 7.500 5 1.500-3 4-5 7.500-5 4.500 0 8.500 3.500 8.500 9.500 0 11-16 21-16 21ZM30 22l5 8-5 4 4 9 6-11-6-4 2-6Z",
  no_jester:
    "M18 44V34c-6-2-8-8-6-13 3 1 6 3 8 7 1-7 5-11 12-13 7 2 11 6 12 13 2-4 5-6 8-7 2 5 0 11-6 13v10ZM14 46l4 3 32-33-4-3Z",
  no_yield: "M20 49V15h4v2c8-4 14 4 24 0v18c-10 4-16-4-24 0v14Z",
  comeback:
    "M32 48c-9-2-15-9-15-18 3 1 5 3 6 5 0-8 4-15 11-20-1 6 1 9 5 12 1-2 1-4 0-6 6 4 9 10 8 16-1 6-6 10-15 11Zm0-6c4-1 6-4 5-8-1 1-2 2-4 2 0-3-1-5-3-6 0 4-4 6-3 9 0 2 2 3 5 3Z",
  daily_win:
    "M18 19h5v-4h4v4h10v-4h4v4h5v28H18Zm4 9v15h20V28Zm9 12-6-6 3-3 3 3 6-6 3 3Z",
  daily_par:
    "M31 14h2v5h9q5 0 5 5v14q0 5-5 5H22q-5 0-5-5V24q0-5 5-5h9ZM25 26a4 4 0 1 0 0 8 4 4 0 0 0 0-8Zm14 0a4 4 0 1 0 0 8 4 4 0 0 0 0-8Zm-15 11v3h16v-3Zm-3 8h22v3H21Z",
  streak_7:
    "M32 13c2 7 12 12 12 23a12 12 0 0 1-24 0c0-5 2-8 5-11 0 4 2 6 4 6 2-6-1-11 3-18Zm0 35a6 6 0 0 0 6-6c0-4-3-6-5-10-1 5-7 6-7 10a6 6 0 0 0 6 6Z",
  streak_30:
    "M32 12a14 14 0 0 1 6 26.600V42H26v-3.400A14 14 0 0 1 32 12Zm0 5c0 4-5 6-5 11a5 5 0 0 0 10 0c0-5-5-7-5-11ZM25 44h14v3H25Zm2 5h10v2H27Z",
});

/** The metal of the rim: what is won once, what takes skill, what few will see. */
const METALS = /** @type {Record<Achievement, string>} */ ({
  win_1: "bronze",
  win_2: "bronze",
  win_3: "bronze",
  win_4: "bronze",
  gold: "gold",
  friends: "bronze",
  exact_six: "silver",
  blow_forty: "silver",
  no_hearts: "gold",
  no_jester: "silver",
  no_yield: "silver",
  comeback: "bronze",
  daily_win: "silver",
  daily_par: "gold",
  streak_7: "silver",
  streak_30: "gold",
});

/**
 * A badge, for the eye.
 * @param {Achievement} name
 */
export function badgePicture(name) {
  const metal = METALS[name];
  const look = { class: `badge-picture ${metal}`, viewBox: "0 0 64 64", "aria-hidden": "true" };
  return draw(
    "svg",
    look,
    draw("path", { class: "rim", d: rim() }),
    draw("circle", { class: "field-of-badge", cx: 32, cy: 32, r: 24 }),
    draw("path", { class: "emblem", d: EMBLEMS[name], "fill-rule": "evenodd" }),
    ...(metal === "gold"
      ? [use("crown", { class: "emblem", x: "25", y: "0", width: "14", height: "14" })]
      : []),
  );
}

/** A rim with teeth, like that of an old coin. */
function rim() {
  const points = Array.from({ length: 48 }, (_, index) => {
    const [angle, radius] = [(index * Math.PI) / 24, index % 2 ? 28 : 31];
    return [32 + radius * Math.sin(angle), 32 - radius * Math.cos(angle)]
      .map((number) => number.toFixed(1))
      .join(" ");
  });
  return `M${points.join("L")}Z`;
}

/** @param {Achievement} name */
function badge(name) {
  return [
    badgePicture(name),
    el("b", { text: t(`web.achievement.${name}`) }),
    el("small", { text: t(`web.achievement.${name}.about`) }),
  ];
}

/**
 * All of them; what is not earned yet says how to earn it.
 * @param {Merits} merits
 */
export function makeBadges({ earned }) {
  const items = ACHIEVEMENTS.map((name) => {
    const got = name in earned;
    const state = el("span", {
      class: "unseen",
      text: got ? t("achievements.earned") : t("achievements.open"),
    });
    return el("li", { class: got ? "badge earned" : "badge" }, ...badge(name), state);
  });
  return el("ul", { class: "badges" }, ...items);
}

/**
 * Those that a game has just earned.
 * @param {readonly Achievement[]} names
 */
export function makeNewBadges(names) {
  const items = names.map((name) => el("li", { class: "badge earned" }, ...badge(name)));
  return el(
    "section",
    { class: "new-badges", attrs: { "aria-live": "polite" } },
    el("h2", { text: t("achievements.new", { count: names.length }) }),
    el("ul", { class: "badges" }, ...items),
  );
}

/**
 * The newest ones in a row, and how many there are.
 * @param {Merits} merits
 * @param {number} most
 */
export function makeBadgeRow({ earned }, most) {
  const got = ACHIEVEMENTS.filter((name) => name in earned);
  const newest = [...got].sort((a, b) => (earned[b] ?? 0) - (earned[a] ?? 0)).slice(0, most);
  const next = ACHIEVEMENTS.find((name) => !(name in earned));
  const values = { count: got.length, all: ACHIEVEMENTS.length };
  return el(
    "section",
    { class: "badge-row" },
    el("h3", { text: t("achievements.title") }),
    el(
      "ul",
      {},
      ...newest.map((name) =>
        el(
          "li",
          { attrs: { title: t(`web.achievement.${name}`) } },
          badgePicture(name),
          el("span", { class: "unseen", text: t(`web.achievement.${name}`) }),
        ),
      ),
    ),
    next
      ? el("p", {
          class: "soft",
          text: t("achievements.next", { name: t(`web.achievement.${next}.about`) }),
        })
      : null,
    el("a", { text: t("achievements.all", values), attrs: { href: "/history#achievements" } }),
  );
}
