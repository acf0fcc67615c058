"""Every lesson can be taken to its end, whatever moves are tried on the way."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from openregicide.core import Generator, Move, RuleSet, legal_moves, move_cards, name_next, play
from openregicide.errors import InvalidOptionError
from openregicide.lessons import Lesson, Prose, Scene, attempt, load_course, scene
from openregicide.lessons.course import Condition, _condition, _lesson
from openregicide.lessons.play import facts_of, holds
from openregicide.notation import format_move, parse_cards, parse_move

COURSE = load_course()
PROSE = Prose()
TRIED = 6
"""Where a step has many right moves, so many of them are followed."""


def scenes(lesson: Lesson) -> Iterator[Scene]:
    """Every step of a lesson, by way of its answers."""
    made: list[Move] = []
    for number, step in enumerate(lesson.steps):
        made = [] if step.position else made
        yield scene(lesson, number, made)
        made = [*made, step.answer]


STEPS = [here for lesson in COURSE.lessons for here in scenes(lesson)]


def named(here: Scene) -> str:
    return f"{here.lesson.id}.{here.step.id}"


def test_the_course_is_short_and_covers_the_game() -> None:
    assert 8 <= len(COURSE.lessons) <= 12
    assert len({lesson.id for lesson in COURSE.lessons}) == len(COURSE.lessons)
    for lesson in COURSE.lessons:
        assert len({step.id for step in lesson.steps}) == len(lesson.steps) <= 5
    cited = {rule for lesson in COURSE.lessons for rule in lesson.rules}
    text = (Path(__file__).parents[2] / "docs" / "rules.md").read_text(encoding="utf-8")
    assert all(re.search(rf"\b{rule}\b", text) for rule in cited)
    powers = {"R7", "R8", "R9", "R10"}
    assert cited >= powers | {"R5", "R11", "R13", "R14", "R16", "R17", "R18", "R23", "R30"}


@pytest.mark.parametrize("here", STEPS, ids=named)
def test_the_answer_of_a_step_is_right_and_others_are_not(here: Scene) -> None:
    moves = legal_moves(here.state)
    right = [move for move in moves if attempt(here, move).done]
    assert here.step.answer in right
    assert len(right) < len(moves), "whatever one does is right"


@pytest.mark.parametrize("here", STEPS, ids=named)
def test_every_legal_move_gets_a_sensible_word(here: Scene) -> None:
    before = here.state.key()
    for move in legal_moves(here.state):
        came = attempt(here, move)
        assert came.refusal is None
        assert came.events
        assert PROSE.strict(f"{named(here)}.{came.say}", cards="7♠", **came.numbers)
        assert here.state.key() == before
        assert (came.state.key() == before) != came.done


@pytest.mark.parametrize("here", STEPS, ids=named)
def test_no_reaction_is_in_vain(here: Scene) -> None:
    said = {attempt(here, move).say for move in legal_moves(here.state)}
    for reaction in here.step.others:
        assert reaction.say in said or reaction.when.refused, reaction.say
    assert "other" in said


def test_what_the_rules_refuse_is_answered_too() -> None:
    refused = [
        (here, reaction) for here in STEPS for reaction in here.step.others if reaction.when.refused
    ]
    assert refused
    for here, reaction in refused:
        hand = here.view.hands[0].cards
        tries = {
            "discard.too_small": parse_move(f"d{format_move(play(hand[:1]))[1:]}"),
            "combo.mixed_ranks": play(hand[-2:]),
            "jester.not_alone": play(hand),
            "yield.not_allowed": parse_move("y"),
        }
        came = attempt(here, tries[reaction.when.refused])
        assert (came.done, came.say) == (False, reaction.say)
        assert came.refusal is not None
        assert came.refusal.code == reaction.when.refused
        assert PROSE.strict(f"{named(here)}.{reaction.say}")


def test_a_refusal_without_a_word_of_the_step_speaks_for_itself() -> None:
    came = attempt(STEPS[0], name_next(3))
    assert (came.done, came.say) == (False, "")
    assert came.refusal is not None


@pytest.mark.parametrize("lesson", COURSE.lessons, ids=lambda lesson: lesson.id)
def test_whatever_right_moves_are_chosen_the_end_is_reached(lesson: Lesson) -> None:
    """By every right move where there are few, and by some where there are many."""
    dice = Generator(7)

    def follow(number: int, made: list[Move]) -> int:
        if number == len(lesson.steps):
            return 1
        made = [] if lesson.steps[number].position else made
        here = scene(lesson, number, made)
        right = [move for move in legal_moves(here.state) if attempt(here, move).done]
        assert here.answer in right
        assert right, (lesson.steps[number].id, [format_move(move) for move in made])
        while len(right) > TRIED:
            del right[dice.random_below(len(right))]
        return sum(follow(number + 1, [*made, move]) for move in right)

    assert follow(0, []) >= 1


def test_the_answer_that_is_shown_is_in_the_hand_after_another_way_too() -> None:
    """After the 2♥ of the first step, the answer of the second cannot be 2♥ and 9♥."""
    suffer = COURSE.lesson("suffer")
    here = scene(suffer, 1, [parse_move("p2H")])
    assert here.answer != here.step.answer
    assert set(move_cards(here.answer)) <= set(here.view.hands[0].cards)
    assert attempt(here, here.answer).done


def test_lessons_are_the_same_every_time() -> None:
    lesson = COURSE.lesson("king")
    made = [step.answer for step in lesson.steps[:4]]
    one, other = scene(lesson, 4, made), scene(lesson, 4, made)
    # The tavern too, into which the combo healed.
    assert one.state.key() == other.state.key()
    assert attempt(one, lesson.steps[4].answer).state.outcome() is not None


def test_a_lesson_ends_with_the_last_king() -> None:
    last = STEPS[-1]
    outcome = attempt(last, last.step.answer).state.outcome()
    assert outcome is not None
    assert outcome.won


def test_what_leads_nowhere_is_refused() -> None:
    lesson = COURSE.lesson("exact")
    answers = [step.answer for step in lesson.steps]
    wrong = [
        ("lesson.step", 4, answers),
        ("lesson.step", -1, []),
        ("lesson.moves", 1, []),
        ("lesson.moves", 1, answers[:2]),
        ("lesson.moves", 1, [parse_move("p8C")]),
        ("lesson.moves", 1, [parse_move("pKH")]),
    ]
    for code, number, made in wrong:
        with pytest.raises(InvalidOptionError) as error:
            scene(lesson, number, made)
        assert error.value.code == code
    with pytest.raises(InvalidOptionError) as unknown:
        COURSE.lesson("wings")
    assert unknown.value.code == "lesson.unknown"


def test_the_first_battle_is_half_a_war() -> None:
    war = RuleSet(players=1)
    assert COURSE.first_battle.players == 1
    for ours, theirs in (
        (COURSE.first_battle.attack, war.attack),
        (COURSE.first_battle.health, war.health),
    ):
        assert all(2 * half <= whole for half, whole in zip(ours, theirs, strict=True))


# Conditions


def test_every_part_of_a_condition_counts() -> None:
    here = scene(COURSE.lesson("spades"), 0)
    move = parse_move("p7S")
    from openregicide.core import preview

    facts = facts_of(here.view, move, preview(here.view, move))
    spade, heart = parse_cards("7S"), parse_cards("8H")
    for fits, fails in (
        (Condition(moves=(move,)), Condition(moves=(parse_move("p8H"),))),
        (Condition(cards=spade), Condition(cards=heart)),
        (Condition(keeps=heart), Condition(keeps=spade)),
        (Condition(falsehoods=("falls",)), Condition(truths=("falls",))),
        (Condition(least={"shield": 7}), Condition(least={"shield": 8})),
        (Condition(most={"strike": 3}), Condition(most={"strike": 2})),
        (Condition(), Condition(refused="discard.too_small")),
    ):
        assert holds(fits, move, facts)
        assert not holds(fails, move, facts)


def test_a_course_with_a_slip_is_not_loaded() -> None:
    slips: tuple[dict[str, object], ...] = (
        {"if": {}},
        {"is": ["tall"]},
        {"is_not": ["tall"]},
        {"least": {"wings": 1}},
        {"most": {"wings": 1}},
    )
    for slip in slips:
        with pytest.raises(ValueError, match="does not know"):
            _condition(slip)
    step = {"id": "a", "done": {"moves": ["y"]}, "answer": "y"}
    with pytest.raises(ValueError, match="no position"):
        _lesson({"id": "a", "rules": [], "steps": [step]})
    with pytest.raises(ValueError, match="does not know"):
        _lesson({"id": "a", "rules": [], "steps": [{**step, "wings": 1}]})
