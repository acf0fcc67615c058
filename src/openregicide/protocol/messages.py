"""What the server tells the subscribers of a table."""

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
    """One thing that happened at the table, as far as the viewer may know it."""

    version: int
    what: Literal[
        "created", "seated", "unseated", "configured", "prepared", "began", "moved", "said",
        "chatted", "voted", "stood_in", "returned", "took_back", "give_up_voted", "gave_up",
        "faced",
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
    count: int | None = None
    """The number in the phrase, if it has one."""
    text: str = ""
    about: int | None = None
    """For a vote: the seat that a bot should play."""
    wanted: bool = False
    """For a vote: whether it is for it."""
    lamp: bool | None = None
    """For new settings during a game: whether hints are given from now on."""


class Update(Struct, frozen=True, tag="update", omit_defaults=True):
    """The table as it is now, and the changes that led there.

    What is left out has not changed. With `full` set the update has everything, and replaces what
    the client knew: it is new here, or was away too long.
    """

    version: int
    full: bool = False
    seat: int | None = None
    """The viewer's own seat, in a full update."""
    news: list[Change] = []
    table: TableInfo | None = None
    view: ViewData | None = None
    moves: list[LegalMove] | None = None
    """The viewer's legal moves; empty if it is not their turn."""
    move_by: float | None = None
    """With a clock: seconds left for the move."""
    present: list[bool] | None = None
    may_undo: bool | None = None
    """Whether the viewer may take the last move back; not for spectators."""


class Presence(Struct, frozen=True, tag="presence", omit_defaults=True):
    """Who is connected, by seat; bots always are."""

    present: list[bool]
    spectators: int
    vote_in: list[float | None] = []
    """By seat: in how many seconds a vote for a bot in it counts. `null` for a seat whose player
    is present, and for all that are not a person's."""


class MedalChances(Struct, frozen=True):
    """How likely each medal is, from 0 to 1; their sum is the chance of winning."""

    gold: float
    silver: float
    bronze: float


class HintMove(Struct, frozen=True, omit_defaults=True):
    """A good move, and how likely it wins."""

    move: str
    chance: float
    """Of winning the game after it, from 0 to 1, as far as the search can tell."""
    medals: MedalChances | None = None
    """Alone only."""


class Hints(Struct, frozen=True):
    """The moves that the search finds best for a seat, from what its player knows."""

    version: int
    """The version they are for; the next move makes them worthless."""
    moves: list[HintMove]
    """The best first."""


class Answer(Struct, frozen=True, tag="answer", omit_defaults=True):
    """The result of a request. With an error, nothing has changed."""

    id: str
    version: int
    """The version after it; for a repeat, the one it led to the first time."""
    error: Problem | None = None
    hints: Hints | None = None
    """In the answer to `hint`."""


class Pong(Struct, frozen=True, tag="pong"):
    """The answer to a ping."""

    id: str
    version: int = 0
    """The table's, so that a client can tell whether it missed something."""


class Bye(Struct, frozen=True, tag="bye"):
    """The server closes the connection, for this reason."""

    error: Problem


Message = Update | Presence | Answer | Pong | Bye
