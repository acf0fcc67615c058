// @ts-check
/** What a record says about how its seed was made: `tags_of` of `openregicide/table/deals.py`. */

/** @typedef {import("../types/protocol").DealInfo} DealInfo */

/** Numbers and single words: nothing else of a record is of interest here. */
const TAG = /^\[(\w+) "([0-9a-z]*)"\]$/gm;

const AGAIN = /^\[Again "([\w-]+)"\]$/m;

/**
 * The id of the game whose cards were played once more.
 * @param {string} record
 */
export function againInRecord(record) {
  return AGAIN.exec(record)?.[1] ?? null;
}

/**
 * @param {string} record
 * @param {string} game  its id
 * @param {number} players
 * @returns {DealInfo | null}
 */
export function dealInRecord(record, game, players) {
  const tags = Object.fromEntries(
    [...record.matchAll(TAG)].map(([, name = "", value = ""]) => [name, value]),
  );
  if (!Object.keys(tags).some((name) => /^(Secret|Pledge|Share)/.test(name))) return null;
  // Players are counted from 1 there.
  const bySeat = (/** @type {string} */ name) =>
    Array.from({ length: players }, (_, seat) => tags[`${name}${seat + 1}`] ?? "");
  return {
    game,
    secret: tags["Secret"] ?? null,
    secret_hash: tags["SecretHash"] ?? "",
    pledges: bySeat("Pledge"),
    shares: bySeat("Share"),
    begins: tags["Begins"] === "chance" ? "chance" : "host",
  };
}
