"""The options a table may choose (R3, R16, R24, R31 and the table of editions)."""

from __future__ import annotations

from dataclasses import dataclass, fields
from enum import StrEnum

from ..errors import InvalidOptionError

__all__ = ["Companions", "RuleSet", "Talk"]

MAX_PLAYERS = 4
MAX_HAND = 12
MAX_ENEMY = 250
"""No attack or health above this: far harder than anyone will play, and it fits one byte."""

TAVERN_WITHOUT_JESTERS = 40

# R3, by the number of players.
JESTERS_IN_TAVERN = (0, 0, 0, 1, 2)
HAND_LIMIT = (0, 8, 7, 6, 5)
# R30: the solo player's jesters lie aside.
FLIPS = (0, 2, 0, 0, 0)


class Companions(StrEnum):
    PAIR = "pair"
    """R13: a companion goes with exactly one other card."""
    MANY = "many"
    """zh: any number of companions together, or with one other card."""


class Talk(StrEnum):
    STRICT = "strict"
    """R27: nothing that reveals or suggests a hand."""
    OPEN = "open"
    """zh: a first or casual game; everything may be said."""


@dataclass(frozen=True, kw_only=True, slots=True)
class RuleSet:
    """One table's rules. What is left out follows the rulebook for that many players.

    :raises InvalidOptionError: an option that does not exist, or cards that do not suffice.
    """

    players: int
    companions: Companions = Companions.PAIR
    talk: Talk = Talk.STRICT
    solo_yield: bool = False
    """R24: a solo player may yield, but never twice in a row."""
    jesters: int = -1
    """R3: jesters in the tavern."""
    flips: int = -1
    """R30: solo jesters set aside to flip."""
    hand_limit: int = -1
    attack: tuple[int, int, int] = (10, 15, 20)
    """R16: of jack, queen and king."""
    health: tuple[int, int, int] = (20, 30, 40)

    def __post_init__(self) -> None:
        players = _whole("players", self.players, 1, MAX_PLAYERS)
        if self.jesters == -1:
            object.__setattr__(self, "jesters", JESTERS_IN_TAVERN[players])
        _whole("jesters", self.jesters, 0, 2)
        if self.flips == -1:
            # R30: there are two jesters; those in the tavern cannot lie aside as well.
            object.__setattr__(self, "flips", max(0, FLIPS[players] - self.jesters))
        if self.hand_limit == -1:
            object.__setattr__(self, "hand_limit", HAND_LIMIT[players])
        object.__setattr__(self, "companions", _word("companions", Companions, self.companions))
        object.__setattr__(self, "talk", _word("talk", Talk, self.talk))
        if not isinstance(self.solo_yield, bool):
            raise InvalidOptionError("option.not_on_or_off", option="solo_yield")
        _whole("flips", self.flips, 0, 2 - self.jesters if players == 1 else 0)
        tavern = TAVERN_WITHOUT_JESTERS + self.jesters
        _whole("hand_limit", self.hand_limit, 1, min(MAX_HAND, tavern // players))
        for option in ("attack", "health"):
            numbers = getattr(self, option)
            if not isinstance(numbers, list | tuple) or len(numbers) != 3:
                raise InvalidOptionError("option.not_three_numbers", option=option)
            object.__setattr__(self, option, tuple(numbers))
            for number in numbers:
                _whole(option, number, 0 if option == "attack" else 1, MAX_ENEMY)

    @property
    def cards(self) -> int:
        """How many cards are in the game: 52, and the jesters in the tavern."""
        return 52 + self.jesters

    def changed(self) -> dict[str, object]:
        """Return the options that differ from the rulebook for this many players."""
        standard = RuleSet(players=self.players)
        return {
            field.name: getattr(self, field.name)
            for field in fields(self)
            if getattr(self, field.name) != getattr(standard, field.name)
        }


def _whole(option: str, value: object, least: int, most: int) -> int:
    # `True` is an int to Python, but nobody means one player by it.
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise InvalidOptionError(
            "option.out_of_range", option=option, value=value, least=least, most=most
        )
    return value


def _word(option: str, kind: type[Companions] | type[Talk], value: str) -> StrEnum:
    try:
        return kind(value)
    except ValueError:
        raise InvalidOptionError(
            "option.unknown_value", option=option, value=value, known=[w.value for w in kind]
        ) from None
