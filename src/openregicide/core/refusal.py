"""Why a move is refused: the codes of `IllegalMoveError`."""

from __future__ import annotations

from enum import IntEnum

__all__ = ["Refusal"]


class Refusal(IntEnum):
    """The engine's numbers for its refusals; `code` is the name that everyone else uses."""

    NONE = 0
    MALFORMED = 1
    GAME_OVER = 2
    WRONG_PHASE = 3
    NO_CARDS = 4
    NOT_IN_HAND = 5
    JESTER_NOT_ALONE = 6
    COMPANION_WITH_JESTER = 7
    COMPANION_WITH_TWO_OTHERS = 8
    MIXED_RANKS = 9
    TOTAL_OVER_10 = 10
    YIELD_NOT_ALLOWED = 11
    DISCARD_TOO_SMALL = 12
    NO_FLIP_LEFT = 13
    UNKNOWN_SEAT = 14

    @property
    def code(self) -> str:
        return CODES[self]


CODES: dict[Refusal, str] = {
    Refusal.NONE: "move.legal",
    Refusal.MALFORMED: "move.malformed",
    Refusal.GAME_OVER: "move.game_over",
    Refusal.WRONG_PHASE: "move.wrong_phase",
    Refusal.NO_CARDS: "move.no_cards",
    Refusal.NOT_IN_HAND: "move.not_in_hand",
    Refusal.JESTER_NOT_ALONE: "jester.not_alone",
    Refusal.COMPANION_WITH_JESTER: "companion.with_jester",
    Refusal.COMPANION_WITH_TWO_OTHERS: "companion.with_two_others",
    Refusal.MIXED_RANKS: "combo.mixed_ranks",
    Refusal.TOTAL_OVER_10: "combo.total_over_10",
    Refusal.YIELD_NOT_ALLOWED: "yield.not_allowed",
    Refusal.DISCARD_TOO_SMALL: "discard.too_small",
    Refusal.NO_FLIP_LEFT: "flip.none_left",
    Refusal.UNKNOWN_SEAT: "seat.unknown",
}
