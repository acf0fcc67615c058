"""Copies of a database: made while a server runs, and put back while none does."""

from __future__ import annotations

import os
import shutil
import sqlite3
from contextlib import closing, suppress
from pathlib import Path

from ...errors import StorageError
from ..store import sqlite

__all__ = ["back_up", "restore"]

BESIDE = ("-wal", "-shm")


def back_up(path: Path, to: Path) -> None:
    """Copy a database, which may be in use, as it is at one moment.

    :raises StorageError: it is not ours, or damaged; there is no copy then.
    """
    with sqlite.told_about(path):
        sqlite.check_ours(path)
        with sqlite.looking(path) as connection:
            raw = connection.connection.driver_connection
            assert isinstance(raw, sqlite3.Connection)
            _copy(raw, to, path)


def _copy(source: sqlite3.Connection, to: Path, path: Path) -> None:
    if to.exists():
        raise StorageError("storage.exists", path=str(to))
    unfinished = to.with_name(f"{to.name}.part")
    unfinished.unlink(missing_ok=True)
    os.close(sqlite.private_opener(str(unfinished), os.O_CREAT | os.O_EXCL | os.O_WRONLY))
    try:
        with closing(sqlite3.connect(unfinished)) as target:
            source.backup(target)
            if target.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
                raise StorageError("storage.corrupt", path=str(path))
            # Whole in one file, without a log beside it.
            target.execute("PRAGMA journal_mode = DELETE").fetchall()
        with unfinished.open("rb") as file:
            os.fsync(file.fileno())
        unfinished.replace(to)
    finally:
        with suppress(OSError):
            unfinished.unlink()


def restore(copy: Path, path: Path) -> Path | None:
    """Put a copy in the place of a database that no server uses.

    What was there is kept beside it; returns where, if there was anything.

    :raises StorageError: a server runs, or the copy is not ours or damaged; nothing has changed.
    """
    lock = sqlite.FileLock(path)
    try:
        new = path.with_name(f"{path.name}.restored")
        new.unlink(missing_ok=True)
        back_up(copy, new)
        kept = None
        if path.exists():
            kept = _free_name(path)
            # With its log, which belongs to it: what is only there would be lost.
            for end in BESIDE:
                if Path(f"{path}{end}").exists():
                    shutil.move(f"{path}{end}", f"{kept}{end}")
            path.replace(kept)
        new.replace(path)
        return kept
    finally:
        lock.release()


def _free_name(path: Path) -> Path:
    number = 1
    while (name := path.with_name(f"{path.name}.replaced-{number}")).exists():
        number += 1
    return name
