"""Nobody but the user who runs the server can read its data."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from openregicide.server.private import keep_private, make_folder
from support.knocking import make_table, web
from support.serving import running_server

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows has other rights")


def modes(folder: Path) -> dict[str, int]:
    return {path.name: stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir()}


@pytest.fixture
def careless() -> Iterator[None]:
    before = os.umask(0)
    yield
    os.umask(before)


@pytest.mark.usefixtures("careless")
def test_what_a_server_makes_is_private_whatever_the_umask(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    with running_server(tmp_path) as server, web(server) as client:
        make_table(client)
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700
        found = modes(folder)
        assert {"tables.sqlite3", "tables.sqlite3-wal", "tables.sqlite3-shm"} <= set(found)
        assert set(found.values()) == {0o600}


@pytest.mark.usefixtures("careless")
def test_looser_rights_of_what_is_ours_are_tightened_once(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    with running_server(tmp_path) as server:
        assert server.stop() == 0
        (folder / "tables.sqlite3").chmod(0o644)
        (folder / "theirs").touch(0o644)
        folder.chmod(0o755)
        server.start()
        assert server.logged().count("data.made_private") == 1
        found = modes(folder)
        assert found.pop("theirs") == 0o644
        assert set(found.values()) == {0o600}
        # A folder that was chosen may hold other things.
        assert stat.S_IMODE(folder.stat().st_mode) == 0o755
        assert server.stop() == 0
        server.start()
        assert server.logged().count("data.made_private") == 1


@pytest.mark.usefixtures("careless")
def test_our_own_folder_is_tightened_and_links_are_not_followed(tmp_path: Path) -> None:
    own, other = tmp_path / "own", tmp_path / "other"
    make_folder(own)
    assert stat.S_IMODE(own.stat().st_mode) == 0o700
    own.chmod(0o755)
    other.touch(0o644)
    (own / "tables.sqlite3").symlink_to(other)
    keep_private(own, "tables.sqlite3", own_folder=True)
    assert stat.S_IMODE(own.stat().st_mode) == 0o700
    assert stat.S_IMODE(other.stat().st_mode) == 0o644
