// @ts-check
/** The enemy in figures that can be read from across a table, and the royals still to come. */

import { attackLeft, inTavern, mayTurnUp, ofEnemy } from "../../companion/legal.js";
import { sentence, t } from "../../i18n.js";
import { ROYAL_RANKS, SHOWN_SUITS, suitOf } from "../../store/cards.js";
import { cardName, cardSigns, rankName, suitName } from "../../words/cards.js";
import { back, dress } from "../parts/card.js";
import { el, icon, setAttrs, setShown, setText } from "../parts/dom.js";

/** @typedef {import("./scene.js").Part} Part */
/** @typedef {import("../../types/companion").State} State */

/** @returns {Part} */
export function makeFoe() {
  const face = el("span", { attrs: { role: "img" } });
  const name = el("h1");
  const health = figure("health");
  const fill = el("i");
  const meter = el("div", { class: "measure", attrs: { "aria-hidden": "true" } }, fill);
  const attack = figure("attack", "sword");
  const shield = figure("shield", "shield");
  const immuneSign = el("span");
  const immuneText = el("span");
  const immune = el("p", { class: "immunity" }, immuneSign, immuneText);
  const root = el(
    "section",
    { class: "foe" },
    el("div", { class: "face" }, face),
    el("div", { class: "who" }, name, immune),
    el("div", { class: "figures" }, health.root, attack.root, shield.root),
    meter,
  );
  return {
    root,
    update({ state }) {
      const { enemy } = state;
      // Before a royal is turned up, everybody knows its rank.
      const card = enemy ?? mayTurnUp(state)[0] ?? "";
      const seen = { ...state, enemy: card || null };
      setShown(root, card !== "");
      if (!card) return;
      showFace(face, enemy);
      setAttrs(root, { "aria-label": t("ui.enemy") });
      setText(name, sentence(enemy ? cardName(enemy) : rankName(card)));
      const full = ofEnemy(seen, "health");
      const left = Math.max(0, full - state.damage);
      health.say(String(left), `/ ${full}`, t("ui.enemy.health_name"));
      fill.style.setProperty("--part", String(left / full));
      const due = attackLeft(seen);
      attack.say(String(due), "", t(state.shield ? "ui.enemy.attack_left" : "ui.enemy.attack"));
      attack.root.classList.toggle("harmless", due === 0);
      shield.say(String(state.shield), "", t("ui.enemy.shield"));
      shield.root.classList.toggle("none", state.shield === 0);
      const suit = enemy ? suitOf(enemy) : null;
      immune.style.visibility = suit ? "visible" : "hidden";
      immune.classList.toggle("broken", !state.immune);
      if (!suit) return;
      immuneSign.className = `suit-${suit}`;
      immuneSign.replaceChildren(icon(suit));
      const key = state.immune ? "ui.enemy.immune" : "ui.enemy.immunity_broken";
      setText(immuneText, t(key, { suit: suitName(suit) }));
    },
  };
}

/**
 * A large number with a word below it.
 * @param {string} look
 * @param {string} [sign]
 */
function figure(look, sign) {
  const number = el("b");
  const rest = el("i");
  const word = el("small");
  const root = el(
    "p",
    { class: `figure-of ${look}` },
    el("span", {}, sign ? icon(sign) : null, number, rest),
    word,
  );
  return {
    root,
    /**
     * @param {string} value
     * @param {string} more
     * @param {string} text
     */
    say(value, more, text) {
      setText(number, value);
      setText(rest, more);
      setText(word, text);
    },
  };
}

/**
 * @param {HTMLElement} face
 * @param {string | null} enemy
 */
function showFace(face, enemy) {
  const shown = enemy ?? "back";
  if (face.dataset["shown"] !== shown) {
    face.dataset["shown"] = shown;
    face.className = "";
    if (enemy) dress(face, enemy);
    else face.replaceChildren(back());
  }
  setAttrs(face, { "aria-label": enemy ? cardName(enemy) : t("ui.enemy") });
}

/** The royals in one line, lit while they are still to come; and how many cards lie where.
 * @returns {Part}
 */
export function makeCourt() {
  /** @type {Map<string, HTMLElement>} */
  const windows = new Map();
  const floors = ROYAL_RANKS.map((rank) => {
    const floor = el("span", { class: "court-rank" }, el("b", { text: rank }));
    for (const suit of SHOWN_SUITS) {
      const window = el("span", { class: `window suit-${suit}` }, icon(suit));
      windows.set(rank + suit, window);
      floor.append(window);
    }
    return floor;
  });
  const walls = el("div", { class: "court", attrs: { role: "img" } }, ...floors);
  const piles = el("p", { class: "piles-line soft" });
  const root = el("section", { class: "keep-line" }, walls, piles);
  return {
    root,
    update({ state }) {
      const { castle, enemy, pile } = state;
      for (const [card, window] of windows) {
        window.classList.toggle("lit", castle.includes(card));
        window.classList.toggle("now", card === enemy);
      }
      setAttrs(walls, { "aria-label": t("web.castle.still", { cards: cardSigns(castle) }) });
      const tavern = inTavern(state);
      setShown(piles, tavern !== null);
      setText(piles, `${t("ui.tavern")} ${tavern} · ${t("ui.discard")} ${pile}`);
    },
  };
}
