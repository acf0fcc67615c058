// @ts-check
/**
 * SHA-256, as FIPS 180-4 describes it. Browsers have one of their own, but only on secure pages;
 * at home, phones often connect without https.
 */

const BLOCK = 64;

/** The fractions of a root of the first primes: 64 cube roots, then 8 square roots. */
const ROUNDS = new Uint32Array(64);
const START = new Uint32Array(8);

for (let number = 2, found = 0; found < ROUNDS.length; number++) {
  if (!isPrime(number)) continue;
  if (found < START.length) START[found] = fraction(Math.sqrt(number));
  ROUNDS[found++] = fraction(Math.cbrt(number));
}

/** @param {number} number */
function isPrime(number) {
  for (let divisor = 2; divisor * divisor <= number; divisor++) {
    if (number % divisor === 0) return false;
  }
  return true;
}

/**
 * The first 32 bits behind the point.
 * @param {number} number
 */
function fraction(number) {
  return Math.floor((number % 1) * 2 ** 32);
}

/**
 * The hash of some bytes.
 * @param {Uint8Array} bytes
 * @returns {Uint8Array}
 */
export function sha256(bytes) {
  const message = padded(bytes);
  const state = START.slice();
  for (let at = 0; at < message.byteLength; at += BLOCK) mix(state, message, at);
  const hash = new DataView(new ArrayBuffer(32));
  state.forEach((word, index) => hash.setUint32(4 * index, word));
  return new Uint8Array(hash.buffer);
}

/**
 * Whole blocks: a single bit behind the message, and its length in bits at the end.
 * @param {Uint8Array} bytes
 */
function padded(bytes) {
  const blocks = Math.ceil((bytes.length + 9) / BLOCK);
  const message = new Uint8Array(blocks * BLOCK);
  message.set(bytes);
  message[bytes.length] = 0x80;
  const view = new DataView(message.buffer);
  // Nothing of ours comes near the lengths that would need the other half of this number.
  view.setUint32(message.length - 4, 8 * bytes.length);
  return view;
}

/**
 * @param {Uint32Array} state
 * @param {DataView} message
 * @param {number} at
 */
function mix(state, message, at) {
  const words = schedule(message, at);
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let round = 0; round < 64; round++) {
    const sum = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
    const choice = (e & f) ^ (~e & g);
    const one = h + sum + choice + (ROUNDS[round] ?? 0) + (words[round] ?? 0);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const two = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + majority;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, index) => (state[index] = (state[index] ?? 0) + word));
}

/**
 * The words of a block, one for every round.
 * @param {DataView} message
 * @param {number} at
 */
function schedule(message, at) {
  const words = new Uint32Array(64);
  const word = (/** @type {number} */ index) => words[index] ?? 0;
  for (let round = 0; round < 64; round++) {
    if (round < 16) {
      words[round] = message.getUint32(at + 4 * round);
      continue;
    }
    const far = word(round - 15);
    const near = word(round - 2);
    const mixed = turned(far, 7) ^ turned(far, 18) ^ (far >>> 3);
    const other = turned(near, 17) ^ turned(near, 19) ^ (near >>> 10);
    words[round] = word(round - 16) + mixed + word(round - 7) + other;
  }
  return words;
}

/**
 * @param {number} word
 * @param {number} by
 */
function turned(word, by) {
  return (word >>> by) | (word << (32 - by));
}
