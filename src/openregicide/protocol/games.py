"""Finished games: their results, their moves, and statistics."""

from __future__ import annotations

from msgspec import Struct

from .messages import Update
from .rules import RulesData
from .scalars import MedalName
from .table import EventData, ViewData

__all__ = [
    "AllStatistics",
    "GameSeat",
    "GameSummary",
    "Games",
    "Replay",
    "ReplayStep",
    "SoundPart",
    "Statistics",
]


class GameSeat(Struct, frozen=True, omit_defaults=True):
    """Who sat in a seat of a finished game."""

    seat: int
    name: str
    bot: str
    called: str = ""
    """A bot's name for people."""


class GameSummary(Struct, frozen=True):
    """A finished game."""

    id: str
    number: int
    rules: RulesData
    players: int
    seed: str | None
    """`null` while others may still play the same deal for a day's leaderboard."""
    seed_hash: str
    won: bool
    medal: MedalName
    kills: int
    plies: int
    started_at: int
    ended_at: int
    seats: list[GameSeat]
    mine: int | None = None
    """In a device's own list: the seat that it had."""
    daily: str | None = None
    """The day whose deal it was."""


class Games(Struct, frozen=True):
    """A page of a device's finished games, the newest first."""

    games: list[GameSummary]
    before: str | None
    """Send it back to get the next page; `null` on the last one."""


class ReplayStep(Struct, frozen=True):
    """A finished game, step by step: first its start, then the game after every move."""

    view: ViewData
    seat: int | None = None
    move: str = ""
    events: list[EventData] = []


class Replay(Struct, frozen=True):
    """A finished game as one seat, or a spectator, saw it."""

    steps: list[ReplayStep]


class Statistics(Struct, frozen=True):
    """The results of a device's games, for one number of players."""

    players: int
    games: int
    wins: int
    gold: int
    silver: int
    bronze: int
    best_kills: int


class AllStatistics(Struct, frozen=True):
    """The results of a device's games, by the number of players."""

    statistics: list[Statistics]


class SoundPart(Struct, frozen=True):
    """What can still be read of a damaged table."""

    table: str
    version: int
    """Everything up to this version is as it was; 0 if nothing is."""
    update: Update | None = None
    """The table at that version, as the viewer may know it."""
    games: list[GameSummary] = []
    """The newest games that were finished there."""
