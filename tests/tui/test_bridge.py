"""The bridge from a blocking program to a table model: whole games, patience, and Ctrl-C."""

from __future__ import annotations

import asyncio
import os
import signal
import threading
from pathlib import Path

import pytest

from openregicide.core import Generator, RuleSet, moves_of
from openregicide.tui.tables import local
from openregicide.tui.tables.bridge import Bridge
from openregicide.tui.tables.local import LocalTable
from openregicide.tui.tables.model import Status
from openregicide.tui.tables.saves import Saves
from support.table_games import Slow, refused


def test_a_game_is_played_by_somebody_who_blocks(tmp_path: Path) -> None:
    dice = Generator(3)
    with Bridge() as bridge:
        model = LocalTable.lay(RuleSet(players=3), Saves(tmp_path), bots={1: "greedy"}, pause=0)
        bridge.call(model.open())
        bridge.call(model.begin())
        while True:
            bridge.wait(model, lambda: model.turn_of_here is not None or model.outcome is not None)
            seat, outcome = bridge.read(lambda: (model.turn_of_here, model.outcome))
            if seat is None:
                break
            view = bridge.read(lambda seat=seat: model.view(seat))  # type: ignore[misc]
            assert view is not None
            choices = moves_of(view, minimal=True)
            bridge.call(model.make(seat, choices[dice.random_below(len(choices))]))
        assert outcome is not None
        bridge.call(model.close())
        assert model.status is Status.CLOSED
        with refused("connection.closed"):
            bridge.wait(model, lambda: False)


def test_patience_has_an_end_and_errors_come_over(tmp_path: Path) -> None:
    with Bridge() as bridge:
        model = LocalTable.lay(RuleSet(players=1), Saves(tmp_path))
        bridge.call(model.open())
        assert not bridge.wait(model, lambda: model.number == 1, timeout=0.05)
        with refused("table.no_game"):
            bridge.call(model.undo())
        with pytest.raises(TimeoutError):
            bridge.call(asyncio.sleep(600), timeout=0.05)
        bridge.call(model.begin())
        assert bridge.wait(model, lambda: model.number == 1, timeout=60)


def test_ctrl_c_ends_what_is_waited_for_and_nothing_else(tmp_path: Path) -> None:
    with Bridge() as bridge:
        model = LocalTable.lay(RuleSet(players=1), Saves(tmp_path))
        bridge.call(model.open())
        timer = threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT))
        timer.start()
        with pytest.raises(KeyboardInterrupt):
            bridge.wait(model, lambda: False)
        timer.join()
        bridge.call(model.begin())
        assert bridge.read(lambda: model.turn_of_here) == 0


def test_leaving_ends_the_loop_with_a_bot_that_thinks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow = Slow()
    monkeypatch.setattr(local, "make_bot", lambda _: slow)
    with Bridge() as bridge:
        model = LocalTable.lay(RuleSet(players=2), Saves(tmp_path), bots={0: "slow"}, pause=0)
        bridge.call(model.open())
        bridge.call(model.begin(first=0))
        assert slow.asked.wait(60)
    assert not bridge._thread.is_alive()
    slow.enough.set()
