"""Who is at a table without a connection, and for how long the others have been away."""

from __future__ import annotations

import math

from .. import clock

__all__ = ["Attendance"]

AROUND_SECONDS = 30.0
"""How long someone who sends plain HTTP requests counts as present after each."""
CONFIRM_SHARE = 1 / 3
"""How long one person alone has to wait before asking again, as a share of the absence."""


class Attendance:
    """Remembers when each player of a table was last there. A restart makes everyone just gone."""

    def __init__(self, seats: int, absent_seconds: float) -> None:
        """:param absent_seconds: how long a player is away before a bot may stand in."""
        self._absent_seconds = absent_seconds
        self._left = [clock.monotonic()] * seats
        self._around_until = [-math.inf] * seats
        self._watched_until = -math.inf
        self._voted: dict[int, float] = {}

    def heard(self, seat: int | None) -> None:
        """Note a plain HTTP request of a player, or of a spectator."""
        until = clock.monotonic() + AROUND_SECONDS
        if seat is None:
            self._watched_until = until
        else:
            self._around_until[seat] = until

    def left(self, seat: int) -> None:
        """Note that a player is not connected, from now on."""
        self._left[seat] = clock.monotonic()

    def voted(self, about: int) -> None:
        """Note a vote for a bot in a seat."""
        self._voted[about] = clock.monotonic()

    def around(self, seat: int) -> bool:
        """Return whether a player was heard of lately."""
        return clock.monotonic() < self._around_until[seat]

    def anyone_around(self) -> bool:
        """Return whether a player or a spectator was heard of lately."""
        return clock.monotonic() < max(self._watched_until, *self._around_until)

    def vote_in(self, seat: int, *, again: bool) -> float:
        """Return in how many seconds a vote for a bot in the seat of a player who is away counts.

        :param again: whether the only person there has voted, and has to do so once more.
        """
        now = clock.monotonic()
        since = max(self._left[seat], self._around_until[seat])
        wait = since + self._absent_seconds - now
        if again and seat in self._voted:
            wait = max(wait, self._voted[seat] + CONFIRM_SHARE * self._absent_seconds - now)
        return max(0.0, wait)
