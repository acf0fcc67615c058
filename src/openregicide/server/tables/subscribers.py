"""Those who read along at a table: each with a queue of its own, and only so much patience."""

from __future__ import annotations

import asyncio
from collections import deque

__all__ = ["Subscriber"]


class Subscriber:
    """One connection that is told what happens at a table.

    Messages are encoded before they get here. A reader that does not keep up is closed: it will
    come back and ask for what it missed.
    """

    def __init__(self, seat: int | None, most: int) -> None:
        """:param seat: whose eyes it reads with; `None` for a spectator."""
        self.seat = seat
        self.version = 0
        """The last version it was told."""
        self.closed = ""
        """The code of the reason, once it is closed."""
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
        """Tell nothing more, for the reason given."""
        if not self.closed:
            self.closed = code
            self._waiting.clear()
            self._wake.set()

    def dismiss(self, code: str) -> None:
        """Tell what waits and nothing more, for the reason given."""
        if not self.closed:
            self.closed = code
            self._wake.set()

    async def next(self, patience: float | None = None) -> bytes | None:
        """Return the next message; `None` once closed.

        :raises TimeoutError: nothing happened for so many seconds.
        """
        while not self._waiting and not self.closed:
            self._wake.clear()
            if patience is None:
                await self._wake.wait()
            else:
                await asyncio.wait_for(self._wake.wait(), patience)
        return self._waiting.popleft() if self._waiting else None
