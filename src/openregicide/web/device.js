// @ts-check
/** What this device holds: its secret, the seats it may come back to, and what it remembers. */

/**
 * @typedef {object} HeldSeat
 * @property {string} table
 * @property {string} token
 * @property {number} at  when it was last used, in milliseconds
 * @property {boolean} [away]  whether its player has put it away: it is not offered any more
 */

const SECRET = "regicide.device";
const SEATS = "regicide.seats";
const MOST = 60;

/**
 * The secret that games are counted for: 192 random bits, made when first needed.
 * @returns {string}
 */
export function deviceSecret() {
  const known = recall(SECRET);
  if (known) return known;
  const bytes = crypto.getRandomValues(new Uint8Array(24));
  const made = btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, "-")
    .replace(/\//g, "_");
  keep(SECRET, made);
  return made;
}

/**
 * The seats held here, the newest first.
 * @returns {HeldSeat[]}
 */
export function heldSeats() {
  try {
    const kept = JSON.parse(recall(SEATS) ?? "[]");
    return Array.isArray(kept) ? kept.filter(isSeat) : [];
  } catch {
    return [];
  }
}

/** @param {any} seat */
function isSeat(seat) {
  return typeof seat?.table === "string" && typeof seat.token === "string";
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
  keep(SEATS, JSON.stringify([{ table, token, at: Date.now() }, ...others].slice(0, MOST)));
}

/** @param {string} table */
export function forgetSeat(table) {
  keep(SEATS, JSON.stringify(heldSeats().filter((seat) => seat.table !== table)));
}

/**
 * Put a seat away, or bring it back. It stays ours, and the server knows nothing of it.
 * @param {string} table
 * @param {boolean} away
 */
export function putAway(table, away) {
  const seats = heldSeats().map((seat) => (seat.table === table ? { ...seat, away } : seat));
  keep(SEATS, JSON.stringify(seats));
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

/**
 * What is kept under a name.
 * @param {string} key
 * @returns {string | null}
 */
export function recall(key) {
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
export function keep(key, value) {
  try {
    localStorage.setItem(key, value);
  } catch {
    memory.set(key, value);
  }
}
