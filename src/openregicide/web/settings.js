// @ts-check
/** The user's settings. They stay on the device. */

/**
 * @typedef {object} Settings
 * @property {string | null} language  `null` follows the browser
 * @property {string} name  how others see the player
 * @property {string} portrait  the player's face, one of `store/faces.js`; empty for the initial of the name
 * @property {boolean} sound
 * @property {boolean} soundOffered  the user has been asked whether there should be sounds
 * @property {boolean} vibrate  where the device can
 * @property {"system" | "on" | "off"} motion  `system` asks the operating system
 * @property {"quick" | "normal" | "slow"} speed  of what moves
 * @property {"system" | "light" | "dark"} theme
 * @property {"plain" | "felt" | "wood"} cloth  what tables are covered with
 * @property {"court" | "pips" | "arms"} face  how cards are drawn
 * @property {"crown" | "moon" | "tower"} back
 * @property {"four" | "two"} suits  colours
 * @property {boolean} large  large corner signs
 * @property {boolean} contrast
 * @property {boolean} confirm  a selected card is played by the button, never by the tap
 * @property {"rank" | "suit"} sort  of the hand
 */

const PLACE = "regicide.settings";

/** @type {Settings} */
const DEFAULTS = {
  language: null,
  name: "",
  portrait: "",
  sound: false,
  soundOffered: false,
  vibrate: true,
  motion: "system",
  speed: "normal",
  theme: "system",
  cloth: "plain",
  face: "court",
  back: "crown",
  suits: "four",
  large: false,
  contrast: false,
  confirm: true,
  sort: "rank",
};

/** @type {Settings} */
let now = { ...DEFAULTS, ...read() };
/** @type {Set<(now: Settings, before: Settings) => void>} */
const listeners = new Set();
if (now.language !== null && typeof document !== "undefined") tellServer();

/** @returns {Partial<Settings>} */
function read() {
  try {
    return JSON.parse(localStorage.getItem(PLACE) ?? "{}");
  } catch {
    return {};
  }
}

/** @returns {Settings} */
export function settings() {
  return now;
}

/**
 * Change some of them, and tell the listeners.
 * @param {Partial<Settings>} changes
 */
export function change(changes) {
  const before = now;
  now = { ...now, ...changes };
  try {
    localStorage.setItem(PLACE, JSON.stringify(now));
  } catch {
    // A browser without storage forgets them with the page.
  }
  if (now.language !== before.language) tellServer();
  for (const listener of listeners) listener(now, before);
}

/** Let the server know the language too, for the pages that it writes by itself. */
function tellServer() {
  const { language } = now;
  const seconds = language === null ? 0 : 365 * 24 * 60 * 60;
  document.cookie = `language=${language ?? ""}; path=/; max-age=${seconds}; samesite=lax`;
}

/**
 * @param {(now: Settings, before: Settings) => void} listener
 * @returns {() => void} ends it
 */
export function onSettings(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether things may move. */
export function mayMove() {
  if (now.motion !== "system") return now.motion === "on";
  return !matchMedia("(prefers-reduced-motion: reduce)").matches;
}
