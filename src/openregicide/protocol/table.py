"""A table as its viewers know it: settings, seats, the game, and what a seat sees of it."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from .rules import RulesData

__all__ = [
    "DealInfo",
    "EventData",
    "GameInfo",
    "HandData",
    "LegalMove",
    "PlayData",
    "PreviewData",
    "SeatInfo",
    "TableInfo",
    "TableSettings",
    "ViewData",
]


class TableSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """What the host decides about a table."""

    rules: RulesData
    open: bool = False
    """Whether the lobby lists it; otherwise its code is the invitation."""
    spectators: bool = True
    clock: Annotated[int, Meta(ge=0, le=3600)] = 0
    """Seconds for a move; after that a bot makes it. 0 means no clock."""
    hints: bool = False
    """Whether players may ask for hints; never in a ranked game of the daily deal."""


class SeatInfo(Struct, frozen=True, omit_defaults=True):
    """Who sits in a seat."""

    holder: Literal["free", "person", "bot"]
    name: str = ""
    """A person's name, or a bot's spec."""
    stand_in: str = ""
    """The bot that plays for a person who is away."""
    votes: list[int] = []
    """The seats that want a bot to stand in."""
    face: str = ""
    """A person's face, one of `FACES`; if empty, the initial of the name."""
    called: str = ""
    """A bot's name for people; nobody else at the table has it."""


class DealInfo(Struct, frozen=True, omit_defaults=True):
    """What a game's seed is made of, so that nobody can have chosen it; see docs/security.md."""

    game: str
    """The id of the game."""
    secret_hash: str
    """SHA-256 of the server's secret."""
    pledges: list[str]
    """By seat the SHA-256 of the player's share; empty for bots, and where there is none."""
    shares: list[str] = []
    """By seat, once the game has begun; empty where it was not opened in time."""
    secret: str | None = None
    """Once the game is over."""
    begins: Literal["chance", "host", "champion"] = "chance"
    """Who or what decided which seat begins."""


class GameInfo(Struct, frozen=True):
    """The game at the table, running or just over."""

    number: int
    """The table's games are counted from 1."""
    id: str
    """To find it by, once it is over."""
    first: int
    rules: RulesData
    """The rules of this game; the table's may have changed since it ended."""
    seed_hash: str
    """SHA-256 of the seed's hexadecimal digits."""
    seed: str | None = None
    """Once the game is over; never here for a daily deal."""
    result: Literal["won", "lost"] | None = None
    daily: str | None = None
    """The day whose deal it is, as in 2026-11-16."""
    ranked: bool = False
    """Whether it counts for that day's leaderboard."""
    deal: DealInfo | None = None
    """What the seed is made of; not for a daily deal, or for the cards of an earlier game."""
    again: str | None = None
    """The id of the game whose cards are played once more: they can be known to everybody."""
    undone: int = 0
    """How many moves were taken back."""
    giving_up: list[int] = []
    """The seats that want to give the game up."""
    given_up: bool = False
    """Whether it ended that way; then `result` is `lost`, and the view is as it last was."""


class TableInfo(Struct, frozen=True):
    """What anyone may know about a table."""

    id: str
    settings: TableSettings
    """With every option of the rules filled in."""
    seats: list[SeatInfo]
    host: int | None
    """The seat that decides."""
    game: GameInfo | None = None
    daily: bool = False
    """Whether the daily deal is played here."""
    deal: DealInfo | None = None
    """The game that is about to begin: every player whose pledge is in it opens the share."""


class PlayData(Struct, frozen=True):
    seat: int | None
    cards: list[str]


class HandData(Struct, frozen=True, omit_defaults=True):
    count: int
    cards: list[str] = []
    """Only in your own hand."""


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
    gives_kill: bool = False
    """Whether the hand could defeat the enemy, as it stands, but not without this discard."""


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
    """The seat to move; after the end, the seat that ended the game."""
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
    """The card on top of the tavern, if the viewer can know it (R16, R28)."""
    discard: list[str]
    due: int
    ply: int
    medal: Literal["gold", "silver", "bronze"] | None = None
    ending: Literal["last_king", "cannot_pay", "cannot_act"] | None = None
    """How the game ended, once it is over (R26, R17, R25)."""
