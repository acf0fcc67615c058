"""Lines that fit: a Chinese character takes two places, and a line may end behind it."""

from __future__ import annotations

import re
import unicodedata

__all__ = ["padded", "wide", "wrapped"]

# A word with the blank before it, or one character that needs no blanks, with signs that cling to
# it: no line begins with a full stop or ends with an opening bracket.
PIECES = re.compile(
    r" *[（“《]*(?:[\u3400-\u9fff][，。：；、？！）”》…]*|[^ \u3400-\u9fff（“《]+)| +|."
)


def wide(text: str) -> int:
    """Return how many places a text takes on a terminal."""
    return sum(map(_models, text))


def _models(sign: str) -> int:
    if unicodedata.category(sign) in ("Mn", "Me", "Cf"):
        # An accent over the letter before it, and the like.
        return 0
    return 2 if unicodedata.east_asian_width(sign) in "WF" else 1


def padded(text: str, width: int) -> str:
    """Return a text with blanks behind it, so that it takes as many places."""
    return text + " " * (width - wide(text))


def wrapped(text: str, width: int, *, indent: str = "", hang: str = "") -> list[str]:
    """Return a paragraph as lines; `hang` is the indent of all but the first."""
    lines: list[str] = []
    line = indent
    for piece in PIECES.findall(text):
        begins = line == (hang if lines else indent)
        if not begins and wide(line) + wide(piece) > width:
            lines.append(line.rstrip())
            line, begins = hang, True
        line += piece.lstrip(" ") if begins else piece
    return [*lines, line.rstrip()]
