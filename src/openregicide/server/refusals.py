"""What was refused: counted for the metrics, and told in the log at most once a minute.

A stranger can cause any number of refusals; the log grows by one line a minute whatever they do.
"""

from __future__ import annotations

import asyncio
from collections import Counter

import structlog

from .metrics import Metrics

__all__ = ["Refusals"]

GATHER_SECONDS = 1.0
"""How long to gather before the first line."""
QUIET_SECONDS = 60.0
"""The least time between two lines."""
MOST_ADDRESSES = 10_000

log = structlog.get_logger()


class Refusals:
    """The refusals of one server."""

    def __init__(self, metrics: Metrics) -> None:
        self._metric = metrics.refused
        self._kinds: Counter[str] = Counter()
        self._networks: set[str] = set()
        self._told_at = -QUIET_SECONDS
        self._timer: asyncio.TimerHandle | None = None

    def note(self, kind: str, network: str) -> None:
        """Count one refusal of a kind."""
        self._metric.labels(kind).inc()
        self._kinds[kind] += 1
        if len(self._networks) < MOST_ADDRESSES:
            self._networks.add(network)
        if self._timer is None:
            loop = asyncio.get_running_loop()
            wait = max(GATHER_SECONDS, self._told_at + QUIET_SECONDS - loop.time())
            self._timer = loop.call_later(wait, self._tell)

    def _tell(self) -> None:
        self._timer = None
        self._told_at = asyncio.get_running_loop().time()
        kinds = " ".join(f"{kind}={count}" for kind, count in sorted(self._kinds.items()))
        # How many, but not who: the log has no addresses of people.
        log.warning("peers.refused", kinds=kinds, addresses=len(self._networks))
        self._kinds.clear()
        self._networks.clear()
