"""Virtual time, and everything that is still to happen.

Nothing here sleeps: when nothing can happen now, time jumps to whatever comes next. What falls on
the same moment happens in an order that the seed decides.
"""

from __future__ import annotations

from collections.abc import Callable
from heapq import heappop, heappush
from random import Random
from typing import Any

__all__ = ["Occasion", "Scheduler"]

EPOCH = 1_800_000_000
"""The Unix time at which every run begins."""


class Occasion:
    """Something that is to happen at some time, unless it is called off."""

    __slots__ = ("arguments", "do", "off")

    def __init__(self, do: Callable[..., object], arguments: tuple[Any, ...]) -> None:
        self.do = do
        self.arguments = arguments
        self.off = False

    def call_off(self) -> None:
        self.off = True


class Scheduler:
    """The world's time. It is also a source for the server's clock."""

    def __init__(self, chance: Random) -> None:
        self.now = 0.0
        self._chance = chance
        self._count = 0
        self._heap: list[tuple[float, float, int, Occasion]] = []

    def time(self) -> float:
        return EPOCH + self.now

    def monotonic(self) -> float:
        return self.now

    def after(self, seconds: float, do: Callable[..., object], *arguments: Any) -> Occasion:
        return self.at(self.now + seconds, do, *arguments)

    def at(self, when: float, do: Callable[..., object], *arguments: Any) -> Occasion:
        """Let something happen at a time; what is late happens now."""
        occasion = Occasion(do, arguments)
        self._count += 1
        # The number keeps the comparison away from the occasions, should the dice ever be equal.
        heappush(self._heap, (max(when, self.now), self._chance.random(), self._count, occasion))
        return occasion

    def step(self) -> bool:
        """Let the next thing happen; return whether there was one."""
        while self._heap:
            when, _, _, occasion = heappop(self._heap)
            if not occasion.off:
                self.now = when
                occasion.do(*occasion.arguments)
                return True
        return False
