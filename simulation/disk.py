"""A node's disk: a real SQLite file, which now and then refuses, or loses what it should say."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from openregicide.server.store import sqlite
from openregicide.server.store.store import Store

__all__ = ["Disks", "read_only"]

MEMORY = Path("/dev/shm")
"""Files that are never really written: nobody pulls this machine's plug."""


class Disks:
    """A folder for the databases of one run after another."""

    def __init__(self) -> None:
        base = MEMORY if MEMORY.is_dir() else None
        self._folder = TemporaryDirectory(prefix="simulation-", dir=base)
        self._empty = Path(self._folder.name) / "empty.sqlite3"
        self._count = 0
        sqlite.prepare(self._empty)
        with closing(sqlite3.connect(self._empty)) as connection:
            connection.execute("PRAGMA journal_mode = WAL")

    def new(self) -> Path:
        """Return the path of a database that has just been made."""
        self._count += 1
        path = Path(self._folder.name) / f"{self._count}.sqlite3"
        shutil.copyfile(self._empty, path)
        return path

    def drop(self, path: Path) -> None:
        for each in path.parent.glob(f"{path.name}*"):
            each.unlink()

    def close(self) -> None:
        self._folder.cleanup()


@contextmanager
def read_only(store: Store) -> Iterator[None]:
    """Let the disk refuse whatever is written meanwhile."""
    _set_read_only(store, 1)
    try:
        yield
    finally:
        _set_read_only(store, 0)


def _set_read_only(store: Store, value: int) -> None:
    connection = store._writing.raw_connection()
    connection.cursor().execute(f"PRAGMA query_only = {value}")
    connection.close()


def pull_the_plug(store: Store, path: Path) -> None:
    """Let go of a file as the death of a process does: what was not committed is undone."""
    store._writing.dispose()
    store._reading.dispose()
    store._lock.release()
