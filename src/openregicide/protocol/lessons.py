"""The course: its lessons, and one step of a lesson at a time."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from .problems import Problem
from .scalars import MoveText
from .table import EventData, LegalMove, TableSettings, ViewData

__all__ = ["CourseInfo", "LessonInfo", "LessonStep", "TakeStep"]

MAX_STEPS = 20


class LessonInfo(Struct, frozen=True):
    """What a lesson consists of."""

    id: str
    steps: list[str]
    """The ids of its steps; with the lesson's own they name the texts."""
    rules: list[str]
    """The numbers of the rules it is about."""


class CourseInfo(Struct, frozen=True):
    """What there is to learn, in order."""

    lessons: list[LessonInfo]
    first_battle: TableSettings
    """The table to play at after the last lesson."""


class TakeStep(Struct, frozen=True, forbid_unknown_fields=True):
    """Lay out a step of a lesson or, with a move, try that move there."""

    lesson: Annotated[str, Meta(pattern=r"^[a-z_]{1,32}$")]
    step: Annotated[int, Meta(ge=0, le=MAX_STEPS)] = 0
    made: Annotated[list[MoveText], Meta(max_length=MAX_STEPS)] = []
    """The moves since the step that laid out the table, one for every step in between."""
    move: MoveText | None = None


class LessonStep(Struct, frozen=True, omit_defaults=True):
    """The table of a step, and what the lesson says about the move, if there was one."""

    view: ViewData
    """After the move, if it was the one asked for; otherwise as before."""
    moves: list[LegalMove]
    """The learner's legal moves; none once the step is done."""
    done: bool = False
    """Whether the move was the one that the step asks for."""
    say: str = ""
    """The text for the move, by its name below the step."""
    cards: list[str] = []
    values: dict[str, int] = {}
    """The numbers that the text may name."""
    events: list[EventData] = []
    """What the move did, or would have done."""
    problem: Problem | None = None
    """Why the rules refuse the move."""
    answer: str = ""
    """A move that the step asks for, to be shown on request."""
    goes_on: bool = False
    """Whether the next step begins where this one ends."""
