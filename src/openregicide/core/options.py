"""The options that a table may choose, each declared once (R3, R13, R16, R24, R27, R30).

`OPTIONS` says what an option is: the rule it changes, what the rulebook says for each number of
players, and its limits. Notation, command line, wire, rulebook links and the forms of the browser
are made from it; what the options mean is in the rules that read them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, fields
from enum import StrEnum

from ..errors import InvalidOptionError

__all__ = [
    "MAX_PLAYERS",
    "OPTIONS",
    "Choice",
    "Companions",
    "Mulligan",
    "Number",
    "Option",
    "RuleSet",
    "Talk",
    "ThreeNumbers",
    "Toggle",
    "option_of",
]

MAX_PLAYERS = 4
EVERYBODY = (1, 2, 3, 4)


class Companions(StrEnum):
    PAIR = "pair"
    """R13: a companion goes with exactly one other card."""
    MANY = "many"
    """Any number of companions together, or with one other card (Chinese edition)."""


class Talk(StrEnum):
    STRICT = "strict"
    """R27: nothing that reveals or suggests a hand."""
    OPEN = "open"
    """Everything may be said, for a first or a casual game."""


class Mulligan(StrEnum):
    OFF = "off"
    """R3: every deal is played."""
    ALL = "all"
    """A deal in which no hand holds a diamond is dealt again."""
    ANY = "any"
    """A deal in which some hand holds no diamond is dealt again."""


# What an option can be


@dataclass(frozen=True, slots=True, kw_only=True)
class Option(ABC):
    """What holds for every option."""

    name: str
    """As in `RuleSet`, in records and on the wire."""
    rule: str
    """The rule that it changes."""
    players: tuple[int, ...] = EVERYBODY
    """The numbers of players for whom it makes a difference."""

    @abstractmethod
    def check(self, rules: RuleSet, value: object) -> object:
        """Return a value as the engine wants it.

        :raises InvalidOptionError: the option cannot have it.
        """


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice(Option):
    """One of several words, the rulebook's first."""

    words: type[StrEnum]

    def check(self, rules: RuleSet, value: object) -> StrEnum:
        try:
            return self.words(str(value))
        except ValueError:
            known = [word.value for word in self.words]
            raise InvalidOptionError(
                "option.unknown_value", option=self.name, value=value, known=known
            ) from None


@dataclass(frozen=True, slots=True, kw_only=True)
class Toggle(Option):
    """On or off; off by the rulebook."""

    def check(self, rules: RuleSet, value: object) -> bool:
        if not isinstance(value, bool):
            raise InvalidOptionError("option.not_on_or_off", option=self.name)
        return value


@dataclass(frozen=True, slots=True, kw_only=True)
class Number(Option):
    """A whole number, with a standard and a limit for each number of players."""

    by_players: tuple[int, int, int, int]
    """What the rulebook says for one to four players."""
    least: int = 0
    most: tuple[int, int, int, int]
    less: str = ""
    """Another option whose value is taken off both the standard and the most."""

    def standard(self, rules: RuleSet) -> int:
        """Return what the rulebook says for as many players."""
        return max(0, self.by_players[rules.players - 1] - self._taken(rules))

    def check(self, rules: RuleSet, value: object) -> int:
        most = self.most[rules.players - 1] - self._taken(rules)
        return _whole(self.name, value, self.least, max(0, most))

    def _taken(self, rules: RuleSet) -> int:
        return getattr(rules, self.less) if self.less else 0


@dataclass(frozen=True, slots=True, kw_only=True)
class ThreeNumbers(Option):
    """A whole number each for jack, queen and king."""

    printed: tuple[int, int, int]
    least: int
    most: int

    def check(self, rules: RuleSet, value: object) -> tuple[int, ...]:
        if not isinstance(value, list | tuple) or len(value) != 3:
            raise InvalidOptionError("option.not_three_numbers", option=self.name)
        return tuple(_whole(self.name, number, self.least, self.most) for number in value)


# The options

COMPANIONS = Choice(name="companions", rule="R13", words=Companions)
TALK = Choice(name="talk", rule="R27", words=Talk, players=(2, 3, 4))
SOLO_YIELD = Toggle(name="solo_yield", rule="R24", players=(1,))
JESTERS = Number(name="jesters", rule="R3", by_players=(0, 0, 1, 2), most=(2, 2, 2, 2))
# R30: there are two jesters; those in the tavern cannot lie aside as well.
FLIPS = Number(
    name="flips",
    rule="R30",
    by_players=(2, 0, 0, 0),
    most=(2, 0, 0, 0),
    less="jesters",
    players=(1,),
)
# The tavern has 40 cards or more, so four players can have ten each.
HAND_LIMIT = Number(
    name="hand_limit", rule="R3", by_players=(8, 7, 6, 5), least=1, most=(12, 12, 12, 10)
)
# No attack or health above 250: far harder than anyone will play, and it fits one byte.
ATTACK = ThreeNumbers(name="attack", rule="R16", printed=(10, 15, 20), least=0, most=250)
HEALTH = ThreeNumbers(name="health", rule="R16", printed=(20, 30, 40), least=1, most=250)
MULLIGAN = Choice(name="mulligan", rule="R3", words=Mulligan)

OPTIONS: tuple[Option, ...] = (
    COMPANIONS,
    TALK,
    SOLO_YIELD,
    JESTERS,
    FLIPS,
    HAND_LIMIT,
    ATTACK,
    HEALTH,
    MULLIGAN,
)


@dataclass(frozen=True, kw_only=True, slots=True)
class RuleSet:
    """One table's rules. What is left out, or -1, follows the rulebook for that many players.

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
    mulligan: Mulligan = Mulligan.OFF

    def __post_init__(self) -> None:
        _whole("players", self.players, 1, MAX_PLAYERS)
        for option in OPTIONS:
            value = getattr(self, option.name)
            if isinstance(option, Number) and value == -1:
                value = option.standard(self)
            object.__setattr__(self, option.name, option.check(self, value))

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


def option_of(name: str) -> Option | None:
    """Return the option of that name, if there is one."""
    return next((option for option in OPTIONS if option.name == name), None)


def _whole(option: str, value: object, least: int, most: int) -> int:
    # `True` is an int to Python, but nobody means one player by it.
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise InvalidOptionError(
            "option.out_of_range", option=option, value=value, least=least, most=most
        )
    return value
