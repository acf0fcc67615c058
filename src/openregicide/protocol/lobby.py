"""Before a game: making tables, finding them, taking seats."""

from __future__ import annotations

from msgspec import Struct

from .scalars import DeviceSecret, Digest, Face, Name, SeatNumber, Spec
from .table import TableInfo, TableSettings

__all__ = ["Glance", "Join", "Joined", "Lobby", "NewTable"]


class Lobby(Struct, frozen=True):
    """The open tables, the newest first."""

    tables: list[TableInfo]


class Glance(Struct, frozen=True):
    """A table in passing, for the player of a seat: enough to tell it from others."""

    table: TableInfo
    seat: int
    enemy: str | None
    """The royal that the players fight; `null` where no game runs."""
    fallen: int
    """How many royals have fallen in the game."""
    mine: bool
    """Whether the game waits for the player."""
    changed_at: int
    """When the game began or was last moved in, in seconds since 1970; 0 before the first."""


class NewTable(Struct, frozen=True, forbid_unknown_fields=True):
    """A table to be made. Its maker sits in the first seat that is not a bot's."""

    name: Name
    settings: TableSettings
    bots: dict[str, Spec] = {}
    """Bots by the number of their seat."""
    begin: bool = False
    """Begin at once; every other seat has to be a bot's."""
    first: SeatNumber | None = None
    """Who goes first; chance decides if left out (R4)."""
    device: DeviceSecret | None = None
    pledge: Digest | None = None
    """With `begin`: the hash of a share of the seed, which the game then waits for."""
    face: Face = ""


class Join(Struct, frozen=True, forbid_unknown_fields=True):
    """Take a free seat."""

    name: Name
    seat: SeatNumber | None = None
    """If left out, any free seat."""
    device: DeviceSecret | None = None
    face: Face = ""


class Joined(Struct, frozen=True):
    """The seat is yours. The token is sent only once; it gives you the seat back from anywhere."""

    table: str
    seat: int
    token: str
