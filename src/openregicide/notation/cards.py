"""Cards as text: `7S`, `TH`, `X`; sets without separators, `3H3S`."""

from __future__ import annotations

from collections.abc import Iterable

from ..core import JESTER, Card, Cards, Rank, Suit, card_of
from ..errors import InvalidCardError
from .text import Reader

__all__ = [
    "format_card",
    "format_cards",
    "format_suit",
    "parse_card",
    "parse_cards",
    "read_cards",
    "take_card",
    "take_cards",
]

RANKS = "A23456789TJQK"
SUITS = "CDHS"
JESTER_LETTER = "X"

# What people type for a suit; the text itself knows only the letters.
TYPED = str.maketrans("♣♦♥♠♧♢♡♤", "CDHSCDHS", ", +\ufe0f")


TEXTS = (*(rank + suit for rank in RANKS for suit in SUITS), JESTER_LETTER, JESTER_LETTER)
"""Every card as text."""


def format_card(card: Card) -> str:
    return TEXTS[card]


def format_cards(cards: Iterable[Card]) -> str:
    """Write cards in the order given."""
    return "".join(map(format_card, cards))


def format_suit(suit: Suit) -> str:
    return SUITS[suit]


def parse_card(text: str) -> Card:
    """Read one card.

    :raises InvalidCardError: the text is anything else.
    """
    reader = Reader(text, InvalidCardError)
    card = take_card(reader)
    reader.end("card.too_long")
    return card


def parse_cards(text: str, *, ordered: bool = False) -> Cards:
    """Read cards without separators.

    :param ordered: the order means something; otherwise it must be the canonical one, so that
        every set has one spelling.
    :raises InvalidCardError: the text is anything else.
    """
    reader = Reader(text, InvalidCardError)
    cards = take_cards(reader, ordered=ordered)
    reader.end("card.rank")
    return cards


def take_card(reader: Reader) -> Card:
    if reader.skip(JESTER_LETTER):
        return JESTER
    rank = reader.take(RANKS, "card.rank")
    suit = reader.take(SUITS, "card.suit")
    return card_of(Rank(RANKS.index(rank)), Suit(SUITS.index(suit)))


def take_cards(reader: Reader, *, ordered: bool = False) -> Cards:
    """Read one card or more, until something else begins."""
    cards: list[Card] = []
    while not cards or (reader.peek() and reader.peek() in RANKS + JESTER_LETTER):
        at = reader.at
        card = take_card(reader)
        if card in cards and (card != JESTER or cards.count(JESTER) == 2):
            reader.fail("card.twice", at=at, card=card)
        if not ordered and cards and card < cards[-1]:
            reader.fail("card.order", at=at, card=card)
        cards.append(card)
    return tuple(cards)


def read_cards(text: str) -> Cards:
    """Read cards as people type them: `10h 3♠, x` in any order and case.

    :raises InvalidCardError: even so, these are no cards.
    """
    letters: list[str] = []
    places: list[int] = []
    for at, typed in enumerate(text):
        letter = typed.translate(TYPED)
        if letter == "0" and letters and letters[-1] == "1":
            letters[-1] = "T"
        elif letter:
            # ASCII only: other scripts have letters whose capital is one of ours.
            letters.append(letter.upper() if letter.isascii() else letter)
            places.append(at)
    reader = Reader("".join(letters), InvalidCardError)
    try:
        cards = take_cards(reader, ordered=True)
        reader.end("card.rank")
    except InvalidCardError as error:
        # Errors name the place in what was typed.
        place = [*places, len(text)][error.at]
        raise InvalidCardError(error.code, text=text, at=place, **error.details) from None
    return tuple(sorted(cards))
