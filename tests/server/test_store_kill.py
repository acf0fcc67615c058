"""A killed process loses nothing that it acknowledged."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from openregicide.errors import StorageError
from openregicide.server.store.store import Store

VICTIM = Path(__file__).parents[1] / "support" / "store_victim.py"


class Victim:
    """A process that appends to one database after another; see `support/store_victim.py`."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, str(VICTIM)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self._early: list[str] = []
        self._pid: int | None = None

    def start(self, path: Path) -> None:
        assert self._process.stdin
        self._process.stdin.write(f"{path}\n")
        self._process.stdin.flush()
        # The fork may be quicker than its parent.
        self._early = []
        while not (line := self._line()).startswith("pid "):
            self._early.append(line)
        self._pid = int(line.split()[1])

    def wait_until_it_works(self) -> None:
        """Until the first append was acknowledged."""
        while not self._early or self._early[-1] == "opened":
            self._early.append(self._line())

    def kill(self) -> list[str]:
        """End it at once; all that it ever said."""
        assert self._pid
        os.kill(self._pid, signal.SIGKILL)
        self._pid = None
        lines = self._early
        while (line := self._line()) != "dead":
            lines.append(line)
        return lines

    def close(self) -> None:
        if self._pid:
            os.kill(self._pid, signal.SIGKILL)
        self._process.communicate()

    def _line(self) -> str:
        assert self._process.stdout
        line = self._process.stdout.readline()
        assert line.endswith("\n"), "the victim ended on its own"
        return line.rstrip("\n")


@pytest.fixture
def victim() -> Iterator[Victim]:
    victim = Victim()
    yield victim
    victim.close()


def journals(path: Path) -> dict[str, list[bytes]]:
    async def read() -> dict[str, list[bytes]]:
        store = await Store.open(path)
        found = {f"table{number}": await store.load(f"table{number}") for number in range(12)}
        await store.close()
        return found

    return asyncio.run(read())


def test_every_acknowledged_entry_is_there_once_after_kill_9(
    victim: Victim, tmp_path: Path
) -> None:
    path = tmp_path / "regicide.db"
    acknowledged = dict.fromkeys((f"table{number}" for number in range(12)), 0)
    dice = random.Random()
    for _ in range(20):
        victim.start(path)
        victim.wait_until_it_works()
        time.sleep(dice.uniform(0, 0.1))
        for line in victim.kill():
            if line != "opened":
                table, last = line.split()
                acknowledged[table] = int(last)
        for table, journal in journals(path).items():
            assert len(journal) >= acknowledged[table]
            for version, data in enumerate(journal, 1):
                assert data.startswith(f"{table} {version} ".encode())
    assert min(acknowledged.values()) > 0
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]


def test_a_file_whose_making_was_interrupted_is_made_at_the_next_start(
    victim: Victim, tmp_path: Path
) -> None:
    dice = random.Random()
    for number in range(12):
        path = tmp_path / f"{number}.db"
        victim.start(path)
        time.sleep(dice.uniform(0, 0.12))
        victim.kill()
        journals(path)


def test_a_file_is_free_again_when_its_process_is_killed(victim: Victim, tmp_path: Path) -> None:
    path = tmp_path / "regicide.db"
    victim.start(path)
    victim.wait_until_it_works()
    with pytest.raises(StorageError) as refusal:
        journals(path)
    assert refusal.value.code == "storage.in_use"
    victim.kill()
    assert any(journals(path).values())


FORK = """
import os, signal, sys
from pathlib import Path
from openregicide.server.store.sqlite import FileLock

lock = FileLock(Path(sys.argv[1]))
child = os.fork()
if child == 0:
    signal.pause()
lock.release()
try:
    FileLock(Path(sys.argv[1]))
finally:
    os.kill(child, signal.SIGKILL)
"""


def test_a_forked_process_does_not_keep_the_file(tmp_path: Path) -> None:
    subprocess.run([sys.executable, "-c", FORK, str(tmp_path / "regicide.db")], check=True)
