"""One game between bots: what they are shown, and what happens to those who misbehave."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import FrozenInstanceError

import pytest

from openregicide.bots import Bot
from openregicide.bots.api.match import Match, play_match
from openregicide.bots.players.random_bot import RandomBot
from openregicide.core import (
    FLIP,
    Card,
    Ending,
    Generator,
    Move,
    RuleSet,
    View,
    legal_moves,
    move_seat,
    moves_of,
    play,
)
from openregicide.errors import IllegalMoveError, InvalidOptionError

TWO = RuleSet(players=2)


def dice(players: int, seed: int = 0) -> list[Generator]:
    return [Generator(1000 + 10 * seed + seat) for seat in range(players)]


def match_of(bots: list[Bot], *, seed: int = 7, roll: int = 0) -> Match:
    return play_match(RuleSet(players=len(bots)), seed, bots, dice(len(bots), roll))


class Told(RandomBot):
    """Plays at random, and does something else as well."""

    def __init__(self, what: Callable[[View, Generator], object]) -> None:
        self.what = what

    def choose(self, view: View, generator: Generator) -> Move:
        said = self.what(view, generator)
        return super().choose(view, generator) if said is None else said  # type: ignore[return-value]


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_a_game_is_played_to_its_end(players: int) -> None:
    match = match_of([RandomBot() for _ in range(players)])
    outcome = match.game.outcome
    assert outcome is not None
    assert (match.fault, match.won) == (None, outcome.won)
    assert match.kills == match.game.state.castle_at
    assert match.moves == sum(token.actor is not None for token in match.game.tokens)
    assert match.game.seed_checks


def test_a_bot_is_shown_its_own_view_and_nothing_else() -> None:
    seen: list[View] = []

    def look(view: View, generator: Generator) -> None:
        assert type(view) is View
        assert type(generator) is Generator
        seen.append(view)

    match = match_of([Told(look) for _ in range(3)])
    assert match.fault is None
    assert len(seen) == match.moves
    for view in seen:
        assert view.seat == view.turn
        assert [bool(hand.cards) for hand in view.hands].count(True) <= 1
        assert all(not hand.cards for seat, hand in enumerate(view.hands) if seat != view.seat)


def test_every_seat_has_its_own_dice() -> None:
    thrown: dict[int | None, Generator] = {}

    def look(view: View, generator: Generator) -> None:
        assert thrown.setdefault(view.seat, generator) is generator

    match_of([Told(look), Told(look)])
    assert thrown[0] is not thrown[1]


def test_the_same_seeds_are_the_same_game() -> None:
    bots: list[Bot] = [RandomBot(), RandomBot()]
    tokens = [match_of(bots, seed=s, roll=r).game.tokens for s, r in ((7, 1), (7, 1), (7, 2))]
    assert tokens[0] == tokens[1]
    assert tokens[0] != tokens[2]


def test_the_deal_does_not_show_in_the_dice() -> None:
    first: list[tuple[int, ...]] = []
    for seed in (1, 2):
        match_of([Told(lambda _, generator: first.append(generator.words()))], seed=seed)
    assert first[0] in first[1:]


def test_the_enemy_that_stood_is_named() -> None:
    match = match_of([RandomBot(), RandomBot()])
    assert match.lost_to == match.game.state.castle_cards()[0]
    assert match.game.outcome is not None
    assert match.game.outcome.ending in (Ending.CANNOT_PAY, Ending.CANNOT_ACT)


def test_only_moves_with_a_choice_count_as_thinking() -> None:
    choices = 0

    def look(view: View, _: Generator) -> None:
        nonlocal choices
        choices += len(moves_of(view, minimal=True)) > 1

    match = match_of([Told(look)], seed=3)
    [thinking] = match.thinking
    assert 0 < thinking.choices == choices <= match.moves
    assert thinking.ms > 0


# Faults


def stumbling(move: object, *, after: int = 3) -> list[Bot]:
    """Two bots, the second of which does something strange on its fourth move."""
    moves = 0

    def stumble(view: View, generator: Generator) -> object:
        nonlocal moves
        moves += 1
        if moves <= after:
            return None
        if isinstance(move, BaseException):
            raise move
        return "None" if move is None else move

    return [RandomBot(), Told(stumble)]


@pytest.mark.parametrize(
    "error",
    [ValueError("oh"), RecursionError(), MemoryError(), SystemExit(3), GeneratorExit()],
    ids=repr,
)
def test_a_bot_that_raises_loses_for_its_table(error: BaseException) -> None:
    match = match_of(stumbling(error, after=0))
    assert match.fault is not None
    assert (match.fault.seat, match.fault.code) == (1, "fault.raised")
    assert match.fault.cause is error
    assert not match.won
    assert match.game.outcome is None
    assert match.fault.view == match.game.view(1)


class Unprintable:
    def __repr__(self) -> str:
        raise ValueError("no")


@pytest.mark.parametrize(
    "garbage", ["p7S", 1.0, True, [], {}, object(), Unprintable(), moves_of, b"", (1, 2)], ids=type
)
def test_what_is_no_move_loses_too(garbage: object) -> None:
    match = match_of(stumbling(garbage, after=0))
    assert match.fault is not None
    assert (match.fault.seat, match.fault.code) == (1, "fault.no_move")
    assert match.fault.returned is garbage


@pytest.mark.parametrize("move", [-1, 0, 1, 2**63, 2**64 + 5, 2**300, FLIP, play([Card(52)])])
def test_an_illegal_move_loses_too(move: int) -> None:
    match = match_of(stumbling(move, after=0))
    assert match.fault is not None
    assert (match.fault.seat, match.fault.code) == (1, "fault.illegal_move")
    assert match.fault.returned == move
    assert isinstance(match.fault.cause, IllegalMoveError)
    assert move not in legal_moves(match.game.state)


def test_a_fault_ends_the_game_where_it_was_made() -> None:
    match = match_of(stumbling(RuntimeError(), after=2), seed=3)
    assert match.fault is not None
    assert match.moves > 2
    assert match.game.state.seat == 1


def test_an_interruption_is_not_a_fault() -> None:
    with pytest.raises(KeyboardInterrupt):
        match_of(stumbling(KeyboardInterrupt(), after=0))


def test_a_view_cannot_be_changed_by_accident() -> None:
    def scribble(view: View, _: Generator) -> None:
        view.hands = ()  # type: ignore[misc]

    match = match_of([Told(scribble)])
    assert match.fault is not None
    assert isinstance(match.fault.cause, FrozenInstanceError)


def test_whoever_forces_a_view_to_change_changes_no_game() -> None:
    def scribble(view: View, generator: Generator) -> Move:
        move = RandomBot().choose(view, generator)
        for name in ("hands", "health", "damage", "due", "turn"):
            object.__setattr__(view, name, 0)
        return move

    honest, forced = match_of([RandomBot()]), match_of([Told(scribble)])
    assert forced.fault is None
    assert forced.game.tokens == honest.game.tokens


def test_whoever_forces_the_rules_to_change_spoils_no_other_game() -> None:
    rules = RuleSet(players=1)

    def scribble(view: View, _: Generator) -> None:
        object.__setattr__(view.rules, "attack", (0, 0, 0))

    play_match(rules, 7, [Told(scribble)], dice(1))
    assert rules == RuleSet(players=1)


def test_every_seat_needs_a_bot_and_dice() -> None:
    for bots, count in (([RandomBot()], 2), ([RandomBot()] * 2, 1), ([RandomBot()] * 3, 3)):
        with pytest.raises(InvalidOptionError) as error:
            play_match(TWO, 1, bots, dice(count))
        assert error.value.code == "match.seats"


def test_a_seat_may_be_named_by_a_bot() -> None:
    """With jesters in the game, bots are asked who goes next as well."""
    named: list[int] = []

    class Names(RandomBot):
        def choose(self, view: View, generator: Generator) -> Move:
            move = super().choose(view, generator)
            named.extend(seat for seat in [move_seat(move)] if seat is not None)
            return move

    rules = RuleSet(players=4)
    for seed in range(40):
        play_match(rules, seed, [Names() for _ in range(4)], dice(4, seed))
    assert set(named) <= {0, 1, 2, 3}
    assert named
