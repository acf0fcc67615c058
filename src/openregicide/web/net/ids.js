// @ts-check
/** Unique ids for requests. */

/**
 * `crypto.randomUUID` exists only on secure pages; at home, phones often connect without https.
 * @returns {string}
 */
export function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
