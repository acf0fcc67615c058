"""The progress of a run: a bar in a terminal, a line now and then in a log."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Callable
from typing import TextIO

from ..i18n import Catalogue
from ..i18n.speech import number_text, percent_text
from .summary import wilson_interval

__all__ = ["RATE_DIGITS", "Progress"]

REDRAW_EVERY = 0.1
LINE_EVERY = 30.0
BAR = 20

RATE_DIGITS = 1
"""Of a rate in per cent."""

ERASE_REST = "\x1b[K"
"""Also erases what others left on the line, such as a ^C."""


class Progress:
    """Counts games, and shows the progress at intervals."""

    def __init__(
        self,
        stream: TextIO,
        t: Catalogue,
        *,
        total: int,
        done: int,
        wins: int,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Start; `done` and `wins` are those of the games before a resume."""
        self.stream = stream
        self.t = t
        self.total = total
        self.done = self.before = done
        self.wins = wins
        self.clock = clock
        self.live = stream.isatty() and os.environ.get("TERM") != "dumb"
        self.started = clock()
        self._shown = self.started if not self.live else 0.0

    def add(self, won: bool) -> None:
        self.done += 1
        self.wins += won
        self.tick()

    def tick(self) -> None:
        """Show the progress, if it is time to."""
        now = self.clock()
        if now < self._shown + (REDRAW_EVERY if self.live else LINE_EVERY):
            return
        self._shown = now
        if self.live:
            self._draw(self.text(bar=True))
        else:
            print(self.text(bar=False), file=self.stream, flush=True)

    def finish(self) -> None:
        """Clear the bar."""
        if self.live:
            self._draw("")

    def text(self, *, bar: bool) -> str:
        rate = self.wins / self.done if self.done else 0.0
        low, high = (
            number_text(self.t, 100 * bound, RATE_DIGITS)
            for bound in wilson_interval(self.wins, self.done)
        )
        words = [
            self.t("arena.progress_games", done=self.done, total=self.total),
            self.t(
                "arena.progress_rate",
                rate=percent_text(self.t, rate, RATE_DIGITS),
                low=low,
                high=high,
            ),
        ]
        played = self.done - self.before
        if played and self.done < self.total:
            seconds = (self.clock() - self.started) / played * (self.total - self.done)
            words.append(self.t("arena.progress_left", time=duration(seconds)))
        if bar:
            full = BAR * self.done // self.total
            words.insert(0, "[" + "#" * full + "." * (BAR - full) + "]")
        return "  ".join(words)

    def _draw(self, text: str) -> None:
        room = shutil.get_terminal_size().columns - 1
        self.stream.write("\r" + text[:room] + ERASE_REST)
        self.stream.flush()


def duration(seconds: float) -> str:
    """Format a duration: `0:42`, `1:07:00`."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
