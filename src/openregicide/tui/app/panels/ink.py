"""Coloured text. Styles are names of the theme's colours."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from textual.content import Content

from ....core import Card, Suit, suit_of
from ....i18n.speech import SYMBOLS, card_text
from ...words.wide import wide, wrapped

__all__ = [
    "PAPER",
    "SUITS",
    "bar",
    "beside",
    "card_ink",
    "cards_ink",
    "cut",
    "paragraph",
    "signs",
]

SUITS = {
    Suit.CLUBS: "$clubs",
    Suit.DIAMONDS: "$diamonds",
    Suit.HEARTS: "$hearts",
    Suit.SPADES: "$spades",
    None: "$jester",
}
PAPER = {
    Suit.CLUBS: "$paper-clubs",
    Suit.DIAMONDS: "$paper-diamonds",
    Suit.HEARTS: "$paper-hearts",
    Suit.SPADES: "$paper-spades",
    None: "$paper-jester",
}
_BY_SIGN = {sign: SUITS[suit] for suit, sign in SYMBOLS.items()}
_SIGNED = re.compile(r"(?:10|[A2-9JQK])?([♣♦♥♠])")


def card_ink(card: Card) -> Content:
    return Content.styled(card_text(card), f"bold {SUITS[suit_of(card)]}")


def cards_ink(cards: Iterable[Card]) -> Content:
    """Return cards in a list: `3♥ 3♠ X`."""
    return Content(" ").join(map(card_ink, cards))


def signs(text: str, style: str = "") -> Content:
    """Return a text in which cards and suits have their colours."""
    content = Content.styled(text, style) if style else Content(text)
    for match in _SIGNED.finditer(text):
        content = content.stylize(f"bold {_BY_SIGN[match[1]]}", match.start(), match.end())
    return content


def paragraph(text: str, width: int, style: str = "", *, hang: str = "") -> list[Content]:
    """Wrap a text, with its cards in their colours."""
    return [signs(line, style) for line in wrapped(text, max(width, 8), hang=hang)]


def cut(text: str, width: int) -> str:
    """Cut a text to fit, with an ellipsis."""
    if wide(text) <= width:
        return text
    while text and wide(text) > width - 1:
        text = text[:-1]
    return text + "…"


def bar(left: int, full: int, length: int, style: str, bite: int = 0) -> Content:
    """Return a bar: what stays, what is about to go, and what is gone.

    Whatever is left shows, however little it is.
    """
    after = max(left - bite, 0)
    whole, stays = _blocks(left, full, length), _blocks(after, full, length)
    if stays == whole and after < left:
        stays = max(whole - 1, 0)
    return Content.assemble(
        ("█" * stays, style),
        ("▒" * (whole - stays), "$bite"),
        ("─" * (length - whole), "$empty"),
    )


def _blocks(part: int, full: int, length: int) -> int:
    return min(-(-part * length // full), length) if full else 0


def beside(columns: Sequence[Sequence[Content]], gap: str = " ") -> list[Content]:
    """Return blocks of lines side by side, each as wide as its first line."""
    height = max(map(len, columns), default=0)
    widths = [column[0].cell_length if column else 0 for column in columns]
    filled = [
        [
            *(line.pad_right(max(width - line.cell_length, 0)) for line in column),
            *[Content(" " * width)] * (height - len(column)),
        ]
        for column, width in zip(columns, widths, strict=True)
    ]
    return [Content(gap).join(row) for row in zip(*filled, strict=True)]
