"""Many appends in one transaction: all of them, or all but those that conflict."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from functools import cache

from sqlalchemy import Connection, Engine, insert, text, update
from sqlalchemy.exc import DBAPIError, IntegrityError

from ...errors import StorageError
from ...table.daily import DailyGame
from ...table.finished import FinishedGame
from .chain import End, Ends, digest_of
from .schema import daily_games, daily_tries, game_seats, games

__all__ = ["Append", "Failures", "TableRow", "commit"]


@dataclass(frozen=True, slots=True)
class TableRow:
    """What is known about a table without reading its journal."""

    id: str
    created_at: int
    """Unix time, like `changed_at`."""
    changed_at: int
    listed: bool
    """Whether the lobby shows it."""
    summary: bytes
    """What the lobby shows; opaque to the store."""


@dataclass(frozen=True, slots=True)
class Append:
    """Consecutive entries of a table's journal, and what is stored with them."""

    table: str
    first_version: int
    entries: Sequence[bytes]
    row: TableRow | None = None
    finished: FinishedGame | None = None
    begun: DailyGame | None = None
    at: int = 0
    """When, in Unix time."""


Failures = dict[int, StorageError]
"""What went wrong, by index in the batch; everything else is on disk."""

MANY = 100
"""The most entries that one statement adds."""

_add_game = insert(games)
_add_seats = insert(game_seats)
_add_daily_game = insert(daily_games)
_add_tries = insert(daily_tries)
# A device keeps its first try.
_add_first_tries = text(
    "INSERT INTO daily_tries (device, day, players, game_id)"
    " VALUES (:device, :day, :players, :game_id) ON CONFLICT DO NOTHING"
)
# SQLite and PostgreSQL both understand this, but SQLAlchemy spells it for each of them.
_put_rows = text(
    "INSERT INTO tables (id, created_at, changed_at, listed, summary)"
    " VALUES (:id, :created_at, :changed_at, :listed, :summary)"
    " ON CONFLICT (id) DO UPDATE SET changed_at = excluded.changed_at, listed = excluded.listed,"
    " summary = excluded.summary"
)


class _ConflictError(Exception):
    """Entries that do not follow the end of their journal."""


CONFLICTS = (IntegrityError, _ConflictError)


def commit(
    engine: Engine, ends: Ends, batch: Sequence[Append], code_of: Callable[[DBAPIError], str]
) -> Failures:
    """Write a batch; return once it is on disk. `code_of` turns database errors into codes."""
    names = {append.table for append in batch}
    try:
        with suppress(*CONFLICTS):
            if _in_order(batch):
                with engine.begin() as connection:
                    reached = ends.of(connection, names)
                    _write(connection, batch, reached)
                ends.keep(reached)
                return {}
        with engine.begin() as connection:
            reached = ends.of(connection, names)
            failures = dict(_write_one_by_one(connection, batch, reached))
        ends.keep(reached)
        return failures
    except DBAPIError as cause:
        # It may or may not be on disk.
        ends.forget(names)
        # One for each: raising the same error in several tasks mixes up their tracebacks.
        return {index: _because(cause, code_of(cause)) for index in range(len(batch))}


def _in_order(batch: Sequence[Append]) -> bool:
    """Return whether every table's appends follow each other.

    The database checks only at the end of a statement that each entry follows another.
    """
    expected: dict[str, int] = {}
    for append in batch:
        first = append.first_version
        if expected.get(append.table, first) != first:
            return False
        expected[append.table] = first + len(append.entries)
    return True


def _write_one_by_one(
    connection: Connection, batch: Sequence[Append], reached: dict[str, End]
) -> Iterator[tuple[int, StorageError]]:
    for index, append in enumerate(batch):
        before = reached[append.table]
        try:
            with connection.begin_nested():
                _write(connection, [append], reached)
        except CONFLICTS as cause:
            reached[append.table] = before
            yield index, _because(cause, "storage.conflict")


def _because(cause: Exception, code: str) -> StorageError:
    error = StorageError(code)
    error.__cause__ = cause
    return error


def _write(connection: Connection, batch: Sequence[Append], reached: dict[str, End]) -> None:
    """Write all of a batch; `reached` says where the journals end, and is moved on."""
    journal = [line for append in batch for line in _journal_lines(append, reached)]
    for i in range(0, len(journal), MANY):
        some = journal[i : i + MANY]
        connection.exec_driver_sql(
            _adding(len(some)), tuple(value for line in some for value in line)
        )
    moved = {append.table: append.at for append in batch if append.entries}
    lines = [(table, *reached[table], at) for table, at in moved.items()]
    for i in range(0, len(lines), MANY):
        few = lines[i : i + MANY]
        connection.exec_driver_sql(
            _ending(len(few)), tuple(value for line in few for value in line)
        )
    if rows := [asdict(append.row) for append in batch if append.row]:
        connection.execute(_put_rows, rows)
    for append in batch:
        if append.begun:
            _write_daily_game(connection, append.begun)
        if append.finished:
            _write_game(connection, append.finished)


@cache
def _adding(count: int) -> str:
    """Return the statement that adds `count` entries.

    One statement, not one for each: the driver releases the GIL at every statement, and getting it
    back from a busy event loop takes longer than the writing.
    """
    return "INSERT INTO entries (table_id, version, follows, data, digest) VALUES " + ", ".join(
        ["(?, ?, ?, ?, ?)"] * count
    )


@cache
def _ending(count: int) -> str:
    """Return the statement that says where `count` journals end now."""
    lines = ", ".join(["(?, ?, ?, ?)"] * count)
    return (
        f"INSERT INTO journals (table_id, version, digest, changed_at) VALUES {lines}"
        " ON CONFLICT (table_id) DO UPDATE SET version = excluded.version,"
        " digest = excluded.digest, changed_at = excluded.changed_at"
    )


def _journal_lines(
    append: Append, reached: dict[str, End]
) -> Iterator[tuple[str, int, int | None, bytes, bytes]]:
    table = append.table
    version, digest = reached[table]
    if append.first_version != version + 1:
        raise _ConflictError
    for data in append.entries:
        version += 1
        digest = digest_of(digest, table, version, data)
        yield table, version, version - 1 or None, data, digest
    reached[table] = End(version, digest)


def _write_game(connection: Connection, game: FinishedGame) -> None:
    values = asdict(game)
    values["table_id"] = values.pop("table")
    seats = values.pop("seats")
    daily = values.pop("daily")
    connection.execute(_add_game, values)
    if seats:
        connection.execute(
            _add_seats,
            [seat | {"game_id": game.id, "ended_at": game.ended_at} for seat in seats],
        )
    if daily:
        ours = daily_games.c.game_id == game.id
        connection.execute(update(daily_games).where(ours).values(daily))


def _write_daily_game(connection: Connection, game: DailyGame) -> None:
    values = asdict(game)
    devices = values.pop("devices")
    values |= {"game_id": values.pop("id"), "table_id": values.pop("table")}
    connection.execute(_add_daily_game, values)
    tried = {"day": game.day, "players": game.players, "game_id": game.id}
    if tries := [tried | {"device": device} for device in sorted(devices)]:
        # A ranked game must be everyone's first, or the database refuses it.
        connection.execute(_add_tries if game.ranked else _add_first_tries, tries)
