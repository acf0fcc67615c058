"""From a program that blocks to a place: whole games, patience, and Ctrl-C."""

from __future__ import annotations

import asyncio
import os
import signal
import threading
from pathlib import Path

import pytest

from openregicide.core import Generator, RuleSet, moves_of
from openregicide.tui import local
from openregicide.tui.bridge import Bridge
from openregicide.tui.local import LocalPlace
from openregicide.tui.place import Status
from openregicide.tui.saves import Saves

from .place_games import Slow, refused


def test_a_game_is_played_by_somebody_who_blocks(tmp_path: Path) -> None:
    dice = Generator(3)
    with Bridge() as bridge:
        place = LocalPlace(RuleSet(players=3), Saves(tmp_path), bots={1: "greedy"}, pause=0)
        bridge.call(place.open())
        bridge.call(place.begin())
        while True:
            bridge.wait(place, lambda: place.turn_of_here is not None or place.outcome is not None)
            seat, outcome = bridge.read(lambda: (place.turn_of_here, place.outcome))
            if seat is None:
                break
            view = bridge.read(lambda seat=seat: place.view(seat))  # type: ignore[misc]
            assert view is not None
            choices = moves_of(view, minimal=True)
            bridge.call(place.make(seat, choices[dice.random_below(len(choices))]))
        assert outcome is not None
        bridge.call(place.close())
        assert place.status is Status.CLOSED
        with refused("connection.closed"):
            bridge.wait(place, lambda: False)


def test_patience_has_an_end_and_errors_come_over(tmp_path: Path) -> None:
    with Bridge() as bridge:
        place = LocalPlace(RuleSet(players=1), Saves(tmp_path))
        bridge.call(place.open())
        assert not bridge.wait(place, lambda: place.number == 1, timeout=0.05)
        with refused("table.no_game"):
            bridge.call(place.undo())
        with pytest.raises(TimeoutError):
            bridge.call(asyncio.sleep(600), timeout=0.05)
        bridge.call(place.begin())
        assert bridge.wait(place, lambda: place.number == 1, timeout=60)


def test_ctrl_c_ends_what_is_waited_for_and_nothing_else(tmp_path: Path) -> None:
    with Bridge() as bridge:
        place = LocalPlace(RuleSet(players=1), Saves(tmp_path))
        bridge.call(place.open())
        timer = threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT))
        timer.start()
        with pytest.raises(KeyboardInterrupt):
            bridge.wait(place, lambda: False)
        timer.join()
        bridge.call(place.begin())
        assert bridge.read(lambda: place.turn_of_here) == 0


def test_leaving_ends_the_loop_with_a_bot_that_thinks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow = Slow()
    monkeypatch.setattr(local, "make_bot", lambda _: slow)
    with Bridge() as bridge:
        place = LocalPlace(RuleSet(players=1), Saves(tmp_path), bots={0: "slow"}, pause=0)
        bridge.call(place.open())
        bridge.call(place.begin())
        assert slow.asked.wait(60)
    assert not bridge._thread.is_alive()
    slow.enough.set()
