"""A bot in one page, to learn from: look one move ahead, and take what looks best.

Every move gets a worth, and the highest wins. The worths are opinions, written by hand and counted
in points of damage: what a move does to the enemy, what it brings the players, what it gives up,
and whether we survive it. `preview` says what a move will do, so no rule of the game is repeated.
"""

from __future__ import annotations

from collections.abc import Iterable

from ...core import (
    FLIP,
    JESTER,
    Card,
    Generator,
    Move,
    Phase,
    Preview,
    Suit,
    View,
    move_cards,
    move_seat,
    moves_of,
    preview,
    suit_of,
    value_of,
)

__all__ = ["GreedyBot"]

THE_GAME = 1000.0
"""More than everything else together."""
DEFEAT = 10.0
EXACT_DEFEAT = 15.0
"""On top of that: the royal goes on top of the tavern, and is the best card to draw."""
DRAWN_CARD = 4.0
HEALED_CARD = 1.0
SHIELD_POINT = 0.5
STRIKE_POINT = 0.4
FLIPPED_JESTER = -30.0
"""What keeping a jester should be worth to a solo player."""

UNKNOWN_CARD = 5
"""What a card not yet drawn will pay, roughly."""
LOW_TAVERN = 10


class GreedyBot:
    """Hand-written rules that look one move ahead; made to be read."""

    def choose(self, view: View, generator: Generator) -> Move:
        # Minimal: discarding more than is due is allowed, but hardly ever wise.
        return max(moves_of(view, minimal=True), key=lambda move: worth(view, move))


def worth(view: View, move: Move) -> float:
    """How good a move is, for the player whose view this is."""
    cards = move_cards(move)
    if move == FLIP:
        return FLIPPED_JESTER
    if view.phase is Phase.NAME_NEXT:
        return worth_of_naming(view, move)
    if view.phase is Phase.DISCARD:
        return -price(view, cards)
    if JESTER in cards:
        return worth_of_jester(view)
    return worth_of_attack(view, move)


def worth_of_attack(view: View, move: Move) -> float:
    """How good a play against the enemy is; yielding is one without cards and damage."""
    cards = move_cards(move)
    after = preview(view, move)
    if after.wins:
        return THE_GAME
    gain = DRAWN_CARD * after.draw + worth_of_healing(view, after) - price(view, cards)
    if after.falls:
        # No strike to fear, and no shield needed any more.
        return gain + DEFEAT + (EXACT_DEFEAT if after.exact else 0)
    left = [card for card in view.hands[view.turn].cards if card not in cards]
    if one_card_defeats_exactly(view, left, view.health - after.damage_after):
        gain += EXACT_DEFEAT / 3
    return gain + after.damage + worth_of_shield(view, after) - danger(view, after, left)


def worth_of_healing(view: View, after: Preview) -> float:
    """When the tavern is empty nobody draws, so a heal counts double when it runs low."""
    return after.heal * HEALED_CARD * (2 if view.tavern_count < LOW_TAVERN else 1)


def worth_of_shield(view: View, after: Preview) -> float:
    """How much less the enemy will strike, on this turn and for as long as it still lives."""
    stopped = view.attack - (after.strike or 0)
    turns = 1 + (view.health - after.damage_after) / 10
    return stopped * turns * SHIELD_POINT


def danger(view: View, after: Preview, left: list[Card]) -> float:
    """What the enemy's strike costs: some cards, or everything if they are not enough."""
    strike = after.strike or 0
    funds = sum(map(value_of, left)) + UNKNOWN_CARD * after.draws[view.turn]
    if funds >= strike:
        return strike * STRIKE_POINT
    rescue = -FLIPPED_JESTER if view.flips else THE_GAME
    return rescue + strike - funds


def one_card_defeats_exactly(view: View, left: list[Card], health: int) -> bool:
    """Whether a card left in hand could kill this enemy exactly next time."""
    for card in left:
        doubles = suit_of(card) is Suit.CLUBS and view.immune is not Suit.CLUBS
        if value_of(card) * (2 if doubles else 1) == health:
            return True
    return False


def worth_of_jester(view: View) -> float:
    """It ends the enemy's immunity, which pays while the enemy has long to live."""
    fresh = view.damage * 2 < view.health
    return 8.0 if view.immune is not None and fresh else -10.0


def worth_of_naming(view: View, move: Move) -> float:
    """Whoever holds the most cards can do the most with the next turn."""
    seat = move_seat(move)
    return 0.0 if seat is None else float(view.hands[seat].count)


def price(view: View, cards: Iterable[Card]) -> float:
    """What it costs to give cards up, by playing them or to pay for a strike."""
    return sum(price_of(view, card) for card in cards)


def price_of(view: View, card: Card) -> float:
    suit = suit_of(card)
    if suit is None:
        return 10.0
    # Diamonds draw other cards; a suit the enemy is immune to can go while it stands.
    factor = 1.5 if suit is Suit.DIAMONDS else 1.0
    return value_of(card) * factor * (0.9 if suit is view.immune else 1.0)
