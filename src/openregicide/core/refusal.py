"""Why a move is refused: the codes of `IllegalMoveError`."""

from __future__ import annotations

from enum import IntEnum

from . import codes

__all__ = ["Refusal"]


class Refusal(IntEnum):
    """The engine's numbers for its refusals; `code` is the name that everyone else uses."""

    NONE = codes.REFUSAL_NONE
    MALFORMED = codes.REFUSAL_MALFORMED
    GAME_OVER = codes.REFUSAL_GAME_OVER
    WRONG_PHASE = codes.REFUSAL_WRONG_PHASE
    NO_CARDS = codes.REFUSAL_NO_CARDS
    NOT_IN_HAND = codes.REFUSAL_NOT_IN_HAND
    JESTER_NOT_ALONE = codes.REFUSAL_JESTER_NOT_ALONE
    COMPANION_WITH_JESTER = codes.REFUSAL_COMPANION_WITH_JESTER
    COMPANION_WITH_TWO_OTHERS = codes.REFUSAL_COMPANION_WITH_TWO_OTHERS
    MIXED_RANKS = codes.REFUSAL_MIXED_RANKS
    TOTAL_OVER_10 = codes.REFUSAL_TOTAL_OVER_10
    YIELD_NOT_ALLOWED = codes.REFUSAL_YIELD_NOT_ALLOWED
    DISCARD_TOO_SMALL = codes.REFUSAL_DISCARD_TOO_SMALL
    NO_FLIP_LEFT = codes.REFUSAL_NO_FLIP_LEFT
    UNKNOWN_SEAT = codes.REFUSAL_UNKNOWN_SEAT

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
