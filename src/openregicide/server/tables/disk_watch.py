"""What a server does while its disk is full, read-only or broken: say so, wait, and try again.

While nothing can be written, changes are refused before they are made, so tables need not be read
again; a probe finds out when the disk works. The log gets one line a minute, however much is
refused.
"""

from __future__ import annotations

import asyncio

import structlog

from ...errors import StorageError
from .. import clock
from ..store.store import Store

__all__ = ["DiskWatch"]

PROBE_SECONDS = 1.0
"""How often a disk that refuses is tried."""
STALE_SECONDS = 30.0
"""For how long a write says that the disk works."""
LOG_SECONDS = 60.0

log = structlog.get_logger()


class DiskWatch:
    """Watches the disk of a store."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._refused = 0
        """How much was refused since the last line in the log."""
        self._since: float | None = None
        """When the trouble began that the log tells of."""
        self._logged = -LOG_SECONDS
        self._probing: asyncio.Task[None] | None = None
        self._checking = asyncio.Lock()
        store.health.listener = self._heard

    def check(self) -> None:
        """Return if changes can be written, as far as is known.

        :raises StorageError: they cannot.
        """
        code = self._store.health.code
        if code:
            self._refused += 1
            self._say(code)
            raise StorageError(code)

    async def ask(self) -> None:
        """Do the same, but find out if nothing was written lately."""
        self.check()
        health = self._store.health
        async with self._checking:
            if clock.monotonic() - health.written_at >= STALE_SECONDS:
                code = await self._store.probe()
                if code:
                    self._heard(False, 0)
        self.check()

    def close(self) -> None:
        if self._probing is not None:
            self._probing.cancel()

    def _heard(self, worked: bool, count: int) -> None:
        """Follow what the store says after every batch."""
        if worked:
            # A real write, not the probe: small ones may still find room where others do not.
            if self._since is not None:
                lasted = clock.monotonic() - self._since
                log.warning("disk.works_again", seconds=round(lasted), refused=self._refused)
                self._since = None
                self._refused = 0
            return
        self._refused += count
        self._say(self._store.health.code)
        if self._probing is None or self._probing.done():
            self._probing = asyncio.create_task(self._probe())

    def _say(self, code: str) -> None:
        now = clock.monotonic()
        if self._since is None:
            self._since = now
        if now - self._logged >= LOG_SECONDS:
            log.error("disk.refuses", code=code, refused=self._refused)
            self._logged = now
            self._refused = 0

    async def _probe(self) -> None:
        while self._store.health.code:
            await asyncio.sleep(PROBE_SECONDS)
            await self._store.probe()
