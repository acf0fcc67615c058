"""What the server tells the readers of a table."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from .problems import Problem
from .table import EventData, LegalMove, TableInfo, ViewData

__all__ = [
    "Answer",
    "Bye",
    "Change",
    "HintMove",
    "Hints",
    "MedalChances",
    "Message",
    "Pong",
    "Presence",
    "Update",
]


class Change(Struct, frozen=True, omit_defaults=True):
    """One thing that happened at the table, as far as the reader may know it."""

    version: int
    what: Literal[
        "created", "seated", "unseated", "configured", "began", "moved", "said", "chatted",
        "voted", "stood_in", "returned",
    ]  # fmt: skip
    at: int = 0
    """Seconds since 1970."""
    seat: int | None = None
    """Who did it, or whom it is about."""
    name: str = ""
    move: str = ""
    by: Literal["player", "bot", "clock"] = "player"
    """Who chose the move."""
    events: list[EventData] = []
    phrase: str = ""
    text: str = ""
    about: int | None = None
    """A vote: for whom a bot shall play."""
    wanted: bool = False


class Update(Struct, frozen=True, tag="update", omit_defaults=True):
    """The table as it is now, and what happened on the way.

    Whatever is left out is as it was. A reader that was away too long is told everything, with
    `full` set, and forgets what it knew.
    """

    version: int
    full: bool = False
    seat: int | None = None
    """The reader's own seat, in a full update."""
    news: list[Change] = []
    table: TableInfo | None = None
    view: ViewData | None = None
    moves: list[LegalMove] | None = None
    """The reader's legal moves; empty if it is not their turn."""
    move_by: float | None = None
    """With a clock: seconds left for the move."""
    present: list[bool] | None = None


class Presence(Struct, frozen=True, tag="presence"):
    """Who is connected, by seat; bots always are."""

    present: list[bool]
    spectators: int


class MedalChances(Struct, frozen=True):
    """How likely each medal is, from 0 to 1; together they are the chance of winning."""

    gold: float
    silver: float
    bronze: float


class HintMove(Struct, frozen=True, omit_defaults=True):
    """A move, and what the search thinks of it."""

    move: str
    chance: float
    """Of winning the game after it, from 0 to 1, as far as the search can tell."""
    medals: MedalChances | None = None
    """Alone only."""


class Hints(Struct, frozen=True):
    """What the search would do in a seat's place, from what its player knows."""

    version: int
    """The version they are about: once the game goes on, they are worth nothing."""
    moves: list[HintMove]
    """The best first."""


class Answer(Struct, frozen=True, tag="answer", omit_defaults=True):
    """What became of a request. Nothing has changed if there is an error."""

    id: str
    version: int
    """After it; for a repeat, the version it led to the first time."""
    error: Problem | None = None
    hints: Hints | None = None
    """If that is what was asked for."""


class Pong(Struct, frozen=True, tag="pong"):
    """The answer to a ping."""

    id: str
    version: int = 0
    """The table's, so that a reader can tell whether it missed something."""


class Bye(Struct, frozen=True, tag="bye"):
    """The server closes the connection, and says why."""

    error: Problem


Message = Update | Presence | Answer | Pong | Bye
