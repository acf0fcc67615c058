"""What is sound in a damaged file, in a new one."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path

from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError

from ...errors import StorageError
from ..store import sqlite
from ..store.schema import metadata
from .check import table_names

__all__ = ["salvage"]


def salvage(path: Path, to: Path) -> int:
    """Copy all rows that can be read into a new database; return how many there were.

    A journal that is damaged is copied as it is: its table stays closed, and its sound part can be
    read.

    :raises StorageError: it is not ours, or there is something at `to`.
    """
    if to.exists():
        raise StorageError("storage.exists", path=str(to))
    sqlite.check_ours(path, newest=True)
    sqlite.prepare(to)
    count = 0
    with sqlite.looking(path) as source, closing(sqlite3.connect(to)) as target:
        target.execute("PRAGMA foreign_keys = OFF")
        for table in metadata.sorted_tables:
            names = [column.name for column in table.columns]
            keys = [column.name for column in table.primary_key]
            # The new file has secrets of its own, for those that cannot be read.
            how = "REPLACE" if table.name == "secrets" else "IGNORE"
            put = (
                f"INSERT OR {how} INTO {table.name} ({', '.join(names)})"
                f" VALUES ({', '.join('?' * len(names))})"
            )
            for row in _rows(source, table.name, names, keys):
                with suppress(sqlite3.IntegrityError):
                    count += target.execute(put, row).rowcount
        target.commit()
        target.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    with to.open("rb") as file:
        os.fsync(file.fileno())
    return count


Row = tuple[object, ...]


def _rows(source: Connection, table: str, names: list[str], keys: list[str]) -> Iterator[Row]:
    """All rows of a table that can be read: from both ends, up to what cannot."""
    query = f"SELECT {', '.join(names)} FROM {table}"
    if table == "entries":
        # Table by table: damage in one does not hide the others.
        for name in table_names(source):
            yield from _until_damage(source, f"{query} WHERE table_id = ? ORDER BY version", name)
        return
    for order in ("", " DESC"):
        by = ", ".join(f"{key}{order}" for key in keys)
        yield from _until_damage(source, f"{query} ORDER BY {by}")


def _until_damage(source: Connection, query: str, *values: object) -> Iterator[Row]:
    try:
        for row in source.exec_driver_sql(query, values):
            yield tuple(row)
    except DBAPIError as error:
        if not sqlite.is_damage(error):
            raise
