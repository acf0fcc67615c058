"""Cards drawn as text, with suit sign and letter, so that they need neither colour nor a font."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ...core import Card, Cards, is_companion, is_jester, is_royal, value_of
from ...i18n.speech import card_text
from ...notation import format_card

__all__ = ["bar", "draw", "draw_hand", "row_of", "typed"]

CARD_WIDTH = 7
INSIDE = CARD_WIDTH - 2


def typed(card: Card) -> str:
    """Return a card as people type it: `10H`, `7S`, `X`."""
    return format_card(card).replace("T", "10")


def row_of(cards: Iterable[Card]) -> str:
    """Return cards in a list: `3♥ 3♠ X`."""
    return " ".join(map(card_text, cards))


def draw(card: Card) -> list[str]:
    """Return the lines of one card; a rank that is not a number shows its value."""
    says_little = is_royal(card) or is_jester(card) or is_companion(card)
    note = f"={value_of(card)}" if says_little else ""
    return [
        "┌" + "─" * INSIDE + "┐",
        "│" + card_text(card).ljust(INSIDE) + "│",
        "│" + note.center(INSIDE) + "│",
        "│" + typed(card).rjust(INSIDE) + "│",
        "└" + "─" * INSIDE + "┘",
    ]


def draw_hand(cards: Cards, width: int) -> list[str]:
    """Return cards side by side with their numbers beneath, in as many rows as it takes."""
    in_row = max(1, (width - 1) // (CARD_WIDTH + 1))
    lines: list[str] = []
    for start in range(0, len(cards), in_row):
        row = cards[start : start + in_row]
        lines += [" ".join(parts) for parts in zip(*map(draw, row), strict=True)]
        lines.append(_positions(row, start + 1))
    return lines


def _positions(row: Sequence[Card], first: int) -> str:
    return " ".join(str(first + i).center(CARD_WIDTH) for i in range(len(row)))


def bar(left: int, full: int, length: int = 20) -> str:
    """Return a bar; whatever is left shows, however little."""
    blocks = -(-left * length // full) if full else 0
    return "█" * blocks + "░" * (length - blocks)
