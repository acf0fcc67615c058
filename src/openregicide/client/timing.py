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
    """For the first update of a table."""
    answer: float = 60.0
    """For the answer to a request, lost connections included."""
    patience: float = 8.0
    """For anything the server owes us, before we give up the connection and make a new one."""
    check: float = 3.0
    """For the record of a game that is over, before we disconnect without having checked it."""
    heartbeat: float = 20.0
    """Between two pings."""
    first_delay: float = 0.25
    """Before the first attempt to reconnect; every further one waits twice as long."""
    longest_delay: float = 10.0

    def delay(self, attempt: int) -> float:
        """Return how long to wait before an attempt, counted from 0.

        Shortened at random by up to half, so that a server's clients do not all come back at once.
        """
        longest = min(self.longest_delay, self.first_delay * 2.0 ** min(attempt, 30))
        return longest * random.uniform(0.5, 1.0)
