// @ts-check
/**
 * A game played once more with the cards of its seed: whatever was shown has to be there. No rules
 * are needed, because the story says what happened; only where every card comes from.
 */

import { dealOf, firstOf, healOf } from "./deal.js";

/** @typedef {import("../types/fairness").Happening} Happening */
/** @typedef {import("../types/fairness").Opening} Opening */
/** @typedef {import("../types/fairness").Told} Told */
/** @typedef {import("../types/protocol").RulesData} RulesData */

/**
 * What does not fit: which of the game's moves, counted from 1, and which cards.
 * @typedef {object} Misfit
 * @property {number} move
 * @property {string} shown
 * @property {string} dealt  what the seed has there
 */

/**
 * Whether the first view of a game is what the seed deals.
 * @param {string} seed
 * @param {RulesData} rules
 * @param {Opening} opening
 * @param {number | null} seat  whose view it is
 */
export function opensWith(seed, rules, opening, seat) {
  const deal = dealOf(seed, rules);
  if (!deal) return false;
  return (
    deal.castle[0] === opening.enemy &&
    deal.tavern.length === opening.tavern &&
    deal.hands.every((hand, number) => hand.length === opening.counts[number]) &&
    (seat === null || same(deal.hands[seat] ?? [], opening.hand))
  );
}

/**
 * Whether the seed lets that seat begin.
 * @param {string} seed
 * @param {number} players
 * @param {number} first
 */
export function beginsWith(seed, players, first) {
  return firstOf(seed, players) === first;
}

/**
 * Follow a story from the first move on.
 * @param {string} seed
 * @param {RulesData} rules
 * @param {readonly Told[]} story
 * @returns {{ cards: number, misfit: Misfit | null }}  how many cards were shown, and the first one
 *   that is not where the seed has it
 */
export function follow(seed, rules, story) {
  const table = new Table(seed, rules);
  for (const [index, [, , , events]] of story.entries()) {
    table.ply += 1;
    for (const event of events) {
      const dealt = table.tell(event);
      if (dealt === null) continue;
      return { cards: table.cards, misfit: { move: index + 1, shown: event[2], dealt } };
    }
  }
  return { cards: table.cards, misfit: null };
}

class Table {
  /**
   * @param {string} seed
   * @param {RulesData} rules
   */
  constructor(seed, rules) {
    const deal = dealOf(seed, rules);
    this.seed = seed;
    this.castle = deal?.castle ?? [];
    this.tavern = deal?.tavern ?? [];
    this.hands = deal?.hands ?? [];
    /** @type {string[]} */
    this.played = [];
    /** @type {string[]} */
    this.discard = [];
    this.ply = 0;
    this.cards = 0;
  }

  /**
   * Let something happen.
   * @param {Happening} event
   * @returns {string | null}  the cards of the seed, if they are others
   */
  tell([code, seat, text, value]) {
    const shown = text === "" ? [] : text.split(" ");
    const hand = this.hands[seat ?? 0] ?? [];
    this.cards += shown.length;
    switch (code) {
      case "played":
        return this.move(shown, hand, this.played);
      case "discarded":
        return this.move(shown, hand, this.discard);
      case "flipped":
        return same(shown, hand) ? this.move(shown, hand, this.discard) : hand.join(" ");
      case "healed":
        return this.heal(shown, value);
      case "drew":
        return this.draw(shown, hand);
      case "defeated":
        return this.defeat(shown, value === 1);
      case "cleared":
        return same(shown, this.played)
          ? this.move(shown, this.played, this.discard)
          : this.played.join(" ");
      case "revealed":
        return shown[0] === this.castle[0] ? null : (this.castle[0] ?? "");
    }
    return null;
  }

  /**
   * @param {readonly string[]} cards
   * @param {string[]} from
   * @param {string[]} to
   */
  move(cards, from, to) {
    const before = from.join(" ");
    for (const card of cards) {
      const at = from.indexOf(card);
      if (at < 0) return before;
      from.splice(at, 1);
      to.push(card);
    }
    return null;
  }

  /**
   * @param {readonly string[]} shown
   * @param {number} count
   */
  heal(shown, count) {
    // More than there are, or less than none, is nothing that a heal could do.
    const most = Math.max(0, Math.min(count, this.discard.length));
    const healed = healOf(this.seed, this.ply, this.discard, most);
    // The heal is a step of its own.
    this.ply += 1;
    this.move(healed, this.discard, this.tavern);
    return same(shown, healed) ? null : healed.join(" ");
  }

  /**
   * @param {readonly string[]} shown  nothing, if it was somebody else's card
   * @param {string[]} hand
   */
  draw(shown, hand) {
    const card = this.tavern.shift() ?? "";
    hand.push(card);
    return shown.length === 0 || shown[0] === card ? null : card;
  }

  /**
   * @param {readonly string[]} shown
   * @param {boolean} exactly
   */
  defeat(shown, exactly) {
    const enemy = this.castle.shift() ?? "";
    if (exactly) this.tavern.unshift(enemy);
    else this.discard.push(enemy);
    return shown[0] === enemy ? null : enemy;
  }
}

/**
 * Whether these are the same cards, in any order.
 * @param {readonly string[]} one
 * @param {readonly string[]} other
 */
function same(one, other) {
  return [...one].sort().join(" ") === [...other].sort().join(" ");
}
