"""Events: what happened, as codes with values; every front end finds its own words.

An event as the engine reports it tells everything. `visible_to` reduces it to what one seat, or a
spectator, may know: the same event without the cards that were drawn face down.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import IntEnum

from . import codes
from .cards import Cards

__all__ = ["Event", "EventKind", "visible_to"]


class EventKind(IntEnum):
    PLAYED = codes.EVENT_PLAYED
    """`seat` played `cards` for an attack of `value` (R5)."""
    BLOCKED = codes.EVENT_BLOCKED
    """The enemy is immune to the suit `value` (R11)."""
    HEALED = codes.EVENT_HEALED
    """`value` cards, `cards`, went under the tavern (R7). Nobody may know their order."""
    DREW = codes.EVENT_DREW
    """`seat` drew one card, `cards` (R8, R30). Others see its back."""
    DOUBLED = codes.EVENT_DOUBLED
    """Clubs double the damage to `value` (R9)."""
    SHIELDED = codes.EVENT_SHIELDED
    """Spades lower the attack by `value`, in all by `total` (R10)."""
    DAMAGED = codes.EVENT_DAMAGED
    """The enemy took `value` damage, `total` so far (R16)."""
    DEFEATED = codes.EVENT_DEFEATED
    """`seat` defeated the enemy `cards`; `value` is 1 for an exact kill (R16)."""
    CLEARED = codes.EVENT_CLEARED
    """`cards` played against the fallen enemy went to the discard pile (R16)."""
    REVEALED = codes.EVENT_REVEALED
    """The next enemy, `cards`, is turned up (R16)."""
    STRUCK = codes.EVENT_STRUCK
    """The enemy strikes `seat` for `value` (R17)."""
    HELD = codes.EVENT_HELD
    """The enemy's attack is down to 0; `seat` need not discard (R17)."""
    DISCARDED = codes.EVENT_DISCARDED
    """`seat` discarded `cards`, worth `value`, against an attack of `total` (R17)."""
    YIELDED = codes.EVENT_YIELDED
    """`seat` yielded (R23)."""
    IMMUNITY_LOST = codes.EVENT_IMMUNITY_LOST
    """A jester cancelled the immunity of the suit `value` (R19)."""
    SPADES_COUNT = codes.EVENT_SPADES_COUNT
    """Spades played before the jester now count: `value`, in all `total` (R20)."""
    NAMED_NEXT = codes.EVENT_NAMED_NEXT
    """`seat` named seat `value` to go next (R18)."""
    FLIPPED = codes.EVENT_FLIPPED
    """`seat` flipped a jester and discarded `cards`; `value` flips are left (R30)."""
    TURN = codes.EVENT_TURN
    """`seat` begins a turn at step 1."""
    WON = codes.EVENT_WON
    """`seat` defeated the last king; `value` is the medal (R26, R31)."""
    LOST = codes.EVENT_LOST
    """`seat` could not go on; `value` is the ending, `total` what was due (R17, R25)."""


_CODES = {kind: kind.name.lower() for kind in EventKind}


@dataclass(frozen=True, slots=True)
class Event:
    kind: EventKind
    seat: int | None = None
    cards: Cards = ()
    value: int = 0
    total: int = 0

    @property
    def code(self) -> str:
        """The event's name for catalogues and logs, such as `drew`."""
        return _CODES[self.kind]


def visible_to(seat: int | None, events: Iterable[Event]) -> tuple[Event, ...]:
    """Return what a seat sees of some events; `None` is a spectator (R28)."""
    return tuple(
        replace(event, cards=()) if event.kind is EventKind.DREW and event.seat != seat else event
        for event in events
    )
