// @ts-check
/** The controls of a replay: a scrubber with a mark for every fallen enemy, play, speed, view. */

import { number, t } from "../../i18n.js";
import { suitOf } from "../../store/cards.js";
import { cardName } from "../../words/cards.js";
import { seatName } from "../../words/seats.js";
import { button, el, follow, icon, setAttrs, setText } from "../parts/dom.js";
import { choice } from "../parts/fields.js";

/** @typedef {import("../../store/replay.js").Fall} Fall */
/** @typedef {import("../../types/protocol").SeatInfo} SeatInfo */

export const SPEEDS = [0.5, 1, 2, 4];

/**
 * @typedef {object} Playing
 * @property {number} step  the step that is shown
 * @property {number} last
 * @property {boolean} running
 * @property {number} speed
 * @property {number | null} seat
 * @property {readonly SeatInfo[]} seats
 * @property {readonly Fall[]} falls
 */

/**
 * @typedef {object} Does
 * @property {(step: number) => void} seek
 * @property {() => void} toggle
 * @property {(speed: number) => void} hasten
 * @property {(seat: number | null) => void} look
 */

/**
 * @param {Does} does
 * @returns {{ root: HTMLElement, update: (playing: Playing) => void }}
 */
export function makeControls(does) {
  const range = el("input", { attrs: { type: "range", min: "0", step: "1" } });
  const marks = el("div", { class: "marks", attrs: { "aria-hidden": "true" } });
  const scrubber = el("div", { class: "scrubber" }, marks, range);
  const back = button("quiet", () => does.seek(now.step - 1));
  const play = button("go", does.toggle);
  const on = button("quiet", () => does.seek(now.step + 1));
  const speed = el("span");
  const look = el("span", { class: "look" });
  const root = el("section", { class: "player acts" }, scrubber, back, play, on, speed, look);
  back.append(icon("backward"));
  on.append(icon("forward"));
  range.addEventListener("input", () => does.seek(Number(range.value)));

  /** @type {Playing} */
  let now;
  let print = "";

  return {
    root,
    update(playing) {
      now = playing;
      const { step, last, running } = playing;
      setAttrs(range, {
        max: String(last),
        "aria-label": t("ui.replay.move"),
        "aria-valuetext": t("ui.replay.at", { step, last }),
      });
      range.value = String(step);
      range.style.setProperty("--part", String(last ? step / last : 0));
      showMarks(playing);
      back.disabled = step === 0;
      on.disabled = step === last;
      label(back, t("ui.replay.back"));
      label(on, t("ui.replay.on"));
      label(play, running ? t("ui.replay.pause") : t("ui.replay.play"));
      const sign = running ? "pause" : "play";
      if (play.dataset["sign"] !== sign) {
        play.dataset["sign"] = sign;
        play.replaceChildren(icon(sign));
      }
      showChoices(playing);
    },
  };

  /** @param {Playing} playing */
  function showMarks({ falls, last, step }) {
    follow(
      marks,
      falls,
      (fall) => String(fall.step),
      () => el("i"),
      (mark, fall) => {
        mark.className = `suit-${suitOf(fall.enemy)}`;
        mark.classList.toggle("exact", fall.exact);
        mark.classList.toggle("past", fall.step <= step);
        mark.style.setProperty("--at", String(fall.step / last));
        mark.title = cardName(fall.enemy);
        setText(mark, fall.enemy.charAt(0));
      },
    );
  }

  /** @param {Playing} playing */
  function showChoices({ seats, seat, speed: pace }) {
    const words = [t("ui.replay.look"), t("ui.replay.speed")];
    const wanted = JSON.stringify([seats, seat, pace, words]);
    if (wanted === print) return;
    print = wanted;
    const focused = document.activeElement?.parentElement;
    const views = seats.map(
      (_, number) => /** @type {[string, string]} */ ([String(number), seatName(seats, number)]),
    );
    const whose = choice(
      [["", t("ui.replay.everybody")], ...views],
      seat === null ? "" : String(seat),
      (value) => does.look(value === "" ? null : Number(value)),
    );
    const paces = SPEEDS.map((speed) => {
      const value = number(speed, Number.isInteger(speed) ? 0 : 1);
      return /** @type {[string, string]} */ ([String(speed), t("ui.replay.times", { value })]);
    });
    const quick = choice(paces, String(pace), (value) => does.hasten(Number(value)));
    setAttrs(whose, { "aria-label": t("ui.replay.look") });
    setAttrs(quick, { "aria-label": t("ui.replay.speed") });
    look.replaceChildren(whose);
    speed.replaceChildren(quick);
    if (focused === look) whose.focus();
    if (focused === speed) quick.focus();
  }
}

/**
 * @param {HTMLElement} element
 * @param {string} name
 */
function label(element, name) {
  setAttrs(element, { "aria-label": name });
  element.title = name;
}
