// @ts-check
/** A player's face, on a disc in the colour of the seat. The name beside it says the same. */

import { t } from "../../i18n.js";
import { FACES, faceOf } from "../../store/faces.js";
import { seatName } from "../../words/seats.js";
import { el, icon, setText } from "./dom.js";

/** @typedef {import("../../types/protocol").SeatInfo} SeatInfo */

let made = 0;

export function makeFace() {
  return el("span", { class: "face", attrs: { "aria-hidden": "true" } });
}

/**
 * @param {HTMLElement} face  made by `makeFace`
 * @param {readonly SeatInfo[]} seats
 * @param {number} seat
 */
export function setFace(face, seats, seat) {
  const picture = faceOf(seats[seat], seat);
  face.dataset["who"] = String(seat);
  if (face.dataset["face"] !== picture) {
    face.dataset["face"] = picture;
    face.replaceChildren(...(picture ? [icon(`face-${picture}`, "")] : []));
  }
  if (!picture) setText(face, initialOf(seatName(seats, seat)));
}

/**
 * The face of who sits somewhere, where it stays the same.
 * @param {readonly SeatInfo[]} seats
 * @param {number} seat
 */
export function faceAt(seats, seat) {
  const face = makeFace();
  setFace(face, seats, seat);
  return face;
}

/** @param {string} name */
function initialOf(name) {
  const [first = ""] = name.replace(/[\u2066-\u2069]/g, "").trim();
  return first.toLocaleUpperCase();
}

/**
 * Where a player chooses a face, or the initial of the name.
 * @param {string} now
 * @param {(face: string) => void} choose
 */
export function faceChoice(now, choose) {
  const group = `faces-${(made += 1)}`;
  const items = ["", ...FACES].map((face) => {
    const name = face ? t(`ui.face.${face}`) : t("ui.face.none");
    const attrs = { type: "radio", name: group, value: face, "aria-label": name };
    const radio = el("input", { attrs });
    radio.checked = face === now;
    radio.addEventListener("change", () => choose(face));
    const shown = face ? icon(`face-${face}`, "") : el("span", { text: "A" });
    const disc = el("span", { class: "face", attrs: { "aria-hidden": "true" } }, shown);
    return el("label", { attrs: { title: name } }, radio, disc);
  });
  return el("div", { class: "faces", attrs: { role: "radiogroup", "aria-label": t("ui.face") } }, ...items);
}
