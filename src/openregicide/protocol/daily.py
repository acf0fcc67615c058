"""The daily deal: a table to play it at, and its leaderboards."""

from __future__ import annotations

from msgspec import Struct

from .games import GameSeat
from .scalars import DeviceSecret, Face, MedalName, Name, PlayerCount, Spec

__all__ = [
    "Daily",
    "DailyChance",
    "DailyLeaderboard",
    "DailyPar",
    "DailyRow",
    "DailyTry",
    "NewDaily",
]


class NewDaily(Struct, frozen=True, forbid_unknown_fields=True):
    """A table for the daily deal. Its maker sits in the first seat.

    It is played by the rulebook, without spectators, and a game alone or with bots begins at once.
    """

    players: PlayerCount
    name: Name
    bot: Spec | None = None
    """The bot in every other seat; without it those seats wait for people."""
    device: DeviceSecret | None = None
    """Without it the table is refused: anyone could look at the deal before their try."""
    face: Face = ""


class DailyRow(Struct, frozen=True):
    """A ranked game on the leaderboard of its day."""

    rank: int
    """From 1; equally good games share a rank."""
    seats: list[GameSeat]
    won: bool
    medal: MedalName
    kills: int
    moves: int
    bots: int
    """The number of seats that a bot held, or moved for."""
    exact: list[bool]
    """For every royal defeated, whether it was an exact kill."""
    mine: bool
    """Whether the device that asks played it."""
    game: str | None
    """The id to replay it: of your own game, and of all games once the day is closed."""


class DailyLeaderboard(Struct, frozen=True):
    rows: list[DailyRow]
    """The best first: by royals, then medal, then fewer moves."""
    games: int
    """How many ranked games there are; the list may be shorter."""


class DailyTry(Struct, frozen=True):
    """The first game of a device with a day's deal."""

    table: str
    game: str
    ranked: bool
    over: bool


class DailyPar(Struct, frozen=True):
    """What the strong bot reached with a day's deal, playing every seat."""

    won: bool
    medal: MedalName
    kills: int
    moves: int


class Daily(Struct, frozen=True):
    """A day's deal for one number of players."""

    day: str
    players: int
    today: bool
    now: int
    """In seconds since 1970, like the next two."""
    next_at: int
    """When the next deal comes."""
    closes_at: int
    """When the day closes: ranked games must end before."""
    seed_hash: str
    seed: str | None
    """Once the day is closed."""
    tomorrow: list[str]
    """Today only: the `seed_hash` of each of the next day's deals, for 1 to 4 players."""
    tried: DailyTry | None
    """`null` if the device that asks has not tried yet, or sent no secret."""
    people: DailyLeaderboard
    with_bots: DailyLeaderboard
    par: DailyPar | None
    """Once the ranked try of the device that asks is over, or the day is closed."""
    par_coming: bool
    """Whether the strong bot is still playing it: ask again in a while."""
    before: str | None
    """The last day before this one that has a leaderboard."""
    after: str | None


class DailyChance(Struct, frozen=True):
    """What a game would be that begins now at a table for the daily deal."""

    day: str
    ranked: bool
