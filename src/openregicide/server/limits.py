"""Limits: token buckets for rates, and counts of what is held right now."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

__all__ = ["Counts", "Rate"]

SWEEP = 4096
"""How many buckets to keep before dropping the full ones."""


class Rate:
    """At most `burst` at once and `rate` a second in the long run, per key."""

    def __init__(self, rate: float, burst: float, clock: Callable[[], float] = monotonic) -> None:
        self.rate = rate
        self.burst = burst
        self._clock = clock
        self._buckets: dict[str, tuple[float, float]] = {}

    def take(self, key: str) -> float:
        """Take one; return 0, or how many seconds to wait if none is left."""
        now = self._clock()
        left, then = self._buckets.get(key, (self.burst, now))
        left = min(self.burst, left + (now - then) * self.rate)
        if left < 1:
            self._buckets[key] = (left, now)
            return (1 - left) / self.rate
        if len(self._buckets) > SWEEP:
            self._sweep(now)
        self._buckets[key] = (left - 1, now)
        return 0.0

    def _sweep(self, now: float) -> None:
        """Drop the buckets that have had time to refill."""
        full = self.burst / self.rate
        self._buckets = {
            key: bucket for key, bucket in self._buckets.items() if now - bucket[1] < full
        }


class Counts:
    """How many of something each key holds right now."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._held: dict[str, int] = {}

    def take(self, key: str) -> bool:
        """Hold one more; return whether that was allowed."""
        held = self._held.get(key, 0)
        if held >= self.most:
            return False
        self._held[key] = held + 1
        return True

    def give_back(self, key: str) -> None:
        held = self._held[key] - 1
        if held:
            self._held[key] = held
        else:
            del self._held[key]
