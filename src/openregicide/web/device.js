// @ts-check
/** What this device holds: its secret, and the seats it may come back to. */

/**
 * @typedef {object} HeldSeat
 * @property {string} table
 * @property {string} token
 * @property {number} at  when it was last used, in milliseconds
 */

const SECRET = "regicide.device";
const SEATS = "regicide.seats";
const MOST = 30;

/**
 * The secret that games are counted for: 192 random bits, made when first needed.
 * @returns {string}
 */
export function deviceSecret() {
  const known = get(SECRET);
  if (known) return known;
  const bytes = crypto.getRandomValues(new Uint8Array(24));
  const made = btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, "-")
    .replace(/\//g, "_");
  put(SECRET, made);
  return made;
}

/**
 * The seats held here, the newest first.
 * @returns {HeldSeat[]}
 */
export function heldSeats() {
  try {
    return JSON.parse(get(SEATS) ?? "[]");
  } catch {
    return [];
  }
}

/**
 * @param {string} table
 * @returns {string | null}
 */
export function seatToken(table) {
  return heldSeats().find((seat) => seat.table === table)?.token ?? null;
}

/**
 * @param {string} table
 * @param {string} token
 */
export function keepSeat(table, token) {
  const others = heldSeats().filter((seat) => seat.table !== table);
  put(SEATS, JSON.stringify([{ table, token, at: Date.now() }, ...others].slice(0, MOST)));
}

/** @param {string} table */
export function forgetSeat(table) {
  put(SEATS, JSON.stringify(heldSeats().filter((seat) => seat.table !== table)));
}

/**
 * Take the seat that a link carries in its fragment, and clear the address bar of it.
 * @param {string} table
 */
export function takeSeatFromLink(table) {
  const token = new URLSearchParams(location.hash.slice(1)).get("seat");
  if (!token) return;
  keepSeat(table, token);
  history.replaceState(history.state, "", location.pathname);
}

/** @type {Map<string, string>} What is kept where the browser keeps nothing. */
const memory = new Map();

/** @param {string} key */
function get(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return memory.get(key) ?? null;
  }
}

/**
 * @param {string} key
 * @param {string} value
 */
function put(key, value) {
  try {
    localStorage.setItem(key, value);
  } catch {
    memory.set(key, value);
  }
}
