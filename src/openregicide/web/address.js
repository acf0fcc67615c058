// @ts-check
/**
 * The addresses that are shared. At home the page is often at `localhost`, which on every other
 * device is that device: what is shared has to lead to where the server says that others find it.
 */

/** Names that mean another machine on each one, and names that not every phone understands. */
const HERE = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])\.?$/;
const OF_THE_NETWORK = /\.local\.?$/;

/** @type {readonly string[] | null} what the server says; `null` before it was asked */
let told = null;

/** @param {readonly string[]} addresses  of the server in its network, the likeliest first */
export function learnAddresses(addresses) {
  told = addresses.filter(isOrigin);
}

/**
 * Whether the page's own address is of no use to others, so that the server has to be asked.
 * @param {{ hostname: string }} page
 */
export function needsAddress({ hostname } = location) {
  return HERE.test(hostname) || OF_THE_NETWORK.test(hostname);
}

/**
 * Where others open what is shared.
 * @param {{ hostname: string, origin: string }} page
 */
export function sharedOrigin(page = location) {
  return (needsAddress(page) && told?.[0]) || page.origin;
}

/**
 * Whether, as far as we know, only this machine can open what is shared.
 * @param {{ hostname: string }} page
 */
export function isAlone({ hostname } = location) {
  return HERE.test(hostname) && told !== null && !told.length;
}

/**
 * The link that brings others to a table.
 * @param {string} code
 * @param {{ hostname: string, origin: string }} page
 */
export function tableLink(code, page = location) {
  return `${sharedOrigin(page)}/t/${code}`;
}

/**
 * The link that brings a player back from another device: it gives the seat to whoever has it.
 * @param {string} code
 * @param {string | null} token
 * @param {{ hostname: string, origin: string }} page
 */
export function seatLink(code, token, page = location) {
  return `${tableLink(code, page)}#seat=${token}`;
}

/**
 * The link to a finished game.
 * @param {string} path  as in `/g/abc?seat=1`
 * @param {{ hostname: string, origin: string }} page
 */
export function gameLink(path, page = location) {
  return `${sharedOrigin(page)}${path}`;
}

/** @param {string} text */
function isOrigin(text) {
  return /^https?:\/\/[^/?#@\s]+$/.test(text);
}
