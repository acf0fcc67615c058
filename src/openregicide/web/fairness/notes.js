// @ts-check
/** What a table shows of a deal, noted as it was shown first: pure functions from note to note. */

/** @typedef {import("../types/fairness").Happening} Happening */
/** @typedef {import("../types/fairness").Note} Note */
/** @typedef {import("../types/fairness").Opening} Opening */
/** @typedef {import("../types/fairness").Told} Told */
/** @typedef {import("../types/protocol").Change} Change */
/** @typedef {import("../types/protocol").DealInfo} DealInfo */
/** @typedef {import("../types/protocol").EventData} EventData */
/** @typedef {import("../types/protocol").ReplayStep} ReplayStep */
/** @typedef {import("../types/protocol").ViewData} ViewData */
/** @typedef {import("../store/table.js").TableState} TableState */

/** Events that move cards, or show some. */
const CARDS_MOVE = [
  "played",
  "healed",
  "drew",
  "defeated",
  "cleared",
  "revealed",
  "discarded",
  "flipped",
];

/** Those of them that turn up a card, or leave something to chance. */
const REVEALING = ["healed", "drew", "defeated", "revealed", "flipped"];

/**
 * Note the commitments for a game that is about to begin.
 * @param {Note | null} note
 * @param {TableState} state
 * @param {DealInfo} deal
 * @returns {Note}
 */
export function notedBefore(note, { table, seat }, deal) {
  const known = note ?? { ...blank(table?.id ?? "", deal.game, seat), before: true };
  return withCommitments(known, deal);
}

/**
 * Note what is new about the game at the table.
 * @param {Note | null} note
 * @param {TableState} state
 * @returns {Note | null}  nothing for somebody who comes when all is over
 */
export function noted(note, state) {
  const { table, view, seat, log, version } = state;
  const game = table?.game;
  if (!game || !view || version === null) return note;
  const running = game.result == null;
  if (!note && !running) return null;
  let next = note ?? blank(table.id, game.id, seat);
  if (game.deal) next = withCommitments(next, game.deal);
  if (running) next = withSeedHash(next, game.seed_hash);
  if (view.ply === 0) next = withOpening(next, openingOf(view));
  return withStory(next, log, version);
}

/**
 * @param {string} table
 * @param {string} game
 * @param {number | null} seat
 * @returns {Note}
 */
function blank(table, game, seat) {
  return {
    table,
    game,
    seat,
    before: false,
    secretHash: "",
    pledges: [],
    begins: "",
    chance: false,
    share: "",
    version: 0,
    seedHash: "",
    opening: null,
    story: [],
    whole: true,
    changed: [],
  };
}

/**
 * @param {Note} note
 * @param {Note["changed"][number]} what
 * @returns {Note}
 */
export function withChanged(note, what) {
  return note.changed.includes(what) ? note : { ...note, changed: [...note.changed, what] };
}

/**
 * @param {Note} note
 * @param {DealInfo} deal
 */
function withCommitments(note, { secret_hash, pledges, begins = "chance" }) {
  if (!note.secretHash) return { ...note, secretHash: secret_hash, pledges, begins };
  let next = note;
  if (note.begins !== begins) next = withChanged(next, "first");
  if (note.secretHash !== secret_hash) next = withChanged(next, "secret");
  if (!alike(note.pledges, pledges)) next = withChanged(next, "pledges");
  return next;
}

/**
 * @param {Note} note
 * @param {string} seedHash
 */
function withSeedHash(note, seedHash) {
  if (!note.seedHash) return { ...note, seedHash };
  return note.seedHash === seedHash ? note : withChanged(note, "seed");
}

/**
 * @param {Note} note
 * @param {Opening} opening
 */
function withOpening(note, opening) {
  if (!note.opening) return { ...note, opening };
  return alike(note.opening, opening) ? note : withChanged(note, "opening");
}

/**
 * @param {ViewData} view
 * @returns {Opening}
 */
function openingOf({ hands, enemy, tavern, turn, seat }) {
  return {
    hand: seat === null ? [] : (hands[seat]?.cards ?? []),
    counts: hands.map(({ count }) => count),
    enemy: enemy ?? "",
    tavern,
    turn,
  };
}

/**
 * Go on with the story; what was told before has to be told again in the same way.
 * @param {Note} note
 * @param {readonly Change[]} log
 * @param {number} version
 */
function withStory(note, log, version) {
  const began = log.findLastIndex(({ what }) => what === "began");
  const { stands, undone } = standing(log.slice(began + 1));
  const known = new Map(note.story.map((each) => [each[0], each]));
  const fresh = [];
  let next = note;
  for (const told of stands) {
    const before = known.get(told[0]);
    if (!before && told[0] > note.version) fresh.push(told);
    else if (!alike(before ?? null, told)) next = withChanged(next, "story");
  }
  if (undone.some(({ told }) => told && reveals(told))) next = withChanged(next, "story");
  const gap = began < 0 && (log[0]?.version ?? 0) > note.version + 1;
  if (fresh.length === 0 && !gap && version === note.version) return next;
  const gone = undone.flatMap(({ told }) => (told ? [told[0]] : []));
  const story = note.story.filter(([at]) => !gone.includes(at));
  // What came last before a gap may have been taken back in it.
  const before = undone.some(({ at, told }) => !told && at > note.version);
  if (gap || before) story.pop();
  return { ...next, version, story: [...story, ...fresh], whole: next.whole && !gap };
}

/**
 * Moves in the order of their telling: those that stand, and those that were taken back. Of a move
 * from before the first change only the latter is known, and when it was taken back.
 * @param {readonly Change[]} changes
 */
function standing(changes) {
  /** @type {Told[]} */
  const stands = [];
  /** @type {{ at: number, told: Told | null }[]} */
  const undone = [];
  for (const change of changes) {
    if (change.what === "moved") stands.push(toldOf(change));
    // Never two in a row: it is always the last one.
    if (change.what === "took_back") {
      undone.push({ at: change.version, told: stands.pop() ?? null });
    }
  }
  return { stands, undone };
}

/**
 * Whether a move turned up a card, or left something to chance: then it cannot be taken back.
 * @param {Told} told
 */
function reveals([, , , events]) {
  return events.some(([code]) => REVEALING.includes(code));
}

/**
 * @param {Change} change
 * @returns {Told}
 */
function toldOf({ version, seat = null, move = "", events = [] }) {
  return [version, seat, move, happenings(events)];
}

/**
 * A finished game as the server tells it.
 * @param {readonly ReplayStep[]} steps
 * @returns {import("./check.js").Replay | null}
 */
export function replayOf([start, ...steps]) {
  if (!start) return null;
  return {
    opening: openingOf(start.view),
    seat: start.view.seat,
    story: steps.map(({ seat, move, events }, index) =>
      toldOf({ version: index + 1, what: "moved", seat, move, events }),
    ),
  };
}

/**
 * What of some events a card depends on.
 * @param {readonly EventData[]} events
 * @returns {Happening[]}
 */
function happenings(events) {
  return events
    .filter(({ code }) => CARDS_MOVE.includes(code))
    .map(({ code, seat = null, cards = [], value = 0 }) => [code, seat, cards.join(" "), value]);
}

/**
 * @param {unknown} one
 * @param {unknown} other
 */
function alike(one, other) {
  return JSON.stringify(one) === JSON.stringify(other);
}
