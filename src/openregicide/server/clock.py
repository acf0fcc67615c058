"""The server's time, in one place, so that a test or a simulation can put in its own."""

from __future__ import annotations

import time
from typing import Protocol

__all__ = ["Source", "monotonic", "now", "thread_time"]


class Source(Protocol):
    """What tells the time; the standard library's `time`, unless something else is put in."""

    def time(self) -> float: ...

    def monotonic(self) -> float: ...


source: Source = time


def now() -> int:
    """Return the Unix time in seconds."""
    return int(source.time())


def monotonic() -> float:
    """Return seconds that never go back, from an arbitrary beginning."""
    return source.monotonic()


def thread_time() -> float:
    """Return the seconds of a processor that this thread has had; always a real one's."""
    return time.thread_time()
