"""SQLite, and everything that only SQLite needs: its file, its settings, its errors."""

from __future__ import annotations

import errno
import fcntl
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import IO, Any, ClassVar
from urllib.parse import quote

from sqlalchemy import URL, Connection, Engine, create_engine, event
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import DBAPIError

from ...errors import StorageError
from . import migrations

__all__ = ["READERS", "FileLock", "code_of", "prepare", "reading_engine", "writing_engine"]

APPLICATION_ID = 0x52656769
"""Marks a file as ours; "Regi" in ASCII."""

READERS = 4
"""How many connections may read at once."""

_MAGIC = b"SQLite format 3\0"
_BUSY_SECONDS = 10

_CODES = {
    sqlite3.SQLITE_FULL: "storage.full",
    sqlite3.SQLITE_READONLY: "storage.read_only",
    sqlite3.SQLITE_PERM: "storage.read_only",
    sqlite3.SQLITE_CANTOPEN: "storage.read_only",
    sqlite3.SQLITE_BUSY: "storage.in_use",
    sqlite3.SQLITE_LOCKED: "storage.in_use",
    sqlite3.SQLITE_CORRUPT: "storage.not_a_database",
    sqlite3.SQLITE_NOTADB: "storage.not_a_database",
    sqlite3.SQLITE_CONSTRAINT: "storage.conflict",
}
_SYSTEM_CODES = {
    errno.ENOSPC: "storage.full",
    errno.EDQUOT: "storage.full",
    errno.EACCES: "storage.read_only",
    errno.EPERM: "storage.read_only",
    errno.EROFS: "storage.read_only",
}


def code_of(error: DBAPIError | sqlite3.Error | OSError) -> str:
    """Turn an error into one of our codes."""
    if isinstance(error, OSError):
        return _SYSTEM_CODES.get(error.errno or 0, "storage.failed")
    cause = error.orig if isinstance(error, DBAPIError) else error
    number = getattr(cause, "sqlite_errorcode", sqlite3.SQLITE_ERROR)
    return _CODES.get(number & 0xFF, "storage.failed")


class FileLock:
    """One server for one file: held until it is released or the process dies."""

    # A fork does not inherit such a lock, so a bot's process that outlives the server does not
    # hold it; but a process can lock the same file twice, so we remember what we hold.
    _held: ClassVar[set[Path]] = set()

    def __init__(self, database: Path) -> None:
        self._path = Path(f"{database}.lock")
        if self._path in self._held:
            raise StorageError("storage.in_use", path=str(database))
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            self._file: IO[bytes] = self._path.open("ab")
        except OSError as cause:
            raise StorageError(code_of(cause), path=str(database)) from cause
        try:
            fcntl.lockf(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as cause:
            self._file.close()
            raise StorageError("storage.in_use", path=str(database)) from cause
        self._held.add(self._path)

    def release(self) -> None:
        self._held.discard(self._path)
        self._file.close()


def prepare(path: Path) -> None:
    """Create or upgrade the file; refuse it untouched if it is not ours to change."""
    with _told_about(path):
        revision = _revision_of(path)
        if revision is not None and revision not in migrations.revisions():
            raise StorageError(
                "storage.newer", path=str(path), found=revision, known=migrations.HEAD
            )
        path.open("ab").close()  # fails now if we may not write here
        if revision == migrations.HEAD:
            return
        if revision is not None:
            _back_up(path)
        engine = writing_engine(path)
        try:
            with engine.begin() as connection:
                migrations.upgrade(connection)
                connection.exec_driver_sql(f"PRAGMA application_id = {APPLICATION_ID}")
        finally:
            engine.dispose()


@contextmanager
def _told_about(path: Path) -> Iterator[None]:
    try:
        yield
    except (DBAPIError, sqlite3.Error, OSError) as cause:
        raise StorageError(code_of(cause), path=str(path)) from cause


def _revision_of(path: Path) -> str | None:
    """The revision of our file, or `None` if it is empty."""
    if not path.exists():
        return None
    if not path.is_file():
        raise StorageError("storage.not_a_database", path=str(path))
    with path.open("rb") as file:
        magic = file.read(len(_MAGIC))
    if not magic:
        return None
    if magic != _MAGIC:
        raise StorageError("storage.not_a_database", path=str(path))
    with closing(_look_at(path)) as connection:
        (application_id,) = connection.execute("PRAGMA application_id").fetchone()
        names = {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}
        if not names and application_id in (0, APPLICATION_ID):
            return None
        if application_id == APPLICATION_ID and "alembic_version" in names:
            rows = connection.execute("SELECT version_num FROM alembic_version").fetchall()
            if len(rows) == 1:
                return str(rows[0][0])
    raise StorageError("storage.foreign", path=str(path))


def _look_at(path: Path) -> sqlite3.Connection:
    """A read-only connection that leaves no file beside the database either.

    What a killed server left in its log is read, though.
    """
    log = Path(f"{path}-wal")
    how = "mode=ro" if log.exists() else "mode=ro&immutable=1"
    return sqlite3.connect(f"file:{quote(str(path))}?{how}", uri=True)


def _back_up(path: Path) -> None:
    """Copy an intact file to `NAME.before-REVISION.bak`."""
    copy = Path(f"{path}.before-{migrations.HEAD}.bak")
    unfinished = Path(f"{copy}.part")
    unfinished.unlink(missing_ok=True)
    with closing(_look_at(path)) as source, closing(sqlite3.connect(unfinished)) as target:
        if source.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
            raise StorageError("storage.not_a_database", path=str(path))
        source.backup(target)
    unfinished.replace(copy)


def writing_engine(path: Path) -> Engine:
    """One connection, for one thread, whose transactions are on disk once committed."""
    engine = create_engine(
        URL.create("sqlite", database=str(path)),
        connect_args=_connect_arguments(),
        pool_size=1,
        max_overflow=0,
        pool_reset_on_return=None,
    )

    @event.listens_for(engine, "connect")
    def _set_up(connection: DBAPIConnection, _record: object) -> None:
        _run(
            connection,
            "PRAGMA journal_mode = WAL",
            "PRAGMA synchronous = FULL",
            "PRAGMA foreign_keys = ON",
        )

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE")

    return engine


def reading_engine(path: Path) -> Engine:
    """`READERS` connections that read beside the writer, each from a snapshot."""
    engine = create_engine(
        URL.create("sqlite", database=str(path)),
        connect_args=_connect_arguments(),
        pool_size=READERS,
        max_overflow=0,
    )

    @event.listens_for(engine, "connect")
    def _set_up(connection: DBAPIConnection, _record: object) -> None:
        _run(connection, "PRAGMA query_only = ON")

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN")

    return engine


def _connect_arguments() -> dict[str, Any]:
    # Without an isolation level the driver begins no transaction on its own; we do.
    return {"isolation_level": None, "timeout": _BUSY_SECONDS}


def _run(connection: DBAPIConnection, *statements: str) -> None:
    cursor = connection.cursor()
    for statement in statements:
        cursor.execute(statement)
    cursor.close()
