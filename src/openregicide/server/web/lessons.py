"""The course over HTTP: the lessons, and what a lesson says about a move.

Lessons have no secrets and nothing to win, so the server keeps no state: a client sends the moves
made since the table was laid out.
"""

from __future__ import annotations

from litestar import get, post

from ...lessons import Scene, attempt, load_course, scene
from ...notation import format_card, format_move, parse_move
from ...protocol import CourseInfo, LessonInfo, LessonStep, TableSettings, TakeStep
from ...table.options import rules_data
from ...table.views import event_data, legal_moves_for, view_data
from ..problems import problem_of
from .http import refusals

__all__ = ["LEARN_HANDLERS"]


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
async def learn(data: TakeStep) -> LessonStep:
    """Lay out a step of a lesson or, with a move, try that move there."""
    lesson = load_course().lesson(data.lesson)
    here = scene(lesson, data.step, [parse_move(move) for move in data.made])
    if data.move is not None:
        return _after(here, data.move)
    answer = format_move(here.answer)
    return LessonStep(view_data(here.view), legal_moves_for(here.view), answer=answer)


def _after(here: Scene, move: str) -> LessonStep:
    came = attempt(here, parse_move(move))
    steps = here.lesson.steps
    view = Scene(here.lesson, here.number, came.state).view
    return LessonStep(
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
