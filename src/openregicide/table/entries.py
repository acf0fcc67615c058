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
from .deals import Begins, FairDeal

__all__ = [
    "Began",
    "BotSeated",
    "By",
    "CarriedOver",
    "Chatted",
    "Configured",
    "Created",
    "Entry",
    "Faced",
    "GaveUp",
    "GiveUpVoted",
    "Moved",
    "Prepared",
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
    face: str = ""


class BotSeated(Entry, tag="bot_seated", frozen=True, kw_only=True):
    bot: str


class Unseated(Entry, tag="unseated", frozen=True):
    """A seat becomes free."""


class Configured(Entry, tag="configured", frozen=True, kw_only=True):
    settings: TableSettings
    lamp: bool | None = None
    """During a game, where nothing else can change: whether hints are given from now on."""


class Prepared(Entry, tag="prepared", frozen=True, kw_only=True):
    """A game is about to begin: the server and the players have committed to their texts."""

    game: str
    """The game's id."""
    secret: str
    """The server's part of the seed, 64 hexadecimal digits."""
    pledges: dict[str, str]
    """The hashes of the players' shares, by seat."""
    first: int | None = None
    """Who begins; `None` leaves it to the seed."""
    begins: Begins = "chance"


class Began(Entry, tag="began", frozen=True, kw_only=True):
    game: str
    """The game's id."""
    seed: str
    """64 hexadecimal digits for the stream; 32 for the generator, as all games once had."""
    first: int
    deal: FairDeal | None = None
    """What the seed is made of; nothing for a daily deal, or at a keyboard."""
    daily: str = ""
    """The day whose deal it is, as in 2026-11-16."""
    ranked: bool = False
    """Whether it counts for that day's leaderboard."""
    again: str = ""
    """The id of the game whose cards are played once more."""


class Moved(Entry, tag="moved", frozen=True, kw_only=True):
    move: str
    heal: str = ""
    """What chance decided, if the move healed."""
    by: By = "player"
    late: bool = False
    """Whether the bot that should have chosen was late, so that the policy chose."""


class Faced(Entry, tag="faced", frozen=True, kw_only=True):
    """The person in the seat chooses a face."""

    face: str


class Said(Entry, tag="said", frozen=True, kw_only=True):
    phrase: str
    count: int | None = None
    """The number in it, as everybody could see it at that moment."""


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
    """The last move is taken back. Only alone at a keyboard may chance have had a part in it."""


class GiveUpVoted(Entry, tag="give_up_voted", frozen=True, kw_only=True):
    """Someone wants to give the game up, or objects; then all such votes lapse."""

    wanted: bool


class GaveUp(Entry, tag="gave_up", frozen=True):
    """Everyone who was asked wants to give the game up, and so it is lost."""


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
    | Prepared
    | Began
    | Moved
    | Faced
    | Said
    | Chatted
    | Voted
    | StoodIn
    | Returned
    | TookBack
    | GiveUpVoted
    | GaveUp
    | CarriedOver
)

_encoder = Encoder()
_decoder: Decoder[AnyEntry] = Decoder(AnyEntry)


def encode_entry(entry: Entry) -> bytes:
    return _encoder.encode(entry)


def decode_entry(data: bytes) -> AnyEntry:
    """Read an entry as it was stored."""
    return _decoder.decode(data)
