"""The program as it is started: by a script, in a pipe, and at a terminal."""

from __future__ import annotations

import os
import pty
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from openregicide.core import RuleSet
from openregicide.i18n import Catalogue
from openregicide.notation import load_game
from support.patience import SECONDS
from support.people import Players, newest_game, play
from support.serving import RunningServer


def command(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "openregicide", *arguments]


def environment(**more: str) -> dict[str, str]:
    return {**os.environ, "PYTHONIOENCODING": "utf-8", "LC_ALL": "C.UTF-8", **more}


@pytest.mark.parametrize("players", [1, 3])
def test_a_script_plays_to_the_end(players: int, tmp_path: Path) -> None:
    people = Players(tmp_path / "typed", 3)
    typed: list[str] = []

    def answer(written: str) -> str | None:
        line = people(written)
        assert line is not None
        typed.append(line)
        return line

    rules = RuleSet(players=players)
    screen = play(tmp_path / "typed", answer, rules=rules, seed=17)
    moves = tmp_path / "moves.txt"
    moves.write_text("".join(f"{line}\n" for line in typed))
    options = [f"--players={players}", "--seed=17", f"--saves={tmp_path / 'script'}"]
    with moves.open() as stdin:
        result = subprocess.run(
            command("play", "--plain", *options),
            stdin=stdin,
            capture_output=True,
            env=environment(),
            timeout=SECONDS,
            check=False,
        )
    assert (result.returncode, result.stderr) == (0, b"")
    # What a script gets to read is what a person at these lines would.
    written = result.stdout.decode()
    assert _without_files(written) == _without_files(screen)
    [record] = (tmp_path / "script" / "finished").glob("*.rgn")
    assert load_game(record.read_text()).outcome is not None


def _without_files(text: str) -> list[str]:
    return [line for line in text.split("\n") if ".rgn" not in line]


class Terminal:
    """A terminal with the program at its other end."""

    def __init__(self, process: subprocess.Popen[bytes], handle: int) -> None:
        self.process = process
        self.handle = handle
        self.text = ""
        self._news = threading.Condition()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        while True:
            try:
                data = os.read(self.handle, 65536)
            except OSError:
                # Linux says so when the program has ended.
                data = b""
            with self._news:
                self.text += data.decode(errors="replace").replace("\r\n", "\n")
                self._news.notify_all()
            if not data:
                return

    def says(self, text: str) -> None:
        with self._news:
            assert self._news.wait_for(lambda: text in self.text, SECONDS), self.text

    def type(self, keys: str) -> None:
        os.write(self.handle, keys.encode())

    def end(self) -> int:
        code = self.process.wait(SECONDS)
        self._reader.join(SECONDS)
        return code


@contextmanager
def terminal(*arguments: str, **more: str) -> Iterator[Terminal]:
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        command(*arguments),
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env=environment(**more),
        start_new_session=True,
        preexec_fn=_own_terminal,
    )
    os.close(theirs)
    there = Terminal(process, ours)
    try:
        yield there
    finally:
        process.kill()
        there.end()
        os.close(ours)


def _own_terminal() -> None:
    """Make the terminal one that sends signals."""
    import fcntl
    import termios

    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


def test_a_dumb_terminal_gets_lines_and_ctrl_c_saves(tmp_path: Path) -> None:
    arguments = ("play", "--players=1", "--seed=5", f"--saves={tmp_path}")
    with terminal(*arguments, TERM="dumb") as there:
        there.says("Attack: type the number")
        there.type("9c\n")
        there.says("Enter does it; anything else goes back.")
        there.type("\n")
        there.says("You must discard 10 or more")
        there.type("10\x03")
        there.says("The game is saved; start again to continue it.\n")
        assert there.end() == 0
    assert "Traceback" not in there.text
    assert newest_game(tmp_path).ply == 1


def test_the_end_of_a_terminal_is_a_quit(tmp_path: Path) -> None:
    arguments = ("play", "--plain", "--players=2", f"--saves={tmp_path}")
    with terminal(*arguments) as there:
        there.says("Pass the keyboard")
        there.type("\x04")
        there.says("The game is saved")
        assert there.end() == 0


def test_ctrl_c_while_a_bot_thinks(tmp_path: Path) -> None:
    arguments = ["play", "--plain", "--bots=search:ms=60000", "--first=2", f"--saves={tmp_path}"]
    with terminal(*arguments) as there:
        there.says("A new game for 2 players.")
        # By then the bot thinks, or is about to.
        time.sleep(0.2)
        there.process.send_signal(signal.SIGINT)
        there.says("The game is saved")
        assert there.end() == 0


def test_a_person_may_type_while_others_are_waited_for(
    running: RunningServer, tmp_path: Path
) -> None:
    t = Catalogue("es")
    arguments = [f"--host={running.url}", "--players=2", "--name=Ana", "--first=1"]
    with terminal("play", "--plain", "--lang=es", f"--saves={tmp_path}", *arguments) as there:
        there.says(t("ui.waiting.free", count=1))
        there.type("7s\n")
        there.says(t("tui.not_yet"))
        there.type("bot 5 greedy\n")
        there.says(t("error.typed.seat", most=2))
        there.type("historia\n")
        there.says(t("error.table.no_game"))
        there.type("bot 2 greedy\n")
        there.says(t("tui.ask_begin"))
        there.type("empezar\n")
        there.says("── Ana · ")
        there.type("salir\n")
        there.says(t("tui.quit_seat"))
        assert there.end() == 0
    assert "Traceback" not in there.text


def test_replay_steps_through_in_the_language(tmp_path: Path) -> None:
    play(tmp_path, Players(tmp_path, 3), rules=RuleSet(players=1), seed=17)
    [record] = (tmp_path / "finished").glob("*.rgn")
    with terminal("replay", "--plain", "--lang=fr", str(record)) as there:
        there.says("Étape 0 sur")
        there.type("\n")
        there.says("Étape 1 sur")
        there.type("quitter\n")
        assert there.end() == 0
