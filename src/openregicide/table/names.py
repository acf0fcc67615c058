"""The names and texts that people may write: what shows is what it is, on one line.

Characters that are invisible or reverse the writing direction are refused, because with them a
name could pass for another; so are stacks of accents that spill over other lines.
"""

from __future__ import annotations

import unicodedata

from ..errors import TableError
from ..showable import BLANK, MARKS, MAX_MARKS, UNSEEN

__all__ = ["MAX_NAME", "MAX_TEXT", "clean_name", "clean_text"]

MAX_NAME = 24
MAX_TEXT = 300


def clean_name(text: str) -> str:
    """Return a name as it is kept and shown.

    :raises TableError: there is no name in it, or one that cannot be shown.
    """
    name = _on_one_line(text)
    if not name:
        raise TableError("name.empty")
    if len(name) > MAX_NAME:
        raise TableError("name.too_long", limit=MAX_NAME)
    found = _unshowable(name)
    if found is not None:
        raise TableError("name.character", character=found)
    return name


def clean_text(text: str) -> str:
    """Return a chat text as it is kept and shown.

    :raises TableError: there is nothing in it, or something that cannot be shown.
    """
    line = _on_one_line(text)
    if not line:
        raise TableError("talk.empty")
    if len(line) > MAX_TEXT:
        raise TableError("talk.too_long", limit=MAX_TEXT)
    found = _unshowable(line)
    if found is not None:
        raise TableError("talk.character", character=found)
    return line


def _on_one_line(text: str) -> str:
    """Return the text in its composed form, with single spaces for any white space."""
    return " ".join(unicodedata.normalize("NFC", text).split())


def _unshowable(text: str) -> str | None:
    """Return the first character that is refused, such as `U+202E`."""
    marks = MAX_MARKS
    for char in text:
        kind = unicodedata.category(char)
        # A mark with nothing to stand on, at the start or after a space, is one too many.
        marks = marks + 1 if kind in MARKS else MAX_MARKS if char == " " else 0
        if kind in UNSEEN or char in BLANK or marks > MAX_MARKS:
            return f"U+{ord(char):04X}"
    return None
