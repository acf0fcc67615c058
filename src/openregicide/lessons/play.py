"""Taking a lesson: laying out a step, and answering a move.

This is stateless. The caller brings the moves made since the last step with a position; the same
moves always lead to the same state, heals included.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from ..core import (
    Cards,
    Event,
    Move,
    Preview,
    State,
    View,
    move_cards,
    moves_of,
    narrate,
    preview,
    value_of,
    view_for,
    visible_to,
)
from ..errors import IllegalMoveError, InvalidOptionError
from ..notation import parse_rfen
from .course import OTHER, Condition, Lesson, Step

__all__ = ["LEARNER", "Attempt", "Facts", "Scene", "attempt", "facts_of", "scene"]

LEARNER = 0
"""The learner's seat."""

SEEN = ("falls", "exact", "wins", "loses", "doubled", "blocked")
"""The truths that a preview gives."""


@dataclass(frozen=True, slots=True)
class Scene:
    """A step, laid out."""

    lesson: Lesson
    number: int
    state: State

    @property
    def step(self) -> Step:
        return self.lesson.steps[self.number]

    @property
    def view(self) -> View:
        return view_for(self.state, LEARNER)

    @property
    def answer(self) -> Move:
        """A right move: the step's own, or another if the learner came here by another way."""
        candidates = (self.step.answer, *moves_of(self.view))
        return next(move for move in candidates if attempt(self, move).done)


@dataclass(frozen=True, slots=True)
class Facts:
    """What conditions and texts may ask about a move."""

    cards: Cards
    numbers: dict[str, int]
    truths: frozenset[str]


@dataclass(frozen=True, slots=True)
class Attempt:
    """The answer to a move."""

    done: bool
    """Whether it is what the step asks for; otherwise the move is not made."""
    say: str
    """The key of the text, within the step; empty if the rules' refusal says it all."""
    state: State
    """The state to continue from."""
    events: tuple[Event, ...] = ()
    """What happened, or would have, as the learner sees it."""
    cards: Cards = ()
    numbers: dict[str, int] = field(default_factory=dict)
    refusal: IllegalMoveError | None = None


def scene(lesson: Lesson, number: int, made: Sequence[Move] = ()) -> Scene:
    """Lay out a step.

    :param made: the moves since the last step that had a position, one for every step in between.
    :raises InvalidOptionError: no such step, or moves that do not lead to it.
    """
    if not 0 <= number < len(lesson.steps):
        raise InvalidOptionError("lesson.step", lesson=lesson.id, step=number)
    start = lesson.start_of(number)
    if len(made) != number - start:
        raise InvalidOptionError("lesson.moves", lesson=lesson.id, step=number)
    step = lesson.steps[start]
    here = Scene(lesson, start, parse_rfen(step.position, step.rules))
    for move in made:
        came = attempt(here, move)
        if not came.done:
            raise InvalidOptionError("lesson.moves", lesson=lesson.id, step=number)
        here = Scene(lesson, here.number + 1, came.state)
    return here


def attempt(here: Scene, move: Move) -> Attempt:
    """Return a step's answer to a move."""
    view, step = here.view, here.step
    try:
        facts = facts_of(view, move, preview(view, move))
    except IllegalMoveError as refusal:
        said = [each.say for each in step.others if each.when.refused == refusal.code]
        return Attempt(False, said[0] if said else "", here.state, refusal=refusal)
    after = here.state.copy()
    events = visible_to(LEARNER, narrate(after, move))
    done = holds(step.done, move, facts)
    reactions = [each.say for each in step.others if holds(each.when, move, facts)]
    return Attempt(
        done=done,
        say="done" if done else (*reactions, OTHER)[0],
        state=after if done else here.state,
        events=events,
        cards=facts.cards,
        numbers=facts.numbers,
    )


def holds(condition: Condition, move: Move, facts: Facts) -> bool:
    """Tell whether a condition holds for a legal move."""
    return (
        not condition.refused
        and (not condition.moves or move in condition.moves)
        and set(condition.cards) <= set(facts.cards)
        and not set(condition.keeps) & set(facts.cards)
        and set(condition.truths) <= facts.truths
        and not set(condition.falsehoods) & facts.truths
        and all(facts.numbers[name] >= least for name, least in condition.least.items())
        and all(facts.numbers[name] <= most for name, most in condition.most.items())
    )


def facts_of(view: View, move: Move, seen: Preview) -> Facts:
    """Return what is known about a legal move before it is made."""
    cards = move_cards(move)
    hand = view.hands[LEARNER].cards
    numbers = {
        "damage": seen.damage,
        "left": max(0, view.health - seen.damage_after),
        "shield": seen.shield_after,
        "heal": seen.heal,
        "draw": seen.draw,
        # A defeated enemy strikes nobody.
        "strike": seen.strike or 0,
        "paid": seen.paid,
        "over": max(0, seen.paid - view.due),
        "size": len(cards),
        "worth": sum(map(value_of, hand)) - sum(map(value_of, cards)),
        "due": view.due,
    }
    truths = {name for name in SEEN if getattr(seen, name)}
    if seen.paid and seen.paid == _least_paid(view):
        truths.add("cheapest")
    return Facts(cards, numbers, frozenset(truths))


def _least_paid(view: View) -> int:
    discards = filter(None, map(move_cards, moves_of(view, minimal=True)))
    return min(sum(map(value_of, cards)) for cards in discards)
