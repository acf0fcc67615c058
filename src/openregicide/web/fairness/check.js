// @ts-check
/**
 * Was the deal fair? What was remembered is compared with what is told at the end. Nothing here
 * trusts the server; what could not be seen from here is said to be unknown.
 */

import { beginsWith, follow, opensWith } from "./follow.js";
import { commitment, seedOf } from "./seed.js";

/** @typedef {import("../types/fairness").About} About */
/** @typedef {import("../types/fairness").Finding} Finding */
/** @typedef {import("../types/fairness").Note} Note */
/** @typedef {import("../types/fairness").Result} Result */
/** @typedef {import("../types/fairness").State} State */
/** @typedef {import("../types/fairness").Told} Told */
/** @typedef {import("../types/fairness").Verdict} Verdict */
/** @typedef {import("../types/protocol").DealInfo} DealInfo */

/**
 * What there is to go by, besides the result.
 * @typedef {object} Seen
 * @property {Note | null} note  what this browser remembers of the game
 * @property {Replay | null} replay  the whole game as the server tells it at the end
 * @property {string | null} promised  of a daily deal: the hash that was shown the day before; of
 *   cards played once more: the one that was shown in the earlier game
 */

/**
 * @typedef {object} Replay
 * @property {import("../types/fairness").Opening} opening
 * @property {number | null} seat  whose view it is
 * @property {readonly Told[]} story
 */

const TEXT = /^[0-9a-f]{64}$/;

/**
 * @param {Result} result
 * @param {Seen} seen
 * @returns {Verdict}
 */
export function verdictOf(result, seen) {
  const findings = (
    result.daily ? dailyFindings(result, seen) : dealFindings(result, seen)
  ).concat(result.seed === null ? [] : cardFindings(result, result.seed, seen));
  return { state: stateOf(result, findings), findings, result };
}

/**
 * @param {Result} result
 * @param {readonly Finding[]} findings
 * @returns {State}
 */
function stateOf({ daily, again, seed, deal }, findings) {
  if (findings.some(({ verdict }) => verdict === "failed")) return "wrong";
  if (daily && seed === null) return "sealed";
  if (again) return "known";
  if (!daily && !deal) return "plain";
  return findings.every(({ verdict }) => verdict === "passed") ? "checked" : "partly";
}

/**
 * @param {About} about
 * @param {Finding["verdict"]} verdict
 * @param {string} why
 * @param {Finding["values"]} [values]
 * @returns {Finding}
 */
function finding(about, verdict, why, values = {}) {
  return { about, verdict, why, values };
}

// What the seed is made of

/**
 * @param {Result} result
 * @param {Seen} seen
 * @returns {Finding[]}
 */
function dealFindings(result, { note, promised }) {
  const { deal, again, seedHash } = result;
  if (again && promised !== null && promised !== seedHash) {
    return [finding("seed", "failed", "changed")];
  }
  if (!deal) {
    const gone = note?.secretHash ? [finding("secret", "failed", "gone")] : [];
    return [...gone, seedFinding(result, note)];
  }
  const others = othersFinding(deal, note);
  return [
    secretFinding(deal, note),
    shareFinding(deal, note),
    ...(others ? [others] : []),
    seedFinding(result, note),
  ];
}

/**
 * The server's part.
 * @param {DealInfo} deal
 * @param {Note | null} note
 */
function secretFinding({ secret, secret_hash }, note) {
  if (secret == null) return finding("secret", "failed", "untold");
  if (!opens(secret, secret_hash)) return finding("secret", "failed", "broken");
  if (!note?.secretHash) return finding("secret", "unknown", "after");
  if (note.secretHash !== secret_hash || note.changed.includes("secret")) {
    return finding("secret", "failed", "changed");
  }
  return note.before
    ? finding("secret", "passed", "before")
    : finding("secret", "unknown", "during");
}

/**
 * The player's own part.
 * @param {DealInfo} deal
 * @param {Note | null} note
 */
function shareFinding({ pledges, shares = [] }, note) {
  if (!note || note.seat === null) return finding("share", "unknown", "watched");
  if (note.changed.includes("twice")) return finding("share", "failed", "twice");
  if (note.changed.includes("dropped")) return finding("share", "failed", "dropped");
  const share = shares[note.seat] ?? "";
  if (note.share === "") {
    return finding("share", "unknown", pledges[note.seat] ? "elsewhere" : "absent");
  }
  if (share === "") return finding("share", "unknown", "late");
  return share === note.share
    ? finding("share", "passed", "in")
    : finding("share", "failed", "differs");
}

/**
 * The parts of the other players, if there were any.
 * @param {DealInfo} deal
 * @param {Note | null} note
 */
function othersFinding({ pledges, shares = [] }, note) {
  const seats = pledges.flatMap((pledge, seat) =>
    (pledge || shares[seat]) && seat !== (note?.seat ?? null) ? [seat] : [],
  );
  if (seats.length === 0) return null;
  const opened = seats.filter((seat) => shares[seat]);
  const broken = opened.find((seat) => !opens(shares[seat] ?? "", pledges[seat] ?? ""));
  if (broken !== undefined) {
    return finding("others", "failed", "broken", { number: broken + 1 });
  }
  const known = note?.secretHash ? note : null;
  const changed = known && known.pledges.join() !== pledges.join();
  if (changed || note?.changed.includes("pledges")) return finding("others", "failed", "changed");
  const count = seats.length - opened.length;
  if (count > 0) return finding("others", "unknown", "late", { count });
  if (!note?.before) return finding("others", "unknown", "after");
  return finding("others", "passed", "in", { count: opened.length });
}

/**
 * What all of it makes.
 * @param {Result} result
 * @param {Note | null} note
 */
function seedFinding({ seed, seedHash, deal }, note) {
  if (seed === null) return finding("seed", "failed", "untold");
  if (deal && (deal.secret == null || seedOf(deal.secret, deal.shares ?? []) !== seed)) {
    return finding("seed", "failed", "differs");
  }
  const shown = note?.seedHash || seedHash;
  if (commitment(seed) !== shown || shown !== seedHash || note?.changed.includes("seed")) {
    return finding("seed", "failed", "changed");
  }
  return finding("seed", "passed", deal ? "made" : "kept");
}

/**
 * Of a day's deal: nobody has a share in it, but it was fixed the day before.
 * @param {Result} result
 * @param {Seen} seen
 * @returns {Finding[]}
 */
function dailyFindings({ seed, seedHash }, { promised }) {
  if (seed !== null && commitment(seed) !== seedHash) {
    return [finding("promise", "failed", "broken")];
  }
  if (promised === null) return [finding("promise", "unknown", "unseen")];
  return promised === seedHash
    ? [finding("promise", "passed", "kept")]
    : [finding("promise", "failed", "changed")];
}

/**
 * Whether a text is the one that its hash was shown of.
 * @param {string} text
 * @param {string} hash
 */
function opens(text, hash) {
  return TEXT.test(text) && commitment(text) === hash;
}

// What was dealt from it

/**
 * @param {Result} result
 * @param {string} seed
 * @param {Seen} seen
 * @returns {Finding[]}
 */
function cardFindings(result, seed, { note, replay }) {
  // The generator of older games is not known here; the terminal's `verify` knows it.
  if (!TEXT.test(seed)) return [];
  return [openingFinding(result, seed, note, replay), storyFinding(result, seed, note, replay)];
}

/**
 * @param {Result} result
 * @param {string} seed
 * @param {Note | null} note
 * @param {Replay | null} replay
 */
function openingFinding({ rules, first, deal }, seed, note, replay) {
  const seat = note?.opening ? note.seat : (replay?.seat ?? null);
  const opening = note?.opening ?? replay?.opening;
  const begins = deal?.begins ?? "chance";
  const cheated = deal && begins === "chance" && !beginsWith(seed, rules.players, first);
  const overruled = note?.chance && begins === "host";
  const other = opening && opening.turn !== first;
  if (cheated || overruled || other || note?.changed.includes("first")) {
    return finding("opening", "failed", "first");
  }
  if (!opening) return finding("opening", "unknown", "unseen");
  if (note?.changed.includes("opening")) return finding("opening", "failed", "changed");
  if (!opensWith(seed, rules, opening, seat)) return finding("opening", "failed", "differs");
  return finding("opening", "passed", seat === null ? "enemy" : "hand");
}

/**
 * @param {Result} result
 * @param {string} seed
 * @param {Note | null} note
 * @param {Replay | null} replay
 */
function storyFinding({ rules }, seed, note, replay) {
  if (note?.changed.includes("story")) return finding("cards", "failed", "changed");
  if (note && replay && !tells(replay.story, note)) return finding("cards", "failed", "changed");
  const story = note?.whole ? note.story : replay?.story;
  if (!story) return finding("cards", "unknown", "gap");
  const { cards, misfit } = follow(seed, rules, story);
  if (misfit) return finding("cards", "failed", "misfit", { ...misfit });
  return finding("cards", "passed", "followed", { count: cards });
}

/**
 * Whether a whole story has all the moves that were noted, in their order.
 * @param {readonly Told[]} story
 * @param {Note} note
 */
function tells(story, note) {
  const print = (/** @type {Told} */ [, seat, move]) => `${seat} ${move}`;
  const moves = story.map(print);
  if (note.whole) return moves.join() === note.story.map(print).join();
  let at = -1;
  return note.story.every((told) => (at = moves.indexOf(print(told), at + 1)) >= 0);
}
