// @ts-check
/** The way home, back and forth through what was entered, and the menu. */

import { t } from "../../i18n.js";
import { button, el, icon, setAttrs } from "../parts/dom.js";

/** @typedef {import("./scene.js").Intents} Intents */
/** @typedef {import("./scene.js").Part} Part */

/**
 * @param {Intents} intents
 * @returns {Part}
 */
export function makeCompanionBar(intents) {
  const home = el("a", { class: "home-link", attrs: { href: "/" } }, icon("crown"));
  const undo = signButton("undo", intents.undo);
  const redo = signButton("undo", intents.redo);
  redo.classList.add("redo");
  const menu = signButton("menu", intents.menu);
  const root = el("header", { class: "companion-bar" }, home, undo, redo, menu);
  return {
    root,
    update(scene) {
      setAttrs(home, { "aria-label": t("ui.menu.home") });
      name(undo, t("companion.undo"));
      name(redo, t("companion.redo"));
      name(menu, t("ui.menu"));
      undo.disabled = !scene.undo;
      redo.disabled = !scene.redo;
    },
  };
}

/**
 * @param {string} sign
 * @param {() => void} press
 */
function signButton(sign, press) {
  const made = button("icon-button", press);
  made.append(icon(sign));
  return made;
}

/**
 * @param {HTMLElement} made
 * @param {string} text
 */
function name(made, text) {
  setAttrs(made, { "aria-label": text, title: text });
}
