"""Wrapping text: a Chinese character is two columns wide, and a line may break after it."""

from __future__ import annotations

import re
import unicodedata

__all__ = ["padded", "wide", "wrapped"]

# A word with the space before it, or a character that needs no spaces, with its punctuation: no
# line begins with a full stop or ends with an opening bracket.
PIECES = re.compile(
    r" *[（“《]*(?:[\u3400-\u9fff][，。：；、？！）”》…]*|[^ \u3400-\u9fff（“《]+)| +|."
)


def wide(text: str) -> int:
    """Return how many columns a text takes on a terminal."""
    return sum(map(_models, text))


def _models(sign: str) -> int:
    if unicodedata.category(sign) in ("Mn", "Me", "Cf"):
        # A combining accent, and the like.
        return 0
    return 2 if unicodedata.east_asian_width(sign) in "WF" else 1


def padded(text: str, width: int) -> str:
    """Pad a text with spaces to a number of columns."""
    return text + " " * (width - wide(text))


def wrapped(text: str, width: int, *, indent: str = "", hang: str = "") -> list[str]:
    """Wrap a paragraph; `hang` is the indent of all lines but the first."""
    lines: list[str] = []
    line = indent
    for piece in PIECES.findall(text):
        begins = line == (hang if lines else indent)
        if not begins and wide(line) + wide(piece) > width:
            lines.append(line.rstrip())
            line, begins = hang, True
        line += piece.lstrip(" ") if begins else piece
    return [*lines, line.rstrip()]
