"""A table's journal as a file, for whoever runs the server: with seeds and everything."""

from __future__ import annotations

import json
from pathlib import Path

from ...errors import TableError
from ...table.entries import decode_entry
from ...table.table import Table
from ..store import sqlite
from ..store.chain import read_journal

__all__ = ["export"]


def export(path: Path, code: str) -> dict[str, object]:
    """Return the sound part of a table's journal.

    :raises StorageError: the database cannot be read.
    :raises TableError: there is no such table.
    """
    sqlite.check_ours(path, newest=True)
    with sqlite.looking(path) as connection:
        journal = read_journal(connection, code)
    if journal.left:
        raise TableError("table.gone")
    if not journal.entries and not journal.damage:
        raise TableError("table.unknown")
    damage, table = journal.damage, Table(code)
    entries = []
    for data in journal.entries:
        try:
            table.absorb(decode_entry(data))
            entries.append(json.loads(data))
        except Exception:
            damage = "entry.impossible"
            break
    return {"table": code, "sound": len(entries), "damage": damage, "entries": entries}
