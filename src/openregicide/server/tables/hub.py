"""All tables of a server: made, found, and dropped from memory when nobody needs them."""

from __future__ import annotations

import asyncio
import time

import msgspec
import structlog

from ...errors import TableError
from ...protocol import Joined, NewDaily, NewTable, RulesData, TableSettings
from ...table.entries import decode_entry, encode_entry
from ...table.table import Fresh, Table, hash_token
from .. import clock
from ..limits import Rate
from ..logs import table_tag
from ..metrics import Metrics
from ..settings import Settings
from ..store.store import Store
from .bot_pool import BotPool
from .daily import DailyDeals
from .live import LiveTable, Services, fresh, new_code, new_token, row_of

__all__ = ["Hub"]

SWEEP_SECONDS = 5.0
TALK_SECONDS = 10.0
HINT_SECONDS = 10.0

log = structlog.get_logger()


class Hub:
    def __init__(self, settings: Settings, store: Store, metrics: Metrics) -> None:
        self.settings = settings
        self.store = store
        self.metrics = metrics
        self.bot_pool = BotPool(settings)
        talk = Rate(settings.phrases / TALK_SECONDS, settings.phrases)
        hints = Rate(settings.hints / HINT_SECONDS, settings.hints)
        self.daily = DailyDeals(store)
        self._services = Services(settings, store, self.bot_pool, metrics, talk, hints, self.daily)
        self._tables: dict[str, LiveTable] = {}
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}
        self._sweeper: asyncio.Task[None] | None = None
        self.closing = False

    def start(self) -> None:
        self._sweeper = asyncio.create_task(self._sweep())

    async def close(self) -> None:
        """Disconnect everyone; what was acknowledged is already on disk."""
        self.closing = True
        if self._sweeper is not None:
            self._sweeper.cancel()
        await asyncio.gather(*(live.close("server.stopping") for live in self._tables.values()))

    async def create(self, wanted: NewTable) -> Joined:
        """Make a table and seat its maker.

        :raises RegicideError: invalid settings or bots.
        """
        now, chance = clock.now(), fresh(wanted.settings.rules.players)
        return await self._create(wanted, now, chance, daily=False)

    async def create_daily(self, wanted: NewDaily) -> Joined:
        """Make a table for the daily deal and seat its maker.

        :raises RegicideError: no such bot, or another ranked game is not over.
        """
        now, players = clock.now(), wanted.players
        others = {} if wanted.bot is None else dict.fromkeys(range(1, players), wanted.bot)
        device = hash_token(wanted.device) if wanted.device else ""
        table = NewTable(
            name=wanted.name,
            # A spectator would see the deal before their own try.
            settings=TableSettings(rules=RulesData(players=players), spectators=False),
            bots={str(seat): bot for seat, bot in others.items()},
            begin=len(others) == players - 1,
            device=wanted.device,
        )
        chance = fresh(players)
        if table.begin:
            chance = await self.daily.fresh(chance, [device], players, now)
        return await self._create(table, now, chance, daily=True)

    async def _create(self, wanted: NewTable, now: int, chance: Fresh, *, daily: bool) -> Joined:
        token = new_token()
        bots = {seat: self.bot_pool.check(bot) for seat, bot in wanted.bots.items()}
        entries = Table.create(
            msgspec.structs.replace(wanted, bots=bots),
            token_hash=hash_token(token),
            device=hash_token(wanted.device) if wanted.device else "",
            now=now,
            fresh=lambda: chance,
            daily=daily,
        )
        table = Table.load(new_code(), entries)
        data = [encode_entry(entry) for entry in entries]
        await self.store.append(table.id, 1, data, row=row_of(table), begun=table.begun())
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
        """Drop idle tables from memory; they are loaded again when needed."""
        while True:
            await asyncio.sleep(min(SWEEP_SECONDS, self.settings.idle_seconds))
            old = time.monotonic() - self.settings.idle_seconds
            for code, live in list(self._tables.items()):
                if live.touched < old and not live.busy:
                    del self._tables[code]
                else:
                    live.refresh()
            self.metrics.tables.set(len(self._tables))
