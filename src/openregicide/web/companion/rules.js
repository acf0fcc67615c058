// @ts-check
/**
 * The rules at a table with real cards: from a state and an action to the next state, and
 * what the players have to do now. These are the only rules in JavaScript: the tests replay the
 * engine's games with them. Rules have the numbers of docs/rules.md.
 *
 * Where hands are counted, every number is exact; where they are not, a heal moves so many cards
 * "or all there are", and a draw goes round without saying who gets how many.
 */

import { ROYAL_RANKS, SUITS, cardOf, isJester, suitOf } from "../store/cards.js";
import { attackLeft, mayPayWith, mayTurnUp, mayYield, ofEnemy, refusal, worthOf } from "./legal.js";
import {
  dealt,
  drawSome,
  drawTop,
  emptied,
  goOnTop,
  goUnder,
  putDown,
  recount,
  shed,
  show,
  tavernCount,
} from "./whereabouts.js";

/** @typedef {import("../types/companion").Action} Action */
/** @typedef {import("../types/companion").Outcome} Outcome */
/** @typedef {import("../types/companion").Refused} Refused */
/** @typedef {import("../types/companion").State} State */
/** @typedef {import("../types/companion").Suit} Suit */

/**
 * A game before the first royal is turned up.
 * @param {import("../types/companion").Start} start
 * @returns {State}
 */
export function begin({ rules, first, counted }) {
  const { players, jesters, hand_limit, flips } = rules;
  const numbers = [..."A23456789T"].flatMap((rank) => SUITS.map((suit) => rank + suit));
  const deck = [...numbers, ...["X0", "X1"].slice(0, jesters)];
  const hands = Array.from({ length: players }, () => hand_limit);
  return {
    rules,
    phase: "turn_up",
    seat: first,
    enemy: null,
    castle: ROYAL_RANKS.flatMap((rank) => SUITS.map((suit) => rank + suit)),
    damage: 0,
    shield: 0,
    idle: 0,
    immune: true,
    table: [],
    yielded: hands.map(() => false),
    flips,
    due: 0,
    hands: counted ? hands : null,
    pile: 0,
    pileKnown: true,
    where: dealt(deck, hands),
    fallen: [],
    outcome: null,
    told: [],
  };
}

/**
 * The state after an action, or why there is none. The state given stays as it is.
 * @param {State} state
 * @param {Action} action
 * @returns {{ state: State, refused: null } | { state: null, refused: Refused }}
 */
export function act(state, action) {
  const refused = refusal(state, action);
  if (refused) return { state: null, refused };
  const game = structuredClone(state);
  game.told = [];
  carryOut(game, action);
  return { state: game, refused: null };
}

// What an action does

/**
 * @param {State} game
 * @param {Action} action
 */
function carryOut(game, action) {
  switch (action.kind) {
    case "turn_up":
      turnUp(game, action.card);
      return beginTurn(game, game.seat);
    case "play":
      return play(game, action.cards);
    case "yield":
      game.yielded[game.seat] = true;
      game.told.push({ code: "yielded", seat: game.seat });
      return strike(game);
    case "flip":
      return flip(game);
    case "discard":
      return suffer(game, action);
    case "name_next":
      return beginTurn(game, action.seat);
    case "recount":
      return setCount(game, action.seat, action.count);
    case "cannot_pay":
    case "cannot_act":
      return finish(game, action.kind);
  }
}

/**
 * @param {State} game
 * @param {string} card
 */
function turnUp(game, card) {
  game.enemy = card;
  game.castle = game.castle.filter((other) => other !== card);
}

/**
 * Put cards on the table and set their powers off (R5, R6).
 * @param {State} game
 * @param {string[]} cards
 */
function play(game, cards) {
  const { seat } = game;
  const keys = cards.map((card) => show(game.where, seat, card));
  takeFromHand(game, keys.length);
  game.yielded[seat] = false;
  game.table.push({ seat, cards: keys });
  if (cards.some(isJester)) {
    breakImmunity(game);
    game.phase = "name_next";
    return;
  }
  const value = worthOf(cards);
  const powers = powersOf(game, cards, value);
  // R6: hearts before diamonds.
  if (powers.has("H")) heal(game, value);
  if (powers.has("D")) draw(game, value);
  hit(game, value, powers);
  if (game.damage >= ofEnemy(game, "health")) defeat(game);
  else strike(game);
}

/**
 * The suits that have their power: not the enemy's own, while it is immune (R11).
 * @param {State} game
 * @param {string[]} cards
 * @param {number} value
 */
function powersOf(game, cards, value) {
  const suits = new Set(cards.map(suitOf));
  const immune = game.immune && game.enemy ? suitOf(game.enemy) : null;
  if (immune && suits.delete(immune)) {
    game.told.push({ code: "blocked", suit: immune });
    // R20: should a jester come later, these begin to count.
    if (immune === "S") game.idle += value;
  }
  return suits;
}

/**
 * A jester ends the enemy's immunity for good; a second one finds nothing to end (R19, R21).
 * @param {State} game
 */
function breakImmunity(game) {
  const suit = game.enemy ? suitOf(game.enemy) : null;
  if (!game.immune || !suit) {
    game.told.push({ code: "jester_again" });
    return;
  }
  game.immune = false;
  game.told.push({ code: "immunity_lost", suit });
  if (!game.idle) return;
  // R20: each earlier play of spades counts at the attack value it had.
  game.shield += game.idle;
  game.told.push({ code: "spades_count", value: game.idle, total: game.shield });
  game.idle = 0;
}

/**
 * Cards go from the discard pile under the tavern: the attack value, or all there are (R7).
 * @param {State} game
 * @param {number} value
 */
function heal(game, value) {
  const { pile, pileKnown } = game;
  const count = pileKnown ? Math.min(value, pile) : value;
  if (!count) return;
  game.told.push({ code: "heal", count, sure: pileKnown || pile >= value });
  game.pile = Math.max(0, pile - value);
  goUnder(game.where, count, pileKnown && value >= pile);
}

/**
 * Deal cards out clockwise from the current player; full hands are skipped (R8).
 * @param {State} game
 * @param {number} value
 */
function draw(game, value) {
  const { hands, seat, rules, where } = game;
  if (!hands) {
    drawSome(where);
    game.told.push({ code: "draw", count: value, from: seat, shares: null });
    return;
  }
  const shares = hands.map(() => 0);
  const room = hands.reduce((sum, count) => sum + rules.hand_limit - count, 0);
  const count = Math.min(value, room, tavernCount(where));
  for (let drawn = 0, to = seat; drawn < count; to = (to + 1) % rules.players) {
    if ((hands[to] ?? 0) >= rules.hand_limit) continue;
    drawCard(game, to);
    shares[to] = (shares[to] ?? 0) + 1;
    drawn += 1;
  }
  game.told.push({ code: "draw", count, from: seat, shares });
}

/**
 * @param {State} game
 * @param {number} seat
 */
function drawCard({ hands, where }, seat) {
  drawTop(where, seat);
  if (hands) hands[seat] = (hands[seat] ?? 0) + 1;
}

/**
 * Raise the shield, then deal the damage, doubled by clubs (R9, R10, R16).
 * @param {State} game
 * @param {number} value
 * @param {Set<Suit | null>} powers
 */
function hit(game, value, powers) {
  if (powers.has("S")) {
    game.shield += value;
    game.told.push({ code: "shield", value, total: game.shield });
  }
  const damage = powers.has("C") ? 2 * value : value;
  game.damage += damage;
  const left = Math.max(0, ofEnemy(game, "health") - game.damage);
  game.told.push({ code: "damage", attack: value, damage, left });
}

/**
 * Clear the fallen enemy away; the same player starts a new turn (R16, R26).
 * @param {State} game
 */
function defeat(game) {
  const { seat, where } = game;
  const card = game.enemy ?? "";
  const exact = game.damage === ofEnemy(game, "health");
  const cards = game.table.flatMap((each) => each.cards);
  if (exact) goOnTop(where, card);
  putDown(where, exact ? cards : [card, ...cards]);
  game.pile += cards.length + (exact ? 0 : 1);
  game.fallen.push({ card, seat, exact });
  game.told.push({ code: "defeated", card, seat, exact });
  game.told.push({ code: "cleared", cards: cards.map(cardOf) });
  Object.assign(game, { enemy: null, damage: 0, shield: 0, idle: 0, immune: true, table: [] });
  const [only, ...others] = mayTurnUp(game);
  if (!only) finish(game, "last_king");
  else if (others.length) game.phase = "turn_up";
  else {
    // Nobody has to be asked about the last one of a rank.
    turnUp(game, only);
    beginTurn(game, seat);
  }
}

/**
 * The living enemy attacks the current player (R17).
 * @param {State} game
 */
function strike(game) {
  const { seat } = game;
  game.due = attackLeft(game);
  if (!game.due) {
    game.told.push({ code: "held", seat });
    passOn(game);
    return;
  }
  game.told.push({ code: "struck", seat, due: game.due });
  game.phase = "discard";
  endIfLost(game);
}

/**
 * Discard for the enemy's attack; then the next player begins (R17).
 * @param {State} game
 * @param {{ cards?: string[], count?: number }} action
 */
function suffer(game, { cards, count }) {
  const { where, seat } = game;
  if (cards) {
    putDown(
      where,
      cards.map((card) => show(where, seat, card)),
    );
  } else {
    shed(where, seat);
  }
  const given = cards?.length ?? count;
  takeFromHand(game, given ?? 0);
  // However many it were, it was one at least.
  game.pile += given ?? 1;
  if (given === undefined) game.pileKnown = false;
  passOn(game);
}

/**
 * Discard the hand and refill it; no power of diamonds, no end of immunity (R30).
 * @param {State} game
 */
function flip(game) {
  const { hands, where, rules } = game;
  game.flips -= 1;
  shed(where, 0);
  let drawn = rules.hand_limit;
  if (hands) {
    game.pile += hands[0] ?? 0;
    takeFromHand(game, hands[0] ?? 0);
    drawn = Math.min(rules.hand_limit, tavernCount(where));
    for (let card = 0; card < drawn; card += 1) drawCard(game, 0);
  } else {
    game.pileKnown = false;
    emptied(where, 0);
    drawSome(where);
  }
  game.told.push({ code: "flipped", draw: drawn, left: game.flips });
  if (game.phase === "discard") strike(game);
  else endIfLost(game);
}

/**
 * @param {State} game
 * @param {number} count
 */
function takeFromHand({ hands, where, seat }, count) {
  if (!hands) return;
  hands[seat] = (hands[seat] ?? 0) - count;
  if (!hands[seat]) emptied(where, seat);
}

/**
 * @param {State} game
 * @param {number} seat
 * @param {number} count
 */
function setCount(game, seat, count) {
  const { hands, where } = game;
  if (!hands) return;
  recount(where, seat, count - (hands[seat] ?? 0));
  hands[seat] = count;
  if (!count) emptied(where, seat);
  endIfLost(game);
}

/** @param {State} game */
function passOn(game) {
  beginTurn(game, (game.seat + 1) % game.rules.players);
}

/**
 * Start step 1.
 * @param {State} game
 * @param {number} seat
 */
function beginTurn(game, seat) {
  game.seat = seat;
  game.phase = "play";
  game.due = 0;
  endIfLost(game);
}

/**
 * End the game if the hand's count alone shows that its player cannot go on (R17, R25): no number
 * of cards of it is enough, or there is none to play. A solo player may flip first (R30).
 * @param {State} game
 */
function endIfLost(game) {
  const { hands, seat, flips, phase } = game;
  const count = hands?.[seat];
  if (count === undefined || flips) return;
  if (phase === "discard" && !mayPayWith(game, count)) finish(game, "cannot_pay");
  if (phase === "play" && !count && !mayYield(game, seat)) finish(game, "cannot_act");
}

/**
 * @param {State} game
 * @param {Outcome["ending"]} ending
 */
function finish(game, ending) {
  const won = ending === "last_king";
  game.phase = "over";
  game.outcome = { won, ending, seat: game.seat, medal: won ? medalOf(game) : "none" };
}

/**
 * Gold less one step for every flip, alone only (R31).
 * @param {State} game
 * @returns {Outcome["medal"]}
 */
function medalOf({ rules, flips }) {
  if (rules.players > 1) return "none";
  const medals = /** @type {const} */ (["gold", "silver", "bronze"]);
  return medals[rules.flips - flips] ?? "none";
}
