"""A progress bar in a terminal, a line now and then elsewhere."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import TextIO

from openregicide.arena.progress import duration

__all__ = ["Progress"]

BAR = 24
REDRAW_AFTER = 0.1
LINE_AFTER = 10.0


class Progress:
    """How far a job has got, how fast it goes, and how long it will take."""

    def __init__(
        self,
        total: int,
        unit: str,
        *,
        done: int = 0,
        stream: TextIO | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Start; what was `done` before a resume does not count towards the speed."""
        self.total = total
        self.unit = unit
        self.stream = sys.stderr if stream is None else stream
        self.clock = clock
        self.skipped = self.done = done
        self.message = ""
        self.began = clock()
        self.shown = -LINE_AFTER
        self.is_terminal = self.stream.isatty()

    def update(self, done: int, message: str | None = None) -> None:
        """Report how much is done; a message stays until the next one."""
        self.done = done
        if message is not None:
            self.message = message
        wait = REDRAW_AFTER if self.is_terminal else LINE_AFTER
        if self.clock() - self.shown >= wait:
            self._show()

    def say(self, line: str) -> None:
        """Print a line that stays."""
        print(self._over(line), file=self.stream, flush=True)

    def finish(self) -> None:
        """Show the final state and end the line."""
        self._show()
        if self.is_terminal:
            print(file=self.stream, flush=True)

    def line(self) -> str:
        """Return the current state in words."""
        share = self.done / self.total if self.total else 1.0
        parts = [f"{self.done:,}/{self.total:,} {self.unit} {share:4.0%}"]
        seconds = self.clock() - self.began
        made = self.done - self.skipped
        if made > 0 and seconds > 0:
            rate = made / seconds
            parts.append(f"{rate:,.0f}/s" if rate >= 10 else f"{rate:.2f}/s")
            parts.append(f"{duration((self.total - self.done) / rate)} left")
        if self.message:
            parts.append(self.message)
        return "  ".join(parts)

    def _show(self) -> None:
        self.shown = self.clock()
        if self.is_terminal:
            full = round(BAR * self.done / self.total) if self.total else BAR
            bar = "█" * full + "░" * (BAR - full)
            print(self._over(f"{bar} {self.line()}"), end="", file=self.stream, flush=True)
        else:
            print(self.line(), file=self.stream, flush=True)

    def _over(self, line: str) -> str:
        """Return a line that overwrites the bar, if one is drawn."""
        return f"\r\x1b[2K{line}" if self.is_terminal else line
