// @ts-check
/** What each beat looks like. */

import { SUITS } from "../../store/cards.js";
import { fall, hit, lose, reveal, strike, win } from "./blows.js";
import { clear, countUp, draw, give, heal, play, settle } from "./cards.js";
import { beside, plateOf, shake, shift } from "./poses.js";

/** @typedef {import("../../store/beats.js").Beat} Beat */
/** @typedef {import("./spots.js").Spots} Spots */
/** @typedef {import("./stage.js").Stage} Stage */

/**
 * One move on the stage.
 * @typedef {object} Move
 * @property {Stage} stage
 * @property {number} start  on the stage's clock
 * @property {number} beat  how long one lasts
 * @property {Spots} before
 * @property {Spots} now
 * @property {number | null} seat  the viewer's own
 * @property {HTMLElement | null} foe  the card of the enemy that the move was made against
 * @property {HTMLElement | null} next  the card of the enemy that stands afterwards
 * @property {Map<string, HTMLElement>} lying  cards that lie on the enemy until they are settled
 */

/** What a beat has to work with: the move, when it begins, and how long it lasts. */
/** @typedef {Move & { at: number, lasts: number }} Act */

/** @type {Record<string, (act: Act, beat: Beat) => void>} */
const ACTS = {
  played: play,
  settled: settle,
  blocked: ({ stage, at, lasts, now }, { value }) => {
    const look = { sign: SUITS[value], look: "blocked", text: "" };
    stage.figure(beside(now.zones.get("enemy"), 0.3), look, at, lasts);
  },
  healed: heal,
  drew: draw,
  doubled: ({ stage, at, lasts, now }) => {
    stage.figure(beside(now.zones.get("enemy"), 0.3), { sign: "C", text: "×2" }, at, lasts);
  },
  shielded: shield,
  spades_count: shield,
  immunity_lost: (act, { value }) => {
    const { stage, at, lasts, now } = act;
    stage.figure(
      now.zones.get("enemy"),
      { sign: SUITS[value], look: "blocked big", text: "" },
      at,
      lasts,
    );
    shake(act, act.foe, 0.6);
  },
  damaged: hit,
  defeated: fall,
  cleared: clear,
  revealed: reveal,
  struck: strike,
  held: ({ stage, at, lasts, now }) => {
    stage.figure(now.zones.get("enemy"), { sign: "shield", look: "good", text: "0" }, at, lasts);
  },
  discarded: give,
  flipped: give,
  yielded: ({ stage, at, lasts }, { seat }) => {
    const plate = plateOf(stage, seat);
    if (plate) stage.animate(plate, shift([0, 5, 0], "Y"), at, lasts);
  },
  won: win,
  lost: lose,
};

/**
 * Put a beat on the stage.
 * @param {Move} move
 * @param {Beat} beat
 */
export function act(move, beat) {
  const at = move.start + beat.at * move.beat;
  ACTS[beat.code]?.({ ...move, at, lasts: beat.lasts * move.beat }, beat);
}

/**
 * @param {Act} act
 * @param {Beat} beat
 */
function shield(act, { value }) {
  const { stage, now } = act;
  const line = stage.root.querySelector('.enemy:not(.was) [data-figure="shield"]');
  const spot = line?.getBoundingClientRect();
  countUp(act, spot?.width ? spot : now.zones.get("enemy"), "S", value);
}
