// @ts-check
/** What the companion says: its codes and numbers in words. */

import { sentence, t } from "../i18n.js";
import { cardName, cardSigns, rankName, suitName } from "./cards.js";

/** @typedef {import("../types/companion").Mode} Mode */
/** @typedef {import("../types/companion").Outcome} Outcome */
/** @typedef {import("../types/companion").Refused} Refused */
/** @typedef {import("../types/companion").State} State */
/** @typedef {import("../types/companion").Told} Told */

/**
 * Everybody's name, made up where there is none.
 * @param {readonly string[]} names
 */
export function playerNames(names) {
  return names.map((name, seat) => name || sentence(t("player.name", { number: seat + 1 })));
}

/**
 * @param {readonly string[]} names
 * @param {number} seat
 */
function nameOf(names, seat) {
  return names[seat] ?? "";
}

/**
 * What has to be done or known, in one or two sentences.
 * @param {Told} told
 * @param {readonly string[]} names
 * @returns {string}
 */
export function toldText(told, names) {
  switch (told.code) {
    case "yielded":
      return t("event.yielded", { seat: nameOf(names, told.seat) });
    case "blocked":
      return t("event.blocked", { suit: suitName(told.suit) });
    case "heal":
      return t(told.sure ? "companion.heal" : "companion.heal_most", { count: told.count });
    case "draw":
      return drawText(told, names);
    case "shield":
      return t("web.preview.shield", { shield: told.total });
    case "damage":
      // What is left of the enemy stands above in large figures.
      return t(told.damage > told.attack ? "preview.attack_doubled" : "preview.attack", {
        attack: told.attack,
        damage: told.damage,
      });
    case "defeated":
      return t(told.exact ? "event.defeated_exactly" : "event.defeated", {
        seat: nameOf(names, told.seat),
        enemy: cardName(told.card),
      });
    case "cleared":
      return t("event.cleared", { cards: cardSigns(told.cards) });
    case "immunity_lost":
      return t("event.immunity_lost", { suit: suitName(told.suit) });
    case "jester_again":
      return t("preview.jester_again");
    case "spades_count":
      return t("event.spades_count", { value: told.value, total: told.total });
    case "flipped":
      return t("preview.flip", { draw: told.draw, count: told.left });
    case "struck":
      return t("companion.pay", { seat: nameOf(names, told.seat), due: told.due });
    case "held":
      return t("event.held", { seat: nameOf(names, told.seat) });
  }
}

/**
 * What a play will do, in short sentences.
 * @param {State} before
 * @param {State} after  the same game with the play made
 * @param {readonly string[]} names
 * @returns {{ code: Told["code"], text: string }[]}
 */
export function previewTexts(before, after, names) {
  const lines = after.told
    // Where cards end up is told when they do.
    .filter(({ code }) => code !== "cleared")
    .map((told) => ({ code: told.code, text: previewText(told, before, after, names) }));
  if (after.phase === "name_next") {
    lines.push({ code: "held", text: t("preview.choose_next") });
  }
  return lines;
}

/**
 * @param {Told} told
 * @param {State} before
 * @param {State} after
 * @param {readonly string[]} names
 * @returns {string}
 */
function previewText(told, before, after, names) {
  switch (told.code) {
    case "blocked":
      return t("ui.enemy.immune", { suit: suitName(told.suit) });
    case "heal":
      return t("web.preview.heal", { count: told.count });
    case "damage": {
      const { left } = told;
      const done = toldText(told, names);
      const enemy = rankName(before.enemy ?? "");
      return left ? `${done} ${sentence(t("web.preview.left", { enemy, left }))}` : done;
    }
    case "defeated": {
      const falls = told.exact ? "preview.falls_exactly" : "preview.falls";
      const text = t(falls, { enemy: rankName(told.card) });
      return after.outcome?.won ? `${text} ${t("preview.wins")}` : text;
    }
    case "immunity_lost":
      return t("preview.jester", { suit: suitName(told.suit) });
    default:
      return toldText(told, names);
  }
}

/**
 * @param {Extract<Told, { code: "draw" }>} told
 * @param {readonly string[]} names
 */
function drawText({ count, from, shares }, names) {
  if (!shares) return t("companion.draw_order", { count, seat: nameOf(names, from) });
  if (!count) return t("companion.draw_none");
  if (names.length === 1) return t("web.preview.draw", { count });
  // In the order in which they draw.
  const parts = names
    .map((_, step) => (from + step) % names.length)
    .filter((seat) => shares[seat])
    .map((seat) =>
      t("web.preview.share", { name: nameOf(names, seat), count: shares[seat] ?? 0 }),
    );
  return t("web.preview.draw_shares", { count, shares: parts.join(", ") });
}

/**
 * Why something is refused.
 * @param {Refused} refused
 * @param {readonly string[]} names
 */
export function refusalText({ code, values }, names) {
  const { card, seat } = values;
  const said = { ...values };
  if (typeof card === "string") said["card"] = cardName(card);
  if (typeof seat === "number") said["seat"] = nameOf(names, seat);
  const own = t(code, said);
  // What the engine refuses too has the engine's words.
  return sentence(own === code ? t(`error.${code}`, said) : own);
}

/**
 * How a game ended, in a sentence.
 * @param {Outcome} outcome
 * @param {number} due
 * @param {readonly string[]} names
 */
function endingText({ ending, seat }, due, names) {
  return t(`ending.${ending}`, { seat: nameOf(names, seat), due });
}

/**
 * The question that is open now.
 * @param {Mode} mode
 * @param {State} state
 * @param {readonly string[]} names
 * @param {string} royal  one of those that the castle may show
 */
export function questionText(mode, { seat, due, outcome }, names, royal) {
  switch (mode) {
    case "turn_up":
      return t("companion.turned_up", { rank: sentence(rankName(royal)) });
    case "play":
      return t("companion.play", { seat: nameOf(names, seat) });
    case "discard":
    case "give":
      return t("companion.pay", { seat: nameOf(names, seat), due });
    case "name_next":
      return t("ui.say.name_next");
    case "over":
      return t(outcome?.won ? "ui.result.won" : "ui.result.lost");
    case "read":
      return "";
  }
}

/**
 * What there is to say about a game that is over.
 * @param {State} state
 * @param {readonly string[]} names
 */
export function overText({ outcome, due, fallen }, names) {
  if (!outcome) return "";
  if (outcome.won && outcome.medal !== "none") return t(`medal.${outcome.medal}`);
  const how = endingText(outcome, due, names);
  if (outcome.won) return how;
  return `${how} ${t("ui.result.kills")}: ${t("ui.result.of_twelve", { count: fallen.length })}`;
}
