"""Lines in and out: only this module knows about width, colour, encodings and terminals.

Everything else writes plain Unicode lines. On their way out they are coloured, if colour is on, and
spelled in ASCII if the output cannot encode them. Lines from a terminal or a pipe are read in a
thread, so that news from elsewhere can be told while nobody types.
"""

from __future__ import annotations

import io
import os
import re
import threading
from collections.abc import Iterable
from contextlib import suppress
from typing import TextIO

from ...showable import MARK
from ..words.wide import wide, wrapped

__all__ = ["Console", "EndOfInput"]

SIGNS = "♣♦♥♠┌─┐│└┘█░·“”"
ASCII = str.maketrans(SIGNS, 'CDHS+-+|++#.|""')

PLAIN_WIDTH = 80
WIDEST = 100
"""Longer lines are hard to read, however wide the window."""
NARROWEST = 40
BLANK_LINES = 60
"""How many empty lines hide a hand where the screen cannot be cleared."""

# Clears the screen and the scrollback, and moves the cursor home.
CLEAR = "\x1b[2J\x1b[3J\x1b[H"

# Four colours that show on dark and light backgrounds; spades are bold, not black.
PAINT = {"♣": "32", "♦": "94", "♥": "31", "♠": "1", "█": "31", "░": "2"}
PAINTED = re.compile(r"(?:10|[A2-9JQK])?([♣♦♥♠])|(█)+|(░)+")


UNSAFE = re.compile("[\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ud800-\udfff]+")
"""Characters that a terminal obeys instead of showing them, or cannot be written to it."""

WAKE_SECONDS = 1.0


class EndOfInput(Exception):  # noqa: N818 - not an error: somebody went away
    """The input has ended."""


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
                # Some terminals report 0 for unknown.
                columns = os.get_terminal_size(self.stdout.fileno()).columns or PLAIN_WIDTH
        return max(NARROWEST, min(columns, WIDEST))

    def say(self, text: str = "", *, indent: str = "", hang: str = "") -> None:
        """Write a text, wrapped; `hang` is the indent of a paragraph's further lines."""
        for paragraph in text.split("\n"):
            self.lines(self.wrap(paragraph, indent=indent, hang=hang))

    def item(self, label: str, text: str) -> None:
        """Write a text after a label, with a hanging indent."""
        self.lines(wrapped(text, self.width - 1, indent=label, hang=" " * wide(label)))

    def wrap(self, text: str, *, indent: str = "", hang: str = "") -> list[str]:
        return wrapped(text, self.width - 1, indent=indent, hang=indent + hang)

    def lines(self, lines: Iterable[str]) -> None:
        """Write lines as they are."""
        for line in lines:
            # Names of files, and what lies in them, are not ours.
            self._write(UNSAFE.sub(MARK, line.rstrip()) + "\n")
        # A reader at the other end of a pipe wants it now, not when a buffer is full.
        self.stdout.flush()

    def ask(self, prompt: str) -> str:
        """Return the next line, stripped.

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
        """Return the next line, stripped, if there is one by now.

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
        """Push a line back: it becomes the next one again."""
        self._kept = line

    @property
    def keeps(self) -> bool:
        """Whether a line was pushed back and not read since."""
        return self._kept is not None

    def echo(self, line: str) -> None:
        """Echo what was read when it was not typed on a terminal, for the transcript."""
        if not self.interactive:
            self._write(line + "\n")

    def wait(self) -> None:
        """Wait for the line that `poll` asked for, or for `ring`."""
        while not self._bell.wait(WAKE_SECONDS):
            # With a timeout, so that Ctrl-C is noticed on every platform.
            pass
        self._bell.clear()

    def ring(self) -> None:
        """End a `wait`, from any thread."""
        self._bell.set()

    def clear(self) -> None:
        """Clear everything from the screen."""
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
    """Lines that are available at once, or made on demand."""

    def __init__(self, stdin: TextIO) -> None:
        self._stdin = stdin
        if isinstance(stdin, io.TextIOWrapper):
            # Bytes that are not text become an unreadable answer, not the end of the game. If the
            # stream was read from before, its errors were set before, too.
            with suppress(io.UnsupportedOperation):
                stdin.reconfigure(errors="replace")

    def poll(self) -> str | None:
        """Return the next line; an empty text at the end."""
        try:
            return self._stdin.readline()
        except (OSError, ValueError):
            # The file was closed.
            return ""


class _InThread:
    """Lines that are typed, or come down a pipe, at any time.

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
        """Return the next line if it is there, an empty text at the end; else start waiting."""
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
