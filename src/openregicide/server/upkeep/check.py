"""Whether everything in a database is as it was written: chains, tables, records."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import msgspec
from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError

from ...errors import RegicideError, StorageError
from ...notation import read_record
from ...protocol import TableInfo
from ...table.entries import decode_entry
from ...table.finished import FinishedGame
from ...table.table import Table
from ...verify import Verdict, verify_record
from ..store import history, sqlite
from ..store.chain import Journal, read_journal

__all__ = ["Finding", "check", "table_names"]

FAULTS = 20
"""How many faults of the file itself are told."""


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that is not as it was written."""

    what: str
    """`file`, `table` or `game`."""
    name: str
    """The table's code, the game's id, or what SQLite says."""
    damage: str = ""
    """A code."""
    sound: int = 0
    """The last version of a table that is sound."""


def check(path: Path, told: Callable[[int, int], None]) -> Iterator[Finding]:
    """Yield all damage in a database, which is only read and may be in use.

    :param told: is told how many tables and games have been checked, and of how many.
    :raises StorageError: it cannot be checked.
    """
    sqlite.check_ours(path, newest=True)
    with sqlite.looking(path) as connection:
        yield from _file(connection)
        try:
            names, games = table_names(connection), _games(connection)
            total = len(names) + len(games)
        except DBAPIError:
            yield Finding("file", "", "file.unreadable")
            return
        for done, name in enumerate(names):
            told(done, total)
            yield from _table(connection, name)
        for done, game in enumerate(games, len(names)):
            told(done, total)
            yield from _game(connection, game)
        told(total, total)


def _file(connection: Connection) -> Iterator[Finding]:
    try:
        rows = connection.exec_driver_sql(f"PRAGMA integrity_check({FAULTS})").scalars().all()
    except DBAPIError as error:
        if not sqlite.is_damage(error):
            raise
        rows = ["unreadable"]
    for row in rows:
        if row != "ok":
            yield Finding("file", str(row), "file.damaged")


def table_names(connection: Connection) -> list[str]:
    """Return the ids of all tables that left anything in the database."""
    names = set()
    for query in ("SELECT table_id FROM journals", "SELECT id FROM tables"):
        names |= _readable(connection, query)
    # From one table to the next, not through all entries.
    after: str | None = ""
    while after is not None:
        try:
            after = connection.exec_driver_sql(
                "SELECT min(table_id) FROM entries WHERE table_id > ?", (after,)
            ).scalar()
        except DBAPIError:
            break
        if isinstance(after, str):
            names.add(after)
    return sorted(names)


def _games(connection: Connection) -> list[str]:
    return sorted(_readable(connection, "SELECT id FROM games"))


def _readable(connection: Connection, query: str) -> set[str]:
    """The texts that a query finds, until it finds damage."""
    found: set[str] = set()
    try:
        for (name,) in connection.exec_driver_sql(query):
            if isinstance(name, str):
                found.add(name)
    except DBAPIError as error:
        if not sqlite.is_damage(error):
            raise
    return found


def _table(connection: Connection, name: str) -> Iterator[Finding]:
    journal = read_journal(connection, name)
    if journal.left:
        return
    damage, table = journal.damage, Table(name)
    finished: list[FinishedGame] = []
    for data in journal.entries:
        try:
            table.absorb(decode_entry(data))
        except Exception:
            # What exactly is wrong would name cards.
            yield Finding("table", name, "entry.impossible", table.version)
            return
        if (game := table.finished()) is not None:
            finished.append(game)
    if damage:
        yield Finding("table", name, damage, table.version)
    elif not _has_row(connection, name, journal):
        yield Finding("table", name, "row.unreadable", table.version)
    for game in finished:
        if not _is_stored(connection, game):
            yield Finding("game", game.id, "game.changed")


def _has_row(connection: Connection, name: str, journal: Journal) -> bool:
    """Return whether the lobby could show a table."""
    query = "SELECT summary FROM tables WHERE id = ?"
    try:
        summary = connection.exec_driver_sql(query, (name,)).scalar()
        return not journal.entries or bool(msgspec.json.decode(summary or b"", type=TableInfo))
    except (DBAPIError, msgspec.DecodeError, UnicodeDecodeError, TypeError, RecursionError):
        return False


def _is_stored(connection: Connection, game: FinishedGame) -> bool:
    """Return whether a game is in history as its table's journal tells it, or not at all."""
    query = "SELECT seed, seed_hash, won, medal, kills, plies FROM games WHERE id = ?"
    try:
        row = connection.exec_driver_sql(query, (game.id,)).first()
    except DBAPIError:
        return False
    told = (game.seed, game.seed_hash, int(game.won), game.medal, game.kills, game.plies)
    return row is None or tuple(row) == told


def _game(connection: Connection, name: str) -> Iterator[Finding]:
    try:
        game = history.game_with_record(connection, name)
        if game is None:
            return
        record = read_record(game.record)
        checks = list(verify_record(record))
    except (DBAPIError, RegicideError, ValueError, TypeError, LookupError) as error:
        if isinstance(error, DBAPIError) and not sqlite.is_damage(error):
            raise StorageError(sqlite.code_of(error)) from error
        yield Finding("game", name, "record.unreadable")
        return
    if any(each.verdict is Verdict.FAILED for each in checks):
        yield Finding("game", name, "record.changed")
