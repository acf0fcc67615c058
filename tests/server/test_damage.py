"""Damage on the disk is noticed, closes one table alone, and what is sound can be had."""

from __future__ import annotations

import asyncio
import json
import random
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest

from openregicide.errors import StorageError
from openregicide.protocol import Joined
from openregicide.server.store import sqlite
from openregicide.server.store.chain import NOTHING, digest_of, read_journal
from openregicide.server.store.store import Store
from support.knocking import knock, make_table, web
from support.serving import RunningServer, running_server
from support.stored_games import table_row

DATABASE = "tables.sqlite3"
JOURNALS = {name: [f"{name}{v} ".encode() * 9 for v in range(1, 40)] for name in "abc"}


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with three journals."""
    path = tmp_path_factory.mktemp("sound") / DATABASE

    async def fill() -> None:
        store = await Store.open(path)
        for name, journal in JOURNALS.items():
            await store.append(name, 1, journal[:30], row=table_row(name))
            await store.append(name, 31, journal[30:])
        await store.close()

    asyncio.run(fill())
    return path


@pytest.fixture
def path(sound: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(sound, tmp_path))


def run_sql(path: Path, *statements: str, values: tuple[object, ...] = ()) -> None:
    with closing(sqlite3.connect(path)) as connection:
        for statement in statements:
            connection.execute(statement, values)
        connection.commit()


def read(path: Path) -> dict[str, tuple[str, list[bytes]]]:
    """What can be read of each journal, and what is wrong with it."""
    with sqlite.looking(path) as connection:
        found = {name: read_journal(connection, name) for name in JOURNALS}
    return {name: (journal.damage, journal.entries) for name, journal in found.items()}


def test_a_flipped_bit_is_never_taken_for_what_was_written(path: Path) -> None:
    content = path.read_bytes()
    dice = random.Random(18)
    seen: set[str] = set()
    for _ in range(300):
        at = dice.randrange(len(content))
        damaged = bytearray(content)
        damaged[at] ^= 1 << dice.randrange(8)
        path.write_bytes(damaged)
        try:
            found = read(path)
        except StorageError as error:
            seen.add(error.code)
            continue
        # Nothing else is ever raised.
        for name, (damage, entries) in found.items():
            # Sound up to the damage, and nothing else; all of it where there is none.
            assert entries == JOURNALS[name][: len(entries)], at
            assert damage or len(entries) == len(JOURNALS[name]), at
            seen.add(damage)
    assert {"", "entry.changed"} <= seen


def test_damage_in_one_journal_leaves_the_others(path: Path) -> None:
    content = path.read_bytes()
    for version in (1, 20, 39):
        at = content.index(JOURNALS["b"][version - 1])
        damaged = bytearray(content)
        damaged[at + 3] ^= 4
        path.write_bytes(damaged)
        found = read(path)
        assert found["a"] == ("", JOURNALS["a"])
        assert found["c"] == ("", JOURNALS["c"])
        assert found["b"] == ("entry.changed", JOURNALS["b"][: version - 1])


UPDATE_END = "UPDATE journals SET version = 38 WHERE table_id = 'a'"
CASES = {
    "the tail is missing": ("DELETE FROM entries WHERE table_id = 'a' AND version > 35",),
    "all of it is missing": ("DELETE FROM entries WHERE table_id = 'a'",),
    "one in the middle is missing": ("DELETE FROM entries WHERE table_id = 'a' AND version = 9",),
    "the tail is missing and its end goes back": (
        "DELETE FROM entries WHERE table_id = 'a' AND version > 38",
        UPDATE_END,
    ),
    "two are swapped": (
        "UPDATE entries SET version = 1000 WHERE table_id = 'a' AND version = 5",
        "UPDATE entries SET version = 5 WHERE table_id = 'a' AND version = 6",
        "UPDATE entries SET version = 6 WHERE table_id = 'a' AND version = 1000",
    ),
    "one is doubled": (
        "INSERT INTO entries SELECT table_id, 40, 39, data, digest FROM entries"
        " WHERE table_id = 'a' AND version = 39",
    ),
    "one is another table's": (
        "UPDATE entries SET (data, digest) = (SELECT data, digest FROM entries"
        " WHERE table_id = 'b' AND version = 7) WHERE table_id = 'a' AND version = 7",
    ),
    "one has another type": (
        "UPDATE entries SET data = 'text' WHERE table_id = 'a' AND version = 2",
    ),
    "a text that is none": (
        "UPDATE entries SET data = CAST(x'ff' AS TEXT) WHERE table_id = 'a' AND version = 2",
    ),
    "its end is unknown": ("DELETE FROM journals WHERE table_id = 'a'",),
}


@pytest.mark.parametrize("statements", CASES.values(), ids=CASES)
def test_a_journal_that_is_not_as_written_is_damaged(
    path: Path, statements: tuple[str, ...]
) -> None:
    run_sql(
        path,
        "PRAGMA foreign_keys = OFF",
        "PRAGMA ignore_check_constraints = ON",
        *statements,
    )
    found = read(path)
    damage, entries = found.pop("a")
    assert damage
    assert entries == JOURNALS["a"][: len(entries)]
    assert found == {name: ("", JOURNALS[name]) for name in "bc"}

    async def load() -> None:
        store = await Store.open(path)
        try:
            with pytest.raises(StorageError) as refused:
                await store.load("a")
            assert refused.value.code == "storage.damaged"
            # And nothing is added to what cannot be trusted.
            version = len(entries) + 1
            if damage == "end.missing":
                with pytest.raises(StorageError) as refused:
                    await store.append("a", version, [b"more"])
                assert refused.value.code == "storage.conflict"
        finally:
            await store.close()

    asyncio.run(load())


def test_a_file_whose_pages_are_damaged_is_not_opened(path: Path) -> None:
    content = bytearray(path.read_bytes())
    with closing(sqlite3.connect(path)) as connection:
        query = "SELECT rootpage FROM sqlite_master WHERE name = 'entries'"
        (root,) = connection.execute(query).fetchone()
    content[(root - 1) * 4096 : (root - 1) * 4096 + 200] = b"\xff" * 200
    path.write_bytes(content)
    with pytest.raises(StorageError) as refused:
        asyncio.run(Store.open(path))
    assert refused.value.code == "storage.corrupt"
    assert path.read_bytes() == content


# A server


def damage_entry(path: Path, table: str, version: int) -> None:
    """Change an entry as a bad disk would."""
    with closing(sqlite3.connect(path)) as connection:
        where = (table, version)
        query = "SELECT data FROM entries WHERE table_id = ? AND version = ?"
        (data,) = connection.execute(query, where).fetchone()
        changed = bytearray(data)
        changed[len(changed) // 2] ^= 1
        put = "UPDATE entries SET data = ? WHERE table_id = ? AND version = ?"
        connection.execute(put, (bytes(changed), *where))
        connection.commit()


def write_impossible(path: Path, table: str) -> None:
    """Let a journal end with a move that nobody could make, with the right digests."""
    with closing(sqlite3.connect(path)) as connection:
        rows = connection.execute(
            "SELECT version, data FROM entries WHERE table_id = ? ORDER BY version", (table,)
        ).fetchall()
        digest = NOTHING.digest
        for version, data in rows:
            if version == len(rows):
                data = json.dumps({**json.loads(data), "move": "pAC+AD"}).encode()
            digest = digest_of(digest, table, version, data)
        put = "UPDATE entries SET data = ?, digest = ? WHERE table_id = ? AND version = ?"
        connection.execute(put, (data, digest, table, len(rows)))
        connection.execute("UPDATE journals SET digest = ? WHERE table_id = ?", (digest, table))
        connection.commit()


def play(server: RunningServer, seat: Joined, moves: int) -> dict[str, Any]:
    """Make some moves; return the last update."""
    with knock(server, seat.table) as knocker:
        update = knocker.hello(seat.token)
        for _ in range(moves):
            move, version = update["moves"][0]["move"], update["version"]
            request = {"type": "move", "id": f"m{version}", "version": version, "move": move}
            knocker.send(request)
            update = knocker.next("update")
        return update


class Broken:
    """A server with three tables, of which two were damaged while it did not run."""

    def __init__(self, server: RunningServer) -> None:
        with web(server) as client:
            self.changed, self.impossible, self.whole = (
                make_table(client, players=1, first=0) for _ in range(3)
            )
        for seat in (self.changed, self.impossible, self.whole):
            play(server, seat, 1)
        assert server.stop() == 0
        path = server.folder / "data" / DATABASE
        with closing(sqlite3.connect(path)) as connection:
            rows = connection.execute("SELECT data FROM entries").fetchall()
        entries = [json.loads(data) for (data,) in rows]
        self.seeds = [entry["seed"] for entry in entries if entry["type"] == "began"]
        damage_entry(path, self.changed.table, 4)
        write_impossible(path, self.impossible.table)
        run_sql(path, "UPDATE tables SET listed = 1, summary = x'ff'")
        self.server = server
        server.start()


@pytest.fixture(scope="module")
def broken(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Broken]:
    with running_server(tmp_path_factory.mktemp("broken")) as server:
        yield Broken(server)


@pytest.fixture
def client(broken: Broken) -> Iterator[httpx.Client]:
    with web(broken.server) as client:
        yield client


def bearer(seat: Joined) -> dict[str, str]:
    return {"Authorization": f"Bearer {seat.token}"}


def test_damaged_tables_are_closed_and_the_others_go_on(
    broken: Broken, client: httpx.Client
) -> None:
    for seat in (broken.changed, broken.impossible):
        for path in ("", "/update"):
            answer = client.get(f"/api/tables/{seat.table}{path}", headers=bearer(seat))
            assert answer.status_code == 503
            assert answer.json() == {"error": {"code": "storage.damaged", "values": {}}}
        with knock(broken.server, seat.table) as knocker:
            knocker.send({"type": "hello", "token": seat.token})
            assert knocker.next("bye")["error"]["code"] == "storage.damaged"
    play(broken.server, broken.whole, 1)
    assert client.get("/api/health").status_code == 200
    # Their rows are damaged as well.
    assert client.get("/api/tables").json() == {"tables": []}


def test_the_sound_part_is_what_its_seat_may_know(broken: Broken, client: httpx.Client) -> None:
    answer = client.get(f"/api/tables/{broken.impossible.table}/sound")
    assert answer.status_code == 200
    watched = answer.json()
    answer = client.get(
        f"/api/tables/{broken.impossible.table}/sound", headers=bearer(broken.impossible)
    )
    own = answer.json()
    assert own["version"] == watched["version"] == 3
    assert own["update"]["view"]["hands"][0]["cards"]
    assert "cards" not in watched["update"]["view"]["hands"][0]
    for text in (json.dumps(watched), json.dumps(own)):
        assert not any(seed in text for seed in broken.seeds)
    wrong = {"Authorization": "Bearer wrong"}
    answer = client.get(f"/api/tables/{broken.changed.table}/sound", headers=wrong)
    assert answer.status_code == 401
    answer = client.get(f"/api/tables/{broken.whole.table}/sound", headers=bearer(broken.whole))
    assert answer.json()["error"]["code"] == "table.not_damaged"


def test_the_log_says_which_table_and_nothing_else(broken: Broken) -> None:
    logged = broken.server.logged()
    # Found at the start, before anyone came.
    assert logged.count("table.damaged") == 2
    assert "Traceback" not in logged
    assert not any(seed in logged for seed in broken.seeds)
    for seat in (broken.changed, broken.impossible):
        assert seat.table not in logged
        assert seat.token not in logged


def test_a_table_that_is_damaged_while_it_runs_is_closed(tmp_path: Path) -> None:
    """Somebody else writes to the file: the next change does not follow."""
    with running_server(tmp_path) as server:
        with web(server) as client:
            seat, other = (make_table(client, players=1, first=0) for _ in range(2))
        with knock(server, seat.table) as knocker:
            knocker.hello(seat.token)
            path = tmp_path / "data" / DATABASE
            run_sql(
                path,
                "INSERT INTO entries SELECT table_id, 4, 3, data, digest FROM entries"
                f" WHERE table_id = '{seat.table}' AND version = 3",
            )
            knocker.send({"type": "say", "id": "a", "phrase": "hello"})
            assert knocker.next("bye")["error"]["code"] == "storage.damaged"
        play(server, other, 1)
        assert "Traceback" not in server.logged()
        assert server.stop() == 0
