"""What a move will do, as far as its player may know.

A preview is worked out by making the move on a table that the view allows, and keeping only what
comes out the same on every such table: numbers, never cards. No rule is written here.
"""

from __future__ import annotations

from dataclasses import dataclass

from .events import EventKind
from .legal import legal_moves, minimal_moves, narrate
from .moves import Move
from .phase import Phase
from .view import View, world_of

__all__ = ["Preview", "moves_of", "preview"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Preview:
    attack: int = 0
    """The attack value of the play (R5)."""
    doubled: bool = False
    """Whether clubs double the damage (R9)."""
    damage: int = 0
    damage_after: int = 0
    """The damage on the enemy once this is dealt."""
    shield_after: int = 0
    """What the enemy's attack is then lowered by (R10, R20)."""
    heal: int = 0
    """Cards that go under the tavern (R7)."""
    draws: tuple[int, ...] = ()
    """Cards that each seat draws (R8, R30)."""
    blocked: bool = False
    """Whether the enemy's immunity swallows a power (R11)."""
    falls: bool = False
    exact: bool = False
    """Whether the enemy falls exactly, and goes on top of the tavern (R16)."""
    wins: bool = False
    strike: int | None = None
    """What the enemy then strikes the player for; `None` when it does not come to that."""
    paid: int = 0
    """What a discard is worth (R17)."""

    @property
    def draw(self) -> int:
        """Cards drawn in all."""
        return sum(self.draws)


def moves_of(view: View, *, minimal: bool = False) -> tuple[Move, ...]:
    """Return the legal moves of the viewer; none if it is not their turn.

    :param minimal: of the discards only those with no card to spare.
    """
    if view.seat != view.turn or view.phase in (Phase.HEAL, Phase.OVER):
        return ()
    state = world_of(view)
    return tuple(minimal_moves(state) if minimal else legal_moves(state))


def preview(view: View, move: Move) -> Preview:
    """Return what a move of the player to move will do.

    :raises IllegalMoveError: the rules refuse the move.
    """
    state = world_of(view)
    events = narrate(state, move)
    values: dict[str, int | bool | None] = {
        "damage_after": view.damage,
        "shield_after": view.shield,
    }
    draws = [0] * state.players
    for event in events:
        match event.kind:
            case EventKind.PLAYED:
                values["attack"] = event.value
            case EventKind.BLOCKED:
                values["blocked"] = True
            case EventKind.HEALED:
                values["heal"] = event.value
            case EventKind.DREW if event.seat is not None:
                draws[event.seat] += 1
            case EventKind.DOUBLED:
                values["doubled"] = True
            case EventKind.SHIELDED | EventKind.SPADES_COUNT:
                values["shield_after"] = event.total
            case EventKind.DAMAGED:
                values["damage"] = event.value
                values["damage_after"] = event.total
            case EventKind.DEFEATED:
                values["falls"] = True
                values["exact"] = event.value == 1
            case EventKind.STRUCK:
                values["strike"] = event.value
            case EventKind.HELD:
                values["strike"] = 0
            case EventKind.DISCARDED:
                values["paid"] = event.value
            case EventKind.WON:
                values["wins"] = True
            case _:
                pass
    return Preview(draws=tuple(draws), **values)  # type: ignore[arg-type]
