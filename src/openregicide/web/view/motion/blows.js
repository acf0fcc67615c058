// @ts-check
/** What is felt: the hit, the enemy that falls, its own blow, and the end. */

import { t } from "../../i18n.js";
import { el, icon } from "../parts/dom.js";
import { IN, OUT, beside, plateOf, pose, shake, shift } from "./poses.js";

/** @typedef {import("../../store/beats.js").Beat} Beat */
/** @typedef {import("./acts.js").Act} Act */

/**
 * The enemy takes the blow: a cut across it, a jolt, and the number.
 * @param {Act} act
 * @param {Beat} beat
 */
export function hit(act, { value }) {
  const { stage, at, lasts, now, foe } = act;
  const enemy = now.zones.get("enemy");
  if (!enemy?.width) return;
  const cut = el("i", { class: "cut" });
  stage.layer.append(cut);
  const middle = `translate(${enemy.left}px, ${enemy.top + enemy.height * 0.45}px) rotate(-24deg)`;
  cut.style.width = `${enemy.width}px`;
  stage.appear(cut, at, at + lasts * 0.5);
  stage.animate(
    cut,
    [
      { transform: `${middle} scaleX(0)`, opacity: 1 },
      { transform: `${middle} scaleX(1.15)`, opacity: 1, offset: 0.4 },
      { transform: `${middle} scaleX(1.15)`, opacity: 0 },
    ],
    at,
    lasts * 0.5,
    { fill: "both" },
  );
  if (foe) {
    const strength = Math.min(1, 0.35 + value / 30);
    const jolts = [
      { transform: "none", filter: "none" },
      {
        transform: `translateY(${-10 * strength}px) rotate(${3 * strength}deg)`,
        filter: "brightness(1.7)",
        offset: 0.15,
      },
      { transform: `translateX(${-6 * strength}px) rotate(${-2 * strength}deg)`, offset: 0.35 },
      { transform: `translateX(${4 * strength}px)`, filter: "none", offset: 0.55 },
      { transform: "none", filter: "none" },
    ];
    stage.animate(foe, jolts, at, lasts * 0.7, { easing: "ease-out" });
  }
  const look = { look: "damage", text: `−${value}` };
  stage.figure(beside(enemy, -0.22), look, at, lasts);
}

/**
 * The enemy falls. Beaten exactly, it turns over and lies down on the tavern.
 * @param {Act} act
 * @param {Beat} beat
 */
export function fall(act, { cards: [card = ""], value }) {
  const { stage, at, lasts, now, foe } = act;
  const enemy = now.zones.get("enemy");
  const to = now.zones.get(value ? "tavern" : "discard");
  if (!enemy?.width || !to?.width) return;
  const face = stage.card(card, enemy.width);
  face.classList.add("falling");
  stage.appear(face, at, at + lasts);
  stage.hide(foe, at);
  if (value) turnOver(act, face, enemy, to);
  else topple(act, face, enemy, to);
}

/**
 * @param {Act} act
 * @param {HTMLElement} face
 * @param {DOMRect} enemy
 * @param {DOMRect} to
 */
function topple({ stage, at, lasts }, face, enemy, to) {
  const { width, height } = enemy;
  const frames = [
    { transform: pose(enemy, width), filter: "none" },
    {
      transform: pose(enemy, width, { turn: 16, grown: 0.97, down: height * 0.06 }),
      filter: "brightness(.6) saturate(.4)",
      offset: 0.4,
      easing: IN,
    },
    { transform: pose(to, width, { turn: 4 }), filter: "brightness(.8) saturate(.6)" },
  ];
  stage.animate(face, frames, at, lasts, { fill: "both", easing: "ease-in-out" });
}

/**
 * A card turns on its middle axis: the face gets narrow, then the back gets wide.
 * @param {Act} act
 * @param {HTMLElement} face
 * @param {DOMRect} enemy
 * @param {DOMRect} to
 */
function turnOver(act, face, enemy, to) {
  const { stage, at, lasts } = act;
  const { width, height } = enemy;
  const half = lasts * 0.42;
  const raised = { grown: 1.08, down: -height * 0.04 };
  const edge = pose(enemy, width, { ...raised, wide: 0 });
  stage.animate(
    face,
    [
      { transform: pose(enemy, width), filter: "brightness(1.5)" },
      { transform: pose(enemy, width, raised), filter: "none", offset: 0.6, easing: "ease-in" },
      { transform: edge },
    ],
    at,
    half,
    { fill: "both" },
  );
  const behind = stage.card(null, width);
  behind.classList.add("falling");
  stage.appear(behind, at + half, at + lasts);
  stage.animate(
    behind,
    [
      { transform: edge, easing: "ease-out" },
      { transform: pose(enemy, width, raised), offset: 0.3, easing: "ease-in-out" },
      { transform: pose(to, width) },
    ],
    at + half,
    lasts - half,
    { fill: "both" },
  );
  shine(act, enemy);
  const words = { look: "exact", text: t("web.moment.exact") };
  stage.figure(beside(enemy, -0.3), words, at + lasts * 0.08, lasts * 0.8);
}

/**
 * A ring of light that widens around the enemy.
 * @param {Act} act
 * @param {DOMRect} enemy
 */
function shine({ stage, at, lasts }, { left, top, width, height }) {
  const size = width * 1.1;
  const ring = el("i", { class: "ring" });
  ring.style.width = `${size}px`;
  ring.style.height = `${size}px`;
  stage.layer.append(ring);
  stage.appear(ring, at, at + lasts * 0.5);
  const middle = `translate(${left + (width - size) / 2}px, ${top + (height - size) / 2}px)`;
  const widens = [
    { transform: `${middle} scale(.3)`, opacity: 1 },
    { transform: `${middle} scale(1.5)`, opacity: 0 },
  ];
  stage.animate(ring, widens, at, lasts * 0.5, { fill: "both", easing: "ease-out" });
}

/**
 * The next enemy is turned up.
 * @param {Act} act
 */
export function reveal({ stage, at, lasts, now, next }) {
  const enemy = now.zones.get("enemy");
  if (!enemy?.width || !next) return;
  const { width } = enemy;
  const behind = stage.card(null, width);
  const half = lasts * 0.5;
  stage.appear(behind, at, at + half);
  stage.animate(
    behind,
    [
      { transform: pose(enemy, width, { grown: 0.9, down: -enemy.height * 0.1 }), opacity: 0 },
      { transform: pose(enemy, width), opacity: 1, offset: 0.5, easing: "ease-in" },
      { transform: pose(enemy, width, { wide: 0 }), opacity: 1 },
    ],
    at,
    half,
    { fill: "both" },
  );
  stage.animate(
    next,
    [{ transform: "scaleX(0)" }, { transform: "scale(1.05)", offset: 0.7 }, { transform: "none" }],
    at + half,
    half,
    { easing: "ease-out" },
  );
}

/**
 * The enemy's blow: it lunges at who is struck, and who is struck feels it.
 * @param {Act} act
 * @param {Beat} beat
 */
export function strike(act, { seat, value }) {
  const { stage, at, lasts, now, next, seat: own } = act;
  const enemy = now.zones.get("enemy");
  const mine = seat === own;
  const target = mine ? now.zones.get("hand") : now.zones.get(`seat-${seat}`);
  if (!enemy?.width) return;
  const lands = at + lasts * 0.36;
  if (next && target?.width) {
    const [dx, dy] = [
      (target.left + target.width / 2 - enemy.left - enemy.width / 2) * 0.28,
      (target.top + target.height / 2 - enemy.top - enemy.height / 2) * 0.28,
    ];
    stage.animate(
      next,
      [
        { transform: "none", zIndex: 2, easing: "ease-out" },
        { transform: `translate(${-dx * 0.2}px, ${-dy * 0.2}px)`, offset: 0.18, easing: IN },
        { transform: `translate(${dx}px, ${dy}px) scale(1.06)`, offset: 0.36, easing: OUT },
        { transform: "none", zIndex: 2 },
      ],
      at,
      lasts,
    );
  }
  const look = { sign: "sword", look: "blow", text: String(value) };
  if (mine) {
    const flash = el("i", { class: "flash" });
    stage.layer.append(flash);
    stage.appear(flash, lands, at + lasts);
    const fades = [{ opacity: 0 }, { opacity: 1, offset: 0.15 }, { opacity: 0 }];
    stage.animate(flash, fades, lands, at + lasts - lands, { fill: "both" });
    for (const part of stage.root.querySelectorAll(".hand .cards, .played")) {
      stage.animate(part, shift([0, -7, 6, -4, 2, 0]), lands, lasts * 0.5);
    }
    const hand = now.zones.get("hand");
    const above = hand && new DOMRect(hand.left, hand.top, hand.width, hand.height * 0.3);
    stage.figure(above, look, lands, lasts);
    return;
  }
  shake({ ...act, at: lands, lasts: lasts * 0.5 }, plateOf(stage, seat), 1);
  stage.figure(target, look, lands, lasts);
}

/** @param {Act} act */
export function win({ stage, at, lasts, now }) {
  const enemy = now.zones.get("enemy");
  if (!enemy?.width) return;
  const rays = el("i", { class: "rays" });
  const crown = el("b", { class: "crowned" }, icon("crown", ""));
  stage.layer.append(rays, crown);
  const size = enemy.height;
  const [x, y] = [enemy.left + enemy.width / 2 - size / 2, enemy.top];
  for (const [part, frames] of /** @type {const} */ ([
    [rays, ["scale(.2) rotate(0deg)", "scale(1.5) rotate(40deg)", "scale(1.6) rotate(60deg)"]],
    [crown, ["scale(0)", "scale(1.12)", "scale(1)"]],
  ])) {
    part.style.width = `${size}px`;
    part.style.height = `${size}px`;
    stage.appear(part, at);
    const place = `translate(${x}px, ${y}px)`;
    const steps = frames.map((frame, index) => ({
      transform: `${place} ${frame}`,
      opacity: Number(index > 0),
    }));
    stage.animate(part, steps, at, lasts, { fill: "both", easing: "ease-out" });
  }
}

/** @param {Act} act */
export function lose({ stage, at, lasts, next }) {
  const dusk = el("i", { class: "dusk" });
  stage.layer.append(dusk);
  stage.appear(dusk, at);
  stage.animate(dusk, [{ opacity: 0 }, { opacity: 1 }], at, lasts, { fill: "both" });
  if (next) {
    const looms = [{ transform: "none" }, { transform: "scale(1.08)" }];
    stage.animate(next, looms, at, lasts, { fill: "forwards", easing: "ease-out" });
  }
}
