// @ts-check
/** Names for requests, unlike any other. */

/**
 * `crypto.randomUUID` exists on secure pages only, and a phone on the home network has none.
 * @returns {string}
 */
export function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
