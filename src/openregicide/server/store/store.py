"""The store: append to journals, read them, look up finished games."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Self, TypeVar

from sqlalchemy import Connection, Select, make_url, select
from sqlalchemy.exc import ArgumentError, DBAPIError

from ...errors import StorageError
from ...table.daily import DailyGame
from ...table.finished import FinishedGame
from .. import clock
from . import history, leaderboards, pars, retention, sqlite
from .batch import Append, Failures, TableRow, commit
from .chain import Ends, Journal, read_journal
from .health import DiskHealth
from .history import DeviceStatistics
from .leaderboards import Leaderboard, Try
from .pars import Par
from .retention import OldTable
from .schema import entries, is_listed, journals, secrets, since, tables
from .writer import Writer

__all__ = [
    "DeviceStatistics",
    "Journal",
    "Leaderboard",
    "OldTable",
    "Par",
    "Store",
    "TableRow",
    "Try",
]

Answer = TypeVar("Answer")

CHECK_SECONDS = 5.0
"""How long the quick check at the start may take."""


class Store:
    """An open database: one writer, and readers that never block it."""

    def __init__(self, path: Path, lock: sqlite.FileLock, *, rest: float, checked: bool) -> None:
        self.checked = checked
        """Whether the quick check looked at the whole file."""
        self.health = DiskHealth()
        self._path = path
        self._lock = lock
        self._closed = False
        # Threads and the synchronous driver: an asynchronous one hops to a thread and back for
        # every statement, not once a transaction, and takes twice the CPU time.
        self._reading = sqlite.reading_engine(path)
        self._reading_threads = ThreadPoolExecutor(sqlite.READERS, "store-read")
        self._writing = sqlite.writing_engine(path)
        self._ends = Ends()
        self._writing_thread = ThreadPoolExecutor(1, "store-write")
        self._writer = Writer(self._commit, rest=rest)

    @classmethod
    async def open(cls, where: str | Path, *, rest: float = 0.01) -> Self:
        """Open a database, given by the path of its file or an SQLAlchemy URL.

        It is made if it does not exist, and upgraded if it is older. Raises `StorageError` and
        leaves the file as it was if it is newer, in use, damaged or not ours. Commits begin
        at least `rest` seconds apart; the first one after a pause begins at once.
        """
        path = _path_of(where)
        lock = sqlite.FileLock(path)
        try:
            await asyncio.to_thread(sqlite.prepare, path)
            checked = await asyncio.to_thread(sqlite.quick_check, path, CHECK_SECONDS)
            return cls(path, lock, rest=rest, checked=checked)
        except BaseException:
            lock.release()
            raise

    async def close(self) -> None:
        """Write what waits, and leave everything in one file."""
        if self._closed:
            return
        self._closed = True
        await self._writer.close()
        await asyncio.to_thread(self._close_connections)
        self._lock.release()

    def _close_connections(self) -> None:
        self._reading_threads.shutdown()
        self._reading.dispose()
        # The connection that closes last checkpoints the log into the file.
        self._writing_thread.shutdown()
        self._writing.dispose()

    async def append(
        self,
        table: str,
        first_version: int,
        entries: Sequence[bytes],
        *,
        row: TableRow | None = None,
        finished: FinishedGame | None = None,
        begun: DailyGame | None = None,
        at: int | None = None,
    ) -> None:
        """Add entries to a table's journal and return once they are safe on disk.

        `first_version` is the version that the first of them leads to; a journal begins with 1.
        `at` says when, in Unix time. A row replaces what was known about the table. All of it is
        stored, or nothing: then a
        `StorageError` says why. `storage.conflict` means that the entries do not continue the
        journal, that the game is stored already, or that a ranked game has begun for a device
        that had its try. Cancelling the wait does not take the append back.
        """
        await self.put(
            table, first_version, entries, row=row, finished=finished, begun=begun, at=at
        )

    def put(
        self,
        table: str,
        first_version: int,
        entries: Sequence[bytes],
        *,
        row: TableRow | None = None,
        finished: FinishedGame | None = None,
        begun: DailyGame | None = None,
        at: int | None = None,
    ) -> asyncio.Future[None]:
        """Do the same, and leave the waiting to the caller."""
        now = clock.now() if at is None else at
        append = Append(table, first_version, entries, row, finished, begun, now)
        return self._writer.put(append)

    async def load(self, table: str) -> list[bytes]:
        """A table's journal in order; empty if there is no such table.

        :raises StorageError: it is damaged.
        """
        journal = await self.journal(table)
        if journal.damage:
            raise StorageError("storage.damaged")
        return journal.entries

    async def journal(self, table: str) -> Journal:
        """What can be read of a table's journal, damaged or not."""
        return await self._ask(lambda connection: read_journal(connection, table))

    async def newest(self, limit: int) -> list[str]:
        """The tables whose journals changed last."""
        query = select(journals.c.table_id).where(journals.c.version > 0)
        latest = query.order_by(journals.c.changed_at.desc()).limit(limit)
        return await self._ask(lambda connection: list(connection.execute(latest).scalars()))

    async def exists(self, table: str) -> bool:
        query = select(entries.c.version).where(entries.c.table_id == table, entries.c.version == 1)
        return await self._ask(lambda connection: connection.execute(query).first() is not None)

    async def listed_tables(self, limit: int) -> list[TableRow]:
        """What the lobby shows, the latest change first."""
        latest = (tables.c.changed_at.desc(), tables.c.id.desc())
        query = select(tables).where(is_listed).order_by(*latest).limit(limit)
        return await self._ask(lambda connection: _rows(connection, query))

    async def game(self, game: str) -> FinishedGame | None:
        """A finished game with its record."""
        return await self._ask(lambda connection: history.game_with_record(connection, game))

    async def games_of(
        self, device: str, *, before: tuple[int, str] | None = None, limit: int
    ) -> list[FinishedGame]:
        """A device's games, the latest first, without their records.

        `before` is `(ended_at, id)` of the last one seen.
        """
        return await self._ask(
            lambda connection: history.games_of(connection, device, before, limit)
        )

    async def statistics(self, device: str) -> list[DeviceStatistics]:
        """A device's results, by the number of players."""
        return await self._ask(lambda connection: history.statistics_of(connection, device))

    async def secret(self, name: str) -> bytes:
        """A secret that was made together with this database."""
        query = select(secrets.c.value).where(secrets.c.name == name)
        return await self._ask(lambda connection: connection.execute(query).scalar_one())

    async def since(self, name: str) -> str:
        """The first day on which something is done in a newer way; empty if it always was."""
        query = select(since.c.day).where(since.c.name == name)
        return await self._ask(lambda connection: connection.execute(query).scalar_one())

    async def tries(self, day: str, players: int, devices: Sequence[str]) -> list[Try]:
        """The first games that some devices have begun with a day's deal."""
        return await self._ask(
            lambda connection: leaderboards.tries_of(connection, day, players, devices)
        )

    async def leaderboard(
        self, day: str, players: int, *, with_bots: bool, before: int, own: str, limit: int
    ) -> Leaderboard:
        """The ranked games of a day that ended before a moment, the best first.

        `own` is a game that is listed however far down it stands.
        """
        return await self._ask(
            lambda connection: leaderboards.leaderboard_of(
                connection, day, players, with_bots, before, own, limit
            )
        )

    async def days_beside(self, day: str, players: int) -> tuple[str | None, str | None]:
        """The nearest days before and after with ranked games for that many players."""
        return await self._ask(
            lambda connection: leaderboards.days_beside(connection, day, players)
        )

    async def par(self, day: str, players: int) -> Par | None:
        """What the strong bot reached with a day's deal, if it has played it."""
        return await self._ask(lambda connection: pars.par_of(connection, day, players))

    async def keep_par(self, day: str, players: int, par: Par) -> bool:
        """Keep what the strong bot reached; return whether nothing was kept before."""
        return await self._write(lambda: pars.keep_par(self._writing, day, players, par))

    async def old_tables(self, before: int, after: str, limit: int) -> list[OldTable]:
        """Tables that did not change since `before`, by their ids from `after` on."""
        return await self._ask(
            lambda connection: retention.old_tables(connection, before, after, limit)
        )

    async def leave(self, table: str, now: int) -> bool:
        """Remove a table if it did not change lately; its entries are removed by `remove_entries`.

        The caller sees to it that nobody uses it meanwhile.
        """
        done = await self._write(lambda: retention.leave(self._writing, table, now, now))
        self._ends.forget([table])
        return done

    async def remove_entries(self, table: str) -> bool:
        """Remove some entries of a table that has left; return whether there may be more."""
        return await self._write(lambda: retention.remove_entries(self._writing, table))

    async def remove_games(self, before: int) -> bool:
        """Remove some games that ended before a moment; return whether there may be more."""
        return await self._write(lambda: retention.remove_games(self._writing, before))

    async def give_back(self) -> bool:
        """Return some unused space to the disk; return whether there is more."""
        return await self._write(lambda: retention.give_back(self._writing))

    async def _write(self, change: Callable[[], bool]) -> bool:
        """Change something between two batches."""
        if self._closed:
            raise StorageError("storage.closed")
        try:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._writing_thread, change)
        except (DBAPIError, sqlite3.Error) as cause:
            raise StorageError(sqlite.code_of(cause)) from cause

    async def _ask(self, question: Callable[[Connection], Answer]) -> Answer:
        if self._closed:
            raise StorageError("storage.closed")

        def answer() -> Answer:
            with self._reading.connect() as connection:
                return question(connection)

        try:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._reading_threads, answer)
        except DBAPIError as cause:
            code = "storage.damaged" if sqlite.is_damage(cause) else sqlite.code_of(cause)
            raise StorageError(code) from cause

    async def probe(self) -> str:
        """Write something that does not matter; return the code of what refused it, if any."""
        if self._closed:
            return "storage.closed"
        loop = asyncio.get_running_loop()
        code = await loop.run_in_executor(
            self._writing_thread, sqlite.probe, self._writing, self._path
        )
        if code:
            self.health.code = code
        else:
            self.health.worked()
        return code

    async def _commit(self, batch: Sequence[Append]) -> Failures:
        failures = await asyncio.get_running_loop().run_in_executor(
            self._writing_thread, commit, self._writing, self._ends, batch, sqlite.code_of
        )
        self.health.note(batch, failures)
        return failures


def _rows(connection: Connection, query: Select[*tuple[object, ...]]) -> list[TableRow]:
    return [TableRow(**row) for row in connection.execute(query).mappings()]


def _path_of(where: str | Path) -> Path:
    if isinstance(where, Path) or "://" not in where:
        return Path(where).resolve()
    try:
        url = make_url(where)
    except ArgumentError as cause:
        raise StorageError("storage.unknown_kind", kind=where.partition(":")[0]) from cause
    if url.get_backend_name() != "sqlite" or not url.database:
        raise StorageError("storage.unknown_kind", kind=url.get_backend_name())
    return Path(url.database).resolve()
