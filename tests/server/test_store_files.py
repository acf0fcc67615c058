"""Which files the store opens, upgrades and refuses, and that a refused one stays as it is."""

from __future__ import annotations

import asyncio
import os
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

from openregicide.errors import StorageError
from openregicide.server.store import migrations, schema, sqlite
from openregicide.server.store.store import Store
from support.stored_games import finished_game, table_row


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "regicide.db"


@pytest.fixture
def used(path: Path) -> Path:
    """A file with one table and one game."""

    async def fill() -> None:
        store = await Store.open(path)
        game = finished_game("g", "device")
        await store.append("a", 1, [b"1", b"2"], row=table_row("a"), finished=game)
        await store.close()

    asyncio.run(fill())
    return path


def journal(where: str | Path, table: str = "a") -> list[bytes]:
    async def read() -> list[bytes]:
        store = await Store.open(where)
        try:
            return await store.load(table)
        finally:
            await store.close()

    return asyncio.run(read())


def refusal(where: str | Path) -> StorageError:
    with pytest.raises(StorageError) as refused:
        journal(where)
    return refused.value


def assert_refused_untouched(path: Path, code: str) -> None:
    before = path.read_bytes()
    beside = {p.name for p in path.parent.iterdir()}
    error = refusal(path)
    assert error.code == code
    assert error.values["path"] == str(path)
    assert path.read_bytes() == before
    assert {p.name for p in path.parent.iterdir()} <= beside | {f"{path.name}.lock"}


def run_sql(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path)) as connection:
        for statement in statements:
            connection.execute(statement)
        connection.commit()


# What is opened.


def test_a_missing_file_is_made_with_its_folder(tmp_path: Path) -> None:
    assert journal(tmp_path / "some" / "folder" / "new.db") == []
    assert (tmp_path / "some" / "folder" / "new.db").is_file()


def test_an_empty_file_is_filled(path: Path) -> None:
    path.touch()
    assert journal(path) == []
    run_sql(path, "SELECT * FROM entries")


def test_a_file_may_be_given_as_a_url(used: Path) -> None:
    assert journal(f"sqlite+pysqlite:///{used}") == [b"1", b"2"]
    assert journal(f"sqlite:///{used}") == [b"1", b"2"]
    assert journal(str(used)) == [b"1", b"2"]


@pytest.mark.parametrize("url", ["sqlite://", "postgresql+asyncpg://localhost/x", "what://", "://"])
def test_a_url_of_another_kind_is_refused(url: str) -> None:
    assert refusal(url).code == "storage.unknown_kind"


def test_names_with_special_characters_are_names(tmp_path: Path) -> None:
    name = tmp_path / "a b?mode=memory#50%d'x.db"
    assert journal(name) == []
    assert name.is_file()
    assert journal(name) == []


def test_what_only_the_log_holds_is_read(used: Path, tmp_path: Path) -> None:
    """As after a crash: the file and its log, without an orderly end."""

    async def copy_while_open() -> Path:
        store = await Store.open(used)
        await store.append("a", 3, [b"3"])
        copies = tmp_path / "crash"
        copies.mkdir()
        for part in ("", "-wal"):
            shutil.copy(f"{used}{part}", copies / f"{used.name}{part}")
        await store.close()
        return copies / used.name

    assert journal(asyncio.run(copy_while_open())) == [b"1", b"2", b"3"]


def test_a_newer_version_that_only_the_log_holds_is_seen(used: Path, tmp_path: Path) -> None:
    copies = tmp_path / "crash"
    copies.mkdir()
    with closing(sqlite3.connect(used)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
        connection.commit()
        for part in ("", "-wal"):
            shutil.copy(f"{used}{part}", copies / f"{used.name}{part}")
    assert refusal(copies / used.name).code == "storage.newer"


# What is refused.


@pytest.mark.parametrize(
    "content", [b"x", b"a diary\n" * 1000, b"SQLite format 3\0", b"SQLite format 3\0" * 400]
)
def test_a_file_of_another_kind_is_refused(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    assert_refused_untouched(path, "storage.not_a_database")


def test_a_folder_is_no_database(path: Path) -> None:
    path.mkdir()
    assert refusal(path).code == "storage.not_a_database"


def test_a_path_below_a_file_is_refused(used: Path) -> None:
    assert refusal(used / "deeper.db").code == "storage.failed"


def test_half_a_file_is_refused(used: Path) -> None:
    content = used.read_bytes()
    used.write_bytes(content[: len(content) // 2])
    assert_refused_untouched(used, "storage.not_a_database")


@pytest.mark.parametrize("mode", ["DELETE", "WAL"])
def test_somebody_elses_database_is_refused(path: Path, mode: str) -> None:
    run_sql(path, f"PRAGMA journal_mode = {mode}", "CREATE TABLE entries (x)")
    assert_refused_untouched(path, "storage.foreign")


def test_somebody_elses_database_with_migrations_is_refused(path: Path) -> None:
    run_sql(
        path,
        "CREATE TABLE alembic_version (version_num TEXT)",
        "INSERT INTO alembic_version VALUES ('0001')",
    )
    assert_refused_untouched(path, "storage.foreign")


def test_somebody_elses_empty_database_is_refused(path: Path) -> None:
    run_sql(path, "PRAGMA application_id = 7")
    assert_refused_untouched(path, "storage.foreign")


def test_a_file_of_a_newer_version_is_refused(used: Path) -> None:
    run_sql(used, "UPDATE alembic_version SET version_num = '9999'")
    assert_refused_untouched(used, "storage.newer")
    values = refusal(used).values
    assert (values["found"], values["known"]) == ("9999", migrations.HEAD)


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that whoever may enter: those of pytest are closed to others."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name).resolve()
        folder.chmod(0o755)
        yield folder


@pytest.fixture
def nobody() -> Iterator[None]:
    """Not root for a while, who may write everywhere."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(0)


def test_a_file_that_may_not_be_written_is_refused(
    open_folder: Path, request: pytest.FixtureRequest
) -> None:
    path = open_folder / "regicide.db"
    assert journal(path) == []
    (open_folder / "regicide.db.lock").chmod(0o666)
    path.chmod(0o444)
    request.getfixturevalue("nobody")
    assert_refused_untouched(path, "storage.read_only")


def test_a_folder_that_may_not_be_written_is_refused(
    open_folder: Path, request: pytest.FixtureRequest
) -> None:
    open_folder.chmod(0o555)
    request.getfixturevalue("nobody")
    assert refusal(open_folder / "new.db").code == "storage.read_only"
    assert refusal(open_folder / "deeper" / "new.db").code == "storage.read_only"
    assert list(open_folder.iterdir()) == []


def test_a_file_is_open_once(used: Path) -> None:
    async def twice() -> None:
        store = await Store.open(used)
        with pytest.raises(StorageError) as refused:
            await Store.open(f"{used.parent}/../{used.parent.name}/{used.name}")
        assert refused.value.code == "storage.in_use"
        await store.append("a", 3, [b"3"])
        await store.close()

    asyncio.run(twice())
    assert journal(used) == [b"1", b"2", b"3"]


def test_a_refused_file_is_not_in_use_afterwards(path: Path) -> None:
    path.write_bytes(b"x")
    assert refusal(path).code == "storage.not_a_database"
    path.unlink()
    assert journal(path) == []


# Migrations.


def test_the_migrations_lead_to_the_schema(used: Path) -> None:
    engine = sqlite.writing_engine(used)
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, schema.metadata) == []
    engine.dispose()


def test_the_migrations_write_the_same_tables_as_the_schema(used: Path, tmp_path: Path) -> None:
    """To the letter, checks and conditions of indexes included."""

    def written(path: Path) -> set[str]:
        with closing(sqlite3.connect(path)) as connection:
            rows = connection.execute(
                "SELECT sql FROM sqlite_master WHERE sql NOT NULL AND name <> 'alembic_version'"
            )
            return {" ".join(sql.split()) for (sql,) in rows}

    engine = sqlite.writing_engine(tmp_path / "direct.db")
    with engine.begin() as connection:
        schema.metadata.create_all(connection)
    engine.dispose()
    assert len(written(used)) == 13
    assert written(used) == written(tmp_path / "direct.db")


def test_there_is_one_line_of_migrations_and_its_end_is_the_head() -> None:
    assert ScriptDirectory(migrations.FOLDER).get_heads() == [migrations.HEAD]


NEXT = """
from alembic import op
import sqlalchemy as sa

revision = "0007"
down_revision = "0006"

def upgrade():
    op.add_column("tables", sa.Column("colour", sa.String, server_default="red"))
"""


@pytest.fixture
def next_version(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The program of the future, with one migration more; the path of that migration."""
    folder = tmp_path / "migrations"
    shutil.copytree(migrations.FOLDER, folder, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(migrations, "FOLDER", folder)
    monkeypatch.setattr(migrations, "HEAD", "0007")
    script = folder / "versions" / "revision_0007.py"
    script.write_text(NEXT)
    return script


def rows(path: Path, query: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(query).fetchall()


def test_an_older_file_is_copied_and_upgraded(used: Path, next_version: Path) -> None:
    assert journal(used) == [b"1", b"2"]
    assert rows(used, "SELECT id, colour FROM tables") == [("a", "red")]
    assert rows(used, "SELECT version_num FROM alembic_version") == [("0007",)]
    copy = used.with_name("regicide.db.before-0007.bak")
    assert rows(copy, "SELECT version_num FROM alembic_version") == [("0006",)]
    assert rows(copy, "SELECT id FROM tables") == [("a",)]
    assert rows(copy, "SELECT id FROM games") == [("g",)]
    # No second copy once there is nothing to upgrade.
    copy.unlink()
    assert journal(used) == [b"1", b"2"]
    assert not copy.exists()


def test_the_copy_of_an_older_file_is_a_file_that_the_older_version_opens(
    used: Path, next_version: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal(used)
    monkeypatch.undo()
    assert journal(used.with_name("regicide.db.before-0007.bak")) == [b"1", b"2"]
    assert_refused_untouched(used, "storage.newer")


def test_a_failed_upgrade_leaves_the_file_as_it_was(
    used: Path, next_version: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    next_version.write_text(NEXT + "    raise RuntimeError('in the middle')\n")
    before = used.read_bytes()
    with pytest.raises(RuntimeError, match="in the middle"):
        journal(used)
    assert used.read_bytes() == before
    monkeypatch.undo()
    assert journal(used) == [b"1", b"2"]


def test_a_damaged_older_file_is_not_upgraded(used: Path, next_version: Path) -> None:
    page = 4096
    (root,) = rows(used, "SELECT rootpage FROM sqlite_master WHERE name = 'games'")[0]
    assert isinstance(root, int)
    content = bytearray(used.read_bytes())
    content[(root - 1) * page : root * page] = b"\xff" * page
    used.write_bytes(content)
    assert refusal(used).code == "storage.corrupt"
    assert used.read_bytes() == content
    assert not used.with_name("regicide.db.before-0007.bak").exists()


def test_a_new_file_needs_no_copy(path: Path, next_version: Path) -> None:
    assert journal(path) == []
    assert not list(path.parent.glob("*.bak*"))
    assert rows(path, "SELECT colour FROM tables") == []


def test_a_file_of_the_first_version_gets_a_secret_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    paths = [tmp_path / "one.db", tmp_path / "two.db"]
    monkeypatch.setattr(migrations, "HEAD", "0001")

    async def fill(path: Path) -> None:
        store = await Store.open(path)
        await store.close()
        run_sql(
            path,
            "INSERT INTO entries VALUES ('a', 1, NULL, CAST('1' AS BLOB))",
            "INSERT INTO entries VALUES ('a', 2, 1, CAST('2' AS BLOB))",
        )

    async def secret(path: Path) -> bytes:
        store = await Store.open(path)
        try:
            assert await store.load("a") == [b"1", b"2"]
            return await store.secret("daily")
        finally:
            await store.close()

    for path in paths:
        asyncio.run(fill(path))
        assert rows(path, "SELECT name FROM sqlite_master WHERE name = 'secrets'") == []
    monkeypatch.undo()
    found = [asyncio.run(secret(path)) for path in (*paths, *paths)]
    assert [len(each) for each in found] == [32] * 4
    assert found[:2] == found[2:]
    assert found[0] != found[1]
