// @ts-check
/** What a phone lets the hand feel, if it can and the user wants it. */

import { settings } from "./settings.js";

/** How long it shakes and rests, in milliseconds. @type {Record<string, number[]>} */
const PATTERNS = {
  struck: [45, 40, 70],
  defeated: [30],
  won: [40, 60, 40, 60, 120],
  lost: [160],
};

/** Whether this device has anything to vibrate with; who can only click has not. */
export function canVibrate() {
  return "vibrate" in navigator && matchMedia("(any-pointer: coarse)").matches;
}

/** @param {string} name */
export function vibrate(name) {
  const pattern = PATTERNS[name];
  // Browsers keep a page still until the user has touched it.
  if (!pattern || !settings().vibrate || !canVibrate()) return;
  if (navigator.userActivation.hasBeenActive) navigator.vibrate(pattern);
}
