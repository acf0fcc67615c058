"""The course as it is written in `course.toml`, read and checked."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cache
from importlib import resources
from typing import Any

from ..core import Card, Move, RuleSet
from ..errors import InvalidOptionError
from ..notation import parse_card, parse_move, parse_rfen, parse_rules

__all__ = [
    "NUMBERS",
    "TRUTHS",
    "Condition",
    "Course",
    "Lesson",
    "Reaction",
    "Step",
    "load_course",
]

NUMBERS = (
    "damage", "left", "shield", "heal", "draw", "strike", "paid", "over", "size", "worth",
)  # fmt: skip
"""The numbers about a move; `facts_of` in `play` computes them."""

TRUTHS = ("falls", "exact", "wins", "loses", "doubled", "blocked", "cheapest")
"""What may be true or false about a move."""

OTHER = "other"


@dataclass(frozen=True, slots=True, kw_only=True)
class Condition:
    """A condition on a move; it holds when all of its parts do."""

    moves: tuple[Move, ...] = ()
    cards: tuple[Card, ...] = ()
    keeps: tuple[Card, ...] = ()
    truths: tuple[str, ...] = ()
    falsehoods: tuple[str, ...] = ()
    least: Mapping[str, int] = field(default_factory=dict)
    most: Mapping[str, int] = field(default_factory=dict)
    refused: str = ""


@dataclass(frozen=True, slots=True)
class Reaction:
    """What is said about a move that is not what the step asks for."""

    when: Condition
    say: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One task: a move to make."""

    id: str
    position: str = ""
    """Where it begins; empty to continue from the last step."""
    rules: RuleSet | None = None
    done: Condition
    answer: Move
    """One of the right moves."""
    others: tuple[Reaction, ...] = ()

    @property
    def reactions(self) -> tuple[str, ...]:
        """The names of everything that may be said about a wrong move."""
        return (*(reaction.say for reaction in self.others), OTHER)


@dataclass(frozen=True, slots=True, kw_only=True)
class Lesson:
    id: str
    rules: tuple[str, ...]
    """The rules it is about."""
    steps: tuple[Step, ...]

    def start_of(self, number: int) -> int:
        """Return the step whose position a step continues from."""
        return max(i for i in range(number + 1) if self.steps[i].position)


@dataclass(frozen=True, slots=True, kw_only=True)
class Course:
    lessons: tuple[Lesson, ...]
    first_battle: RuleSet
    """The rules of a game that a beginner can win."""

    def lesson(self, name: str) -> Lesson:
        """Return a lesson by its id.

        :raises InvalidOptionError: there is none.
        """
        for lesson in self.lessons:
            if lesson.id == name:
                return lesson
        raise InvalidOptionError("lesson.unknown", lesson=name)


@cache
def load_course() -> Course:
    """Return the course.

    :raises ValueError: the file is not what it should be; a test reads it before anybody does.
    """
    text = resources.files(__package__).joinpath("course.toml").read_text(encoding="utf-8")
    data = tomllib.loads(text)
    return Course(
        lessons=tuple(map(_lesson, data["lessons"])),
        first_battle=parse_rules(data["first_battle"]["rules"]),
    )


def _lesson(data: Mapping[str, Any]) -> Lesson:
    steps = tuple(map(_step, data["steps"]))
    if not steps[0].position:
        raise ValueError(f"{data['id']}: the first step has no position")
    return Lesson(id=data["id"], rules=tuple(data["rules"]), steps=steps)


def _step(data: Mapping[str, Any]) -> Step:
    known = {each.name for each in fields(Step)}
    _check_names(data, known)
    rules = parse_rules(data["rules"]) if "rules" in data else None
    if "position" in data:
        parse_rfen(data["position"], rules)
    return Step(
        id=data["id"],
        position=data.get("position", ""),
        rules=rules,
        done=_condition(data["done"]),
        answer=parse_move(data["answer"]),
        others=tuple(
            Reaction(_condition(each["when"]), each["say"]) for each in data.get("others", ())
        ),
    )


def _condition(data: Mapping[str, Any]) -> Condition:
    _check_names(data, ("moves", "cards", "keeps", "is", "is_not", "least", "most", "refused"))
    truths, falsehoods = tuple(data.get("is", ())), tuple(data.get("is_not", ()))
    _check_names((*truths, *falsehoods), TRUTHS)
    least, most = data.get("least", {}), data.get("most", {})
    _check_names((*least, *most), NUMBERS)
    return Condition(
        moves=tuple(map(parse_move, data.get("moves", ()))),
        cards=tuple(map(parse_card, data.get("cards", ()))),
        keeps=tuple(map(parse_card, data.get("keeps", ()))),
        truths=truths,
        falsehoods=falsehoods,
        least=least,
        most=most,
        refused=data.get("refused", ""),
    )


def _check_names(names: Mapping[str, Any] | Sequence[str], known: Sequence[str] | set[str]) -> None:
    if unknown := [name for name in names if name not in known]:
        raise ValueError(f"course.toml does not know {unknown}")
