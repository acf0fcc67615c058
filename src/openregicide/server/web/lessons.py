"""The course over HTTP: what there is to learn, and what a lesson says to a move.

Lessons have no secrets and nothing to win, so the server keeps nothing: a client sends along the
moves that were made since the table was laid out.
"""

from __future__ import annotations

from typing import Annotated

from litestar import get, post
from msgspec import Meta, Struct

from ...lessons import Scene, attempt, load_course, scene
from ...notation import format_card, format_move, parse_move
from ...protocol import EventData, LegalMove, MoveText, Problem, TableSettings, ViewData
from ...table.options import rules_data
from ...table.views import event_data, legal_moves_for, view_data
from .http import refusals
from .problems import problem_of

__all__ = ["LEARN_HANDLERS"]

MOST_STEPS = 20


class LessonInfo(Struct, frozen=True):
    id: str
    steps: list[str]
    """The ids of its steps; with the lesson's own they name the texts."""
    rules: list[str]
    """The numbers of the rules it is about."""


class CourseInfo(Struct, frozen=True):
    """What there is to learn, in order."""

    lessons: list[LessonInfo]
    first_battle: TableSettings
    """A table for whoever has learned it."""


class Lecture(Struct, frozen=True, forbid_unknown_fields=True):
    """Where somebody stands in a lesson, and perhaps the move they want to make."""

    lesson: Annotated[str, Meta(pattern=r"^[a-z_]{1,32}$")]
    step: Annotated[int, Meta(ge=0, le=MOST_STEPS)] = 0
    made: Annotated[list[MoveText], Meta(max_length=MOST_STEPS)] = []
    """The moves since the step that laid out the table, one for every step in between."""
    move: MoveText | None = None


class Lesson(Struct, frozen=True, omit_defaults=True):
    """The table of a step, and what the lesson says to the move, if there was one."""

    view: ViewData
    """After the move, if it was the one; otherwise as before."""
    moves: list[LegalMove]
    """What the learner may do there; nothing once the step is done."""
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
    """A move that the step asks for, to be shown to whoever wants that."""
    goes_on: bool = False
    """Whether the next step begins where this one ends."""


@get("/api/learn", tags=["learn"], responses=refusals())
async def course() -> CourseInfo:
    """List the lessons, and the table to play at after them."""
    known = load_course()
    return CourseInfo(
        [
            LessonInfo(lesson.id, [step.id for step in lesson.steps], list(lesson.rules))
            for lesson in known.lessons
        ],
        TableSettings(rules_data(known.first_battle), hints=True),
    )


@post("/api/learn", status_code=200, tags=["learn"], responses=refusals(400, 403, 413))
async def learn(data: Lecture) -> Lesson:
    """Lay out a step of a lesson, and say what comes of a move."""
    lesson = load_course().lesson(data.lesson)
    here = scene(lesson, data.step, [parse_move(move) for move in data.made])
    if data.move is not None:
        return _after(here, data.move)
    answer = format_move(here.step.answer)
    return Lesson(view_data(here.view), legal_moves_for(here.view), answer=answer)


def _after(here: Scene, move: str) -> Lesson:
    came = attempt(here, parse_move(move))
    steps = here.lesson.steps
    view = Scene(here.lesson, here.number, came.state).view
    return Lesson(
        view=view_data(view),
        moves=[] if came.done else legal_moves_for(view),
        done=came.done,
        say=came.say,
        cards=[format_card(card) for card in came.cards],
        values=came.numbers,
        events=[event_data(event) for event in came.events],
        problem=None if came.refusal is None else problem_of(came.refusal),
        goes_on=here.number + 1 < len(steps) and not steps[here.number + 1].position,
    )


LEARN_HANDLERS = [course, learn]
