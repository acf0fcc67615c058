// @ts-check
/** A game told in numbers, from what happened in it. */

/** @typedef {import("../types/protocol").Change} Change */
/** @typedef {import("../types/protocol").EventData} EventData */

/**
 * @typedef {object} Fight
 * @property {string} enemy
 * @property {number | null} seat  who defeated it; `null` while it stands
 * @property {boolean} exact
 * @property {number} plays
 * @property {number} given  what was discarded against its attacks
 */

/**
 * @typedef {object} Story
 * @property {Fight[]} fights  in order, the last one perhaps lost
 * @property {number} kills
 * @property {number} exact
 * @property {number} drawn
 * @property {number} healed
 * @property {number} shielded
 * @property {number} suffered  what was discarded against the enemies' attacks
 * @property {number} strongest  blow of the game
 */

/**
 * @param {readonly Change[]} changes  of one game
 * @param {string | null} enemy  the one that stands at the end
 * @returns {Story}
 */
export function tell(changes, enemy) {
  /** @type {Story} */
  const story = {
    fights: [],
    kills: 0,
    exact: 0,
    drawn: 0,
    healed: 0,
    shielded: 0,
    suffered: 0,
    strongest: 0,
  };
  let [plays, given] = [0, 0];
  for (const event of changes.flatMap((change) => change.events ?? [])) {
    if (event.code === "played") plays += 1;
    if (event.code === "discarded") given += event.value ?? 0;
    if (event.code === "defeated") {
      story.fights.push({ ...fightOf(event), plays, given });
      [plays, given] = [0, 0];
    }
    count(story, event);
  }
  if (enemy) story.fights.push({ enemy, seat: null, exact: false, plays, given });
  return story;
}

/**
 * @param {EventData} event
 */
function fightOf({ cards = [], seat = null, value }) {
  return { enemy: cards[0] ?? "", seat, exact: value === 1 };
}

/**
 * Where the game was decided: the fight that was lost, else the one that cost most.
 * @param {Story} story
 * @returns {Fight | null}
 */
export function decisive({ fights }) {
  const lost = fights.find(({ seat }) => seat === null);
  const hardest = [...fights].sort((a, b) => b.given - a.given || b.plays - a.plays)[0];
  return lost ?? (hardest?.given ? hardest : null);
}

/**
 * @param {Story} story
 * @param {EventData} event
 */
function count(story, { code, value = 0 }) {
  if (code === "defeated") {
    story.kills += 1;
    story.exact += value;
  }
  if (code === "drew") story.drawn += 1;
  if (code === "healed") story.healed += value;
  if (code === "shielded") story.shielded += value;
  if (code === "discarded") story.suffered += value;
  if (code === "damaged") story.strongest = Math.max(story.strongest, value);
}
