// @ts-check
/** Bytes as hexadecimal digits, and back. */

/** @param {Uint8Array} bytes */
export function toHex(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @param {string} text  an even number of digits */
export function fromHex(text) {
  return Uint8Array.from(text.match(/../g) ?? [], (digits) => parseInt(digits, 16));
}
