// @ts-check
/**
 * QR codes for links (ISO/IEC 18004): text as bytes, error correction level M, versions 1 to 10,
 * which is room for 213 bytes.
 */

import { checkBytes } from "./correction.js";

/** By version from 1 on: how many check bytes each block has, and how many bytes of data. */
const BLOCKS = /** @type {[number, number[]][]} */ ([
  [10, [16]],
  [16, [28]],
  [26, [44]],
  [18, [32, 32]],
  [24, [43, 43]],
  [16, [27, 27, 27, 27]],
  [18, [31, 31, 31, 31]],
  [22, [38, 38, 39, 39]],
  [22, [36, 36, 36, 37, 37]],
  [26, [43, 43, 43, 43, 44]],
]);

/** By version: the rows and columns in which the small squares have their centres. */
const ALIGNED = [
  [], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34],
  [6, 22, 38], [6, 24, 42], [6, 26, 46], [6, 28, 50],
]; // prettier-ignore

const BYTES = 0b0100;
const LEVEL_M = 0b00;
const FORMAT = { divisor: 0x537, degree: 10, mask: 0x5412 };
const VERSION = { divisor: 0x1f25, degree: 12 };

/** Which modules are turned over, so that a code has no large areas. */
const MASKS = /** @type {((row: number, column: number) => boolean)[]} */ ([
  (r, c) => (r + c) % 2 === 0,
  (r) => r % 2 === 0,
  (_, c) => c % 3 === 0,
  (r, c) => (r + c) % 3 === 0,
  (r, c) => ((r >> 1) + Math.floor(c / 3)) % 2 === 0,
  (r, c) => ((r * c) % 2) + ((r * c) % 3) === 0,
  (r, c) => (((r * c) % 2) + ((r * c) % 3)) % 2 === 0,
  (r, c) => (((r + c) % 2) + ((r * c) % 3)) % 2 === 0,
]);

/** @typedef {boolean[][]} Rows  of modules; true is dark */

/**
 * The code of a text, without the empty border that it needs around it.
 * @param {string} text
 * @param {number} [mask]  the one that looks best if left out
 * @returns {Rows | null}  nothing if the text is too long
 */
export function qrCode(text, mask) {
  const bytes = [...new TextEncoder().encode(text)];
  const version = 1 + BLOCKS.findIndex((_, index) => bits(bytes, index + 1) <= 8 * room(index + 1));
  if (!version) return null;
  const frame = fixedModules(version);
  const stream = interleaved(dataBytes(bytes, version), version);
  const wanted = mask === undefined ? MASKS.map((_, each) => each) : [mask];
  const codes = wanted.map((each) => completed(frame, stream, version, each));
  return codes.reduce((best, code) => (penalty(code) < penalty(best) ? code : best));
}

/** @param {number} version */
function room(version) {
  return (BLOCKS[version - 1]?.[1] ?? []).reduce((sum, size) => sum + size, 0);
}

/** @param {number} version */
function lengthBits(version) {
  return version < 10 ? 8 : 16;
}

/**
 * @param {readonly number[]} bytes
 * @param {number} version
 */
function bits(bytes, version) {
  return 4 + lengthBits(version) + 8 * bytes.length;
}

/**
 * The data with its head, filled up to what the version holds.
 * @param {readonly number[]} bytes
 * @param {number} version
 */
function dataBytes(bytes, version) {
  const digits = [
    binary(BYTES, 4),
    binary(bytes.length, lengthBits(version)),
    ...bytes.map((byte) => binary(byte, 8)),
  ].join("");
  const size = room(version);
  const ended = digits.padEnd(Math.min(digits.length + 4, 8 * size), "0");
  const whole = ended.padEnd(8 * Math.ceil(ended.length / 8), "0");
  const data = Array.from({ length: whole.length / 8 }, (_, at) =>
    parseInt(whole.slice(8 * at, 8 * at + 8), 2),
  );
  for (let filler = 0xec; data.length < size; filler ^= 0xec ^ 0x11) data.push(filler);
  return data;
}

/**
 * @param {number} value
 * @param {number} length
 */
function binary(value, length) {
  return value.toString(2).padStart(length, "0");
}

/**
 * The bits of all blocks, a byte of each in turn: first their data, then their check bytes.
 * @param {readonly number[]} data
 * @param {number} version
 */
function interleaved(data, version) {
  const [checks, sizes] = BLOCKS[version - 1] ?? [0, []];
  let from = 0;
  const blocks = sizes.map((size) => data.slice(from, (from += size)));
  const parts = [blocks, blocks.map((block) => checkBytes(block, checks))];
  return parts
    .flatMap((part) => inTurn(part))
    .map((byte) => binary(byte, 8))
    .join("");
}

/** @param {readonly number[][]} lists */
function inTurn(lists) {
  const longest = Math.max(...lists.map((list) => list.length));
  return Array.from({ length: longest }, (_, at) =>
    lists.flatMap((list) => list.slice(at, at + 1)),
  ).flat();
}

/**
 * What every code of a version has; where data goes there is `null`.
 * @param {number} version
 * @returns {(boolean | null)[][]}
 */
function fixedModules(version) {
  const size = 17 + 4 * version;
  const rows = Array.from({ length: size }, () => /** @type {(boolean | null)[]} */ (Array(size).fill(null)));
  for (let at = 0; at < size; at += 1) {
    put(rows, 6, at, at % 2 === 0);
    put(rows, at, 6, at % 2 === 0);
  }
  const last = size - 7;
  for (const [top, left] of /** @type {[number, number][]} */ ([[0, 0], [0, last], [last, 0]])) {
    finder(rows, top + 3, left + 3);
  }
  const centres = ALIGNED[version - 1] ?? [];
  for (const row of centres) {
    for (const column of centres) {
      const corner = [row, column].filter((at) => at === 6 || at === size - 7).length === 2;
      // There is none in the three corners that have a large square.
      if (!corner || (row === size - 7 && column === size - 7)) square(rows, row, column);
    }
  }
  writeFormat(rows, 0);
  if (version >= 7) writeVersion(rows, version);
  return rows;
}

/**
 * @param {(boolean | null)[][]} rows
 * @param {number} row
 * @param {number} column
 * @param {boolean} dark
 */
function put(rows, row, column, dark) {
  const line = rows[row];
  if (line && column >= 0 && column < line.length) line[column] = dark;
}

/**
 * A large square and the light line around it.
 * @param {(boolean | null)[][]} rows
 * @param {number} row
 * @param {number} column
 */
function finder(rows, row, column) {
  for (let down = -4; down <= 4; down += 1) {
    for (let right = -4; right <= 4; right += 1) {
      const ring = Math.max(Math.abs(down), Math.abs(right));
      put(rows, row + down, column + right, ring !== 2 && ring !== 4);
    }
  }
}

/**
 * A small square.
 * @param {(boolean | null)[][]} rows
 * @param {number} row
 * @param {number} column
 */
function square(rows, row, column) {
  for (let down = -2; down <= 2; down += 1) {
    for (let right = -2; right <= 2; right += 1) {
      const ring = Math.max(Math.abs(down), Math.abs(right));
      put(rows, row + down, column + right, ring !== 1);
    }
  }
}

/**
 * A value with its check bits.
 * @param {number} value
 * @param {{ divisor: number, degree: number }} code
 */
function checked(value, { divisor, degree }) {
  let rest = value << degree;
  for (let bit = 31 - Math.clz32(rest); bit >= degree; bit = 31 - Math.clz32(rest)) {
    rest ^= divisor << (bit - degree);
  }
  return (value << degree) | rest;
}

/**
 * @param {(boolean | null)[][]} rows
 * @param {number} mask
 */
function writeFormat(rows, mask) {
  const size = rows.length;
  const format = checked((LEVEL_M << 3) | mask, FORMAT) ^ FORMAT.mask;
  for (let bit = 0; bit < 15; bit += 1) {
    const dark = ((format >> bit) & 1) === 1;
    // Once around the first large square, once at the other two; the lines of dots are left out.
    const near = bit < 6 ? bit : bit < 8 ? bit + 1 : 14 - bit;
    if (bit < 8) put(rows, near, 8, dark);
    else put(rows, 8, bit === 8 ? 7 : near, dark);
    if (bit < 8) put(rows, 8, size - 1 - bit, dark);
    else put(rows, size - 15 + bit, 8, dark);
  }
  put(rows, size - 8, 8, true);
}

/**
 * @param {(boolean | null)[][]} rows
 * @param {number} version
 */
function writeVersion(rows, version) {
  const written = checked(version, VERSION);
  for (let bit = 0; bit < 18; bit += 1) {
    const dark = ((written >> bit) & 1) === 1;
    const far = rows.length - 11 + (bit % 3);
    put(rows, Math.floor(bit / 3), far, dark);
    put(rows, far, Math.floor(bit / 3), dark);
  }
}

/**
 * A frame with its data, under a mask.
 * @param {(boolean | null)[][]} frame
 * @param {string} stream
 * @param {number} version
 * @param {number} mask
 * @returns {Rows}
 */
function completed(frame, stream, version, mask) {
  const rows = frame.map((row) => [...row]);
  const turned = MASKS[mask] ?? (() => false);
  let at = 0;
  for (const [row, column] of path(rows.length)) {
    if (frame[row]?.[column] !== null) continue;
    // A few modules may be left over at the end; they are light before the mask.
    put(rows, row, column, (stream[at] === "1") !== turned(row, column));
    at += 1;
  }
  writeFormat(rows, mask);
  return /** @type {Rows} */ (rows);
}

/**
 * The way of the data: pairs of columns from the right, upwards and downwards in turn.
 * @param {number} size
 * @returns {Generator<[number, number]>}
 */
function* path(size) {
  let up = true;
  for (let right = size - 1; right > 0; right -= 2) {
    // The column of dots is no part of any pair.
    if (right === 6) right = 5;
    for (let step = 0; step < size; step += 1) {
      const row = up ? size - 1 - step : step;
      yield [row, right];
      yield [row, right - 1];
    }
    up = !up;
  }
}

/** What looks like a large square where there is none, with light beside it. */
const LIKE_A_FINDER = ["10111010000", "00001011101"];

/**
 * How hard a code is to read: for long runs, for areas, for false squares, for being too dark.
 * @param {Rows} rows
 */
function penalty(rows) {
  const size = rows.length;
  const columns = rows.map((_, at) => rows.map((row) => row[at] ?? false));
  const lines = [...rows, ...columns].map((line) => line.map(Number).join(""));
  let sum = 0;
  for (const line of lines) {
    for (const [run] of line.matchAll(/0{5,}|1{5,}/g)) sum += run.length - 2;
    for (const shape of LIKE_A_FINDER) {
      for (let at = line.indexOf(shape); at >= 0; at = line.indexOf(shape, at + 1)) sum += 40;
    }
  }
  for (let row = 1; row < size; row += 1) {
    for (let column = 1; column < size; column += 1) {
      const four = [0, 1].flatMap((up) => [0, 1].map((left) => rows[row - up]?.[column - left]));
      if (new Set(four).size === 1) sum += 3;
    }
  }
  const dark = rows.flat().filter(Boolean).length;
  return sum + 10 * Math.floor(Math.abs((100 * dark) / size ** 2 - 50) / 5);
}
