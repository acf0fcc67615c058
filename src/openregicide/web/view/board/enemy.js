// @ts-check
/** The heart of the table: the enemy, what it can still bear, and what it will do. */

import { sentence, t } from "../../i18n.js";
import { suitOf } from "../../store/cards.js";
import { plannedMove } from "../../store/table.js";
import { cardName, suitName } from "../../words/cards.js";
import { dress } from "../parts/card.js";
import { el, icon, setAttrs, setText } from "../parts/dom.js";

/** @typedef {import("../parts/part.js").Part} Part */

/** @returns {Part} */
export function makeEnemy() {
  const card = el("span", { class: "card", attrs: { role: "img" } });
  const name = el("h1");
  const fill = el("i", { class: "fill" });
  const bite = el("i", { class: "bite" });
  const health = el("b", { attrs: { "data-figure": "health" } });
  const meter = el("div", { class: "meter", attrs: { role: "meter" } }, fill, bite, health);
  const attack = el("b", { attrs: { "data-figure": "attack" } });
  const attackNote = el("small");
  const attackLine = el("p", { class: "attack" }, icon("sword"), attack, attackNote);
  const shield = el("b", { attrs: { "data-figure": "shield" } });
  const shieldNote = el("small");
  const shieldLine = el("p", { class: "shielded" }, icon("shield"), shield, shieldNote);
  const immuneText = el("span");
  const immune = el("p", { class: "immune" }, el("span", { class: "sign" }), immuneText);
  const words = el(
    "div",
    { class: "facts" },
    name,
    meter,
    el("div", { class: "blows" }, attackLine, shieldLine),
    immune,
  );
  const root = el("section", { class: "enemy" }, card, words);

  return {
    root,
    update(state) {
      const { view } = state;
      root.classList.toggle("gone", view?.enemy === null);
      if (!view?.enemy) return;
      const { enemy } = view;
      if (card.dataset["card"] !== enemy) {
        card.className = "";
        dress(card, enemy);
        root.dataset["suit"] = suitOf(enemy) ?? "";
        immune.querySelector(".sign")?.replaceChildren(icon(suitOf(enemy) ?? "X"));
      }
      setAttrs(card, { "aria-label": cardName(enemy) });
      setAttrs(root, { "aria-label": t("ui.enemy") });
      setText(name, sentence(cardName(enemy)));

      const left = Math.max(0, view.health - view.damage);
      const planned = plannedMove(state)?.preview;
      const after = Math.max(0, view.health - (planned?.damage_after ?? view.damage));
      fill.style.setProperty("--part", String(left / view.health));
      bite.style.setProperty("--from", String(after / view.health));
      bite.style.setProperty("--part", String((left - after) / view.health));
      meter.classList.toggle("deadly", planned?.falls ?? false);
      setText(health, t("ui.enemy.health", { left, full: view.health }));
      setAttrs(meter, {
        "aria-label": t("ui.enemy.health_name"),
        "aria-valuemin": "0",
        "aria-valuemax": String(view.health),
        "aria-valuenow": String(left),
      });

      setText(attack, String(view.attack));
      setText(attackNote, view.shield ? t("ui.enemy.attack_left") : t("ui.enemy.attack"));
      attackLine.classList.toggle("harmless", view.attack === 0);
      const raised = planned?.falls
        ? view.shield
        : Math.max(view.shield, planned?.shield_after ?? 0);
      setText(shield, String(view.shield));
      setText(
        shieldNote,
        raised > view.shield ? t("ui.enemy.shield_to", { shield: raised }) : t("ui.enemy.shield"),
      );
      shieldLine.classList.toggle("none", raised === 0);

      const suit = suitOf(enemy) ?? "S";
      immune.classList.toggle("broken", view.immune === null);
      const key = view.immune ? "ui.enemy.immune" : "ui.enemy.immunity_broken";
      setText(immuneText, t(key, { suit: suitName(suit) }));
    },
  };
}
