"""What happens when the disk does not do its part."""

from __future__ import annotations

import asyncio
import resource
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, closing, contextmanager
from pathlib import Path

import pytest
from sqlalchemy import Connection, Engine, event

from openregicide.errors import StorageError
from openregicide.server.store.batch import Append, Failures
from openregicide.server.store.store import Store
from openregicide.server.store.writer import Writer
from support.stored_games import finished_game, table_row

LARGE = b"x" * 50_000


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "regicide.db"


def codes(outcomes: Sequence[object]) -> list[str | None]:
    assert all(o is None or isinstance(o, StorageError) for o in outcomes), outcomes
    return [o.code if isinstance(o, StorageError) else None for o in outcomes]


class Disk:
    """Where the database is; it can be full, and it can fail."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._full = False

    def limit(self, connection: Connection) -> None:
        """Before every transaction: how many pages there may be."""
        pages = connection.exec_driver_sql("PRAGMA page_count").scalar_one()
        limit = pages if self._full else 2**30
        connection.exec_driver_sql(f"PRAGMA max_page_count = {limit}")

    @contextmanager
    def full(self) -> Iterator[None]:
        self._full = True
        yield
        self._full = False

    @contextmanager
    def failing(self) -> Iterator[None]:
        """The operating system refuses to make any file longer than the log is now."""
        soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
        length = Path(f"{self._path}-wal").stat().st_size
        resource.setrlimit(resource.RLIMIT_FSIZE, (length, hard))
        try:
            yield
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


Trouble = Callable[[Disk], AbstractContextManager[None]]


@pytest.fixture
def disk(path: Path) -> Iterator[Disk]:
    disk = Disk(path)
    event.listen(Engine, "begin", disk.limit)
    yield disk
    event.remove(Engine, "begin", disk.limit)


@pytest.mark.parametrize(
    ("trouble", "code"), [(Disk.full, "storage.full"), (Disk.failing, "storage.failed")]
)
def test_everybody_is_told_and_nothing_is_stored_until_the_disk_works_again(
    path: Path, disk: Disk, trouble: Trouble, code: str
) -> None:
    async def run() -> None:
        store = await Store.open(path)
        await store.append("a", 1, [b"1"], row=table_row("a"))
        with trouble(disk):
            outcomes = await asyncio.gather(
                store.append("a", 2, [LARGE], row=table_row("a", changed_at=7)),
                store.append("b", 1, [b"small"]),
                store.append("c", 1, [LARGE], finished=finished_game("g", "device")),
                return_exceptions=True,
            )
            assert codes(outcomes) == [code] * 3
            # What was stored can still be read.
            assert await store.load("a") == [b"1"]
        assert await store.load("b") == []
        assert await store.load("c") == []
        assert await store.game("g") is None
        assert await store.listed_tables(9) == [table_row("a")]
        await asyncio.gather(
            store.append("a", 2, [LARGE]),
            store.append("c", 1, [b"c"], finished=finished_game("g", "device")),
        )
        await store.close()
        store = await Store.open(path)
        assert await store.load("a") == [b"1", LARGE]
        assert await store.load("c") == [b"c"]
        assert await store.game("g") == finished_game("g", "device")
        await store.close()

    asyncio.run(run())
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]


def test_what_was_decided_before_the_trouble_does_not_leave_a_gap(path: Path, disk: Disk) -> None:
    async def run() -> None:
        store = await Store.open(path)
        await store.append("a", 1, [b"1"])
        with disk.failing():
            outcomes = await asyncio.gather(store.append("a", 2, [LARGE]), return_exceptions=True)
            assert codes(outcomes) == ["storage.failed"]
        outcomes = await asyncio.gather(store.append("a", 3, [b"3"]), return_exceptions=True)
        assert codes(outcomes) == ["storage.conflict"]
        await store.append("a", 2, [b"2", b"3"])
        assert await store.load("a") == [b"1", b"2", b"3"]
        await store.close()

    asyncio.run(run())


def test_a_damaged_page_is_an_error_with_a_code(path: Path) -> None:
    async def fill() -> None:
        store = await Store.open(path)
        await store.append("a", 1, [b"1"])
        await store.close()

    async def read() -> str:
        store = await Store.open(path)
        content = bytearray(path.read_bytes())
        content[(root - 1) * 4096 : root * 4096] = b"\xff" * 4096
        path.write_bytes(content)
        try:
            await store.load("a")
        except StorageError as error:
            return error.code
        finally:
            await store.close()
        return "nothing"

    asyncio.run(fill())
    with closing(sqlite3.connect(path)) as connection:
        found = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'entries'")
        (root,) = found.fetchone()
    assert asyncio.run(read()) == "storage.damaged"


def test_an_unforeseen_failure_reaches_everybody_and_the_writer_goes_on() -> None:
    batches = []

    async def commit(batch: Sequence[Append]) -> Failures:
        batches.append([append.table for append in batch])
        if len(batches) == 1:
            raise RuntimeError("unforeseen")
        return {}

    async def run() -> None:
        writer = Writer(commit, rest=0)
        outcomes = await asyncio.gather(
            writer.put(Append("a", 1, [])),
            writer.put(Append("b", 1, [])),
            return_exceptions=True,
        )
        assert codes(outcomes) == ["storage.failed"] * 2
        assert outcomes[0] is not outcomes[1]
        assert all(isinstance(o, StorageError) and o.__cause__ for o in outcomes)
        await writer.put(Append("c", 1, []))
        await writer.close()

    asyncio.run(run())
    assert batches == [["a", "b"], ["c"]]


def test_while_one_batch_is_written_the_next_one_gathers() -> None:
    batches = []
    written = asyncio.Event()

    async def commit(batch: Sequence[Append]) -> Failures:
        batches.append([append.table for append in batch])
        await written.wait()
        return {}

    async def run() -> None:
        writer = Writer(commit, rest=0)
        waiting = []
        for table in "abcd":
            waiting.append(writer.put(Append(table, 1, [])))
            await asyncio.sleep(0)
            await asyncio.sleep(0)
        assert batches == [["a"]]
        assert not any(done.done() for done in waiting)
        written.set()
        await asyncio.gather(*waiting)
        await writer.close()

    asyncio.run(run())
    assert batches == [["a"], ["b", "c", "d"]]
