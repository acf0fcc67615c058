// @ts-check
/** What is known of a table, and what its player has in mind: a pure function of what happened. */

import { keyed, sorted } from "./cards.js";
import { addable, moveOf, plainMove, takesCards } from "./moves.js";

/** @typedef {import("../types/protocol").Change} Change */
/** @typedef {import("../types/protocol").Daily} Daily */
/** @typedef {import("../types/protocol").GameSummary} GameSummary */
/** @typedef {import("../types/protocol").ServerInfo} Info */
/** @typedef {import("../types/protocol").LegalMove} LegalMove */
/** @typedef {import("../types/protocol").Message} Message */
/** @typedef {import("../types/protocol").Problem} Problem */
/** @typedef {import("../types/protocol").SeatInfo} SeatInfo */
/** @typedef {import("../types/protocol").TableInfo} TableInfo */
/** @typedef {import("../types/protocol").Update} Update */
/** @typedef {import("../types/protocol").ViewData} ViewData */

/**
 * @typedef {object} TableState
 * @property {"connecting" | "open" | "lost" | "refused"} status
 * @property {Problem | null} problem  why the server refused us
 * @property {boolean} disk  whether something we asked waits for the server's disk
 * @property {number | null} version
 * @property {number | null} seat  ours; `null` watches
 * @property {boolean} own  whether we sit there; in a replay we only look from there
 * @property {TableInfo | null} table
 * @property {ViewData | null} view
 * @property {LegalMove[]} moves
 * @property {boolean[]} present
 * @property {number} spectators
 * @property {(number | null)[]} voteAt  by seat: from when a vote for a bot counts, in milliseconds
 *   since 1970; `null` where there is nothing to vote about
 * @property {boolean} mayUndo  whether we may take the last move back
 * @property {number | null} moveBy  when the clock runs out, in milliseconds since 1970
 * @property {Change[]} log
 * @property {string[]} selection  keys of cards, in the order they were tapped
 * @property {string | null} armed  a move without cards that waits to be confirmed
 * @property {string | null} sending  the move on its way
 * @property {number} heeded  up to which version we have noticed what others did
 * @property {string | null} puzzled  the card that was tapped and does not go with the others
 * @property {Info | null} info  what the server offers
 * @property {boolean | null} counts  whether the next game of the daily deal will be ranked
 * @property {Daily | null} daily  the day's leaderboard, after a ranked game
 */

/**
 * Who is told something: what sentences about seats need to know.
 * @typedef {object} Viewer
 * @property {readonly SeatInfo[]} seats
 * @property {number | null} seat
 */

/**
 * @typedef {{ type: "message", message: Message, at: number }
 *   | { type: "status", status: "open" | "lost" | "refused", problem: Problem | null }
 *   | { type: "disk", waiting: boolean }
 *   | { type: "restart" }
 *   | { type: "info", info: Info }
 *   | { type: "counts", counts: boolean | null }
 *   | { type: "daily", daily: Daily | null }
 *   | { type: "toggle", key: string }
 *   | { type: "select", keys: string[] }
 *   | { type: "arm", move: string | null }
 *   | { type: "clear" }
 *   | { type: "heed" }
 *   | { type: "sending", move: string | null }} Action
 */

/** @type {TableState} */
export const START = {
  status: "connecting",
  problem: null,
  disk: false,
  version: null,
  seat: null,
  own: true,
  table: null,
  view: null,
  moves: [],
  present: [],
  spectators: 0,
  voteAt: [],
  mayUndo: false,
  moveBy: null,
  log: [],
  selection: [],
  armed: null,
  sending: null,
  // Where nobody plays, there is nothing to take notice of.
  heeded: Infinity,
  puzzled: null,
  info: null,
  counts: null,
  daily: null,
};

/** What leads to another position, or ends the game. */
const CHANGES_GAME = ["moved", "began", "took_back", "gave_up"];

/** How many changes are kept: some thirty games and their talk. */
const MOST_PAST = 3000;

const NOTHING_IN_MIND = { selection: [], armed: null, puzzled: null };

/**
 * @param {TableState} state
 * @param {Action} action
 * @returns {TableState}
 */
export function reduce(state, action) {
  switch (action.type) {
    case "message":
      return received(state, action.message, action.at);
    case "status":
      return { ...state, status: action.status, problem: action.problem };
    case "disk":
      return { ...state, disk: action.waiting };
    case "restart":
      // Another seat has another view: what was seen so far must not be taken for its own.
      return { ...START, info: state.info };
    case "info":
      return { ...state, info: action.info };
    case "counts":
      return { ...state, counts: action.counts };
    case "daily":
      return { ...state, daily: action.daily };
    case "toggle":
      return toggled(state, action.key);
    case "select":
      return { ...state, ...NOTHING_IN_MIND, selection: held(state, action.keys) };
    case "arm":
      return { ...state, ...NOTHING_IN_MIND, armed: action.move };
    case "clear":
      return { ...state, ...NOTHING_IN_MIND };
    case "heed":
      return { ...state, heeded: state.version ?? 0 };
    case "sending":
      return { ...state, sending: action.move };
  }
}

/**
 * @param {TableState} state
 * @param {Message} message
 * @param {number} at
 * @returns {TableState}
 */
function received(state, message, at) {
  if (message.type === "presence") {
    const voteAt = (message.vote_in ?? []).map((wait) => (wait == null ? null : at + wait * 1000));
    return { ...state, present: message.present, spectators: message.spectators, voteAt };
  }
  return message.type === "update" ? updated(state, message, at) : state;
}

/**
 * @param {TableState} state
 * @param {Update} update
 * @param {number} at
 * @returns {TableState}
 */
function updated(state, update, at) {
  if (!update.full && state.version !== null && update.version < state.version) return state;
  // Who is there is told apart from the table: even a full update may leave it out.
  const { status, disk, info, counts, present, spectators, voteAt } = state;
  const known = update.full
    ? { ...START, status, disk, info, counts, present, spectators, voteAt }
    : state;
  const seen = known.version ?? -1;
  const news = (update.news ?? []).filter((change) => update.full || change.version > seen);
  const next = {
    ...known,
    version: update.version,
    seat: update.full ? (update.seat ?? null) : state.seat,
    table: update.table ?? known.table,
    view: update.view ?? known.view,
    moves: update.moves ?? known.moves,
    present: update.present ?? known.present,
    mayUndo: update.may_undo ?? known.mayUndo,
    moveBy:
      update.move_by == null ? (update.view ? null : known.moveBy) : at + update.move_by * 1000,
    log: [...known.log, ...news].slice(-MOST_PAST),
    heeded: Number.isFinite(state.heeded) ? state.heeded : 0,
  };
  const sameGame = next.table?.game?.id === state.table?.game?.id;
  return keepInMind(state, { ...next, daily: sameGame ? state.daily : null });
}

/**
 * Keep of the player's intentions what still makes sense.
 * @param {TableState} before
 * @param {TableState} next
 * @returns {TableState}
 */
function keepInMind(before, next) {
  const sameGame = before.table?.game?.id === next.table?.game?.id;
  if (!sameGame || before.view?.ply !== next.view?.ply) {
    const planned = sameGame && isPlanning(before) ? before.selection : [];
    return { ...next, ...NOTHING_IN_MIND, selection: possible(next, planned), sending: null };
  }
  const { selection, sending, puzzled } = before;
  const armed = before.armed && plainMove(next.moves, before.armed) ? before.armed : null;
  return { ...next, selection, sending, puzzled, armed };
}

/**
 * @param {TableState} state
 * @param {string} key
 * @returns {TableState}
 */
function toggled(state, key) {
  if (!canSelect(state)) return state;
  const { selection } = state;
  if (selection.includes(key)) {
    return { ...state, ...NOTHING_IN_MIND, selection: selection.filter((other) => other !== key) };
  }
  const hand = handKeys(state);
  if (isPlanning(state)) {
    return hand.includes(key) ? { ...state, selection: [...selection, key] } : state;
  }
  if (!addable(state.moves, selection, hand).has(key)) {
    return { ...state, armed: null, puzzled: key };
  }
  return { ...state, ...NOTHING_IN_MIND, selection: [...selection, key] };
}

/**
 * What a player has planned, as far as it can be done: while others move all that is still held,
 * then what some legal move holds, in the order of the taps.
 * @param {TableState} state
 * @param {readonly string[]} planned
 */
function possible(state, planned) {
  const keys = held(state, planned);
  if (isPlanning(state)) return keys;
  const hand = handKeys(state);
  return keys.reduce(
    (/** @type {string[]} */ kept, key) =>
      addable(state.moves, kept, hand).has(key) ? [...kept, key] : kept,
    [],
  );
}

/**
 * Those of some cards that are in our hand: what is not there cannot be selected.
 * @param {TableState} state
 * @param {readonly string[]} keys
 */
function held(state, keys) {
  const hand = handKeys(state);
  return keys.filter((key) => hand.includes(key));
}

// What can be read from a state.

/**
 * What happened between two states.
 * @param {TableState} now
 * @param {TableState} before
 */
export function freshChanges(now, before) {
  const seen = before.version;
  if (seen === null || now.log === before.log) return [];
  return now.log.filter(({ version }) => version > seen);
}

/**
 * @param {TableState} state
 * @returns {Viewer}
 */
export function viewerOf({ table, seat, own }) {
  return { seats: table?.seats ?? [], seat: own ? seat : null };
}

/**
 * The keys of our own cards.
 * @param {TableState} state
 * @param {"rank" | "suit" | null} [sort]  the order in which they lie; as dealt if left out
 */
export function handKeys({ view, seat }, sort = null) {
  const cards = seat === null ? [] : (view?.hands[seat]?.cards ?? []);
  return keyed(sort ? sorted(cards, sort) : cards).map(({ key }) => key);
}

/**
 * The version that the game's last move led to.
 * @param {TableState} state
 */
export function gameVersion({ log }) {
  return log.findLast(({ what }) => CHANGES_GAME.includes(what))?.version ?? 0;
}

/**
 * The move that the player has in mind, if it is one.
 * @param {TableState} state
 */
export function plannedMove(state) {
  const { moves, selection, armed } = state;
  return armed ? plainMove(moves, armed) : moveOf(moves, selection, handKeys(state));
}

/**
 * Whether the game waits for us.
 * @param {TableState} state
 */
export function isMyMove(state) {
  return state.seat !== null && state.moves.length > 0 && isRunning(state);
}

/**
 * Whether the player can plan: others move, and cards for one's own turn can be chosen meanwhile.
 * What they would do depends on what the others do first, so there is no preview of it.
 * @param {TableState} state
 */
export function isPlanning(state) {
  const { seat, view, sending } = state;
  return isRunning(state) && seat !== null && !sending && view !== null && view.turn !== seat;
}

/**
 * Whether tapping cards means anything now.
 * @param {TableState} state
 */
export function canSelect(state) {
  if (isPlanning(state)) return true;
  return isMyMove(state) && !state.sending && state.moves.some(({ move }) => takesCards(move));
}

/**
 * What we may do for a bot in the seat of a player who is away.
 * @param {TableState} state
 * @param {number} seat
 * @param {number} now  in milliseconds since 1970
 * @returns {{ does: "vote" | "again" | "back", seconds: number } | null}  vote, vote once more
 *   because nobody else is there to do so, or take the vote back; and how long we have to wait
 */
export function voteAbout(state, seat, now) {
  const { table, present } = state;
  const seats = table?.seats ?? [];
  const at = state.voteAt[seat] ?? null;
  if (!isRunning(state) || state.seat === null || seat === state.seat) return null;
  if (at === null || present[seat] || seats[seat]?.stand_in) return null;
  const seconds = Math.max(0, Math.ceil((at - now) / 1000));
  if (!(seats[seat]?.votes ?? []).includes(state.seat)) return { does: "vote", seconds };
  const others = seats.filter(
    ({ holder }, number) =>
      holder === "person" && number !== seat && number !== state.seat && present[number],
  );
  return others.length ? { does: "back", seconds: 0 } : { does: "again", seconds };
}

/** @param {TableState} state */
export function isRunning({ table }) {
  return table?.game != null && table.game.result == null;
}

/** @param {TableState} state */
export function isHost({ table, seat }) {
  return seat !== null && table?.host === seat;
}

/**
 * Who sat there, as a table tells it.
 * @param {Pick<GameSummary, "seats">} game  a finished one
 * @returns {SeatInfo[]}
 */
export function seatsOf({ seats }) {
  return seats.map(({ name, bot, called = "" }) =>
    bot ? { holder: "bot", name: bot, called } : { holder: "person", name },
  );
}

/**
 * What happened in the newest game, from its beginning, without what was taken back.
 * @param {TableState} state
 */
export function changesOfGame({ log }) {
  const began = log.findLastIndex(({ what }) => what === "began");
  /** @type {Change[]} */
  const stands = [];
  for (const change of log.slice(Math.max(began, 0))) {
    if (change.what !== "took_back") stands.push(change);
    else stands.splice(stands.findLastIndex(({ what }) => what === "moved"), 1);
  }
  return stands;
}
