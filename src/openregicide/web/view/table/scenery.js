// @ts-check
/** The castle at the end of a game: taken in the morning sun, or standing in the night. */

import { ROYAL_RANKS, SHOWN_SUITS } from "../../store/cards.js";
import { draw, use } from "../parts/dom.js";

/** @typedef {import("../../store/story.js").Story} Story */

const WIDE = 960;
const HIGH = 250;

/** Left edge, top, width; all stand on the ground. */
const TOWERS = [
  [288, 118, 58],
  [614, 118, 58],
  [356, 152, 248],
  [392, 62, 176],
];
const GROUND = 222;

/** The masts: their foot, and which way the flag blows. */
const MASTS = [
  [317, 78],
  [643, 78],
  [480, 62],
];

/**
 * A picture with a window for every royal: a light for those that still stand, when the castle is
 * lost; for those that fell, when it is taken.
 * @param {boolean} won
 * @param {Story} story
 */
export function makeScenery(won, story) {
  const look = `scenery ${won ? "dawn" : "night"}`;
  return draw(
    "svg",
    {
      class: look,
      viewBox: `0 0 ${WIDE} ${HIGH}`,
      preserveAspectRatio: "xMidYMax slice",
      "aria-hidden": "true",
    },
    ...(won ? sun() : moon()),
    ...hills("far", 196, 26),
    ...castle(),
    ...windows(won, story),
    ...(won ? flags() : []),
    ...hills("near", 226, 14),
    ...(won ? confetti() : rain()),
  );
}

function castle() {
  const walls = TOWERS.flatMap(([x = 0, y = 0, width = 0]) => {
    const wall = draw("rect", { class: "wall", x, y, width, height: GROUND - y + 20 });
    const teeth = Math.max(3, Math.round(width / 26));
    const each = width / (2 * teeth - 1);
    const crown = Array.from({ length: teeth }, (_, tooth) =>
      draw("rect", { class: "wall", x: x + 2 * tooth * each, y: y - 11, width: each, height: 12 }),
    );
    return [wall, ...crown];
  });
  const roofs = [317, 643].map((middle) =>
    draw("path", { class: "roof", d: `M${middle - 36} 108 ${middle} 62l36 46z` }),
  );
  const gate = draw("path", { class: "gate", d: `M458 ${GROUND + 20}v-22a22 22 0 0 1 44 0v22z` });
  return [...walls, ...roofs, gate];
}

/**
 * @param {boolean} won
 * @param {Story} story
 */
function windows(won, { fights }) {
  const fell = new Map(
    fights.filter(({ seat }) => seat !== null).map(({ enemy, exact }) => [enemy, exact]),
  );
  const stood = fights.find(({ seat }) => seat === null)?.enemy;
  return [...ROYAL_RANKS].reverse().flatMap((rank, floor) =>
    SHOWN_SUITS.map((suit, column) => {
      const card = rank + suit;
      const [x, y] = [410 + column * 39, 80 + floor * 38];
      const lit = won || !fell.has(card);
      const look = [lit && "lit", fell.get(card) && "exact", card === stood && "stood"];
      return draw("path", {
        class: ["opening", ...look].filter(Boolean).join(" "),
        d: `M${x} ${y + 26}v-16a11 11 0 0 1 22 0v16z`,
      });
    }),
  );
}

function flags() {
  return MASTS.flatMap(([x = 0, y = 0]) => [
    draw("path", { class: "mast", d: `M${x} ${y}v-34` }),
    draw("path", { class: "flag", d: `M${x} ${y - 34}q16-7 26 0t24 0v18q-14 7-24 0t-26 0z` }),
    use("crown", {
      ...{ class: "charge", x: String(x + 14), y: String(y - 34) },
      ...{ width: "18", height: "18" },
    }),
  ]);
}

function sun() {
  const rays = Array.from({ length: 16 }, (_, ray) =>
    draw("path", {
      class: "ray",
      d: "M480 176 456-380h48z",
      transform: `rotate(${(360 / 16) * ray} 480 176)`,
    }),
  );
  return [
    draw("g", { class: "beams" }, ...rays),
    ...[230, 180, 138].map((r) => draw("circle", { class: "sun", cx: 480, cy: 190, r })),
  ];
}

function moon() {
  const stars = scattered(50).map(([x, y, size]) =>
    draw("circle", { class: "star", cx: x, cy: y * 0.6, r: 0.5 + size }),
  );
  return [
    ...stars,
    draw("circle", { class: "halo", cx: 606, cy: 40, r: 50 }),
    draw("path", { class: "moon", d: "M612 16a26 26 0 1 0 18 36a22 22 0 0 1-18-36z" }),
  ];
}

/**
 * @param {string} look
 * @param {number} y
 * @param {number} height
 */
function hills(look, y, height) {
  const wave = WIDE / 6;
  const path = `M0 ${y}q${wave / 2}-${height} ${wave} 0${`t${wave} 0`.repeat(5)}V${HIGH}H0z`;
  return [draw("path", { class: `hill ${look}`, d: path })];
}

function confetti() {
  return scattered(64).map(([x, y, size, turn], piece) => {
    const suit = SHOWN_SUITS[piece % SHOWN_SUITS.length] ?? "S";
    const wide = 7 + 9 * size;
    const bit = use(suit, { width: String(wide), height: String(wide) });
    const where = `translate(${x.toFixed(1)} ${(y * 0.92).toFixed(1)}) rotate(${turn.toFixed(0)})`;
    return draw("g", { class: `bit suit-${suit}`, transform: where }, bit);
  });
}

function rain() {
  return scattered(60).map(([x, y, size]) =>
    draw("path", { class: "drop", d: `M${x.toFixed(1)} ${y.toFixed(1)}l-5 ${12 + 14 * size}` }),
  );
}

/**
 * Points that look strewn, and lie the same way every time.
 * @param {number} count
 * @returns {[x: number, y: number, size: number, turn: number][]}
 */
function scattered(count) {
  const part = (/** @type {number} */ number) => number - Math.floor(number);
  return Array.from({ length: count }, (_, index) => [
    WIDE * part(0.17 + index * 0.618034),
    HIGH * part(0.43 + index * 0.754878),
    part(0.71 + index * 0.569840),
    360 * part(index * 0.327),
  ]);
}
