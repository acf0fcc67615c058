// @ts-check
/**
 * A move as beats: what there is to see of it, one thing after another, with every number on its
 * way. Pure; `view/motion/` plays them.
 */

/** @typedef {import("../types/protocol").EventData} EventData */
/** @typedef {import("../types/protocol").ViewData} ViewData */

/**
 * A number on the table, on its way: `health`, `attack`, `shield`, `tavern`, `discard`, or
 * `seat-1` for the cards in a hand.
 * @typedef {object} Count
 * @property {string} figure
 * @property {number} from
 * @property {number} to
 */

/**
 * @typedef {object} Beat
 * @property {string} code  the event's, or `settled`: cards that hit the enemy go to their place
 * @property {number} at  when it begins; the unit is what the settings call the speed
 * @property {number} lasts
 * @property {number | null} seat
 * @property {string[]} cards
 * @property {number} value
 * @property {{ seat: number, card: string | null }[]} draws  in the order of the draws
 * @property {Count[]} counts
 */

/** More than this at once is not shown but done: somebody was away, and comes back to it. */
const MOST_MOVES = 3;

/** What opens a move. */
const OPENINGS = ["played", "discarded", "yielded", "flipped", "named_next"];

/**
 * How long a beat lasts, and after how long the next one begins.
 * @type {Record<string, [lasts: number, next: number]>}
 */
const PACE = {
  played: [1, 0.95],
  settled: [0.9, 0.1],
  blocked: [1, 0.6],
  healed: [1.3, 1.1],
  drew: [1, 0.9],
  doubled: [1.1, 0.8],
  shielded: [1.2, 0.9],
  spades_count: [1.2, 0.9],
  immunity_lost: [1.1, 0.8],
  damaged: [1.4, 1],
  defeated: [1.2, 1],
  cleared: [1, 0.7],
  revealed: [1, 0.9],
  struck: [1.3, 1.1],
  held: [1, 0.7],
  discarded: [1, 0.9],
  yielded: [0.7, 0.5],
  flipped: [1, 0.9],
  won: [2, 2],
  lost: [2, 2],
};

/** An exact kill is a moment of its own. */
const EXACT = /** @type {const} */ ([2.4, 2.1]);

/** Further cards of one draw follow at this distance, and all are dealt within so many beats. */
const DRAW_APART = 0.16;
const MOST_DRAWING = 1.2;

/**
 * @param {readonly EventData[]} events
 * @param {ViewData | null} before
 * @param {ViewData | null} after
 * @returns {Beat[]}
 */
export function beatsOf(events, before, after) {
  if (!before || !after || isTooMuch(events)) return [];
  /** @type {Beat[]} */
  const beats = [];
  const tally = tallyOf(before);
  let at = 0;
  events.forEach((event, index) => {
    const { code, seat = null, cards = [], value = 0 } = event;
    if (!(code in PACE)) return;
    const last = beats.at(-1);
    if (code === "drew" && last?.code === "drew") {
      // Draws go round the table one by one; they are dealt in one go.
      last.draws.push({ seat: seat ?? 0, card: cards[0] ?? null });
      last.counts.push(...tally.take(event, after));
      last.lasts = drawing(last.draws.length);
      at = last.at + last.lasts;
      return;
    }
    const [lasts, next] = paceOf(event);
    // The cards on the table go while the enemy that they were played against falls.
    const begins = code === "cleared" && last ? last.at + 0.35 * last.lasts : at;
    const draws = code === "drew" ? [{ seat: seat ?? 0, card: cards[0] ?? null }] : [];
    const counts = tally.take(event, after);
    beats.push({ code, at: begins, lasts, seat, cards, value, draws, counts });
    at = Math.max(at, begins + next);
    const played = settling(event, events[index + 1]) && lastPlayed(beats);
    if (played) {
      const [lasting, then] = PACE["settled"] ?? [0, 0];
      const quiet = { value: 0, draws: [], counts: [] };
      beats.push({ ...played, ...quiet, code: "settled", at, lasts: lasting });
      at += then;
    }
  });
  return beats.map((beat) => ({ ...beat, counts: merged(beat.counts) }));
}

/**
 * How long beats take together, in beats.
 * @param {readonly Beat[]} beats
 */
export function lengthOf(beats) {
  return Math.max(0, ...beats.map(({ at, lasts }) => at + lasts));
}

/** @param {readonly EventData[]} events */
function isTooMuch(events) {
  const count = (/** @type {string[]} */ codes) =>
    events.filter(({ code }) => codes.includes(code)).length;
  return count(OPENINGS) > MOST_MOVES || count(["defeated"]) > 1;
}

/** @param {EventData} event */
function paceOf({ code, value }) {
  return (code === "defeated" && value ? EXACT : PACE[code]) ?? [0, 0];
}

/** @param {number} cards */
function drawing(cards) {
  return 1 + Math.min(MOST_DRAWING, DRAW_APART * (cards - 1));
}

/**
 * Whether the cards of the play now go to their place: a jester's at once, others' when they have
 * hit an enemy that stands.
 * @param {EventData} event
 * @param {EventData | undefined} next
 */
function settling({ code, cards = [] }, next) {
  if (code === "played") return cards.includes("X");
  return code === "damaged" && next?.code !== "defeated";
}

/** @param {readonly Beat[]} beats */
function lastPlayed(beats) {
  return beats.findLast(({ code }) => code === "played");
}

/**
 * The numbers on the table, which every event takes a step further.
 * @param {ViewData} before
 */
function tallyOf(before) {
  const { shield, attack, tavern } = before;
  /** @type {Map<string, number>} */
  const now = new Map([
    ["health", Math.max(0, before.health - before.damage)],
    ["shield", shield],
    ["attack", attack],
    ["tavern", tavern],
    ["discard", before.discard.length],
    ...before.hands.map(({ count }, seat) => /** @type {const} */ ([`seat-${seat}`, count])),
  ]);
  let full = before.health;
  /** @param {string} figure */
  const of = (figure) => now.get(figure) ?? 0;

  /**
   * @param {Record<string, number>} goals
   * @returns {Count[]}
   */
  function go(goals) {
    return Object.entries(goals).flatMap(([figure, to]) => {
      const from = of(figure);
      now.set(figure, to);
      return from === to ? [] : [{ figure, from, to }];
    });
  }

  return {
    /**
     * @param {EventData} event
     * @param {ViewData} after
     * @returns {Count[]}
     */
    take({ code, seat, cards = [], value = 0, total = 0 }, after) {
      const hand = `seat-${seat}`;
      const many = cards.length;
      switch (code) {
        case "played":
          return go({ [hand]: of(hand) - many });
        case "healed":
          return go({ discard: of("discard") - value, tavern: of("tavern") + value });
        case "drew":
          return go({ tavern: of("tavern") - 1, [hand]: of(hand) + 1 });
        case "shielded":
        case "spades_count":
          return go({ shield: total, attack: Math.max(0, of("attack") + of("shield") - total) });
        case "damaged":
          return go({ health: Math.max(0, full - total) });
        case "defeated":
          return go(value ? { tavern: of("tavern") + 1 } : { discard: of("discard") + 1 });
        case "cleared":
          return go({ discard: of("discard") + many });
        case "revealed":
          full = after.health;
          return go({ health: full, shield: 0, attack: after.attack + after.shield });
        case "discarded":
        case "flipped":
          return go({ [hand]: of(hand) - many, discard: of("discard") + many });
        default:
          return [];
      }
    },
  };
}

/**
 * One way for every number.
 * @param {readonly Count[]} counts
 * @returns {Count[]}
 */
function merged(counts) {
  /** @type {Map<string, Count>} */
  const ways = new Map();
  for (const { figure, from, to } of counts) {
    ways.set(figure, { figure, from: ways.get(figure)?.from ?? from, to });
  }
  return [...ways.values()];
}
