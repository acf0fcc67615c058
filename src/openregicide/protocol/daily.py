"""The deal of the day: a table to play it at, and its boards."""

from __future__ import annotations

from msgspec import Struct

from .games import GameSeat
from .scalars import DeviceSecret, MedalName, Name, PlayerCount, Spec

__all__ = ["Daily", "DailyChance", "DailyLeaderboard", "DailyRow", "DailyTry", "NewDaily"]


class NewDaily(Struct, frozen=True, forbid_unknown_fields=True):
    """A table for the deal of the day. Whoever makes it sits in the first seat.

    It is played by the rulebook, without spectators, and a game alone or with bots begins at once.
    """

    players: PlayerCount
    name: Name
    bot: Spec | None = None
    """The bot in every other seat; without it they wait for people."""
    device: DeviceSecret | None = None
    """Without it no game is ranked."""


class DailyRow(Struct, frozen=True):
    """A ranked game on the board of its day."""

    rank: int
    """From 1; games that are as good share theirs."""
    seats: list[GameSeat]
    won: bool
    medal: MedalName
    kills: int
    moves: int
    bots: int
    """The seats that a bot held, or moved for."""
    exact: list[bool]
    """For every royal that fell, whether it fell exactly."""
    mine: bool
    """Whether the device that asks was there."""
    game: str | None
    """To watch it: one's own, and all of them once the day is closed."""


class DailyLeaderboard(Struct, frozen=True):
    rows: list[DailyRow]
    """The best first: by royals, then medal, then fewer moves."""
    games: int
    """How many there are; the list may be shorter."""


class DailyTry(Struct, frozen=True):
    """The first game of a device with a day's deal."""

    table: str
    game: str
    ranked: bool
    over: bool


class Daily(Struct, frozen=True):
    """A day's deal for so many players."""

    day: str
    players: int
    today: bool
    now: int
    """Seconds since 1970, as those that follow."""
    next_at: int
    """When the next deal comes."""
    closes_at: int
    """Until when ranked games of this day may end."""
    seed_hash: str
    seed: str | None
    """Once the day is closed."""
    tried: DailyTry | None
    """Nothing if the device that asks has its try yet, or has no secret."""
    people: DailyLeaderboard
    with_bots: DailyLeaderboard
    before: str | None
    """The day before this one that has a board."""
    after: str | None


class DailyChance(Struct, frozen=True):
    """What a game is that begins now at a table for the deal of the day."""

    day: str
    ranked: bool
