"""SQLite, and everything that only SQLite needs: its file, its settings, its errors."""

from __future__ import annotations

import errno
import fcntl
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import IO, Any, ClassVar
from urllib.parse import quote

from sqlalchemy import URL, Connection, Engine, create_engine, event
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import NullPool

from ...errors import StorageError
from .. import clock
from . import migrations

__all__ = [
    "READERS",
    "FileLock",
    "check_ours",
    "code_of",
    "is_damage",
    "looking",
    "prepare",
    "private_opener",
    "probe",
    "quick_check",
    "reading_engine",
    "told_about",
    "writing_engine",
]

APPLICATION_ID = 0x52656769
"""Marks a file as ours; "Regi" in ASCII."""

READERS = 4
"""How many connections may read at once."""

LOG_BYTES = 16 * 1024 * 1024
"""How long the log may stay once everything in it is in the file."""
PROBE_BYTES = 256 * 1024
"""How much room there has to be before writing goes on."""

_MAGIC = b"SQLite format 3\0"
_BUSY_SECONDS = 10
_STEPS = 10_000

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


def is_damage(error: DBAPIError | sqlite3.Error) -> bool:
    """Return whether an error says that what lies in the file is damaged."""
    cause = error.orig if isinstance(error, DBAPIError) else error
    number = getattr(cause, "sqlite_errorcode", None)
    if number is None:
        # The driver's own: a text that is not UTF-8.
        return isinstance(cause, sqlite3.OperationalError)
    return _CODES.get(number & 0xFF) == "storage.not_a_database"


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
            self._file: IO[bytes] = self._open()
        except OSError as cause:
            raise StorageError(code_of(cause), path=str(database)) from cause
        try:
            fcntl.lockf(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as cause:
            self._file.close()
            raise StorageError("storage.in_use", path=str(database)) from cause
        self._held.add(self._path)

    def _open(self) -> IO[bytes]:
        return open(self._path, "ab", opener=private_opener)

    def release(self) -> None:
        self._held.discard(self._path)
        self._file.close()


def prepare(path: Path) -> None:
    """Create or upgrade the file; refuse it untouched if it is not ours to change."""
    with told_about(path):
        revision = _revision_of(path)
        if revision is not None and revision not in migrations.revisions():
            raise StorageError(
                "storage.newer", path=str(path), found=revision, known=migrations.HEAD
            )
        # Fails now if we may not write here. SQLite gives its log the same rights.
        open(path, "ab", opener=private_opener).close()
        if revision == migrations.HEAD:
            return
        if revision is not None:
            _back_up(path)
        engine = writing_engine(path)
        try:
            with engine.begin() as connection:
                migrations.upgrade(connection)
                connection.exec_driver_sql(f"PRAGMA application_id = {APPLICATION_ID}")
            if revision is not None:
                _allow_shrinking(engine)
        finally:
            engine.dispose()


def _allow_shrinking(engine: Engine) -> None:
    """Write an older file anew, so that it can become shorter; without room it stays as it is."""
    with closing(engine.raw_connection()) as raw, suppress(sqlite3.Error):
        connection = raw.driver_connection
        assert isinstance(connection, sqlite3.Connection)
        if connection.execute("PRAGMA auto_vacuum").fetchone() != (2,):
            connection.execute("PRAGMA auto_vacuum = INCREMENTAL")
            connection.execute("VACUUM")


@contextmanager
def told_about(path: Path) -> Iterator[None]:
    """Raise what goes wrong with a file as `StorageError`."""
    try:
        yield
    except (DBAPIError, sqlite3.Error, OSError) as cause:
        raise StorageError(code_of(cause), path=str(path)) from cause
    except UnicodeDecodeError as cause:
        # The driver's, about a name in a damaged schema.
        raise StorageError("storage.corrupt", path=str(path)) from cause


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


def check_ours(path: Path, *, newest: bool = False) -> None:
    """Return if a file is a database of ours that this version can read.

    :param newest: nor of an older version, which is upgraded when a server opens it.
    :raises StorageError: it is not.
    """
    if not path.exists():
        raise StorageError("storage.missing", path=str(path))
    with told_about(path):
        revision = _revision_of(path)
    if revision is None:
        raise StorageError("storage.not_a_database", path=str(path))
    if revision not in migrations.revisions():
        raise StorageError("storage.newer", path=str(path), found=revision, known=migrations.HEAD)
    if newest and revision != migrations.HEAD:
        raise StorageError("storage.older", path=str(path), found=revision, known=migrations.HEAD)


@contextmanager
def looking(path: Path) -> Iterator[Connection]:
    """A connection that only reads, beside a server or without one; it sees one moment.

    :raises StorageError: the file cannot be read.
    """
    engine = create_engine("sqlite://", creator=lambda: _look_at(path), poolclass=NullPool)
    try:
        with told_about(path), engine.connect() as connection:
            connection.exec_driver_sql("BEGIN")
            yield connection
    finally:
        engine.dispose()


def quick_check(path: Path, seconds: float) -> bool:
    """Return whether a look at the whole file came to its end in time.

    :raises StorageError: the file is damaged.
    """
    late = clock.monotonic() + seconds
    with told_about(path), closing(_look_at(path)) as connection:
        connection.set_progress_handler(lambda: clock.monotonic() > late, _STEPS)
        try:
            found = connection.execute("PRAGMA quick_check(1)").fetchone()
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode == sqlite3.SQLITE_INTERRUPT:
                return False
            raise
        if found != ("ok",):
            raise StorageError("storage.corrupt", path=str(path))
    return True


def _back_up(path: Path) -> None:
    """Copy an intact file to `NAME.before-REVISION.bak`."""
    copy = Path(f"{path}.before-{migrations.HEAD}.bak")
    unfinished = Path(f"{copy}.part")
    unfinished.unlink(missing_ok=True)
    open(unfinished, "xb", opener=private_opener).close()
    with closing(_look_at(path)) as source, closing(sqlite3.connect(unfinished)) as target:
        if source.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
            raise StorageError("storage.corrupt", path=str(path))
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
        if not path.exists() or path.stat().st_size == 0:
            # What is removed can then be given back to the disk.
            _run(connection, "PRAGMA auto_vacuum = INCREMENTAL")
        _run(
            connection,
            "PRAGMA journal_mode = WAL",
            f"PRAGMA journal_size_limit = {LOG_BYTES}",
            "PRAGMA synchronous = FULL",
            "PRAGMA foreign_keys = ON",
        )

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE")

    return engine


def probe(engine: Engine, path: Path) -> str:
    """Write to the disk and to the database; return the code of what refused it, if any.

    The file first: a small change may find room in the database's log when the disk is full.
    """
    file = Path(f"{path}.probe")
    try:
        with open(file, "wb", opener=private_opener) as probing:
            probing.write(bytes(PROBE_BYTES))
            probing.flush()
            os.fsync(probing.fileno())
        with engine.begin() as connection:
            # A number that SQLite keeps for its users, and that we have no other use for.
            (count,) = connection.exec_driver_sql("PRAGMA user_version").one()
            connection.exec_driver_sql(f"PRAGMA user_version = {(count + 1) % 1_000_000}")
    except (DBAPIError, OSError) as cause:
        return code_of(cause)
    finally:
        with suppress(OSError):
            file.unlink()
    return ""


def private_opener(path: str, flags: int) -> int:
    """Open a file that only the user may read, if it is new."""
    return os.open(path, flags, 0o600)


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
