"""Files that are no records, however large they are and whatever they are called."""

from __future__ import annotations

import os
import re
import resource
import subprocess
import sys
from pathlib import Path

import pytest

from openregicide.core import RuleSet
from openregicide.files import read_bytes
from openregicide.notation import write_record
from support.random_games import random_game

RECORD = write_record(random_game(RuleSet(players=2), 5).record())
EVIL = "\x1b]0;pwned\x07\u202e\u2028"
OBEYED = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u206f]")
MEMORY = 400_000_000
"""Bytes of addresses that the command may take; the program itself takes some 100 million."""


def regicide(*arguments: str, stdin: object = subprocess.DEVNULL) -> tuple[int, str]:
    """Run the command with little memory; return its exit code and all that it wrote."""

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))

    done = subprocess.run(
        [sys.executable, "-m", "openregicide", *arguments],
        stdin=stdin,  # type: ignore[call-overload]
        capture_output=True,
        preexec_fn=limit,
        env={**os.environ, "PYTHONIOENCODING": "utf-8"},
        timeout=60,
    )
    said: str = (done.stdout + done.stderr).decode()
    assert "Traceback" not in said, said
    assert not OBEYED.search(said), ascii(said)
    return done.returncode, said


@pytest.mark.parametrize("command", ["verify", "replay"])
def test_a_file_without_end_is_refused(tmp_path: Path, command: str) -> None:
    sparse = tmp_path / "sparse.rgn"
    with sparse.open("wb") as file:
        file.write(RECORD.encode())
        file.truncate(4_000_000_000)
    for name in (str(sparse), "/dev/zero"):
        code, said = regicide(command, name)
        assert code == 2
        assert "longer than 4000000 bytes" in said
    with Path("/dev/zero").open("rb") as zero:
        # From standard input, too; where verify goes on, and replay says so in one line.
        assert regicide(command, "-", stdin=zero)[0] == 2


def test_one_bad_file_does_not_keep_verify_from_the_others(tmp_path: Path) -> None:
    (tmp_path / "good.rgn").write_text(RECORD)
    (tmp_path / "bytes.rgn").write_bytes(b"\xff\xfe")
    (tmp_path / "long.rgn").write_text(RECORD + "0 y\n" * 300_000)
    (tmp_path / f"{EVIL}.rgn").write_text(f"[{EVIL}")
    tags = '\n[SeedHash "\u202epwned\u2066"]\n\n'
    (tmp_path / "tags.rgn").write_text(RECORD.replace("\n\n", tags))
    names = ["bytes.rgn", str(tmp_path), "nowhere.rgn", "long.rgn", f"{EVIL}.rgn", "tags.rgn"]
    code, said = regicide("verify", *(str(tmp_path / name) for name in [*names, "good.rgn"]))
    assert code == 2
    assert said.count("This cannot be read") == 3
    assert said.count("This is not a record") == 2
    assert said.rpartition("good.rgn")[2].count("  ok  ") >= 3


@pytest.mark.parametrize("name", [f"{EVIL}.rgn", "bytes.rgn", "."])
def test_replay_says_in_one_line_what_is_wrong(tmp_path: Path, name: str) -> None:
    (tmp_path / "bytes.rgn").write_bytes(b"\xff\xfe")
    (tmp_path / f"{EVIL}.rgn").write_text(f"[{EVIL}")
    code, said = regicide("replay", str(tmp_path / name))
    assert (code, said.count("\n")) == (2, 1)


def test_tags_that_mean_harm_are_not_obeyed_in_a_replay(tmp_path: Path) -> None:
    file = tmp_path / "tags.rgn"
    file.write_text(RECORD.replace("\n\n", '\n[Note "\u202epwned\u2066"]\n\n'))
    assert regicide("replay", str(file))[0] == 0


def test_a_pipe_is_read_and_one_that_is_silent_given_up(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(TimeoutError):
        read_bytes(pipe, 100, patience=0.05)
    writer = subprocess.Popen([sys.executable, "-c", f"open({str(pipe)!r}, 'w').write('hello')"])
    assert read_bytes(pipe, 100, patience=60) == b"hello"
    assert writer.wait(60) == 0


@pytest.mark.parametrize("size", [0, 1, 99, 100])
def test_a_file_is_read_to_its_end(tmp_path: Path, size: int) -> None:
    file = tmp_path / "file"
    file.write_bytes(b"x" * size)
    assert len(read_bytes(file, 100)) == size
    if size:
        with pytest.raises(OSError, match="longer"):
            read_bytes(file, size - 1)
