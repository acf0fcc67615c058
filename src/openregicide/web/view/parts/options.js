// @ts-check
/** The options of a table: a form with a sentence for each. */

import { t } from "../../i18n.js";
import { mostOf } from "../../store/options.js";
import { DIFFICULTIES, difficultyOf, preset } from "../../store/presets.js";
import { OPTIONS } from "../../store/rules.js";
import { wordText } from "../../words/options.js";
import { el } from "./dom.js";
import { choice, labelled, number, segments, toggle } from "./fields.js";
import { ruleLink } from "./rule_link.js";

/** @typedef {import("../../store/presets.js").Difficulty} Difficulty */
/** @typedef {import("../../types/options").Option} Option */
/** @typedef {import("../../types/options").ThreeOption} ThreeOption */
/** @typedef {import("../../types/protocol").TableSettings} TableSettings */
/** @typedef {import("../../types/protocol").RulesData} RulesData */

/** Talk is about the people at the table; every other option is a variant of the game. */
const ABOUT_PEOPLE = "talk";

/**
 * @param {TableSettings} settings
 * @param {(settings: TableSettings) => void} change
 * @param {boolean} [open]  whether the variants are unfolded
 * @returns {HTMLElement}
 */
export function makeOptions(settings, change, open = false) {
  let now = settings;
  /** @param {Partial<TableSettings>} some */
  const set = (some) => change((now = { ...now, ...some }));
  /** @param {Partial<RulesData>} some */
  const rule = (some) => {
    set({ rules: { ...now.rules, ...some } });
    const shown = hard();
    difficulty.replaceWith(shown);
    difficulty = shown;
  };
  // Every variant shows what a difficulty means for it.
  const hard = () =>
    makeDifficulty(now.rules, (chosen) => {
      set({ rules: { ...now.rules, ...chosen } });
      const fresh = makeOptions(now, change, more.open);
      form.replaceWith(fresh);
      /** @type {HTMLElement | null} */ (fresh.querySelector(":checked"))?.focus();
    });
  let difficulty = hard();
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
    ...OPTIONS.filter(({ name }) => name === ABOUT_PEOPLE).map((option) =>
      optionField(option, rules, rule),
    ),
  ];
  const more = el(
    "details",
    {},
    el("summary", { text: t("option.more") }),
    makeVariants(rules, rule),
  );
  more.open = open;
  const form = el("div", { class: "form" }, difficulty, ...table, more);
  return form;
}

/**
 * How hard the game is to be, of three; none of them if the variants are chosen otherwise.
 * @param {RulesData} rules
 * @param {(rules: Partial<RulesData>) => void} change
 */
export function makeDifficulty(rules, change) {
  const words = {
    easier: t("companion.easier"),
    standard: t("option.standard"),
    harder: t("companion.harder"),
  };
  const choices = segments(
    t("companion.difficulty"),
    DIFFICULTIES.map((each) => /** @type {const} */ ([each, words[each]])),
    difficultyOf(rules) ?? "",
    (value) => change(preset(rules.players, /** @type {Difficulty} */ (value))),
  );
  return labelled(t("companion.difficulty"), t("companion.difficulty.about"), choices);
}

/**
 * The options that change the game itself.
 * @param {RulesData} rules
 * @param {(some: Partial<RulesData>) => void} change
 */
export function makeVariants(rules, change) {
  let now = rules;
  /** @type {Map<Option, HTMLElement>} */
  const fields = new Map();
  /** @param {Partial<RulesData>} some */
  const rule = (some) => {
    // An option that shares its limit with a changed one begins anew.
    const bound = OPTIONS.filter(
      (option) => option.kind === "number" && option.less && option.less in some,
    );
    const all = { ...some, ...Object.fromEntries(bound.map(({ name }) => [name, null])) };
    now = { ...now, ...all };
    change(all);
    for (const option of bound) {
      const field = optionField(option, now, rule);
      if (field) fields.get(option)?.replaceWith(field);
      if (field) fields.set(option, field);
    }
  };
  for (const option of OPTIONS) {
    const field = option.name === ABOUT_PEOPLE ? null : optionField(option, rules, rule);
    if (field) fields.set(option, field);
  }
  return el("div", { class: "form" }, ...fields.values());
}

/**
 * A field for an option of the rules, with a way to where it is explained; none if it makes no
 * difference for so many players.
 * @param {Option} option
 * @param {RulesData} rules
 * @param {(some: Partial<RulesData>) => void} change
 */
function optionField(option, rules, change) {
  const { name } = option;
  if (!option.players.includes(rules.players)) return null;
  const label = t(`option.${name}`);
  const field = control(option, label, rules, (value) => change({ [name]: value }));
  return labelled(label, t(`option.${name}.about`), field, ruleLink(name, option.rule));
}

/**
 * @param {Option} option
 * @param {string} label
 * @param {RulesData} rules
 * @param {(value: unknown) => void} change
 * @returns {HTMLElement}
 */
function control(option, label, rules, change) {
  const now = rules[option.name];
  switch (option.kind) {
    case "toggle":
      return toggle(Boolean(now), change);
    case "choice": {
      const [standard = "", other] = option.words;
      // Of two words, the label says what the second one means.
      if (option.words.length === 2) {
        return toggle(now === other, (on) => change(on ? other : standard));
      }
      const words = option.words.map((word) => /** @type {const} */ ([word, wordText(option, word)]));
      return choice(words, String(now ?? standard), change);
    }
    case "number":
      return optional(Number(now ?? NaN), option.least, mostOf(option, rules), change);
    case "three":
      return three(option, label, /** @type {number[] | null} */ (now) ?? option.standard, change);
  }
}

/**
 * Three numbers, for jack, queen and king.
 * @param {ThreeOption} option
 * @param {string} label
 * @param {readonly number[]} values
 * @param {(values: number[]) => void} change
 */
function three(option, label, values, change) {
  const numbers = [...values];
  const ranks = [t("rank.jack"), t("rank.queen"), t("rank.king")];
  const inputs = numbers.map((value, rank) => {
    const input = number(value, option.least, option.most, (changed) => {
      numbers[rank] = changed;
      change([...numbers]);
    });
    input.setAttribute("aria-label", [label, ranks[rank]].join(": "));
    return input;
  });
  return el("div", { class: "three", attrs: { role: "group" } }, ...inputs);
}

/**
 * A number, or what the rulebook says.
 * @param {number} now  not a number for what the rulebook says
 * @param {number} least
 * @param {number} most
 * @param {(value: number | null) => void} change
 */
function optional(now, least, most, change) {
  const numbers = Array.from({ length: most - least + 1 }, (_, more) => String(least + more));
  return choice(
    [
      ["", t("option.standard")],
      ...numbers.map((text) => /** @type {[string, string]} */ ([text, text])),
    ],
    Number.isNaN(now) ? "" : String(now),
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
