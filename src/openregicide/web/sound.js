// @ts-check
/** Quiet sounds, made on the spot. Off until the user wants them. */

import { settings } from "./settings.js";

/** @typedef {[frequency: number, at: number, seconds: number, loudness: number]} Note */

/** @type {Record<string, Note[]>} */
const SOUNDS = {
  select: [[660, 0, 0.05, 0.04]],
  played: [
    [220, 0, 0.09, 0.1],
    [330, 0.03, 0.1, 0.06],
  ],
  drew: [[520, 0, 0.06, 0.05]],
  healed: [
    [392, 0, 0.16, 0.05],
    [494, 0.08, 0.2, 0.05],
  ],
  blocked: [[180, 0, 0.1, 0.05]],
  doubled: [
    [440, 0, 0.07, 0.05],
    [440, 0.09, 0.09, 0.06],
  ],
  shielded: [[294, 0, 0.2, 0.06]],
  damaged: [
    [130, 0, 0.14, 0.12],
    [98, 0.02, 0.16, 0.08],
  ],
  discarded: [[240, 0, 0.07, 0.05]],
  revealed: [[350, 0.1, 0.08, 0.05]],
  struck: [
    [110, 0, 0.22, 0.14],
    [82, 0.05, 0.25, 0.12],
  ],
  defeated: [
    [330, 0, 0.14, 0.08],
    [415, 0.1, 0.14, 0.08],
    [494, 0.2, 0.3, 0.08],
  ],
  exact: [
    [392, 0, 0.12, 0.08],
    [494, 0.1, 0.12, 0.08],
    [659, 0.2, 0.14, 0.08],
    [988, 0.32, 0.5, 0.07],
  ],
  turn: [
    [587, 0, 0.1, 0.06],
    [784, 0.1, 0.2, 0.06],
  ],
  won: [
    [392, 0, 0.2, 0.08],
    [494, 0.15, 0.2, 0.08],
    [587, 0.3, 0.2, 0.08],
    [784, 0.45, 0.6, 0.09],
  ],
  lost: [
    [294, 0, 0.3, 0.08],
    [247, 0.25, 0.3, 0.08],
    [196, 0.5, 0.7, 0.08],
  ],
};

/** @type {AudioContext | null} */
let audio = null;

/** @param {string} name */
export function sound(name) {
  const notes = SOUNDS[name];
  // Browsers keep a page silent until the user has touched it.
  if (!notes || !settings().sound || !navigator.userActivation.hasBeenActive) return;
  audio ??= new AudioContext();
  // A phone that slept wakes up without its sound.
  if (audio.state !== "running") audio.resume();
  for (const note of notes) ring(audio, note);
}

/**
 * @param {AudioContext} context
 * @param {Note} note
 */
function ring(context, [frequency, at, seconds, loudness]) {
  const start = context.currentTime + at;
  const tone = context.createOscillator();
  const volume = context.createGain();
  tone.type = "triangle";
  tone.frequency.value = frequency;
  volume.gain.setValueAtTime(0, start);
  volume.gain.linearRampToValueAtTime(loudness, start + 0.01);
  volume.gain.exponentialRampToValueAtTime(0.0001, start + seconds);
  tone.connect(volume).connect(context.destination);
  tone.start(start);
  tone.stop(start + seconds);
}
