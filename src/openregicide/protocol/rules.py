"""The rules of a table."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from .scalars import PlayerCount

__all__ = ["RulesData"]


class RulesData(Struct, frozen=True, forbid_unknown_fields=True):
    """The rules of a table; what is left out follows the rulebook for that many players."""

    players: PlayerCount
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
