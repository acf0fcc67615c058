"""The entries of a table's journal: everything that ever changed it, in order.

A table is what its entries make of it, and nothing else: it is saved by adding an entry and
loaded by reading them all again. The journal holds the seed and what chance decided, so it never
leaves the server or the terminal that runs the table.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct
from msgspec.json import Decoder, Encoder

from ..protocol import TableSettings

__all__ = [
    "Began",
    "BotSeated",
    "By",
    "CarriedOver",
    "Chatted",
    "Configured",
    "Created",
    "Entry",
    "Moved",
    "Returned",
    "Said",
    "Seated",
    "StoodIn",
    "TookBack",
    "Unseated",
    "Voted",
    "decode_entry",
    "encode_entry",
]

By = Literal["player", "bot", "clock"]
"""Who chose a move."""


class Entry(Struct, frozen=True, omit_defaults=True, kw_only=True):
    at: int
    """When, in seconds since 1970."""
    seat: int | None = None
    """Who did it, or whom it is about."""
    request: str = ""
    """The id of the request that asked for it, so that a repeat is recognized."""
    asked_by: int | None = None
    """The seat that sent the request, if there was one."""


class Created(Entry, tag="created", frozen=True, kw_only=True):
    settings: TableSettings
    daily: bool = False
    """Whether the daily deal is played here."""
    keyboard: bool = False
    """Whether all its people sit at one keyboard: then they need no names or tokens, and a solo
    player may take moves back."""


class Seated(Entry, tag="seated", frozen=True, kw_only=True):
    """A person takes a seat."""

    name: str
    token_hash: str
    """SHA-256 of the seat's token, in hexadecimal digits."""
    device: str = ""
    """SHA-256 of the device's secret, if it has one."""


class BotSeated(Entry, tag="bot_seated", frozen=True, kw_only=True):
    bot: str


class Unseated(Entry, tag="unseated", frozen=True):
    """A seat becomes free."""


class Configured(Entry, tag="configured", frozen=True, kw_only=True):
    settings: TableSettings


class Began(Entry, tag="began", frozen=True, kw_only=True):
    game: str
    """The game's id."""
    seed: str
    """32 hexadecimal digits."""
    first: int
    daily: str = ""
    """The day whose deal it is, as in 2026-11-16."""
    ranked: bool = False
    """Whether it counts for that day's leaderboard."""


class Moved(Entry, tag="moved", frozen=True, kw_only=True):
    move: str
    heal: str = ""
    """What chance decided, if the move healed."""
    by: By = "player"


class Said(Entry, tag="said", frozen=True, kw_only=True):
    phrase: str


class Chatted(Entry, tag="chatted", frozen=True, kw_only=True):
    text: str


class Voted(Entry, tag="voted", frozen=True, kw_only=True):
    about: int
    wanted: bool


class StoodIn(Entry, tag="stood_in", frozen=True, kw_only=True):
    """From now on a bot plays for the person in the seat."""

    bot: str


class Returned(Entry, tag="returned", frozen=True):
    """The person in the seat plays again."""


class TookBack(Entry, tag="took_back", frozen=True):
    """The last move is taken back, with what chance made of it; only at a keyboard."""


class CarriedOver(Entry, tag="carried_over", frozen=True, kw_only=True):
    """What a record says about the game that has just begun, beyond its moves.

    Tables at a keyboard used to be saved as records; this is how they continue.
    """

    champion: int | None = None
    undone: int = 0
    tags: dict[str, str] = {}
    """The record's other tags."""


AnyEntry = (
    Created
    | Seated
    | BotSeated
    | Unseated
    | Configured
    | Began
    | Moved
    | Said
    | Chatted
    | Voted
    | StoodIn
    | Returned
    | TookBack
    | CarriedOver
)

_encoder = Encoder()
_decoder: Decoder[AnyEntry] = Decoder(AnyEntry)


def encode_entry(entry: Entry) -> bytes:
    return _encoder.encode(entry)


def decode_entry(data: bytes) -> AnyEntry:
    """Read an entry as it was stored."""
    return _decoder.decode(data)
