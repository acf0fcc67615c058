"""Servers that mean harm, and the terminal: one sentence, and nothing that it would obey."""

from __future__ import annotations

import asyncio
import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
import threading
import time
from pathlib import Path

import pytest

from openregicide.i18n import Catalogue
from openregicide.tui.app.screens.table import TableScreen
from support.app_games import opened, run, text_of, until
from support.hostile_server import CODE, EVIL, TOKEN, Connection, Telling, hostile, update
from support.patience import SECONDS
from support.plain_process import plain_process

T = Catalogue("en")
OBEYED = re.compile(
    "[\x00-\x09\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u206f]|[\u0300-\u036f]{4}"
)

FREE = update(
    table={
        **update()["table"],
        "seats": [{"holder": "person", "name": EVIL}, {"holder": "bot", "name": EVIL}],
    },
    news=[
        {"version": 1, "what": "seated", "seat": 1, "name": EVIL},
        {"version": 2, "what": "chatted", "seat": 1, "text": EVIL},
        {"version": 3, "what": "said", "seat": 1, "phrase": EVIL},
    ],
)
REFUSAL = {"code": EVIL, "values": {EVIL: EVIL}}


def refuse(request: dict[str, object]) -> object:
    return {"type": "answer", "id": request["id"], "version": 3, "error": REFUSAL}


async def say_goodbye(connection: Connection) -> None:
    change = {"version": 4, "what": "chatted", "seat": 1, "text": EVIL}
    await connection.send({"type": "update", "version": 4, "news": [change]})
    await connection.receive()
    await connection.send({"type": "bye", "error": REFUSAL})


def test_plain_lines_hold_nothing_that_a_terminal_obeys(tmp_path: Path) -> None:
    with (
        hostile(Telling(FREE, answer=refuse, then=say_goodbye)) as server,
        plain_process(f"--join={server.link}", saves=tmp_path) as person,
    ):
        person.asks()
        person.type("say hello")
        assert person.exit_code() == 1
        person.until(lambda _: True)
        assert person.text.count("pwned") > 4
        assert not OBEYED.search(person.text), ascii(OBEYED.findall(person.text))


def test_the_full_screen_holds_nothing_that_a_terminal_obeys(tmp_path: Path) -> None:
    async def work() -> None:
        with hostile(Telling({**FREE, "news": FREE["news"][:2]})) as server:
            async with opened(tmp_path, join=server.link) as (app, pilot):
                await until(pilot, lambda: isinstance(app.screen, TableScreen))
                await until(pilot, lambda: "pwned" in text_of(app))
                shown = text_of(app)
                await pilot.press("l")
                shown += text_of(app)
                assert not OBEYED.search(shown), ascii(OBEYED.findall(shown))

    run(work)


def test_no_byte_of_a_server_reaches_the_terminal_as_an_order(tmp_path: Path) -> None:
    """The bytes themselves: titles and clipboards are set by what no screen shows."""
    with hostile(Telling(FREE, answer=refuse, then=say_goodbye)) as server:
        ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
        command = [sys.executable, "-m", "openregicide", "play", f"--saves={tmp_path}"]
        process = subprocess.Popen(
            [*command, f"--join={server.link}"],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env={**os.environ, "TERM": "xterm-256color"},
        )
        os.close(theirs)
        try:
            shown = _read(ours, b"pwned")
            os.write(ours, b"q")
            shown += _read(ours, None)
        finally:
            process.kill()
            process.wait()
            os.close(ours)
    assert b"pwned" in shown
    assert not re.search(rb"\x1b\](?:0|2|52);[^\x07\x1b]*(?:pwned|cHduZWQ)", shown)
    assert not re.search("\x9b31m|\x90|\x9c|\u202e|\u2066|\u200b|\u2028".encode(), shown)


def _read(handle: int, until: bytes | None) -> bytes:
    """Read what a terminal gets until some bytes were in it, or until it is silent."""
    data, end = b"", time.monotonic() + 20
    while time.monotonic() < end and (until is None or until not in data):
        ready, _, _ = select.select([handle], [], [], 10 if until else 1)
        if not ready:
            break
        try:
            data += os.read(handle, 65_536)
        except OSError:
            break
    return data


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("version", 99_999_999_999),
        ("seat", 3),
        ("view", {**update()["view"], "text": "no view"}),
        ("view", {**update()["view"], "turn": 9}),
        ("moves", [{"move": "n7", "preview": {}}]),
    ],
)
def test_nonsense_is_one_sentence_and_the_end(tmp_path: Path, name: str, value: object) -> None:
    with hostile(Telling({**update(), name: value})) as server:
        done = subprocess.run(
            [
                *(sys.executable, "-m", "openregicide", "play", "--plain", "--lang=en"),
                *(f"--saves={tmp_path}", f"--host={server.url}", f"--join={CODE}", "--name=Ann"),
            ],
            input="",
            capture_output=True,
            text=True,
            timeout=60,
        )
    said = (done.stdout + done.stderr).strip()
    assert done.returncode in (1, 2)
    assert "is not a table server" in said.splitlines()[-1]
    assert "Traceback" not in said


def test_a_code_from_a_server_does_not_lead_out_of_the_folder(tmp_path: Path) -> None:
    saves = tmp_path / "a" / "saves"

    async def behave(connection: Connection) -> None:
        joined = {"table": "../../../evil", "seat": 0, "token": TOKEN}
        await connection.http(joined, "201 Created")

    with hostile(behave) as server:
        done = subprocess.run(
            [
                *(sys.executable, "-m", "openregicide", "play", "--plain", "--lang=en"),
                *(f"--saves={saves}", f"--host={server.url}", "--name=Ann", "--players=2"),
            ],
            input="",
            capture_output=True,
            text=True,
            timeout=60,
        )
    assert "is not a table server" in done.stderr
    assert not list(tmp_path.rglob("*evil*"))


def test_the_past_of_a_long_evening_is_forgotten_in_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was told is told once, and what is kept has an end."""
    from openregicide.tui.tables import remote
    from openregicide.tui.tables.remote import ServerTable, find_link
    from openregicide.tui.words.news import News

    monkeypatch.setattr(remote, "MOST_PAST", 50)

    listening = threading.Event()

    async def chat(connection: Connection) -> None:
        await asyncio.to_thread(listening.wait, SECONDS)
        for version in range(4, 204):
            change = {"version": version, "what": "chatted", "seat": 1, "text": f"line {version}"}
            await connection.send({"type": "update", "version": version, "news": [change]})

    async def work() -> None:
        with hostile(Telling(then=chat)) as server:
            async with ServerTable(find_link(server.link)) as model:
                news, told = News(T, model), list[str]()
                model.listen(lambda: told.extend(news.since(0)))
                listening.set()
                await model.until(lambda: model._table.version == 203)
                assert len(model.happenings()) <= 55
                assert model.forgotten > 100
                numbers = re.findall(r"line (\d+)", " ".join(told))
                assert numbers == [str(version) for version in range(int(numbers[0]), 204)]

    run(work)
