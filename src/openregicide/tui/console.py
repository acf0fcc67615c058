"""Lines out, lines in: width, colour, encodings and terminals are known here and nowhere else.

Everybody else writes plain Unicode lines. On their way out they are painted, if colour is on, or
spelled in ASCII, if the other end cannot write the signs.
"""

from __future__ import annotations

import io
import os
import re
import textwrap
from collections.abc import Iterable
from contextlib import suppress
from typing import TextIO

__all__ = ["Console", "EndOfInput"]

SIGNS = "♣♦♥♠┌─┐│└┘█░·“”"
ASCII = str.maketrans(SIGNS, 'CDHS+-+|++#.|""')

PLAIN_WIDTH = 80
WIDEST = 100
"""Longer lines are hard to read, however wide the window."""
NARROWEST = 40
BLANK_LINES = 60
"""Without a terminal, what it takes to push a hand out of sight."""

# The screen, what scrolled out of it, and the place to write.
CLEAR = "\x1b[2J\x1b[3J\x1b[H"

# Four colours that show on dark and on light ground; spades are bold, not black.
PAINT = {"♣": "32", "♦": "94", "♥": "31", "♠": "1", "█": "31", "░": "2"}
PAINTED = re.compile(r"(?:10|[A2-9JQK])?([♣♦♥♠])|(█)+|(░)+")


class EndOfInput(Exception):  # noqa: N818 - not an error: somebody went away
    """There is nothing more to read."""


class Console:
    """A terminal, a pipe or a test."""

    def __init__(self, stdin: TextIO, stdout: TextIO, *, color: bool = False) -> None:
        self.stdin = stdin
        self.stdout = stdout
        self.color = color
        self.interactive = stdin.isatty()
        """Whether a person types, who can be asked to confirm."""
        self.terminal = stdout.isatty()
        self.ascii = not _can_write(stdout, SIGNS)
        if isinstance(stdin, io.TextIOWrapper):
            # Bytes that are no text become an unreadable answer, not the end of the game.
            stdin.reconfigure(errors="replace")

    @property
    def width(self) -> int:
        columns = PLAIN_WIDTH
        if self.terminal:
            with suppress(OSError, ValueError):
                columns = os.get_terminal_size(self.stdout.fileno()).columns
        return max(NARROWEST, min(columns, WIDEST))

    def say(self, text: str = "", *, indent: str = "", hang: str = "") -> None:
        """Write a text, wrapped; `hang` is the indent of a paragraph's further lines."""
        for paragraph in text.split("\n"):
            self.lines(self.wrap(paragraph, indent=indent, hang=hang) or [""])

    def wrap(self, text: str, *, indent: str = "", hang: str = "") -> list[str]:
        return textwrap.wrap(
            text,
            self.width - 1,
            initial_indent=indent,
            subsequent_indent=indent + hang,
            break_long_words=False,
            break_on_hyphens=False,
        )

    def lines(self, lines: Iterable[str]) -> None:
        """Write lines as they are."""
        for line in lines:
            self._write(line.rstrip() + "\n")

    def ask(self, prompt: str) -> str:
        """Return the next line without the blanks around it.

        :raises EndOfInput: there is none.
        """
        self._write(prompt)
        self.stdout.flush()
        try:
            line = self.stdin.readline()
        except (OSError, ValueError):
            # The terminal is gone, or somebody closed the file.
            line = ""
        if not line:
            self._write("\n")
            raise EndOfInput
        if not self.interactive:
            # A terminal shows what is typed; a transcript should, too.
            self._write(line.strip() + "\n")
        return line.strip()

    def clear(self) -> None:
        """Take everything out of sight."""
        self._write(CLEAR if self.terminal else "\n" * BLANK_LINES)
        self.stdout.flush()

    def _write(self, text: str) -> None:
        if self.ascii:
            text = text.translate(ASCII)
            encoding = self.stdout.encoding or "ascii"
            text = text.encode(encoding, "replace").decode(encoding)
        if self.color:
            text = PAINTED.sub(_paint, text)
        self.stdout.write(text)


def _can_write(stdout: TextIO, text: str) -> bool:
    # A StringIO has no encoding and takes everything.
    encoding = getattr(stdout, "encoding", None)
    try:
        text.encode(encoding or "utf-8")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def _paint(match: re.Match[str]) -> str:
    sign = match[1] or match[2] or match[3]
    return f"\x1b[{PAINT[sign]}m{match[0]}\x1b[0m"
