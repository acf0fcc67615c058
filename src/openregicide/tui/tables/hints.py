"""Hints: a search in a thread beside the event loop."""

from __future__ import annotations

import asyncio
import secrets
import threading
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

from ...bots.players.search_bot import SearchBot
from ...core import Generator, Move, View
from ...core.rng import SEED_BITS

__all__ = ["HINT_MS", "Hint", "HintSearch", "in_thread", "new_dice"]

T = TypeVar("T")

HINTS = 3
HINT_MS = 1000
"""How long to search for hints by default."""


@dataclass(frozen=True, slots=True)
class Hint:
    """A good move, and how likely it wins."""

    move: Move
    win_chance: float
    medals: tuple[float, float, float] | None = None
    """For a solo player: the chances of gold, silver and bronze."""


class HintSearch:
    """The search that finds hints; it is kept between two of them."""

    def __init__(self) -> None:
        self._idle: SearchBot | None = None

    async def hints(self, view: View, ms: int) -> list[Hint]:
        """Return the best moves found in that many milliseconds, best first."""
        # Taken out while it thinks; if the caller is cancelled, it thinks on and is not put back.
        search, self._idle = self._idle, None
        if search is None or search.ms != ms:
            search = SearchBot(ms=ms)
        analysis = await in_thread(partial(search.analyse, view, new_dice()))
        self._idle = search
        tried = [each for each in analysis.candidates if each.visits]
        return [Hint(each.move, each.win_chance, each.medals) for each in tried[:HINTS]]


def new_dice() -> Generator:
    return Generator(secrets.randbits(SEED_BITS))


async def in_thread(work: Callable[[], T]) -> T:
    """Do work that would block the event loop; return its result.

    In a daemon thread: a user who quits need not wait until a bot has thought.
    """
    future: Future[T] = Future()

    def run() -> None:
        if not future.set_running_or_notify_cancel():
            return
        try:
            future.set_result(work())
        except BaseException as problem:
            future.set_exception(problem)

    threading.Thread(target=run, daemon=True).start()
    return await asyncio.wrap_future(future)
