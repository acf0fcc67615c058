"""All tables of a server: made, found, and let go when nobody needs them in memory."""

from __future__ import annotations

import asyncio
import time

import msgspec
import structlog

from ..errors import TableError
from ..protocol import Joined, NewTable
from ..table.entries import decode_entry, encode_entry
from ..table.table import Table, hash_token
from .limits import Rate
from .live import LiveTable, Services, fresh, new_code, new_token, row_of
from .logs import table_tag
from .metrics import Metrics
from .settings import Settings
from .store import Store
from .thinking import Thinkers

__all__ = ["Hub"]

SWEEP_SECONDS = 5.0
TALK_SECONDS = 10.0

log = structlog.get_logger()


class Hub:
    def __init__(self, settings: Settings, store: Store, metrics: Metrics) -> None:
        self.settings = settings
        self.store = store
        self.metrics = metrics
        self.thinkers = Thinkers(settings)
        talk = Rate(settings.phrases / TALK_SECONDS, settings.phrases)
        self._services = Services(settings, store, self.thinkers, metrics, talk)
        self._tables: dict[str, LiveTable] = {}
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}
        self._sweeper: asyncio.Task[None] | None = None
        self.closing = False

    def start(self) -> None:
        self._sweeper = asyncio.create_task(self._sweep())

    async def close(self) -> None:
        """Send everybody away; what was acknowledged is on disk already."""
        self.closing = True
        if self._sweeper is not None:
            self._sweeper.cancel()
        await asyncio.gather(*(live.close("server.stopping") for live in self._tables.values()))

    async def create(self, wanted: NewTable) -> Joined:
        """Make a table; whoever asked sits at it.

        :raises RegicideError: settings or bots that do not go together.
        """
        token = new_token()
        bots = {seat: self.thinkers.check(bot) for seat, bot in wanted.bots.items()}
        entries = Table.create(
            msgspec.structs.replace(wanted, bots=bots),
            token_hash=hash_token(token),
            device=hash_token(wanted.device) if wanted.device else "",
            now=int(time.time()),
            fresh=lambda: fresh(wanted.settings.rules.players),
        )
        table = Table.load(new_code(), entries)
        data = [encode_entry(entry) for entry in entries]
        await self.store.append(table.id, 1, data, row=row_of(table))
        self._keep(table).wake()
        log.info("table.created", table=table_tag(table.id), players=len(table.seats))
        seat = table.check_token(token)
        assert seat is not None
        return Joined(table.id, seat, token)

    async def find(self, code: str) -> LiveTable:
        """Return the table with a code, from memory or from disk.

        :raises TableError: there is none.
        """
        live = self._tables.get(code)
        if live is not None:
            live.touched = time.monotonic()
            return live
        task = self._loading.get(code)
        if task is None:
            task = asyncio.create_task(self._load(code))
            self._loading[code] = task
            task.add_done_callback(lambda _: self._loading.pop(code, None))
        return await asyncio.shield(task)

    async def _load(self, code: str) -> LiveTable:
        entries = await self.store.load(code)
        if not entries:
            raise TableError("table.unknown")
        return self._keep(Table.load(code, map(decode_entry, entries)))

    def _keep(self, table: Table) -> LiveTable:
        live = self._tables[table.id] = LiveTable(table, self._services)
        self.metrics.tables.set(len(self._tables))
        return live

    async def _sweep(self) -> None:
        """Let go of tables that nobody looks at; they come back from disk when wanted."""
        while True:
            await asyncio.sleep(min(SWEEP_SECONDS, self.settings.idle_seconds))
            old = time.monotonic() - self.settings.idle_seconds
            for code, live in list(self._tables.items()):
                if live.touched < old and not live.busy:
                    del self._tables[code]
                else:
                    live.refresh()
            self.metrics.tables.set(len(self._tables))
