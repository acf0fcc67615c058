"""What may be shown: text that a stranger wrote, made harmless for any screen.

A terminal obeys control characters: they move the cursor, change the title and write the
clipboard. Directional marks reverse what stands around them, invisible characters make one name
pass for another, and stacks of accents spill over other lines. A server's clients, and commands
that show what is in a file, let every text pass through here first. What is taken out leaves a
visible mark behind.
"""

from __future__ import annotations

import re
import unicodedata

__all__ = ["BLANK", "LONGEST", "MARK", "MARKS", "MAX_MARKS", "UNSEEN", "showable", "showable_lines"]

LONGEST = 2000
"""Longer than any text that is shown in one piece, or any view in one line."""

MARK = "\ufffd"
"""Stands for what was taken out; several in a row are one."""

CUT = "…"

UNSEEN = ("Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp")
"""Categories of characters that show nothing: controls, directions, unassigned ones."""

BLANK = "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"
"""Characters of other categories that show nothing either."""

MARKS = ("Mn", "Me")

MAX_MARKS = 3
"""Accents and the like on one character; pointed Hebrew needs as many."""

PLAIN = re.compile(r"[ -~]*")


def showable(text: str, longest: int = LONGEST) -> str:
    """Return a text as it may be shown, on one line."""
    whole = len(text) <= longest
    if not whole:
        text = text[:longest]
    if not PLAIN.fullmatch(text):
        text = _cleaned(text)
    return text if whole else text + CUT


def showable_lines(text: str) -> str:
    """Return a text of several lines as it may be shown, however long it is."""
    lines = text.replace("\r\n", "\n").split("\n")
    return "\n".join(showable(line, len(line)) for line in lines)


def _cleaned(text: str) -> str:
    clean: list[str] = []
    marks = MAX_MARKS
    for char in text:
        kind = unicodedata.category(char)
        # A mark with nothing to stand on, at the start or after a space, is one too many.
        marks = marks + 1 if kind in MARKS else MAX_MARKS if char == " " else 0
        if kind in UNSEEN or char in BLANK or marks > MAX_MARKS:
            if not clean or clean[-1] != MARK:
                clean.append(MARK)
            # What was taken out carries no accents.
            marks = MAX_MARKS
        else:
            clean.append(char)
    return "".join(clean)
