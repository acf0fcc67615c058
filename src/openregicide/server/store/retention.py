"""Removing what is kept long enough, in small steps between other writes.

A table leaves in one step: its row goes, and its journal is marked as removed. Its entries follow,
some at a time. If the server stops in between, the mark says what is left to do.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass

from sqlalchemy import Connection, Engine

from .chain import NOTHING

__all__ = ["OldTable", "give_back", "leave", "old_tables", "remove_entries", "remove_games"]

ENTRIES, GAMES, PAGES = 500, 100, 256
"""How much goes in one transaction."""
SPARE_PAGES = 256
"""Free pages that stay in the file: they will be needed soon."""
MARK_SECONDS = 365 * 86400
"""How long a removed table's link says that it was removed."""


@dataclass(frozen=True, slots=True)
class OldTable:
    """A table that has not changed for long."""

    id: str
    summary: bytes | None
    """As in its row; `None` if there is no row."""
    last: bytes | None
    """Its last entry."""
    left: bool
    """Whether it was removed, but for some entries."""


_OLD = """
SELECT journals.table_id, tables.summary, entries.data, journals.version
FROM journals
LEFT JOIN tables ON tables.id = journals.table_id
LEFT JOIN entries
    ON entries.table_id = journals.table_id AND entries.version = journals.version
WHERE journals.table_id > ? AND journals.changed_at < ?
    AND (journals.version > 0 OR EXISTS (
        SELECT 1 FROM entries AS rest WHERE rest.table_id = journals.table_id))
ORDER BY journals.table_id LIMIT ?
"""


def old_tables(connection: Connection, before: int, after: str, limit: int) -> list[OldTable]:
    """Return tables that did not change since `before`, by their ids from `after` on.

    Those that were removed, but not wholly, are among them.
    """
    rows = connection.exec_driver_sql(_OLD, (after, before, limit)).all()
    return [OldTable(name, summary, last, version == 0) for name, summary, last, version in rows]


def leave(engine: Engine, table: str, before: int, now: int) -> bool:
    """Remove a table that did not change since `before`, but for its entries."""
    with _change(engine) as connection:
        marked = connection.execute(
            "UPDATE journals SET version = 0, digest = ?, changed_at = ?"
            " WHERE table_id = ? AND changed_at < ?",
            (NOTHING.digest, now, table, before),
        )
        if not marked.rowcount:
            return False
        connection.execute("DELETE FROM tables WHERE id = ?", (table,))
        # Long ago; nobody follows their links any more.
        connection.execute(
            "DELETE FROM journals WHERE version = 0 AND changed_at < ? AND NOT EXISTS"
            " (SELECT 1 FROM entries WHERE entries.table_id = journals.table_id)",
            (now - MARK_SECONDS,),
        )
    return True


def remove_entries(engine: Engine, table: str) -> bool:
    """Remove some entries of a table that has left; return whether there may be more."""
    with _change(engine) as connection:
        gone = connection.execute(
            "DELETE FROM entries WHERE table_id = ?1 AND version IN"
            " (SELECT version FROM entries WHERE table_id = ?1 ORDER BY version LIMIT ?2)"
            " AND EXISTS (SELECT 1 FROM journals WHERE table_id = ?1 AND version = 0)",
            (table, ENTRIES),
        )
        return gone.rowcount == ENTRIES


def remove_games(engine: Engine, before: int) -> bool:
    """Remove some games that ended before a moment, but no ranked one; return if there may be more.

    Ranked games of the daily deal stay: the leaderboards are made of them.
    """
    with _change(engine) as connection:
        found = connection.execute(
            "SELECT id FROM games WHERE ended_at < ? AND NOT EXISTS"
            " (SELECT 1 FROM daily_games WHERE game_id = games.id AND ranked) LIMIT ?",
            (before, GAMES),
        ).fetchall()
        connection.executemany("DELETE FROM game_seats WHERE game_id = ?", found)
        connection.executemany("DELETE FROM games WHERE id = ?", found)
        return len(found) == GAMES


def give_back(engine: Engine) -> bool:
    """Return some free pages to the disk; return whether there are more."""
    with closing(engine.raw_connection()) as raw:
        connection = raw.driver_connection
        assert isinstance(connection, sqlite3.Connection)
        (before,) = connection.execute("PRAGMA freelist_count").fetchone()
        if before <= SPARE_PAGES:
            return False
        connection.execute(f"PRAGMA incremental_vacuum({PAGES})").fetchall()
        (after,) = connection.execute("PRAGMA freelist_count").fetchone()
        return bool(SPARE_PAGES < after < before)


@contextmanager
def _change(engine: Engine) -> Iterator[sqlite3.Connection]:
    """A transaction in which references are not checked.

    An entry that goes would be looked for as the one before in all others, without an index; those
    go too.
    """
    with closing(engine.raw_connection()) as raw:
        connection = raw.driver_connection
        assert isinstance(connection, sqlite3.Connection)
        connection.execute("PRAGMA foreign_keys = OFF")
        try:
            connection.execute("BEGIN IMMEDIATE")
            with connection:
                yield connection
        finally:
            connection.execute("PRAGMA foreign_keys = ON")
