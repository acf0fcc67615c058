// @ts-check
/** The faces at a table: those that players may choose, and those of bots. */

/** @typedef {import("../types/protocol").SeatInfo} SeatInfo */

/** In the order in which they are offered; the server knows the same. */
export const FACES = [
  "badger",
  "bear",
  "cat",
  "fox",
  "frog",
  "hare",
  "hedgehog",
  "mouse",
  "owl",
  "raven",
  "stag",
  "wolf",
];

/**
 * The picture of whoever sits there; empty for the initial of a name.
 * @param {SeatInfo | undefined} info
 * @param {number} seat
 */
export function faceOf(info, seat) {
  if (info?.holder === "bot") return `bot-${seat % 4}`;
  // A newer server may have faces that we have no picture of.
  return FACES.includes(info?.face ?? "") ? (info?.face ?? "") : "";
}
