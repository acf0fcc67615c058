"""Limits: token buckets for rates, and counts of what is held right now."""

from __future__ import annotations

import socket
from collections import OrderedDict
from collections.abc import Callable

from .clock import monotonic

__all__ = ["Bucket", "Counts", "Rate", "network_of"]

MOST_KEYS = 20_000
"""How many keys a rate remembers; the one that was quiet for longest is forgotten first."""
LONGEST_KEY = 64


class Bucket:
    """At most `burst` at once and `rate` a second in the long run."""

    __slots__ = ("left", "then")

    def __init__(self, burst: float, now: float) -> None:
        self.left = burst
        self.then = now

    def take(self, rate: float, burst: float, now: float, cost: float = 1) -> float:
        """Take some; return 0, or how many seconds to wait if not even one is left.

        Whatever costs more than is left may still begin; what comes next waits for it.
        """
        left = self.left + (now - self.then) * rate
        if left > burst:
            left = burst
        self.then = now
        if left < 1:
            self.left = left
            return (1 - left) / rate
        self.left = left - cost
        return 0.0

    def queue(self, rate: float, burst: float, now: float, longest: float) -> float:
        """Take one in any case; return how many seconds to wait for it, `longest` at most."""
        left = min(self.left + (now - self.then) * rate, burst) - 1
        self.left = max(left, -longest * rate)
        self.then = now
        return max(0.0, -self.left / rate)


class Rate:
    """A bucket for each key. Keys that are full again are forgotten as others come in."""

    def __init__(self, rate: float, burst: float, clock: Callable[[], float] = monotonic) -> None:
        self.rate = rate
        self.burst = burst
        self._clock = clock
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def __len__(self) -> int:
        return len(self._buckets)

    def take(self, key: str, cost: float = 1) -> float:
        """Take some for a key; return 0, or how many seconds to wait if none is left."""
        now = self._clock()
        return self._bucket(key, now).take(self.rate, self.burst, now, cost)

    def queue(self, key: str, longest: float) -> float:
        """Take one for a key in any case; return how many seconds to wait, `longest` at most.

        Those who wait come one after another, at the rate.
        """
        now = self._clock()
        return self._bucket(key, now).queue(self.rate, self.burst, now, longest)

    def _bucket(self, key: str, now: float) -> Bucket:
        bucket = self._buckets.get(key)
        if bucket is None:
            self._forget(now)
            bucket = self._buckets[key] = Bucket(self.burst, now)
        else:
            self._buckets.move_to_end(key)
        return bucket

    def _forget(self, now: float) -> None:
        """Drop at most two of the buckets not used for longest, so that no call takes long."""
        for _ in range(2):
            if not self._buckets:
                return
            key, oldest = next(iter(self._buckets.items()))
            full = oldest.left + (now - oldest.then) * self.rate >= self.burst
            if not full and len(self._buckets) < MOST_KEYS:
                return
            del self._buckets[key]


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


def network_of(address: str) -> str:
    """Return what limits count as one client: an IPv4 address, or the /64 of an IPv6 address."""
    if ":" not in address:
        return address[:LONGEST_KEY]
    try:
        packed = socket.inet_pton(socket.AF_INET6, address.partition("%")[0])
    except (OSError, ValueError):
        return address[:LONGEST_KEY]
    if packed.startswith(bytes(10) + b"\xff\xff"):
        return socket.inet_ntop(socket.AF_INET, packed[12:])
    return socket.inet_ntop(socket.AF_INET6, packed[:8] + bytes(8)) + "/64"
