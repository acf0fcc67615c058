"""Games at places, played as a screen would: through what every place offers, and nothing else."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager

import pytest

from openregicide.client import Timing
from openregicide.core import (
    EventKind,
    Generator,
    Move,
    RuleSet,
    View,
    move_cards,
    moves_of,
    preview,
)
from openregicide.errors import RegicideError
from openregicide.tui.tables.model import Happening, TableModel

__all__ = [
    "EASY",
    "QUICK",
    "SECONDS",
    "Slow",
    "check_log",
    "first_move",
    "play",
    "play_all",
    "refused",
    "run",
]

SECONDS = 240.0
QUICK = Timing(patience=2.0, heartbeat=1.0, first_delay=0.02, longest_delay=0.2)

EASY = RuleSet(players=2, health=(1, 1, 1), attack=(0, 0, 0), hand_limit=10)
"""A table where every card kills."""

Choose = Callable[[View], Move]


def run(work: Callable[[], Awaitable[None]]) -> None:
    async def in_time() -> None:
        async with asyncio.timeout(SECONDS):
            await work()

    asyncio.run(in_time())


class Slow:
    """A bot that thinks until it is told to stop."""

    def __init__(self) -> None:
        self.asked = threading.Event()
        self.enough = threading.Event()

    def choose(self, view: View, generator: Generator) -> Move:
        self.asked.set()
        self.enough.wait(SECONDS)
        return moves_of(view)[0]


@contextmanager
def refused(code: str) -> Iterator[None]:
    """Whatever is tried in this block is refused with a code."""
    with pytest.raises(RegicideError) as caught:
        yield
    assert caught.value.code == code


def at_random(dice: Generator) -> Choose:
    def choose(view: View) -> Move:
        # No surplus discards, so that the games are long.
        moves = moves_of(view, minimal=True)
        return moves[dice.random_below(len(moves))]

    return choose


def one_card(view: View) -> Move:
    """At an easy table this wins: one card after the other, as long as there is one."""
    return min(moves_of(view), key=lambda move: (not move_cards(move), len(move_cards(move))))


async def play(model: TableModel, choose: Choose, *, moves: int = 1000) -> None:
    """Make moves for all seats played here, until the game is over or so many are made."""
    for _ in range(moves):
        await model.until(lambda: model.turn_of_here is not None or model.outcome is not None)
        seat = model.turn_of_here
        if seat is None:
            return
        assert model.waiting_for is None
        view = model.view(seat)
        assert view is not None
        assert view.seat == view.turn == seat
        move = choose(view)
        preview(view, move)
        await model.make(seat, move)


async def play_all(models: Sequence[TableModel], choose: Choose) -> None:
    """Play a game at a table to its end, and let everybody see it."""
    await asyncio.gather(*(play(model, choose) for model in models))


async def first_move(models: Sequence[TableModel], choose: Choose) -> TableModel:
    """Let whoever is to move do so, and wait until everybody has seen it; return who it was."""
    while not (ready := [model for model in models if model.turn_of_here is not None]):
        changes = [asyncio.create_task(model.changed()) for model in models]
        await asyncio.wait(changes, return_when=asyncio.FIRST_COMPLETED)
        for change in changes:
            change.cancel()
    mover = ready[0]
    await play(mover, choose, moves=1)
    told = len(mover.happenings())
    for model in models:
        await model.until(lambda model=model: len(model.happenings()) >= told)  # type: ignore[misc]
    return mover


def check_log(model: TableModel, rules: RuleSet) -> list[Happening]:
    """The last game is told from its beginning, every move once; return its moves."""
    subscriber = None if len(model.here) != 1 else model.here[0]
    view = model.view()
    assert view is not None
    assert view.rules == rules == model.rules
    log = [each for each in model.happenings() if each.game == model.number]
    assert log[0].what == "began"
    moves = [each for each in log if each.what == "moved"]
    ply = 0
    for each in moves:
        assert each.move is not None
        assert each.seat is not None
        ply += 1 + any(event.kind is EventKind.HEALED for event in each.events)
        assert each.ply == ply
        assert each.by == ("bot" if model.players[each.seat].is_bot else "player")
        for event in each.events:
            assert event.cards or event.kind is not EventKind.DREW or event.seat != subscriber
            if event.kind is EventKind.DREW and event.seat != subscriber:
                assert event.cards == ()
    assert view.ply == ply
    return moves
