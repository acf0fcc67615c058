"""The rules of a table; the limits are those of `core.options`."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from ..core.options import ATTACK, FLIPS, HAND_LIMIT, HEALTH, JESTERS, Companions, Mulligan, Talk
from .scalars import PlayerCount

__all__ = ["RulesData"]

Three = Meta(min_length=3, max_length=3)
Attack = Annotated[int, Meta(ge=ATTACK.least, le=ATTACK.most)]
Health = Annotated[int, Meta(ge=HEALTH.least, le=HEALTH.most)]


class RulesData(Struct, frozen=True, forbid_unknown_fields=True):
    """The rules of a table; what is left out follows the rulebook for that many players."""

    players: PlayerCount
    companions: Companions = Companions.PAIR
    talk: Talk = Talk.STRICT
    solo_yield: bool = False
    jesters: Annotated[int, Meta(ge=JESTERS.least, le=max(JESTERS.most))] | None = None
    flips: Annotated[int, Meta(ge=FLIPS.least, le=max(FLIPS.most))] | None = None
    hand_limit: Annotated[int, Meta(ge=HAND_LIMIT.least, le=max(HAND_LIMIT.most))] | None = None
    attack: Annotated[list[Attack], Three] | None = None
    health: Annotated[list[Health], Three] | None = None
    mulligan: Mulligan = Mulligan.OFF
