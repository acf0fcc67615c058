# What codes.py says, in C. A module that cimports this next to its `from . import codes` gets these.
from libc.stdint cimport uint8_t, uint64_t

cdef extern from *:
    """
    #include <stdint.h>
    static const uint8_t openregicide_value[54] = {
        1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 6, 6, 6, 6, 7, 7, 7, 7,
        8, 8, 8, 8, 9, 9, 9, 9, 10, 10, 10, 10, 10, 10, 10, 10, 15, 15, 15, 15, 20, 20, 20, 20,
        0, 0
    };
    """
    const uint8_t* VALUE "openregicide_value"
    const uint64_t ONE_SUIT "((uint64_t)0x1111111111111)"
    const uint64_t COMPANIONS "((uint64_t)15)"
    const uint64_t ROYALS "((uint64_t)4095 << 40)"
    const uint64_t JESTERS "((uint64_t)3 << 52)"
    const uint64_t ONE_JESTER "((uint64_t)1 << 52)"
    const uint64_t ALL_CARDS "(((uint64_t)1 << 54) - 1)"
    const uint64_t PAYLOAD "(((uint64_t)1 << 56) - 1)"
    const uint64_t PLAY "((uint64_t)1 << 56)"
    const uint64_t DISCARD "((uint64_t)2 << 56)"
    const uint64_t YIELD "((uint64_t)3 << 56)"
    const uint64_t NAME_NEXT "((uint64_t)4 << 56)"
    const uint64_t FLIP "((uint64_t)5 << 56)"

cdef enum:
    SUIT_CLUBS, SUIT_DIAMONDS, SUIT_HEARTS, SUIT_SPADES

cdef enum:
    CLUBS = 1
    DIAMONDS = 2
    HEARTS = 4
    SPADES = 8

cdef enum:
    PHASE_PLAY, PHASE_DISCARD, PHASE_NAME_NEXT, PHASE_HEAL, PHASE_OVER

cdef enum:
    ENDING_NONE, ENDING_LAST_KING, ENDING_CANNOT_PAY, ENDING_CANNOT_ACT

cdef enum:
    KIND_PLAY = 1
    KIND_DISCARD, KIND_YIELD, KIND_NAME_NEXT, KIND_FLIP

cdef enum:
    KIND_SHIFT = 56
    NO_SEAT = 15
    MAX_PLAYS = 256

cdef enum:
    EVENT_PLAYED = 1
    EVENT_BLOCKED, EVENT_HEALED, EVENT_DREW, EVENT_DOUBLED, EVENT_SHIELDED, EVENT_DAMAGED
    EVENT_DEFEATED, EVENT_CLEARED, EVENT_REVEALED, EVENT_STRUCK, EVENT_HELD, EVENT_DISCARDED
    EVENT_YIELDED, EVENT_IMMUNITY_LOST, EVENT_SPADES_COUNT, EVENT_NAMED_NEXT, EVENT_FLIPPED
    EVENT_TURN, EVENT_WON, EVENT_LOST

cdef enum:
    REFUSAL_NONE, REFUSAL_MALFORMED, REFUSAL_GAME_OVER, REFUSAL_WRONG_PHASE, REFUSAL_NO_CARDS
    REFUSAL_NOT_IN_HAND, REFUSAL_JESTER_NOT_ALONE, REFUSAL_COMPANION_WITH_JESTER
    REFUSAL_COMPANION_WITH_TWO_OTHERS, REFUSAL_MIXED_RANKS, REFUSAL_TOTAL_OVER_10
    REFUSAL_YIELD_NOT_ALLOWED, REFUSAL_DISCARD_TOO_SMALL, REFUSAL_NO_FLIP_LEFT
    REFUSAL_UNKNOWN_SEAT
