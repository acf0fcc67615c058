"""The names and texts that people may write, their faces, and the names of bots.

Characters that are invisible or reverse the writing direction are refused, because with them a
name could pass for another; so are stacks of accents that spill over other lines.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from ..errors import TableError
from ..protocol import FACES
from ..showable import BLANK, MARKS, MAX_MARKS, UNSEEN

__all__ = [
    "MAX_NAME",
    "MAX_TEXT",
    "clean_face",
    "clean_name",
    "clean_text",
    "names_for_bots",
]

MAX_NAME = 24
MAX_TEXT = 300

BOT_NAMES = (
    ("Alma", "Anton", "Aria", "Axel"),
    ("Bruno", "Berta", "Boris", "Bianca"),
    ("Cleo", "Carla", "Conrad", "Cora"),
    ("Dora", "Dario", "Dunja", "Diego"),
)
"""By seat, what a bot there is called. The others are for tables where people have that name: at
most three, so that one is always left."""


def names_for_bots(people: Sequence[str]) -> list[str]:
    """Return what a bot in each seat is called: never what somebody at the table is.

    :param people: the names of people, by seat; empty where nobody sits.
    """
    taken = {name.casefold() for name in people}
    return [
        next((name for name in names if name.casefold() not in taken), names[0])
        for names, _ in zip(BOT_NAMES, people, strict=False)
    ]


def clean_face(face: str) -> str:
    """Return a face as it is kept.

    :raises TableError: there is no such face.
    """
    if face and face not in FACES:
        raise TableError("face.unknown")
    return face


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
