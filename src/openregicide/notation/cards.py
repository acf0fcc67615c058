"""Cards as text: `7S`, `TH`, `X`; sets without separators, `3H3S`."""

from __future__ import annotations

from collections.abc import Iterable

from ..core import JESTER, Card, Cards, Rank, Suit, card_of
from ..errors import InvalidCardError
from .text import Scanner

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

# What people may type for a suit; notation itself has only the letters.
TYPED = str.maketrans("♣♦♥♠♧♢♡♤", "CDHSCDHS", ", +\ufe0f")


TEXTS = (*(rank + suit for rank in RANKS for suit in SUITS), JESTER_LETTER, JESTER_LETTER)
"""Every card as text."""


def format_card(card: Card) -> str:
    return TEXTS[card]


def format_cards(cards: Iterable[Card]) -> str:
    """Format cards in the order given."""
    return "".join([TEXTS[card] for card in cards])


def format_suit(suit: Suit) -> str:
    return SUITS[suit]


def parse_card(text: str) -> Card:
    """Parse one card.

    :raises InvalidCardError: the text is anything else.
    """
    scanner = Scanner(text, InvalidCardError)
    card = take_card(scanner)
    scanner.end("card.too_long")
    return card


def parse_cards(text: str, *, ordered: bool = False) -> Cards:
    """Parse cards without separators.

    :param ordered: whether the order means something; otherwise it must be canonical, so that
            every set has one spelling.
    :raises InvalidCardError: the text is anything else.
    """
    scanner = Scanner(text, InvalidCardError)
    cards = take_cards(scanner, ordered=ordered)
    scanner.end("card.rank")
    return cards


def take_card(scanner: Scanner) -> Card:
    if scanner.skip(JESTER_LETTER):
        return JESTER
    rank = scanner.take(RANKS, "card.rank")
    suit = scanner.take(SUITS, "card.suit")
    return card_of(Rank(RANKS.index(rank)), Suit(SUITS.index(suit)))


def take_cards(scanner: Scanner, *, ordered: bool = False) -> Cards:
    """Parse one card or more, up to something else."""
    cards: list[Card] = []
    while not cards or (scanner.peek() and scanner.peek() in RANKS + JESTER_LETTER):
        at = scanner.at
        card = take_card(scanner)
        if card in cards and (card != JESTER or cards.count(JESTER) == 2):
            scanner.fail("card.twice", at=at, card=card)
        if not ordered and cards and card < cards[-1]:
            scanner.fail("card.order", at=at, card=card)
        cards.append(card)
    return tuple(cards)


def read_cards(text: str) -> Cards:
    """Parse cards as people type them: `10h 3♠, x` in any order and case.

    :raises InvalidCardError: even so, these are not cards.
    """
    letters: list[str] = []
    offsets: list[int] = []
    for at, typed in enumerate(text):
        letter = typed.translate(TYPED)
        if letter == "0" and letters and letters[-1] == "1":
            letters[-1] = "T"
        elif letter:
            # ASCII only: other scripts have letters whose upper case is one of ours.
            letters.append(letter.upper() if letter.isascii() else letter)
            offsets.append(at)
    scanner = Scanner("".join(letters), InvalidCardError)
    try:
        cards = take_cards(scanner, ordered=True)
        scanner.end("card.rank")
    except InvalidCardError as error:
        # Errors give the offset in what was typed.
        offset = [*offsets, len(text)][error.at]
        raise InvalidCardError(error.code, text=text, at=offset, **error.details) from None
    return tuple(sorted(cards))
