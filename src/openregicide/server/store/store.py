"""The store: append to journals, read them, look up finished games."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Self, TypeVar

from sqlalchemy import Connection, Select, make_url, select
from sqlalchemy.exc import ArgumentError, DBAPIError

from ...errors import StorageError
from ...table.daily import DailyGame
from ...table.finished import FinishedGame
from . import history, leaderboards, sqlite
from .batch import Append, Failures, TableRow, commit
from .history import DeviceStatistics
from .leaderboards import Leaderboard, Try
from .schema import entries, is_listed, secrets, tables
from .writer import Writer

__all__ = ["DeviceStatistics", "Leaderboard", "Store", "TableRow", "Try"]

Answer = TypeVar("Answer")


class Store:
    """An open database: one writer, and readers that never block it."""

    def __init__(self, path: Path, lock: sqlite.FileLock, *, rest: float) -> None:
        self._lock = lock
        self._closed = False
        # Threads and the synchronous driver: an asynchronous one hops to a thread and back for
        # every statement, not once a transaction, and takes twice the CPU time.
        self._reading = sqlite.reading_engine(path)
        self._reading_threads = ThreadPoolExecutor(sqlite.READERS, "store-read")
        self._writing = sqlite.writing_engine(path)
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
            return cls(path, lock, rest=rest)
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
    ) -> None:
        """Add entries to a table's journal and return once they are safe on disk.

        `first_version` is the version that the first of them leads to; a journal begins with 1.
        A row replaces what was known about the table. All of it is stored, or nothing: then a
        `StorageError` says why. `storage.conflict` means that the entries do not continue the
        journal, that the game is stored already, or that a ranked game has begun for a device
        that had its try. Cancelling the wait does not take the append back.
        """
        await self.put(table, first_version, entries, row=row, finished=finished, begun=begun)

    def put(
        self,
        table: str,
        first_version: int,
        entries: Sequence[bytes],
        *,
        row: TableRow | None = None,
        finished: FinishedGame | None = None,
        begun: DailyGame | None = None,
    ) -> asyncio.Future[None]:
        """Do the same, and leave the waiting to the caller."""
        return self._writer.put(Append(table, first_version, entries, row, finished, begun))

    async def load(self, table: str) -> list[bytes]:
        """A table's journal in order; empty if there is no such table."""
        query = (
            select(entries.c.data).where(entries.c.table_id == table).order_by(entries.c.version)
        )
        return await self._ask(lambda connection: list(connection.execute(query).scalars()))

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
            raise StorageError(sqlite.code_of(cause)) from cause

    async def _commit(self, batch: Sequence[Append]) -> Failures:
        return await asyncio.get_running_loop().run_in_executor(
            self._writing_thread, commit, self._writing, batch, sqlite.code_of
        )


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
