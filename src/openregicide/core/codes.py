"""The engine's numbers, said once.

To the engine a phase, a kind of move, an event and a refusal are numbers. The enums beside this
module say what they mean and take them from here; the compiled modules take the same names from
`codes.pxd`, where they are constants of C. A test holds the two files and the enums together.
"""

from __future__ import annotations

# `Suit`, and the suits of a play as a set.
SUIT_CLUBS, SUIT_DIAMONDS, SUIT_HEARTS, SUIT_SPADES = range(4)
CLUBS, DIAMONDS, HEARTS, SPADES = 1, 2, 4, 8

# Cards as masks, and what each counts for (R1).
ONE_SUIT = 0x1111111111111
"""All clubs; shifted by another suit's number, all of that suit."""
COMPANIONS = 0b1111
ROYALS = 0xFFF << 40
JESTERS = 0b11 << 52
ONE_JESTER = 1 << 52
ALL_CARDS = (1 << 54) - 1
VALUE = [
    *(number for number in range(1, 11) for _ in range(4)),
    *(number for number in (10, 15, 20) for _ in range(4)),
    *(0, 0),
]

# `Phase`
PHASE_PLAY, PHASE_DISCARD, PHASE_NAME_NEXT, PHASE_HEAL, PHASE_OVER = range(5)

# `Ending`
ENDING_NONE, ENDING_LAST_KING, ENDING_CANNOT_PAY, ENDING_CANNOT_ACT = range(4)

# `MoveKind`, and a move: its kind from bit 56 on, below it the mask of cards or the seat.
KIND_PLAY, KIND_DISCARD, KIND_YIELD, KIND_NAME_NEXT, KIND_FLIP = range(1, 6)
KIND_SHIFT = 56
PAYLOAD = (1 << KIND_SHIFT) - 1
PLAY = KIND_PLAY << KIND_SHIFT
DISCARD = KIND_DISCARD << KIND_SHIFT
YIELD = KIND_YIELD << KIND_SHIFT
NAME_NEXT = KIND_NAME_NEXT << KIND_SHIFT
FLIP = KIND_FLIP << KIND_SHIFT

NO_SEAT = 15
"""In packed numbers: nobody, or nobody knows who."""

MAX_PLAYS = 256
"""More moves than step 1 can ever offer, with the largest hand and all companions in it."""

# `EventKind`
(
    EVENT_PLAYED,
    EVENT_BLOCKED,
    EVENT_HEALED,
    EVENT_DREW,
    EVENT_DOUBLED,
    EVENT_SHIELDED,
    EVENT_DAMAGED,
    EVENT_DEFEATED,
    EVENT_CLEARED,
    EVENT_REVEALED,
    EVENT_STRUCK,
    EVENT_HELD,
    EVENT_DISCARDED,
    EVENT_YIELDED,
    EVENT_IMMUNITY_LOST,
    EVENT_SPADES_COUNT,
    EVENT_NAMED_NEXT,
    EVENT_FLIPPED,
    EVENT_TURN,
    EVENT_WON,
    EVENT_LOST,
) = range(1, 22)

# `Refusal`
(
    REFUSAL_NONE,
    REFUSAL_MALFORMED,
    REFUSAL_GAME_OVER,
    REFUSAL_WRONG_PHASE,
    REFUSAL_NO_CARDS,
    REFUSAL_NOT_IN_HAND,
    REFUSAL_JESTER_NOT_ALONE,
    REFUSAL_COMPANION_WITH_JESTER,
    REFUSAL_COMPANION_WITH_TWO_OTHERS,
    REFUSAL_MIXED_RANKS,
    REFUSAL_TOTAL_OVER_10,
    REFUSAL_YIELD_NOT_ALLOWED,
    REFUSAL_DISCARD_TOO_SMALL,
    REFUSAL_NO_FLIP_LEFT,
    REFUSAL_UNKNOWN_SEAT,
) = range(15)
