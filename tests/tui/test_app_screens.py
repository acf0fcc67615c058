"""Everything around a game at the application: home, windows, sizes, settings, leaving."""

from __future__ import annotations

import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from textual.geometry import Size

from openregicide.core import RuleSet
from openregicide.errors import RegicideError
from openregicide.notation import load_game
from openregicide.tui.app import run_app
from openregicide.tui.app.screens.dialogs import AskScreen, ChoiceScreen, TextScreen
from openregicide.tui.app.screens.home import HomeScreen
from openregicide.tui.app.screens.replay import ReplayScreen
from openregicide.tui.app.screens.result import ResultScreen
from openregicide.tui.app.screens.room import RoomScreen
from openregicide.tui.app.screens.table import TableScreen
from openregicide.tui.app.settings import Settings, SettingsFile
from openregicide.tui.app.watch import WatchApp
from openregicide.tui.app.window import SmallScreen
from openregicide.tui.tables.options import PlayOptions
from openregicide.tui.tables.saves import Saves
from support.app_games import People, opened, run, text_of, until
from support.serving import RunningServer

ALONE = RuleSet(players=1)


def test_a_window_that_is_too_small_waits_until_it_is_larger(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path, size=(79, 24), rules=ALONE, seed=1, first=0) as (app, pilot):
            people = People(app, pilot)
            await people.on(SmallScreen)
            assert "79 × 24" in text_of(app)
            await until(pilot, lambda: app.model is not None)
            await people.on(SmallScreen)
            await pilot.press("1", "enter")
            assert app.model is not None
            view = app.model.view()
            assert view is not None
            assert view.ply == 0
            await pilot.resize_terminal(90, 23)
            await until(pilot, lambda: "90 × 23" in text_of(app))
            await pilot.resize_terminal(80, 24)
            await people.on(TableScreen)
            assert "Jack of" in text_of(app)

    run(work)


def test_a_window_may_change_its_size_while_everything_closes(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path, rules=ALONE, seed=1, first=0) as (app, pilot):
            await People(app, pilot).on(TableScreen)
        assert not app.screen_stack
        app.fit_window(Size(79, 24))
        app.fit_window(Size(80, 24))
        assert not app.screen_stack

    run(work)


def test_why_a_card_cannot_be_added_is_said_and_nothing_changes(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path, rules=ALONE, seed=7, first=0) as (app, pilot):
            people = People(app, pilot)
            await people.on(TableScreen)
            selection = people.table.selection
            await pilot.press("4")
            assert [selection.goes(model) for model in range(8)] == [
                model == 3 for model in range(8)
            ]
            await pilot.press("1")
            assert "cannot be played together" in text_of(app)
            assert selection.chosen == [3]
            # Arrows and the space bar do the same as digits.
            await pilot.press("escape", "right", "right", "space", "right", "space")
            assert selection.chosen == [1, 2]
            assert "4♦ 4♠: Attack 8." in text_of(app)
            await pilot.press("y")
            assert selection.asked is None
            assert "You cannot yield now" in text_of(app)
            await pilot.press("f")
            assert "You discard your hand and draw 8" in text_of(app)
            await pilot.press("s")
            assert "nothing to suggest" in text_of(app)

    run(work)


def test_windows_hints_and_the_suggested_discard(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path, rules=ALONE, seed=7, first=0) as (app, pilot):
            people = People(app, pilot)
            await people.on(TableScreen)
            for key, kind in (("question_mark", "How to play"), ("l", "A new game begins.")):
                await pilot.press(key)
                assert isinstance(app.screen, TextScreen)
                assert kind in text_of(app)
                await pilot.press("escape")
            await pilot.press("h")
            await people.on(ChoiceScreen)
            assert len(re.findall(r"wins \d+%", text_of(app))) == 3
            await pilot.press("2")
            await people.on(TableScreen)
            assert people.table.selection.move is not None
            await pilot.press("escape", "4", "enter")
            await until(pilot, lambda: not people.table.busy)
            await pilot.press("s")
            assert "which is 1 more than the 5" in text_of(app)
            await pilot.press("enter")
            await until(pilot, lambda: not people.table.busy)
            await pilot.press("d")
            assert "Discard pile: 1 card" in text_of(app)

    run(work)


def test_home_leads_everywhere(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as (app, pilot):
            people = People(app, pilot)
            await people.on(HomeScreen)
            # Bots: how many, how strong; then back.
            await pilot.press("2")
            await people.on(ChoiceScreen)
            await pilot.press("2")
            await until(pilot, lambda: "Strong bot" in text_of(app))
            await pilot.press("1")
            await people.on(TableScreen)
            assert app.model is not None
            assert [player.is_bot for player in app.model.players] == [False, True, True]
            await pilot.press("q")
            await people.on(HomeScreen)
            assert "Continue: 3 players" in text_of(app)
            # A code that cannot be one is said, and home stays.
            await pilot.press("5")
            await people.on(AskScreen)
            await pilot.press(*"nowhere", "enter")
            await until(pilot, lambda: "is not the code of a table" in text_of(app))
            # Language and look change at once, and stay.
            await pilot.press("8")
            await people.on(ChoiceScreen)
            await pilot.press("2")
            await until(pilot, lambda: "Français" in text_of(app))
            await pilot.press("9")
            await people.on(ChoiceScreen)
            await pilot.press("2")
            await people.on(HomeScreen)
            assert app.theme == "parchment"
            await pilot.press("q")
        async with opened(tmp_path) as (app, pilot):
            await People(app, pilot).on(HomeScreen)
            assert "Français" in text_of(app)
            assert app.theme == "parchment"
        async with opened(tmp_path, language="es", language_asked=True) as (app, pilot):
            await People(app, pilot).on(HomeScreen)
            assert "Español" in text_of(app)

    run(work)


def test_the_host_fills_a_table_with_bots_and_begins(
    tmp_path: Path, running: RunningServer
) -> None:
    async def work() -> None:
        rules = RuleSet(players=2, attack=(0, 0, 0))
        async with opened(tmp_path, rules=rules, host=running.url) as (app, pilot):
            people = People(app, pilot)
            await people.on(AskScreen)
            await pilot.press(*"Ann", "enter")
            await people.on(RoomScreen)
            await pilot.press("enter")
            assert isinstance(app.screen, RoomScreen)
            await pilot.press("s", "1")
            await until(pilot, lambda: "Who sits in seat 2" in text_of(app))
            await pilot.press("1")
            await until(pilot, lambda: "Everybody is here." in text_of(app))
            await pilot.press("enter")
            await people.on(TableScreen)
            await people.play(moves=2)
            await pilot.press("q")
        assert "regicide play --join" in app.farewell

    run(work)


def test_a_record_is_kept_watched_and_not_written_over(tmp_path: Path) -> None:
    async def work() -> None:
        copy = tmp_path / "copy.rgn"
        async with opened(tmp_path, rules=ALONE, seed=2, first=0) as (app, pilot):
            people = People(app, pilot)
            await people.on(TableScreen)
            await people.play()
            await pilot.press("enter")
            await people.on(ResultScreen)
            for said in ("Saved in", "There is"):
                await pilot.press("s")
                await people.on(AskScreen)
                ask = app.screen
                assert isinstance(ask, AskScreen)
                ask.query_one("Input").value = str(copy)  # type: ignore[attr-defined]
                await pilot.press("enter")
                await until(pilot, lambda said=said: said in text_of(app))  # type: ignore[misc]
            game = load_game(copy.read_text())
            await pilot.press("r")
            await people.on(ReplayScreen)
            await pilot.press("q")
            await people.on(ResultScreen)
        watch = WatchApp(game, app.t)
        async with watch.run_test(size=(80, 24)) as pilot:
            replay = watch.screen
            assert isinstance(replay, ReplayScreen)
            await pilot.press("right", "right", "left", "pagedown")
            assert replay.ply == min(11, game.ply)
            await pilot.press("end")
            assert f"Move {game.ply} of {game.ply}" in text_of(watch)
            await pilot.press("home", "v", "2")
            assert replay.view().seat is None
            replay.seconds = 0.01
            await pilot.press("space")
            await until(pilot, lambda: replay.ply == game.ply)
            await pilot.press("q")

    run(work)


def test_what_cannot_be_is_an_error_before_or_after_the_screen(tmp_path: Path) -> None:
    for asked, code in (
        ({"join": "nowhere"}, "link."),
        ({"rules": ALONE, "bots": ("greedy",)}, "table.too_many_bots"),
    ):
        with pytest.raises(RegicideError) as caught:
            run_app(PlayOptions(saves=tmp_path, **asked))
        assert caught.value.code.startswith(code)

    async def work() -> None:
        gone = "http://127.0.0.1:9/t/ABCDE-FGHJK"
        async with opened(tmp_path, join=gone, name="Ann") as (app, pilot):
            await until(pilot, lambda: app.failed is not None)
        assert app.failed is not None
        assert app.failed.code == "connection.failed"

    run(work)


def test_settings_that_cannot_be_read_or_written_do_no_harm(tmp_path: Path) -> None:
    for text in ("", "[]", '{"language": 3, "wings": "x"}', "\x00"):
        (tmp_path / "settings.json").write_text(text)
        assert SettingsFile(tmp_path).settings == Settings()
    nowhere = tmp_path / "settings.json" / "folder"
    file = SettingsFile(nowhere)
    file.remember(name="Ann")
    assert file.settings.name == "Ann"


def test_ctrl_c_leaves_a_clean_terminal_and_a_saved_game(tmp_path: Path) -> None:
    """The real program on a real terminal."""
    leader, follower = pty.openpty()
    command = [sys.executable, "-m", "openregicide", "play", "--players=1", f"--saves={tmp_path}"]
    environment = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "80", "LINES": "24"}
    environment.pop("NO_COLOR", None)
    process = subprocess.Popen(
        [*command, "--lang=en"],
        stdin=follower,
        stdout=follower,
        stderr=follower,
        env=environment,
        start_new_session=True,
    )
    os.close(follower)
    seen = b""
    try:
        seen = _read_until(leader, seen, b"Jack")
        os.write(leader, b"\x03")
        seen = _read_until(leader, seen, b"start again to continue")
        assert process.wait(60) == 0
    finally:
        if process.poll() is None:
            process.send_signal(signal.SIGKILL)
            process.wait()
        os.close(leader)
    # Back from the other screen, with the cursor, and the mouse is the terminal's own again.
    for ending in (b"\x1b[?1049l", b"\x1b[?25h", b"\x1b[?1000l"):
        assert seen.rindex(ending) > seen.index(b"Jack")
    [saved] = Saves(tmp_path).look()[0]
    assert saved.table.running


def _read_until(terminal: int, seen: bytes, sign: bytes) -> bytes:
    end = time.monotonic() + 60
    while sign not in seen:
        assert time.monotonic() < end, seen[-2000:]
        if select.select([terminal], [], [], 1.0)[0]:
            try:
                seen += os.read(terminal, 65536)
            except OSError:
                break
    assert sign in seen, seen[-2000:]
    return seen
