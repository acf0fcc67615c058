"""The 54 cards (R1).

A card is a number: four to a rank from the companions up, suits in the order clubs, diamonds,
hearts, spades; the two jesters come last. A set of cards is a mask with bit `card` set.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum
from typing import NewType

from . import codes

__all__ = [
    "CARDS",
    "COMPANIONS",
    "JESTER",
    "JESTERS",
    "ROYALS",
    "VALUES",
    "Card",
    "Cards",
    "Rank",
    "Suit",
    "card_of",
    "cards_in",
    "ids_in",
    "is_companion",
    "is_jester",
    "is_royal",
    "mask_of",
    "rank_of",
    "suit_of",
    "value_of",
]

Card = NewType("Card", int)

Cards = tuple[Card, ...]
"""Cards in a meaningful or canonical order. The jester may occur twice."""


class Suit(IntEnum):
    CLUBS = codes.SUIT_CLUBS
    DIAMONDS = codes.SUIT_DIAMONDS
    HEARTS = codes.SUIT_HEARTS
    SPADES = codes.SUIT_SPADES


class Rank(IntEnum):
    COMPANION = 0
    TWO = 1
    THREE = 2
    FOUR = 3
    FIVE = 4
    SIX = 5
    SEVEN = 6
    EIGHT = 7
    NINE = 8
    TEN = 9
    JACK = 10
    QUEEN = 11
    KING = 12
    JESTER = 13


CARDS = 54

VALUES: tuple[int, ...] = tuple(codes.VALUE)
"""R1: what a card is worth, in attack and in discard alike."""

COMPANIONS = codes.COMPANIONS
ROYALS = codes.ROYALS
JESTERS = codes.JESTERS

JESTER = Card(52)
"""How either jester is shown. The second one (53) exists only inside a state: the rules never
tell the two apart, so moves, views and events do not either."""


def card_of(rank: Rank, suit: Suit) -> Card:
    """Return the card of a rank and suit; not for jesters."""
    return Card(rank * 4 + suit)


# Lookup tables: making an enum member from its number takes ten times as long.
_RANKS = tuple(Rank)
_SUITS = tuple(Suit)


def rank_of(card: Card) -> Rank:
    return _RANKS[card >> 2]


def suit_of(card: Card) -> Suit | None:
    """Return the card's suit; a jester has none."""
    return None if is_jester(card) else _SUITS[card & 3]


def value_of(card: Card) -> int:
    """Return what the card is worth in attack and in discard (R1)."""
    return VALUES[card]


def is_companion(card: Card) -> bool:
    return card < 4


def is_royal(card: Card) -> bool:
    return 40 <= card < 52


def is_jester(card: Card) -> bool:
    return card >= 52


def _by_byte(most: int) -> tuple[tuple[Cards, ...], ...]:
    """Return the cards of every byte of a mask; ids above `most` become `most`."""
    return tuple(
        tuple(
            tuple(Card(min(8 * index + bit, most)) for bit in range(8) if byte >> bit & 1)
            for byte in range(256)
        )
        for index in range(7)
    )


# Seven table lookups instead of a step for each card.
_CARDS = _by_byte(JESTER)
_IDS = _by_byte(JESTER + 1)


def cards_in(mask: int) -> Cards:
    """Return the cards of a mask in canonical order, either jester as `JESTER`."""
    return _looked_up(mask, _CARDS)


def ids_in(mask: int) -> Cards:
    """Return the cards of a mask in canonical order, with the two jesters distinct."""
    return _looked_up(mask, _IDS)


def _looked_up(mask: int, table: tuple[tuple[Cards, ...], ...]) -> Cards:
    cards: Cards = ()
    for in_byte in table:
        if not mask:
            break
        cards += in_byte[mask & 255]
        mask >>= 8
    return cards


def mask_of(cards: Iterable[Card]) -> int:
    """Return the mask of some cards; a second `JESTER` becomes the second jester.

    :raises ValueError: a card occurs twice.
    """
    mask = 0
    for card in cards:
        bit = 1 << card
        if mask & bit and card == JESTER:
            bit <<= 1
        if mask & bit:
            raise ValueError("cards.twice")
        mask |= bit
    return mask
