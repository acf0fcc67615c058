"""`regicide database`: what it finds, copies, puts back and saves."""

from __future__ import annotations

import asyncio
import json
import shutil
import sqlite3
import stat
from contextlib import closing
from pathlib import Path

import pytest

from openregicide.cli import main
from openregicide.server.store.migrations import HEAD
from openregicide.server.store.store import Store

OLD = Path(__file__).parent / "data" / "revision_0003.sqlite3"
DATABASE = "tables.sqlite3"
TABLE = "UXCTUABEH8"
GAME = "AxkUs7qaK7j7PZWF"


@pytest.fixture(scope="module")
def upgraded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("upgraded") / DATABASE
    shutil.copy(OLD, path)

    async def upgrade() -> None:
        await (await Store.open(path)).close()

    asyncio.run(upgrade())
    return path


@pytest.fixture
def path(upgraded: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(upgraded, tmp_path))


def run_sql(path: Path, statement: str) -> None:
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute(statement).rowcount
        connection.commit()


def database(*arguments: object) -> int:
    return main(["database", *map(str, arguments)])


def damage(path: Path) -> None:
    run_sql(
        path,
        "UPDATE entries SET data = CAST(data || ' ' AS BLOB)"
        f" WHERE table_id = '{TABLE}' AND version = 5",
    )


def test_a_sound_database_is_told_by_file_or_folder(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = path.read_bytes()
    assert database("check", path) == database("check", path.parent) == 0
    assert capsys.readouterr().out == f"{path} is sound.\n" * 2
    assert path.read_bytes() == before
    assert [each.name for each in path.parent.iterdir()] == [DATABASE]


DAMAGES = {
    f"Table {TABLE}: sound up to change 4, then: a change is not as it was written.": (
        "UPDATE entries SET data = CAST(data || ' ' AS BLOB)"
        f" WHERE table_id = '{TABLE}' AND version = 5"
    ),
    f"Table {TABLE}: sound up to change 13, then: the last changes are missing.": (
        f"DELETE FROM entries WHERE table_id = '{TABLE}' AND version = 14"
    ),
    f"Table {TABLE}: sound up to change 14, then: what the lobby shows of it cannot be read.": (
        f"UPDATE tables SET summary = x'00' WHERE id = '{TABLE}'"
    ),
    f"Game {GAME}: its result is not the one that its table played.": (
        f"UPDATE games SET won = 1 WHERE id = '{GAME}'"
    ),
    f"Game {GAME}: its record cannot be read.": (
        f"UPDATE games SET record = 'x' || record WHERE id = '{GAME}'"
    ),
    f"Game {GAME}: its record does not pass “regicide verify”.": (
        f"UPDATE games SET record = replace(record, '[SeedHash \"', '[SeedHash \"0')"
        f" WHERE id = '{GAME}'"
    ),
}


@pytest.mark.parametrize(("told", "statement"), DAMAGES.items(), ids=range(len(DAMAGES)))
def test_damage_is_told_and_where(
    path: Path, told: str, statement: str, capsys: pytest.CaptureFixture[str]
) -> None:
    run_sql(path, statement)
    assert database("check", path) == 1
    assert capsys.readouterr().out.splitlines() == [told, "1 thing is damaged."]


def test_damaged_pages_are_told(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with closing(sqlite3.connect(path)) as connection:
        query = "SELECT rootpage FROM sqlite_master WHERE name = 'games'"
        (root,) = connection.execute(query).fetchone()
    content = bytearray(path.read_bytes())
    content[(root - 1) * 4096 : root * 4096] = b"\xff" * 4096
    path.write_bytes(content)
    assert database("check", path) == 1
    assert "SQLite says:" in capsys.readouterr().out


def test_what_cannot_be_checked_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "text").write_text("diary")
    (tmp_path / "empty").touch()
    for path, about in (
        (tmp_path / "nothing", "no file"),
        (tmp_path / "text", "not a database"),
        (tmp_path / "empty", "not a database"),
        (OLD, f"an older version (data version 0003; this one knows {HEAD})"),
    ):
        assert database("check", path) == 2
        assert about in capsys.readouterr().err


def test_a_copy_of_a_database_in_use_is_put_back(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    copy = path.parent / "copy"

    async def while_in_use() -> None:
        store = await Store.open(path)
        await store.append("new", 1, [b"{}"])
        assert await asyncio.to_thread(database, "backup", copy, "--data", path) == 0
        assert await asyncio.to_thread(database, "restore", copy, "--data", path) == 2
        await store.append("later", 1, [b"{}"])
        await store.close()

    asyncio.run(while_in_use())
    assert "in use" in capsys.readouterr().err
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    damage(path)
    assert database("backup", copy, "--data", path) == 2
    assert database("restore", copy, "--data", path) == 0
    kept = path.with_name(f"{DATABASE}.replaced-1")
    assert kept.exists()

    async def journals() -> list[list[bytes]]:
        store = await Store.open(path)
        found = [await store.load(name) for name in ("new", "later", TABLE)]
        await store.close()
        return found

    new, later, whole = asyncio.run(journals())
    assert (new, later, len(whole)) == ([b"{}"], [], 14)


def test_a_damaged_copy_is_not_put_back(path: Path) -> None:
    copy = path.parent / "copy"
    content = path.read_bytes()
    copy.write_bytes(content[: len(content) // 2])
    assert database("restore", copy, "--data", path) == 2
    assert path.read_bytes() == content
    assert not list(path.parent.glob("*.replaced*"))


def test_the_sound_part_is_exported(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert database("export", TABLE, "--data", path) == 0
    whole = json.loads(capsys.readouterr().out)
    damage(path)
    out = path.parent / "out.json"
    assert database("export", f"{TABLE[:5]}-{TABLE[5:].lower()}", "--data", path, "--out", out) == 1
    part = json.loads(out.read_text())
    assert stat.S_IMODE(out.stat().st_mode) == 0o600
    assert (whole["sound"], whole["damage"]) == (14, "")
    assert (part["sound"], part["damage"]) == (4, "entry.changed")
    assert part["entries"] == whole["entries"][:4]
    assert database("export", "AAAAAAAAAA", "--data", path) == 2


def test_what_is_sound_is_saved(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    damage(path)
    with closing(sqlite3.connect(path)) as connection:
        query = "SELECT rootpage FROM sqlite_master WHERE name = 'game_seats'"
        (root,) = connection.execute(query).fetchone()
        secret = connection.execute("SELECT value FROM secrets").fetchone()
    content = bytearray(path.read_bytes())
    content[(root - 1) * 4096 : root * 4096] = b"\xff" * 4096
    path.write_bytes(content)
    new = path.parent / "new"
    assert database("salvage", new, "--data", path) == 0
    assert database("salvage", new, "--data", path) == 2
    assert path.read_bytes() == content
    with closing(sqlite3.connect(new)) as connection:
        assert connection.execute("SELECT count(*) FROM entries").fetchone() == (51,)
        assert connection.execute("SELECT count(*) FROM games").fetchone() == (3,)
        assert connection.execute("SELECT value FROM secrets").fetchone() == secret
    capsys.readouterr()
    assert database("check", new) == 1
    told = f"Table {TABLE}: sound up to change 4, then: a change is not as it was written."
    assert capsys.readouterr().out.splitlines() == [told, "1 thing is damaged."]
