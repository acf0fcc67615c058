"""Lines out, lines in: width, colour, encodings and terminals are known here and nowhere else.

Everybody else writes plain Unicode lines. On their way out they are painted, if colour is on, or
spelled in ASCII, if the other end cannot write the signs. Lines from a terminal or a pipe are read
in a thread, so that what happens elsewhere can be told while nobody types.
"""

from __future__ import annotations

import io
import os
import re
import threading
from collections.abc import Iterable
from contextlib import suppress
from typing import TextIO

from ..words.wide import wide, wrapped

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


WAKE_SECONDS = 1.0


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
        self._bell = threading.Event()
        self._lines = _lines_of(stdin, self._bell)
        self._kept: str | None = None

    @property
    def width(self) -> int:
        columns = PLAIN_WIDTH
        if self.terminal:
            with suppress(OSError, ValueError):
                # Some say 0: they do not know.
                columns = os.get_terminal_size(self.stdout.fileno()).columns or PLAIN_WIDTH
        return max(NARROWEST, min(columns, WIDEST))

    def say(self, text: str = "", *, indent: str = "", hang: str = "") -> None:
        """Write a text, wrapped; `hang` is the indent of a paragraph's further lines."""
        for paragraph in text.split("\n"):
            self.lines(self.wrap(paragraph, indent=indent, hang=hang))

    def item(self, label: str, text: str) -> None:
        """Write a text behind a label, and its further lines beneath itself."""
        self.lines(wrapped(text, self.width - 1, indent=label, hang=" " * wide(label)))

    def wrap(self, text: str, *, indent: str = "", hang: str = "") -> list[str]:
        return wrapped(text, self.width - 1, indent=indent, hang=indent + hang)

    def lines(self, lines: Iterable[str]) -> None:
        """Write lines as they are."""
        for line in lines:
            self._write(line.rstrip() + "\n")
        # Whoever reads through a pipe wants to know now, not when a buffer is full.
        self.stdout.flush()

    def ask(self, prompt: str) -> str:
        """Return the next line without the blanks around it.

        :raises EndOfInput: there is none.
        """
        self.prompt(prompt)
        while (line := self.poll()) is None:
            self.wait()
        self.echo(line)
        return line

    def prompt(self, prompt: str) -> None:
        """Show that something can be typed."""
        self._write(prompt)
        self.stdout.flush()

    def poll(self) -> str | None:
        """Return the next line if there is one by now, without the blanks around it.

        :raises EndOfInput: there will never be one.
        """
        if self._kept is not None:
            line, self._kept = self._kept, None
            return line
        read = self._lines.poll()
        if read == "":
            self._write("\n")
            raise EndOfInput
        return None if read is None else read.strip()

    def keep(self, line: str) -> None:
        """Take a line back: it is the next one once more."""
        self._kept = line

    @property
    def keeps(self) -> bool:
        """Whether a line was taken back, and nobody has asked for it since."""
        return self._kept is not None

    def echo(self, line: str) -> None:
        """Write what was read where nobody sees it typed: a transcript should have it, too."""
        if not self.interactive:
            self._write(line + "\n")

    def wait(self) -> None:
        """Wait for a line that `poll` asked for, or for somebody who rings."""
        while not self._bell.wait(WAKE_SECONDS):
            # Now and then, so that Ctrl-C is noticed everywhere.
            pass
        self._bell.clear()

    def ring(self) -> None:
        """End a `wait`, from any thread."""
        self._bell.set()

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


class _AtOnce:
    """Lines that are all there already, or made up as they are asked for."""

    def __init__(self, stdin: TextIO) -> None:
        self._stdin = stdin
        if isinstance(stdin, io.TextIOWrapper):
            # Bytes that are no text become an unreadable answer, not the end of the game. Where
            # somebody has read before us, it was said before us too.
            with suppress(io.UnsupportedOperation):
                stdin.reconfigure(errors="replace")

    def poll(self) -> str | None:
        """Return the next line; an empty text at the end."""
        try:
            return self._stdin.readline()
        except (OSError, ValueError):
            # Somebody closed the file.
            return ""


class _InThread:
    """Lines that somebody types, or that come down a pipe, whenever they do.

    Read without a buffer, one line at a time and only when one is asked for: whoever reads after
    us misses nothing, and a thread that still waits at the end holds no lock that Python needs.
    """

    def __init__(self, raw: io.RawIOBase, encoding: str, bell: threading.Event) -> None:
        self._raw = raw
        self._encoding = encoding
        self._bell = bell
        self._reading = False
        self._line: str | None = None

    def poll(self) -> str | None:
        """Return the next line if it has come, an empty text at the end; else wait for one."""
        line = self._line
        if line is not None:
            self._line, self._reading = None, False
        elif not self._reading:
            self._reading = True
            threading.Thread(target=self._read, daemon=True).start()
        return line

    def _read(self) -> None:
        try:
            data = self._raw.readline()
        except (OSError, ValueError):
            # The terminal is gone.
            data = b""
        self._line = data.decode(self._encoding, "replace")
        self._bell.set()


def _lines_of(stdin: TextIO, bell: threading.Event) -> _AtOnce | _InThread:
    try:
        raw = io.FileIO(stdin.fileno(), closefd=False)
    except (OSError, ValueError):
        return _AtOnce(stdin)
    return _InThread(raw, stdin.encoding or "utf-8", bell)


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
