// @ts-check
/** The options of a table: a form with a sentence for each, and the same in one line. */

import { t } from "../../i18n.js";
import { RULE_OF_OPTION } from "../../words/rules.js";
import { el } from "./dom.js";
import { choice, labelled, number, toggle } from "./fields.js";
import { ruleLink } from "./rule_link.js";

/** @typedef {import("../../types/protocol").TableSettings} TableSettings */
/** @typedef {import("../../types/protocol").RulesData} RulesData */

/** What the rulebook prints on jack, queen and king. */
const PRINTED = { attack: [10, 15, 20], health: [20, 30, 40] };

/** The most cards a hand can hold, where there are enough for every player. */
const MOST_CARDS = 12;
const JESTERS = 2;
const TAVERN = 40;

/**
 * @param {TableSettings} settings
 * @param {(settings: TableSettings) => void} change
 */
export function makeOptions(settings, change) {
  let now = settings;
  /** @param {Partial<TableSettings>} some */
  const set = (some) => change((now = { ...now, ...some }));
  /** @param {Partial<RulesData>} some */
  const rule = (some) => set({ rules: { ...now.rules, ...some } });
  const { rules } = now;
  const alone = rules.players === 1;
  const table = [
    alone
      ? null
      : labelled(
          t("web.option.open"),
          t("web.option.open.about"),
          toggle(now.open ?? false, (open) => set({ open })),
        ),
    labelled(
      t("web.option.spectators"),
      t("web.option.spectators.about"),
      toggle(now.spectators ?? true, (spectators) => set({ spectators })),
    ),
    labelled(
      t("web.option.clock"),
      t("web.option.clock.about"),
      clock(now.clock ?? 0, (seconds) => set({ clock: seconds })),
    ),
    labelled(
      t("learn.hints"),
      t("learn.hints.about"),
      toggle(now.hints ?? false, (hints) => set({ hints })),
    ),
    alone
      ? null
      : option(
          "talk",
          t("option.talk"),
          t("option.talk.about"),
          toggle(rules.talk === "open", (open) => rule({ talk: open ? "open" : "strict" })),
        ),
  ];
  const details = el(
    "details",
    {},
    el("summary", { text: t("option.more") }),
    makeVariants(rules, rule),
  );
  return el("div", { class: "form" }, ...table, details);
}

/**
 * The options that change the rules themselves.
 * @param {RulesData} rules
 * @param {(some: Partial<RulesData>) => void} change
 */
export function makeVariants(rules, change) {
  let now = rules;
  /** @param {Partial<RulesData>} some */
  const rule = (some) => {
    now = { ...now, ...some };
    change(some);
  };
  const alone = rules.players === 1;
  let flips = flipsOption();
  const variants = [
    option(
      "companions",
      t("option.companions"),
      t("option.companions.about"),
      toggle(rules.companions === "many", (many) => rule({ companions: many ? "many" : "pair" })),
    ),
    alone
      ? option(
          "solo_yield",
          t("option.solo_yield"),
          t("option.solo_yield.about"),
          toggle(rules.solo_yield ?? false, (on) => rule({ solo_yield: on })),
        )
      : null,
    option(
      "jesters",
      t("option.jesters"),
      t("option.jesters.about"),
      optional(rules.jesters ?? null, 0, JESTERS, (jesters) => {
        rule(alone ? { jesters, flips: null } : { jesters });
        const again = flipsOption();
        flips.replaceWith(again);
        flips = again;
      }),
    ),
    alone ? flips : null,
    option(
      "hand_limit",
      t("option.hand_limit"),
      t("option.hand_limit.about"),
      // Jesters make the tavern larger, but never by a card for everybody.
      optional(
        rules.hand_limit ?? null,
        1,
        Math.min(MOST_CARDS, Math.floor(TAVERN / rules.players)),
        (hand_limit) => rule({ hand_limit }),
      ),
    ),
    three(
      "attack",
      t("option.attack"),
      t("option.attack.about"),
      rules.attack ?? PRINTED.attack,
      0,
    ),
    three(
      "health",
      t("option.health"),
      t("option.health.about"),
      rules.health ?? PRINTED.health,
      1,
    ),
  ];
  return el("div", { class: "form" }, ...variants);

  /** Jesters that lie in the tavern cannot lie aside as well. */
  function flipsOption() {
    const { flips, jesters } = now;
    return option(
      "flips",
      t("option.flips"),
      t("option.flips.about"),
      optional(flips ?? null, 0, JESTERS - (jesters ?? 0), (flips) => rule({ flips })),
    );
  }

  /**
   * Three numbers, for jack, queen and king.
   * @param {"attack" | "health"} name
   * @param {string} label
   * @param {string} about
   * @param {number[]} values
   * @param {number} least
   */
  function three(name, label, about, values, least) {
    const numbers = [...values];
    const inputs = numbers.map((value, place) => {
      const input = number(value, least, 250, (changed) => {
        numbers[place] = changed;
        rule({ [name]: [...numbers] });
      });
      input.setAttribute(
        "aria-label",
        [label, [t("rank.jack"), t("rank.queen"), t("rank.king")][place]].join(": "),
      );
      return input;
    });
    return option(
      name,
      label,
      about,
      el("div", { class: "three", attrs: { role: "group" } }, ...inputs),
    );
  }
}

/**
 * A field for an option of the rules, with a way to where it is explained.
 * @param {string} name
 * @param {string} label
 * @param {string} about
 * @param {HTMLElement} field
 */
function option(name, label, about, field) {
  return labelled(label, about, field, ruleLink(name, RULE_OF_OPTION[name]));
}

/**
 * A number, or what the rulebook says.
 * @param {number | null} now
 * @param {number} least
 * @param {number} most
 * @param {(value: number | null) => void} change
 */
function optional(now, least, most, change) {
  const numbers = Array.from({ length: most - least + 1 }, (_, place) => String(least + place));
  return choice(
    [
      ["", t("option.standard")],
      ...numbers.map((text) => /** @type {[string, string]} */ ([text, text])),
    ],
    now === null ? "" : String(now),
    (value) => change(value === "" ? null : Number(value)),
  );
}

/**
 * @param {number} now
 * @param {(seconds: number) => void} change
 */
function clock(now, change) {
  const offered = [0, 30, 60, 120, 300];
  if (!offered.includes(now)) offered.push(now);
  return choice(
    offered.map((count) => [
      String(count),
      count ? t("web.option.seconds", { count }) : t("web.option.no_clock"),
    ]),
    String(now),
    (value) => change(Number(value)),
  );
}

/**
 * What is played here, in one line.
 * @param {TableSettings} settings
 */
export function rulesText({ rules, clock, open, hints }) {
  const parts = [t("ui.players", { count: rules.players })];
  if (rules.hand_limit != null) parts.push(t("option.hand_limit.short", { count: rules.hand_limit }));
  if (rules.jesters) parts.push(t("option.jesters.short", { count: rules.jesters }));
  if (rules.companions === "many") parts.push(t("option.companions.short"));
  if (rules.talk === "open") parts.push(t("option.talk.short"));
  if (rules.solo_yield) parts.push(t("option.solo_yield.short"));
  const attack = rules.attack?.join("/") ?? "";
  const health = rules.health?.join("/") ?? "";
  if (attack && attack !== PRINTED.attack.join("/"))
    parts.push(t("option.attack.short", { numbers: attack }));
  if (health && health !== PRINTED.health.join("/"))
    parts.push(t("option.health.short", { numbers: health }));
  if (clock) parts.push(t("web.rules.clock", { count: clock }));
  if (hints) parts.push(t("learn.hints.rule"));
  if (open) parts.push(t("web.rules.open"));
  return parts.join(" · ");
}
