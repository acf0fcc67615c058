"""How long a client waits, and for what."""

from __future__ import annotations

import random
from dataclasses import dataclass

__all__ = ["Timing"]


@dataclass(frozen=True, kw_only=True, slots=True)
class Timing:
    """All in seconds."""

    call: float = 10.0
    """For a connection, and for an answer over HTTP."""
    sit: float = 20.0
    """For the first sight of a table."""
    answer: float = 60.0
    """For the answer to a request, lost connections included."""
    patience: float = 8.0
    """For anything the server owes on a connection, before that is given up for a new one."""
    heartbeat: float = 20.0
    """Between two questions whether the server is still there."""
    first_delay: float = 0.25
    """Before the first attempt to connect again; every further one waits twice as long."""
    longest_delay: float = 10.0

    def delay(self, attempt: int) -> float:
        """Return how long to wait before an attempt, counted from 0.

        By chance up to a half less, so that all clients of a server do not come back at once.
        """
        longest = min(self.longest_delay, self.first_delay * 2.0 ** min(attempt, 30))
        return longest * random.uniform(0.5, 1.0)
