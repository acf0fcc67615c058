"""Everything that travels between a table and those who sit at it, defined once.

Requests go to the server, messages come from it; both are JSON objects with a `type`. Cards,
moves and views are spelled as in `docs/notation.md`. Nothing here is a sentence: codes and values
are put into words by whoever shows them. `docs/protocol.md` is the prose, and the JSON Schema in
`docs/protocol.schema.json` is generated from this module.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

__all__ = [
    "AFTER_JESTER",
    "PHRASES",
    "Answer",
    "Begin",
    "Bye",
    "Change",
    "Chat",
    "Configure",
    "EventData",
    "GameInfo",
    "HandData",
    "Hello",
    "Join",
    "Joined",
    "Leave",
    "LegalMove",
    "MakeMove",
    "Message",
    "NewDaily",
    "NewTable",
    "News",
    "Ping",
    "PlayData",
    "Pong",
    "Presence",
    "PreviewData",
    "Problem",
    "Request",
    "Return",
    "RulesData",
    "Say",
    "SeatBot",
    "SeatInfo",
    "TableInfo",
    "TableSettings",
    "Update",
    "ViewData",
    "Vote",
]

PHRASES = (
    "hello",
    "good_luck",
    "thanks",
    "well_played",
    "one_moment",
    "back_again",
    "good_game",
)
"""What may be said at any time (R27): none of them is about anybody's cards."""

AFTER_JESTER = ("like_to_go_next", "rather_not_go_next")
"""What may be said between a jester and the choice of the next player (R22)."""

RequestId = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{1,64}$")]
"""Chosen by the client, a new one for every request: a repeat is answered, not done again."""

SeatNumber = Annotated[int, Meta(ge=0, le=3)]
Version = Annotated[int, Meta(ge=0, le=2**31)]
Name = Annotated[str, Meta(min_length=1, max_length=64)]
"""As it arrives; `openregicide.table.names` says which names are taken."""
Spec = Annotated[str, Meta(min_length=1, max_length=200)]
MoveText = Annotated[str, Meta(min_length=1, max_length=40)]


# What a table is played by.


class RulesData(Struct, frozen=True, forbid_unknown_fields=True):
    """The rules of a table; what is left out follows the rulebook for that many players."""

    players: Annotated[int, Meta(ge=1, le=4)]
    companions: Literal["pair", "many"] = "pair"
    talk: Literal["strict", "open"] = "strict"
    solo_yield: bool = False
    jesters: Annotated[int, Meta(ge=0, le=2)] | None = None
    flips: Annotated[int, Meta(ge=0, le=2)] | None = None
    hand_limit: Annotated[int, Meta(ge=1, le=12)] | None = None
    attack: Annotated[
        list[Annotated[int, Meta(ge=0, le=250)]], Meta(min_length=3, max_length=3)
    ] | (None) = None
    health: Annotated[
        list[Annotated[int, Meta(ge=1, le=250)]], Meta(min_length=3, max_length=3)
    ] | (None) = None


class TableSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """What the host decides about a table."""

    rules: RulesData
    open: bool = False
    """Whether the lobby lists it; otherwise its code is the invitation."""
    spectators: bool = True
    clock: Annotated[int, Meta(ge=0, le=3600)] = 0
    """Seconds for a move; then a bot makes it. 0 is no clock."""
    hints: bool = False
    """Whether players may ask for advice."""


# What a client asks of the server over HTTP before it can sit down.


class NewTable(Struct, frozen=True, forbid_unknown_fields=True):
    """A table to be made. Whoever makes it sits in the first seat that is not a bot's."""

    name: Name
    settings: TableSettings
    bots: dict[str, Spec] = {}
    """Bots by the number of their seat."""
    begin: bool = False
    """Begin at once; every other seat has to be a bot's."""
    first: SeatNumber | None = None
    """Who goes first; chance decides if left out (R4)."""
    device: Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{22,64}$")] | None = None
    """The device's own secret, at least 128 random bits: games are counted for it."""


class NewDaily(Struct, frozen=True, forbid_unknown_fields=True):
    """A table for the deal of the day. Whoever makes it sits in the first seat.

    It is played by the rulebook, without spectators, and a game alone or with bots begins at once.
    """

    players: Annotated[int, Meta(ge=1, le=4)]
    name: Name
    bot: Spec | None = None
    """The bot in every other seat; without it they wait for people."""
    device: Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{22,64}$")] | None = None
    """The device's own secret; without it no game is ranked."""


class Join(Struct, frozen=True, forbid_unknown_fields=True):
    """Take a free seat."""

    name: Name
    seat: SeatNumber | None = None
    """Any free one if left out."""
    device: Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{22,64}$")] | None = None


class Joined(Struct, frozen=True):
    """A seat is yours. The token is shown this once; with it you come back from anywhere."""

    table: str
    seat: int
    token: str


# Requests: what a seat asks of its table, over the socket or by HTTP.


class Hello(Struct, frozen=True, tag="hello", forbid_unknown_fields=True):
    """The first thing on a socket: who is there, and what they have seen already."""

    token: Annotated[str, Meta(max_length=128)] | None = None
    """The seat's token; without it one watches."""
    version: Version | None = None
    """The last version seen, to be told only what is new."""


class MakeMove(Struct, frozen=True, tag="move", forbid_unknown_fields=True):
    id: RequestId
    version: Version
    """The version the player was looking at: if the game has gone on since, the move is stale."""
    move: MoveText


class Say(Struct, frozen=True, tag="say", forbid_unknown_fields=True):
    """Say one of the ready-made phrases (R22, R27)."""

    id: RequestId
    phrase: Annotated[str, Meta(max_length=32)]


class Chat(Struct, frozen=True, tag="chat", forbid_unknown_fields=True):
    """Say anything: between games, or at a table with open talk (R27)."""

    id: RequestId
    text: Annotated[str, Meta(min_length=1, max_length=300)]


class Begin(Struct, frozen=True, tag="begin", forbid_unknown_fields=True):
    """The host begins a game, the first one or a rematch."""

    id: RequestId
    first: SeatNumber | None = None
    """Who goes first, unless R4 says so; chance decides if left out."""


class SeatBot(Struct, frozen=True, tag="seat_bot", forbid_unknown_fields=True):
    """The host puts a bot into a seat or, without `bot`, frees the seat. Between games only."""

    id: RequestId
    seat: SeatNumber
    bot: Spec | None = None


class Configure(Struct, frozen=True, tag="configure", forbid_unknown_fields=True):
    """The host changes the table. Between games only, and not the number of players."""

    id: RequestId
    settings: TableSettings


class Vote(Struct, frozen=True, tag="vote", forbid_unknown_fields=True):
    """Vote that a bot plays on for somebody who is away, or take that vote back."""

    id: RequestId
    seat: SeatNumber
    bot: bool = True


class Return(Struct, frozen=True, tag="return", forbid_unknown_fields=True):
    """Take one's own seat back from the bot that stood in."""

    id: RequestId


class Leave(Struct, frozen=True, tag="leave", forbid_unknown_fields=True):
    """Give the seat up. Between games only; during a game closing the page is enough."""

    id: RequestId


class Ping(Struct, frozen=True, tag="ping", forbid_unknown_fields=True):
    id: RequestId


Request = MakeMove | Say | Chat | Begin | SeatBot | Configure | Vote | Return | Leave | Ping


# What one sees.


class Problem(Struct, frozen=True):
    """Why something was refused: a code and its values."""

    code: str
    values: dict[str, Any] = {}


class SeatInfo(Struct, frozen=True, omit_defaults=True):
    """Who sits in a seat."""

    holder: Literal["free", "person", "bot"]
    name: str = ""
    """A person's name, or a bot's spec."""
    stand_in: str = ""
    """The bot that plays for a person who is away."""
    votes: list[int] = []
    """The seats that want a bot to stand in."""


class GameInfo(Struct, frozen=True):
    """The game at the table, running or just over."""

    number: int
    """The table's games are counted from 1."""
    id: str
    """Under which it can be looked at once it is over."""
    first: int
    rules: RulesData
    """What it is played by; the table may have been changed since it ended."""
    seed_hash: str
    """SHA-256 of the seed's 32 hexadecimal digits."""
    seed: str | None = None
    """Once the game is over; never here for the deal of a day."""
    result: Literal["won", "lost"] | None = None
    daily: str | None = None
    """The day whose deal it is, as in 2026-11-16."""
    ranked: bool = False
    """Whether it counts for that day's board."""


class TableInfo(Struct, frozen=True):
    """What anybody may know about a table."""

    id: str
    settings: TableSettings
    """With every option of the rules filled in."""
    seats: list[SeatInfo]
    host: int | None
    """The seat that decides."""
    game: GameInfo | None = None
    daily: bool = False
    """Whether the deal of the day is played here."""


class PlayData(Struct, frozen=True):
    seat: int | None
    cards: list[str]


class HandData(Struct, frozen=True, omit_defaults=True):
    count: int
    cards: list[str] = []
    """Only one's own."""


class PreviewData(Struct, frozen=True, omit_defaults=True):
    """What a move will do; what is left out is 0 or false. See `openregicide.core.Preview`."""

    attack: int = 0
    doubled: bool = False
    damage: int = 0
    damage_after: int = 0
    shield_after: int = 0
    heal: int = 0
    draws: list[int] = []
    blocked: bool = False
    falls: bool = False
    exact: bool = False
    wins: bool = False
    loses: bool = False
    """Whether the game is then lost, whatever the hidden cards are (R17, R25)."""
    stuck: int | None = None
    """The seat that can then neither play nor yield (R25)."""
    strike: int | None = None
    paid: int = 0


class LegalMove(Struct, frozen=True):
    move: str
    preview: PreviewData


class EventData(Struct, frozen=True, omit_defaults=True):
    """Something that happened; see `openregicide.core.EventKind`."""

    code: str
    seat: int | None = None
    cards: list[str] = []
    value: int = 0
    total: int = 0


class ViewData(Struct, frozen=True):
    """The table as one seat, or a spectator, sees it."""

    text: str
    """All of it in one line (docs/notation.md), for programs that know the engine."""
    seat: int | None
    phase: Literal["play", "discard", "name_next", "heal", "over"]
    turn: int
    """Whose move it is; after the end, who ended it."""
    yielded: list[bool]
    may_yield: bool
    flips: int
    enemy: str | None
    health: int
    damage: int
    shield: int
    attack: int
    immune: Literal["C", "D", "H", "S"] | None
    royals: list[str]
    table: list[PlayData]
    hands: list[HandData]
    tavern: int
    top: str | None
    """The card on top of the tavern, if the reader can know it (R16, R28)."""
    discard: list[str]
    due: int
    ply: int
    medal: Literal["gold", "silver", "bronze"] | None = None
    ending: Literal["last_king", "cannot_pay", "cannot_act"] | None = None
    """How the game ended, once it is over (R26, R17, R25)."""


# Messages: what the server tells.


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


News = list[Change]


class Update(Struct, frozen=True, tag="update", omit_defaults=True):
    """The table as it is now, and what happened on the way.

    Whatever is left out is as it was. A reader that was away too long is told everything, with
    `full` set, and forgets what it knew.
    """

    version: int
    full: bool = False
    seat: int | None = None
    """The reader's own seat, in a full update."""
    news: News = []
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


class Answer(Struct, frozen=True, tag="answer", omit_defaults=True):
    """What became of a request. Nothing has changed if there is an error."""

    id: str
    version: int
    """After it; for a repeat, the version it led to the first time."""
    error: Problem | None = None


class Pong(Struct, frozen=True, tag="pong"):
    id: str
    version: int = 0
    """The table's, so that a reader can tell whether it missed something."""


class Bye(Struct, frozen=True, tag="bye"):
    """The server closes the connection, and says why."""

    error: Problem


Message = Update | Presence | Answer | Pong | Bye
