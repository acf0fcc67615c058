"""Tables and games that nobody has needed for long leave, as the settings say."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import msgspec
import structlog

from ...errors import StorageError
from ...protocol import TableInfo
from ...table.entries import decode_entry
from .. import clock
from ..settings import Settings
from ..store.store import OldTable, Store

__all__ = ["Retention"]

FIRST_SECONDS = 60.0
EVERY_SECONDS = 6 * 3600.0
PAUSE_SECONDS = 0.05
"""Between two steps, so that players' moves come first."""
DAY = 86400
AT_ONCE = 50
FOR_EVER = 10**6
"""Days that nobody will live to see."""

log = structlog.get_logger()


class Retention:
    """Removes what is old, again and again."""

    def __init__(
        self,
        settings: Settings,
        store: Store,
        claim: Callable[[str], bool],
        release: Callable[[str], None],
    ) -> None:
        """
        :param claim: keeps a table from being opened, if nobody uses it; says whether it did.
        :param release: allows it again.
        """
        self._store = store
        self._claim, self._release = claim, release
        self._idle = (settings.keep_tables_days or FOR_EVER) * DAY
        self._abandoned = (settings.keep_abandoned_days or FOR_EVER) * DAY
        self._games = settings.keep_games_days * DAY

    async def run(self) -> None:
        await asyncio.sleep(FIRST_SECONDS)
        while True:
            try:
                await self.sweep()
            except StorageError as error:
                log.warning("retention.failed", code=error.code)
            await asyncio.sleep(EVERY_SECONDS)

    async def sweep(self) -> int:
        """Remove what is old now; return how many tables left."""
        now, after, left = clock.now(), "", 0
        before = now - min(self._idle, self._abandoned)
        while found := await self._store.old_tables(before, after, AT_ONCE):
            for each in found:
                left += await self._leave(each, now)
            after = found[-1].id
            await asyncio.sleep(PAUSE_SECONDS)
        while self._games and await self._store.remove_games(now - self._games):
            await asyncio.sleep(PAUSE_SECONDS)
        while await self._store.give_back():
            await asyncio.sleep(PAUSE_SECONDS)
        if left:
            log.info("tables.left", count=left)
        return left

    async def _leave(self, table: OldTable, now: int) -> bool:
        """Remove a table if it is old enough and nobody uses it."""
        if not table.left and not self._is_old(table, now):
            return False
        if not self._claim(table.id):
            return False
        try:
            if not table.left and not await self._store.leave(table.id, now):
                return False
            while await self._store.remove_entries(table.id):
                await asyncio.sleep(PAUSE_SECONDS)
        finally:
            self._release(table.id)
        return not table.left

    def _is_old(self, table: OldTable, now: int) -> bool:
        if table.summary is None or table.last is None:
            return False
        try:
            info = msgspec.json.decode(table.summary, type=TableInfo)
            last = decode_entry(table.last)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            # Damaged: whoever runs the server shall see it.
            return False
        finished = info.game is not None and info.game.result is not None
        return last.at < now - (self._idle if finished else self._abandoned)
