"""The engine's values in the words of a catalogue: names of cards, and errors."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Protocol

from ..core import Card, Phase, Suit, rank_of, suit_of, value_of
from ..errors import NotationError, RegicideError
from ..notation import format_card

__all__ = [
    "SYMBOLS",
    "card_name",
    "card_text",
    "cards_text",
    "error_text",
    "joined",
    "listed",
    "number_text",
    "percent_text",
    "sentence",
    "suit_name",
]

SYMBOLS = {Suit.CLUBS: "♣", Suit.DIAMONDS: "♦", Suit.HEARTS: "♥", Suit.SPADES: "♠"}

LONGEST_QUOTE = 24


class Speaker(Protocol):
    """Turns a key into text: a catalogue, or its `strict` method."""

    def __call__(self, key: str, /, **values: object) -> str: ...


def sentence(text: str) -> str:
    """Return a text with a capital first letter."""
    return text[:1].upper() + text[1:]


def joined(t: Speaker, sentences: Iterable[str]) -> str:
    """Join sentences into a paragraph; not every language puts spaces between them."""
    return _chain(t, "tui.join.sentences", sentences)


def listed(t: Speaker, words: Iterable[str]) -> str:
    """Join a list with the language's commas."""
    return _chain(t, "tui.join.list", words)


def _chain(t: Speaker, key: str, parts: Iterable[str]) -> str:
    whole = ""
    for part in filter(None, parts):
        whole = t(key, before=whole, after=part) if whole else part
    return whole


def number_text(t: Speaker, value: float, digits: int = 0) -> str:
    """Return a number with so many digits as the language writes it: `2.5`, `2,5`."""
    return f"{value:.{digits}f}".replace(".", t("number.point"))


def percent_text(t: Speaker, part: float, digits: int = 0) -> str:
    """Return a part of one as per cents: `55%`, `55,3 %`."""
    return t("number.percent", number=number_text(t, 100 * part, digits))


def suit_name(t: Speaker, suit: Suit) -> str:
    return t(f"suit.{suit.name.lower()}")


def card_name(t: Speaker, card: Card) -> str:
    """Return the name of a card: `seven of spades`."""
    suit = suit_of(card)
    if suit is None:
        return t("rank.jester")
    rank = t(f"rank.{rank_of(card).name.lower()}")
    return t("card.name", rank=rank, suit=suit_name(t, suit))


def card_text(card: Card) -> str:
    """Return a card in short: `10♥`, `7♠`, `X`."""
    suit = suit_of(card)
    text = format_card(card)
    return text if suit is None else text[0].replace("T", "10") + SYMBOLS[suit]


def cards_text(t: Speaker, cards: Iterable[Card]) -> str:
    """Return cards for a sentence: `3♥ 3♠`, or that there are none."""
    words = [t("rank.jester") if suit_of(card) is None else card_text(card) for card in cards]
    return " ".join(words) or t("card.none")


def error_text(t: Speaker, error: RegicideError) -> str:
    """Return what is wrong and, where it helps, what to do about it."""
    values = dict(error.values)
    if isinstance(error, NotationError):
        values["text"] = _quote(error.text)
        values["found"] = _quote(error.text[error.at :] or error.text)
    cards = values.get("cards")
    if isinstance(cards, Sequence):
        values.setdefault("total", sum(map(value_of, cards)))
    for name, say in _SAID.items():
        if name in values:
            values[name] = say(t, values[name])
    # A server that is not ours may say one without the other.
    if error.code == "move.not_your_turn" and "expected" in values:
        values["expected"] = _player_number(t, values["expected"])
    return sentence(t(f"error.{error.code}", **values))


def _player_number(t: Speaker, seat: object) -> object:
    """Seats are counted from 0, players from 1."""
    return seat + 1 if isinstance(seat, int) else seat


def _phase(t: Speaker, phase: object) -> object:
    known = isinstance(phase, str) and phase.upper() in Phase.__members__
    return t(f"phase.{phase}") if known else phase


def _cards(t: Speaker, cards: object) -> object:
    return cards_text(t, cards) if isinstance(cards, Sequence) else cards


def _card(t: Speaker, card: object) -> object:
    return card_name(t, Card(card)) if isinstance(card, int) else card


def _list(t: Speaker, known: object) -> object:
    return ", ".join(map(str, known)) if isinstance(known, list | tuple) else known


_SAID: dict[str, Callable[[Speaker, object], object]] = {
    "card": _card,
    "cards": _cards,
    "known": _list,
    "phase": _phase,
    "seat": _player_number,
}
"""How to say each of an error's values, by its name."""


def _quote(text: str) -> str:
    """Return the start of a text that somebody typed, safe to show."""
    clean = "".join(char if char.isprintable() else "?" for char in text)
    return clean if len(clean) <= LONGEST_QUOTE else clean[:LONGEST_QUOTE] + "..."
