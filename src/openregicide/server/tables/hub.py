"""All tables of a server: made, found, and dropped from memory when nobody needs them."""

from __future__ import annotations

import asyncio
from contextlib import suppress

import msgspec
import structlog

from ...errors import StorageError, TableError
from ...protocol import Joined, NewDaily, NewTable, RulesData, TableSettings
from ...table.entries import encode_entry
from ...table.table import Fresh, Table, hash_token
from .. import clock
from ..limits import Rate
from ..logs import table_tag
from ..metrics import Metrics
from ..settings import Settings
from ..store.store import Store
from .bot_pool import BotPool
from .daily import DailyDeals
from .disk_watch import DiskWatch
from .lanes import Source
from .live import LiveTable, Services, fresh, new_code, new_token, row_of
from .loading import Remains, load_table, remains_of
from .par import Pars
from .retention import Retention

__all__ = ["Hub"]

SWEEP_SECONDS = 5.0
TALK_SECONDS = 10.0
HINT_SECONDS = 10.0
LOOK_SECONDS, LOOK_AT = 2.0, 100
"""For how long, and how many, tables are read at the start to find damage."""

log = structlog.get_logger()


class Hub:
    def __init__(
        self,
        settings: Settings,
        store: Store,
        metrics: Metrics,
        bot_pool: BotPool | None = None,
    ) -> None:
        """:param bot_pool: where bots think; threads of our own if left out."""
        self.settings = settings
        self.store = store
        self.metrics = metrics
        self.bot_pool = bot_pool or BotPool(settings, metrics)
        talk = Rate(settings.phrases / TALK_SECONDS, settings.phrases)
        hints = Rate(settings.hints / HINT_SECONDS, settings.hints)
        self.daily = DailyDeals(store)
        self.pars = Pars(store, self.daily, self.bot_pool)
        self.disk = DiskWatch(store)
        self._services = Services(
            settings, store, self.bot_pool, metrics, talk, hints, self.daily, self.disk
        )
        self._tables: dict[str, LiveTable] = {}
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}
        self._damaged: set[str] = set()
        """Tables that were found damaged: reading them again would not help."""
        self._leaving: set[str] = set()
        """Tables that are being removed."""
        self.retention = Retention(settings, store, self._claim, self._leaving.discard)
        self._sweeper: asyncio.Task[None] | None = None
        self._retiring: asyncio.Task[None] | None = None
        self.closing = False

    def start(self) -> None:
        self._sweeper = asyncio.create_task(self._sweep())
        self._retiring = asyncio.create_task(self.retention.run())

    async def close(self) -> None:
        """Disconnect everyone; what was acknowledged is already on disk."""
        self.closing = True
        for task in (self._sweeper, self._retiring):
            if task is not None:
                task.cancel()
        self.disk.close()
        self.pars.close()
        await asyncio.gather(*(live.close("server.stopping") for live in self._tables.values()))
        self.bot_pool.close()

    async def create(self, wanted: NewTable, address: str = "") -> Joined:
        """Make a table and seat its maker.

        :param address: where the maker is.
        :raises RegicideError: invalid settings or bots.
        """
        return await self._create(wanted, clock.now(), fresh(), address, daily=False)

    async def create_daily(self, wanted: NewDaily, address: str = "") -> Joined:
        """Make a table for the daily deal and seat its maker.

        :raises RegicideError: no such bot, no device, or another ranked game is not over.
        """
        if wanted.device is None:
            raise TableError("daily.no_device")
        now, players = clock.now(), wanted.players
        others = {} if wanted.bot is None else dict.fromkeys(range(1, players), wanted.bot)
        device = hash_token(wanted.device)
        table = NewTable(
            name=wanted.name,
            # A spectator would see the deal before their own try.
            settings=TableSettings(rules=RulesData(players=players), spectators=False),
            bots={str(seat): bot for seat, bot in others.items()},
            begin=len(others) == players - 1,
            device=wanted.device,
            face=wanted.face,
        )
        chance = fresh()
        if table.begin:
            chance = await self.daily.fresh(chance, [device], players, now)
        return await self._create(table, now, chance, address, daily=True)

    async def _create(
        self, wanted: NewTable, now: int, chance: Fresh, address: str, *, daily: bool
    ) -> Joined:
        self.disk.check()
        code, token = new_code(), new_token()
        bots = {seat: self.bot_pool.check(bot) for seat, bot in wanted.bots.items()}
        entries = Table.create(
            msgspec.structs.replace(wanted, bots=bots),
            token_hash=hash_token(token),
            device=hash_token(wanted.device) if wanted.device else "",
            now=now,
            fresh=lambda: chance,
            daily=daily,
        )
        for bot in bots.values():
            self.bot_pool.admit(bot, Source(address, code))
        table = Table.load(code, entries)
        data = [encode_entry(entry) for entry in entries]
        await self.store.append(table.id, 1, data, row=row_of(table), begun=table.begun(), at=now)
        # Its bots and its clock wait until somebody comes.
        self._keep(table, address)
        log.info("table.created", table=table_tag(table.id), players=len(table.seats))
        seat = table.check_token(token)
        assert seat is not None
        return Joined(table.id, seat, token)

    async def find(self, code: str) -> LiveTable:
        """Return the table with a code, from memory or from disk.

        :raises TableError: there is none.
        :raises StorageError: it is damaged, or cannot be read now.
        """
        if code in self._damaged:
            raise StorageError("storage.damaged")
        if code in self._leaving:
            raise TableError("table.gone")
        live = self._tables.get(code)
        if live is not None:
            live.touched = clock.monotonic()
            return live
        task = self._loading.get(code)
        if task is None:
            task = asyncio.create_task(self._load(code))
            self._loading[code] = task
            task.add_done_callback(lambda _: self._loading.pop(code, None))
        return await asyncio.shield(task)

    async def look_over(self) -> None:
        """Read the tables that changed last, as long as there is time, to find damage early."""
        if not self.store.checked:
            log.warning("database.only_partly_checked")
        end = clock.monotonic() + LOOK_SECONDS
        for code in await self.store.newest(LOOK_AT):
            if clock.monotonic() > end:
                break
            with suppress(StorageError, TableError):
                await self._read(code)

    async def _load(self, code: str) -> LiveTable:
        return self._keep(await self._read(code))

    async def _read(self, code: str) -> Table:
        try:
            return await load_table(self.store, code)
        except StorageError as error:
            if error.code == "storage.damaged":
                self._damaged.add(code)
                part = await remains_of(self.store, code)
                version = 0 if part.table is None else part.table.version
                tag = table_tag(code)
                log.error("table.damaged", table=tag, sound=version, damage=part.damage)
            raise

    def _claim(self, code: str) -> bool:
        """Keep a table from being opened while it is removed, unless someone uses it."""
        if code in self._tables or code in self._loading:
            return False
        self._leaving.add(code)
        return True

    async def remains(self, code: str) -> Remains | None:
        """Return what is sound of a damaged table; `None` if all of it is.

        :raises TableError: there is no such table.
        """
        try:
            await self.find(code)
        except StorageError as error:
            if error.code == "storage.damaged":
                return await remains_of(self.store, code)
            raise
        return None

    def _keep(self, table: Table, address: str = "") -> LiveTable:
        live = self._tables[table.id] = LiveTable(table, self._services, address)
        self.metrics.tables.set(len(self._tables))
        return live

    async def _sweep(self) -> None:
        """Drop idle tables from memory; they are loaded again when needed."""
        while True:
            await asyncio.sleep(min(SWEEP_SECONDS, self.settings.idle_seconds))
            old = clock.monotonic() - self.settings.idle_seconds
            for code, live in list(self._tables.items()):
                if live.touched < old and not live.busy:
                    del self._tables[code]
                else:
                    live.refresh()
            self.metrics.tables.set(len(self._tables))
