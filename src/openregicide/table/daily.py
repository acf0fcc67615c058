"""Games of a deal that everybody gets on the same day, as the board of that day keeps them."""

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
    """The devices that have seen the deal from now on, as their hashes."""


@dataclass(frozen=True, slots=True)
class DailyResult:
    """What the board wants to know about a game of the day, beyond what history does."""

    day: str
    moves: int
    """Those of players; what chance decided is none."""
    bots: int
    """The seats that a bot held, or moved for."""
    exact: str
    """For every royal that fell, 1 if it fell exactly and 0 otherwise."""
