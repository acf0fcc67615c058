"""Games of a daily deal, as its leaderboard keeps them."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["DailyGame", "DailyResult"]


@dataclass(frozen=True, slots=True)
class DailyGame:
    """A game of a day's deal that has begun."""

    id: str
    table: str
    day: str
    """As in 2026-11-16."""
    players: int
    ranked: bool
    began_at: int
    """Seconds since 1970."""
    devices: frozenset[str]
    """Hashes of the devices that now know the deal."""


@dataclass(frozen=True, slots=True)
class DailyResult:
    """What the leaderboard needs to know about a game, beyond what history keeps."""

    day: str
    moves: int
    """Those of players; what chance decided does not count."""
    bots: int
    """The number of seats that a bot held, or moved for."""
    exact: str
    """For every royal defeated, 1 for an exact kill and 0 otherwise."""
