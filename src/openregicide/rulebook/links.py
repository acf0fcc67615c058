"""Which rule an event, a refusal or an option belongs to.

Front ends show these links beside what they say, so that players can look the rule up.
"""

from __future__ import annotations

from collections.abc import Mapping

from .. import core

__all__ = ["EVENTS", "OPTIONS", "REFUSALS"]

EVENTS: Mapping[str, str] = {
    "played": "R5",
    "blocked": "R11",
    "healed": "R7",
    "drew": "R8",
    "doubled": "R9",
    "shielded": "R10",
    "damaged": "R16",
    "defeated": "R16",
    "cleared": "R16",
    "revealed": "R16",
    "struck": "R17",
    "held": "R17",
    "discarded": "R17",
    "yielded": "R23",
    "immunity_lost": "R19",
    "spades_count": "R20",
    "named_next": "R18",
    "flipped": "R30",
    "turn": "R5",
    "won": "R26",
    "lost": "R25",
}
"""By the code of an event."""

REFUSALS: Mapping[str, str] = {
    "move.game_over": "R26",
    "move.wrong_phase": "R5",
    "move.no_cards": "R5",
    "move.not_in_hand": "R5",
    "move.not_your_turn": "R17",
    "jester.not_alone": "R18",
    "companion.with_jester": "R13",
    "companion.with_two_others": "R13",
    "combo.mixed_ranks": "R14",
    "combo.total_over_10": "R14",
    "yield.not_allowed": "R23",
    "discard.too_small": "R17",
    "flip.none_left": "R30",
    "seat.unknown": "R18",
    "heal.by_a_player": "R7",
    "heal.not_awaited": "R7",
    "heal.wrong_count": "R7",
    "heal.not_in_discard": "R7",
    "talk.strict": "R27",
    "talk.unknown_phrase": "R27",
    "talk.not_now": "R22",
}
"""By the code of an error that the rules raise."""

OPTIONS: Mapping[str, str] = {option.name: option.rule for option in core.OPTIONS}
"""The rule that each option changes; the option's own section has its name."""
