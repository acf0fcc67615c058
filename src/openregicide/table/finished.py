"""A game that is over, as history keeps it."""

from __future__ import annotations

from dataclasses import dataclass

from .daily import DailyResult

__all__ = ["FinishedGame", "FinishedSeat"]


@dataclass(frozen=True, slots=True)
class FinishedSeat:
    """Who sat in a seat when the game ended."""

    seat: int
    name: str
    device: str
    """SHA-256 of the device's secret in hexadecimal digits; empty if games are not counted."""
    bot: str
    """The spec of the bot in this seat; empty for a person."""


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """The result of one game, its record, and who played it."""

    id: str
    table: str
    number: int
    """The table's games are counted from 1."""
    rules: str
    players: int
    seed: str
    seed_hash: str
    won: bool
    medal: int
    kills: int
    plies: int
    started_at: int
    """Seconds since 1970, as `ended_at`."""
    ended_at: int
    record: str
    seats: tuple[FinishedSeat, ...]
    daily: DailyResult | None = None
    """If it was a daily deal."""
