// @ts-check
/**
 * What a server sends, before anything else here sees it: read, bounded, cleaned, and of the shape
 * that the protocol says. Everything comes through `readMessage` or `readAnswer`.
 */

import { SHAPES } from "./shapes.js";

/** @typedef {import("../types/protocol").Message} Message */

const MOST_CHARACTERS = 1_000_000;
const LONGEST = 2000;
const DEEPEST = 14;
const MOST_ITEMS = 20_000;
const MOST_VERSION = 2 ** 31;

/** Controls, directions, what shows nothing, halves of characters, and more than three accents. */
const UNSAFE =
  /[\p{Cc}\p{Cf}\p{Cn}\p{Co}\p{Cs}\p{Zl}\p{Zp}\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0]+|(?<=[\p{Mn}\p{Me}]{3})[\p{Mn}\p{Me}]+/gu;

const CARD = /^(?:X|[A2-9TJQK][CDHS])$/;
const MOVE = /^(?:[pd](?:X|[A2-9TJQK][CDHS]){1,14}|n[0-3]|[yj])$/;

/** What was sent makes no sense. */
export class Nonsense extends Error {}

/**
 * A text as it may be shown: what is taken out leaves a mark.
 * @param {string} text
 */
export function showable(text) {
  const clean = text.slice(0, LONGEST).replace(UNSAFE, "\ufffd");
  return text.length > LONGEST ? `${clean}…` : clean;
}

/**
 * A message of a table's socket; `null` is one that we do not know.
 * @param {unknown} data
 * @param {number | null} seats  how many the table has, as far as is known
 * @returns {Message | null}
 */
export function readMessage(data, seats) {
  if (typeof data !== "string" || data.length > MOST_CHARACTERS) throw new Nonsense("size");
  const message = harmless(parsed(data), DEEPEST);
  const name = KINDS.get(message?.type);
  if (!name) return null;
  if (!fits(message, name)) throw new Nonsense(name);
  if (message.type === "update") checkUpdate(message, seats);
  else if ("version" in message) require(isVersion(message.version));
  if (message.type === "presence") {
    require(message.present.length <= 4 && (message.vote_in ?? []).length <= 4);
  }
  return message;
}

const KINDS = new Map([
  ["update", "Update"],
  ["presence", "Presence"],
  ["answer", "Answer"],
  ["pong", "Pong"],
  ["bye", "Bye"],
]);

/**
 * An answer over HTTP: `null` if it is not of the shape that the protocol gives that name.
 * @param {unknown} data
 * @param {string | null} name
 * @returns {any}
 */
export function readAnswer(data, name) {
  try {
    const answer = harmless(data, DEEPEST);
    return name === null || fits(answer, name) ? answer : null;
  } catch (problem) {
    if (problem instanceof Nonsense) return null;
    throw problem;
  }
}

/** @param {string} data @returns {any} */
function parsed(data) {
  try {
    return JSON.parse(data);
  } catch {
    throw new Nonsense("json");
  }
}

/**
 * The same value with every text in it fit to be shown, whatever its fields are.
 * @param {any} value
 * @param {number} depth
 * @returns {any}
 */
function harmless(value, depth) {
  if (typeof value === "string") return showable(value);
  if (typeof value === "number") require(Number.isFinite(value) && Math.abs(value) <= 2 ** 53);
  if (typeof value !== "object" || value === null) return value;
  require(depth > 0);
  if (Array.isArray(value)) {
    require(value.length <= MOST_ITEMS);
    return value.map((each) => harmless(each, depth - 1));
  }
  const pairs = Object.entries(value);
  require(pairs.length <= MOST_ITEMS);
  return Object.fromEntries(pairs.map(([key, each]) => [showable(key), harmless(each, depth - 1)]));
}

/**
 * Whether a value is what the protocol says; fields that we do not know may be there.
 * @param {any} value
 * @param {any} shape
 * @returns {boolean}
 */
function fits(value, shape) {
  if (shape === "unknown") return true;
  if (shape === "null") return value === null;
  if (typeof shape === "string") {
    const fields = SHAPES[shape];
    if (!fields) return typeof value === shape;
    return isRecord(value) && Object.entries(fields).every((pair) => fitsField(value, ...pair));
  }
  if (Array.isArray(shape)) {
    return Array.isArray(value) && value.every((each) => fits(each, shape[0]));
  }
  if (shape.is) return shape.is.includes(value);
  if (shape.any) return shape.any.some((/** @type {any} */ one) => fits(value, one));
  return isRecord(value) && Object.values(value).every((each) => fits(each, shape.of));
}

/** @param {any} value @param {string} field @param {any} shape */
function fitsField(value, field, shape) {
  const name = field.replace("?", "");
  // A newer server may have new kinds of changes.
  if (name === "what") return typeof value[name] === "string";
  return Object.hasOwn(value, name) ? fits(value[name], shape) : field !== name;
}

/** @param {any} value */
function isRecord(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * Whether an update can be true of a table: seats are seats, cards are cards.
 * @param {any} update
 * @param {number | null} known
 */
function checkUpdate(update, known) {
  require(isVersion(update.version) && (!update.full || Boolean(update.table)));
  require(update.table || known !== null);
  const seats = update.table ? update.table.seats.length : (known ?? 0);
  require(update.full || known === null || seats === known);
  const isSeat = (/** @type {any} */ seat) =>
    seat == null || (Number.isInteger(seat) && seat >= 0 && seat < seats);
  const all = (/** @type {any[]} */ list, /** @type {(each: any) => boolean} */ holds) =>
    require(list.every(holds));
  require(seats >= 1 && seats <= 4 && isSeat(update.seat));
  if (update.table) {
    const { settings, host, game } = update.table;
    require(settings.rules.players === seats && isSeat(host) && (!game || isSeat(game.first)));
    require(!update.view || game);
    all(update.table.seats, (seat) => (seat.votes ?? []).every(isSeat));
  }
  if (update.view) checkView(update.view, seats, isSeat);
  all(update.moves ?? [], ({ move }) => MOVE.test(move) && (move[0] !== "n" || isSeat(+move[1])));
  require((update.present ?? []).length <= seats && (update.news ?? []).length <= 2000);
  for (const change of update.news ?? []) {
    require(isVersion(change.version) && isSeat(change.seat) && isSeat(change.about));
    require((change.events ?? []).length <= 200);
    all(change.events ?? [], (event) => isSeat(event.seat) && areCards(event.cards ?? []));
    all(change.events ?? [], ({ code, value }) => code !== "named_next" || isSeat(value));
  }
}

/**
 * @param {any} view
 * @param {number} seats
 * @param {(seat: any) => boolean} isSeat
 */
function checkView(view, seats, isSeat) {
  require(view.hands.length === seats && view.yielded.length === seats);
  require(isSeat(view.seat) && isSeat(view.turn));
  const single = [view.enemy, view.top].filter((card) => card !== null);
  require(areCards([...view.royals, ...view.discard, ...single]));
  for (const { count, cards = [] } of view.hands) require(isCount(count) && areCards(cards));
  for (const { seat, cards } of view.table) require(isSeat(seat) && areCards(cards));
  const { flips, health, damage, shield, attack, tavern, due, ply } = view;
  require([flips, health, damage, shield, attack, tavern, due, ply].every(isCount));
}

/** @param {unknown[]} cards */
function areCards(cards) {
  return cards.length <= 108 && cards.every((card) => CARD.test(String(card)));
}

/** @param {unknown} number */
function isCount(number) {
  return Number.isInteger(number) && Number(number) >= 0 && Number(number) <= 1_000_000;
}

/** @param {unknown} version */
function isVersion(version) {
  return Number.isInteger(version) && Number(version) >= 0 && Number(version) <= MOST_VERSION;
}

/** @param {unknown} sensible */
function require(sensible) {
  if (!sensible) throw new Nonsense("nonsense");
}
