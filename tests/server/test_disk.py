"""A disk that is full, read-only or full of something else: told clearly, and nothing is lost."""

from __future__ import annotations

import hashlib
import os
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path

import httpx
import pytest

from openregicide.protocol import Joined
from support.knocking import Knocker, knock, make_table, new_table, web
from support.patience import SECONDS
from support.serving import RunningServer, running_server

DATABASE = "tables.sqlite3"
SIZE = 4_000_000
MOST_TRIES = 3000


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A folder on a disk of its own, with little room."""
    folder = tmp_path / "data"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", f"size={SIZE}", "tmpfs", str(folder)]
    try:
        mounted = subprocess.run(mount, capture_output=True, timeout=10).returncode == 0
    except OSError:
        mounted = False
    if not mounted:
        pytest.skip("nobody may mount a disk here")
    yield folder
    subprocess.run(["umount", "-l", str(folder)], check=True, timeout=10)


def fill(folder: Path) -> Path:
    """Take all the room there is; return the file that takes it."""
    filler = folder / "filler"
    with filler.open("wb", buffering=0) as file, suppress(OSError):
        while True:
            file.write(bytes(4096))
    return filler


def say_until_refused(knocker: Knocker, prefix: str) -> tuple[list[str], str]:
    """Say hello again and again; return what was acknowledged, and the code of the refusal."""
    said: list[str] = []
    for number in range(MOST_TRIES):
        answer = knocker.ask("say", f"{prefix}{number}", phrase="hello")
        if "error" in answer:
            return said, answer["error"]["code"]
        said.append(answer["id"])
    raise AssertionError("there was always room")


def ask_until_written(knocker: Knocker, name: str) -> None:
    """Send a request again until it is done; the server finds out by itself that it can be."""
    end = time.monotonic() + SECONDS
    while "error" in (answer := knocker.ask("say", name, phrase="hello")):
        assert answer["error"]["code"].startswith("storage.")
        assert time.monotonic() < end
        time.sleep(0.1)


def requests_in(folder: Path, table: str) -> list[str]:
    with closing(sqlite3.connect(folder / DATABASE)) as connection:
        rows = connection.execute(
            "SELECT data ->> 'request' FROM (SELECT version, CAST(data AS TEXT) AS data"
            " FROM entries WHERE table_id = ?) ORDER BY version",
            (table,),
        )
        return [request for (request,) in rows if request]


def play_on(knocker: Knocker, seat: Joined) -> None:
    """Make a move, and see the bot answer it."""
    update = knocker.hello(seat.token)
    while not update.get("moves"):
        update = knocker.next("update")
    move = update["moves"][0]["move"]
    assert "error" not in knocker.ask("move", "on", version=update["version"], move=move)


def test_a_full_disk_is_told_and_play_goes_on_when_there_is_room(
    tmp_path: Path, small_disk: Path
) -> None:
    with running_server(tmp_path, phrases=10**6, messages=10**6) as server, web(server) as client:
        seat = make_table(client, first=0)
        with knock(server, seat.table) as knocker:
            knocker.hello(seat.token)
            before = [knocker.ask("say", f"a{n}", phrase="hello")["id"] for n in range(5)]
            filler = fill(small_disk)
            said, code = say_until_refused(knocker, "b")
            assert code == "storage.full"
            check_nothing_can_be_written(client)
            version = knocker.ask("ping", "p")["version"]
            # A refused request changed nothing, in memory or on disk, and may be sent again.
            refused = f"b{len(said)}"
            again = knocker.ask("say", refused, phrase="hello")
            assert (again["error"]["code"], again["version"]) == ("storage.full", version)
            filler.unlink()
            ask_until_written(knocker, refused)
        with knock(server, seat.table) as knocker:
            play_on(knocker, seat)
        assert "Traceback" not in server.logged()
        server.kill()
        server.start()
        with knock(server, seat.table) as knocker:
            knocker.hello(seat.token)
            # What was acknowledged is known again.
            for name in (*before, *said, refused):
                assert "error" not in knocker.ask("say", name, phrase="hello")
        assert server.stop() == 0
        assert requests_in(small_disk, seat.table)[: len(before) + len(said) + 1] == [
            *before,
            *said,
            refused,
        ]


def check_nothing_can_be_written(client: httpx.Client) -> None:
    response = client.post("/api/tables", json=new_table())
    assert response.status_code == 503
    assert response.json()["error"]["code"] == "storage.full"
    # Reading still works.
    assert client.get("/api/tables").status_code == 200
    health = client.get("/api/health")
    assert health.status_code == 503
    assert health.json()["error"]["code"] == "storage.full"


def test_bots_try_again_when_there_is_room(tmp_path: Path, small_disk: Path) -> None:
    with running_server(tmp_path, bot_pause_ms=500) as server, web(server) as client:
        seat = make_table(client, first=1, bots={"1": "policy"})
        with knock(server, seat.table) as knocker:
            update = knocker.hello(seat.token)
            # The bot's next move shall be one that ends its turn.
            while (update["view"]["turn"], update["view"]["phase"]) != (1, "discard"):
                if update["moves"]:
                    move = update["moves"][0]["move"]
                    version = update["version"]
                    knocker.send(
                        {"type": "move", "id": str(version), "version": version, "move": move}
                    )
                update = knocker.next("update")
            # It waits a moment, for people to see what happens.
            filler = fill(small_disk)
            while "disk.refuses" not in server.logged():
                assert knocker.ask("ping", "p")["version"] == update["version"]
                time.sleep(0.05)
            filler.unlink()
            news = knocker.next("update")["news"]
            assert [(change["what"], change["by"]) for change in news] == [("moved", "bot")]
        assert server.stop() == 0


def test_a_file_that_may_not_grow_is_told(tmp_path: Path) -> None:
    resource = pytest.importorskip("resource")
    with running_server(tmp_path, phrases=10**6, messages=10**6) as server, web(server) as client:
        seat = make_table(client, first=0)
        with knock(server, seat.table) as knocker:
            version = knocker.hello(seat.token)["version"]
            unlimited = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)
            resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (1, unlimited[1]))
            answer = knocker.ask("say", "a", phrase="hello")
            assert answer["error"]["code"].startswith("storage.")
            assert answer["version"] == version
            resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, unlimited)
            ask_until_written(knocker, "a")
        server.kill()
        server.start()
        with knock(server, seat.table) as knocker:
            assert knocker.hello(seat.token, version=version)["news"][0]["phrase"] == "hello"
        assert server.stop() == 0


# Data that cannot be used


def serve(folder: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "openregicide", "serve", "--host=127.0.0.1", "--port=0"]
    return subprocess.run(
        [*command, f"--data={folder}"], capture_output=True, text=True, timeout=60
    )


def check_refused(folder: Path, about: str) -> None:
    """A server that starts there says why it cannot, in a line, and leaves everything alone."""
    before = contents(folder)
    process = serve(folder)
    assert (process.returncode, process.stdout) == (2, "")
    assert process.stderr.count("\n") == 1
    assert about in process.stderr
    assert contents(folder) == before


def contents(folder: Path) -> dict[str, str]:
    return {
        path.name: hashlib.sha256(path.read_bytes()).hexdigest()
        for path in folder.iterdir()
        if path.suffix != ".lock"
    }


def test_a_read_only_folder_is_refused(tmp_path: Path, small_disk: Path) -> None:
    server = RunningServer(tmp_path)
    server.start()
    assert server.stop() == 0
    subprocess.run(["mount", "-o", "remount,ro", str(small_disk)], check=True, timeout=10)
    check_refused(small_disk, str(small_disk))


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is forbidden to root")
def test_a_folder_that_is_somebody_elses_is_refused(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    folder.mkdir(mode=0o500)
    check_refused(folder, str(folder))


def test_a_file_in_the_place_of_the_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("mine")
    process = serve(tmp_path / "data")
    assert (process.returncode, process.stdout) == (2, "")
    assert process.stderr.count("\n") == 1
    assert (tmp_path / "data").read_text() == "mine"


def test_a_file_of_a_newer_version_is_refused(tmp_path: Path) -> None:
    server = RunningServer(tmp_path)
    server.start()
    with web(server) as client:
        make_table(client)
    assert server.stop() == 0
    with closing(sqlite3.connect(tmp_path / "data" / DATABASE)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = 'x9999'")
        connection.commit()
    check_refused(tmp_path / "data", "x9999")


def test_files_of_others_are_refused(tmp_path: Path) -> None:
    (tmp_path / "text").mkdir()
    (tmp_path / "text" / DATABASE).write_text("my diary\n")
    (tmp_path / "other").mkdir()
    with closing(sqlite3.connect(tmp_path / "other" / DATABASE)) as connection:
        connection.execute("CREATE TABLE diary (day TEXT)")
        connection.commit()
    for folder in ("text", "other"):
        check_refused(tmp_path / folder, DATABASE)
