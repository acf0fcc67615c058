// @ts-check
/** What a game's seed is made of: the server's secret, and a share from every player. */

import { toHex } from "./hex.js";
import { sha256 } from "./sha256.js";

const HEADING = "openregicide fair deal\n";

/**
 * The hash that commits to a secret, a share or a seed: SHA-256 of its digits as text.
 * @param {string} text
 */
export function commitment(text) {
  return hashOf(text);
}

/**
 * The seed, 64 hexadecimal digits.
 * @param {string} secret
 * @param {readonly string[]} shares  by seat; empty where there is none
 */
export function seedOf(secret, shares) {
  const lines = shares.flatMap((share, seat) => (share ? [`${seat} ${share}`] : []));
  return hashOf(`${HEADING}${[secret, ...lines].join("\n")}\n`);
}

/** A new share: 32 bytes that nobody can foresee, as hexadecimal digits. */
export function newShare() {
  return toHex(crypto.getRandomValues(new Uint8Array(32)));
}

/** @param {string} text */
function hashOf(text) {
  return toHex(sha256(new TextEncoder().encode(text)));
}
