"""Subscribers: connections that follow a table, each with a bounded queue of its own."""

from __future__ import annotations

import asyncio
from collections import deque

__all__ = ["Subscriber"]


class Subscriber:
    """A connection that gets the updates of one table.

    Messages arrive here encoded. A subscriber that does not keep up is closed: its client will
    come back and ask for what it missed.
    """

    def __init__(self, seat: int | None, most: int, holder: str = "") -> None:
        """
        :param seat: whose view it gets; `None` for a spectator.
        :param holder: the hash of the token that opened the seat.
        """
        self.seat = seat
        self.holder = holder
        self.version = 0
        """The last version it was sent."""
        self.closed = ""
        """Why it was closed, as a code; empty while it is open."""
        self._most = most
        self._waiting: deque[bytes] = deque()
        self._wake = asyncio.Event()

    def tell(self, message: bytes) -> None:
        if self.closed:
            return
        if len(self._waiting) >= self._most:
            self.close("reader.too_slow")
            return
        self._waiting.append(message)
        self._wake.set()

    def close(self, code: str) -> None:
        """Send nothing more, not even what is queued, for the reason given."""
        if not self.closed:
            self.closed = code
            self._waiting.clear()
            self._wake.set()

    def dismiss(self, code: str) -> None:
        """Send what is queued and nothing more, for the reason given."""
        if not self.closed:
            self.closed = code
            self._wake.set()

    async def next(self, patience: float | None = None) -> bytes | None:
        """Return the next message; `None` once closed.

        :raises TimeoutError: nothing happened for `patience` seconds.
        """
        while not self._waiting and not self.closed:
            self._wake.clear()
            if patience is None:
                await self._wake.wait()
            else:
                await asyncio.wait_for(self._wake.wait(), patience)
        return self._waiting.popleft() if self._waiting else None
