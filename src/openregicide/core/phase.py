"""What a game waits for, and how it ended."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from . import codes

__all__ = ["Ending", "Medal", "Outcome", "Phase"]


class Phase(IntEnum):
    PLAY = codes.PHASE_PLAY
    """Step 1: the player plays, yields or flips."""
    DISCARD = codes.PHASE_DISCARD
    """Step 4: the player discards, or flips."""
    NAME_NEXT = codes.PHASE_NAME_NEXT
    """R18: the player of the jester names who goes next."""
    HEAL = codes.PHASE_HEAL
    """R7: chance decides what a heal moves under the tavern. `apply` never stops here."""
    OVER = codes.PHASE_OVER


class Ending(IntEnum):
    NONE = codes.ENDING_NONE
    LAST_KING = codes.ENDING_LAST_KING
    """R26: the last king is defeated."""
    CANNOT_PAY = codes.ENDING_CANNOT_PAY
    """R17: the hand is worth less than the attack."""
    CANNOT_ACT = codes.ENDING_CANNOT_ACT
    """R25: an empty hand at step 1, and yielding is not allowed."""


class Medal(IntEnum):
    """R31: for a solo win, by the number of jesters flipped."""

    NONE = 0
    BRONZE = 1
    SILVER = 2
    GOLD = 3


@dataclass(frozen=True, slots=True)
class Outcome:
    won: bool
    ending: Ending
    seat: int
    """Who defeated the last king (R4), or could not go on."""
    medal: Medal = Medal.NONE
