"""The policy: it scores what it may know, and scores are the same compiled and interpreted."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from openregicide.bots import make_bot
from openregicide.bots.search.parameters import Objective, weights_for
from openregicide.bots.search.policy import STARTING_WEIGHTS, Policy
from openregicide.bots.search.worlds import Worlds
from openregicide.core import (
    Generator,
    Move,
    RuleSet,
    State,
    apply,
    is_legal,
    minimal_moves,
    view_for,
)
from support.positions import positions


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_scores_depend_on_nothing_that_is_hidden(players: int) -> None:
    policy = Policy(weights_for(RuleSet(players=players)))
    generator = Generator(players)
    world = State(RuleSet(players=players))
    looked_at = 0
    for state in positions(RuleSet(players=players), 10, seed=players):
        advice = policy.advise(state)
        worlds = Worlds(view_for(state, state.seat))
        for _ in range(3):
            worlds.deal(world, generator)
            assert policy.advise(world) == advice
            looked_at += 1
    assert looked_at > 300


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_the_policy_says_legal_moves_only(players: int) -> None:
    bot = make_bot("policy")
    for state in positions(RuleSet(players=players), 5, seed=50 + players):
        assert is_legal(state, bot.choose(view_for(state, state.seat), Generator(0)))


def test_the_last_king_is_finished_off_whenever_it_can_be() -> None:
    bot = make_bot("policy")
    blows = 0
    for state in positions(RuleSet(players=2), 200, seed=3):
        if state.castle_at == 11 and any(wins(state, move) for move in minimal_moves(state)):
            assert wins(state, bot.choose(view_for(state, state.seat), Generator(0)))
            blows += 1
    assert blows > 10


def wins(state: State, move: Move) -> bool:
    after = state.copy()
    apply(after, move)
    outcome = after.outcome()
    return outcome is not None and outcome.won


SCORES = """
from openregicide.bots.search.policy import STARTING_WEIGHTS, Policy
from openregicide.core import RuleSet
from openregicide.engine import engine_name
from support.positions import positions
print(engine_name())
policy = Policy(STARTING_WEIGHTS)
for players in (1, 2, 3, 4):
    for state in positions(RuleSet(players=players), 3, seed=players):
        moves, scores = policy.advise(state)
        print(*moves, *(score.hex() for score in scores))
"""


def test_compiled_and_interpreted_scores_are_the_same_to_the_last_bit() -> None:
    said = {}
    for engine in ("", "interpreted"):
        run = subprocess.run(
            [sys.executable, "-c", SCORES],
            env=os.environ | {"OPENREGICIDE_ENGINE": engine, "PYTHONPATH": "tests"},
            capture_output=True,
            text=True,
            check=True,
        )
        name, _, said[engine] = run.stdout.partition("\n")
        assert name == "interpreted" or not engine
    assert len(said[""].splitlines()) > 300
    assert said[""] == said["interpreted"]


def test_a_weight_that_is_missing_is_noticed() -> None:
    with pytest.raises(KeyError, match="doom"):
        Policy({name: value for name, value in STARTING_WEIGHTS.items() if name != "doom"})


@pytest.mark.parametrize("objective", list(Objective))
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_every_game_has_weights(players: int, objective: Objective) -> None:
    weights = weights_for(RuleSet(players=players), objective)
    assert weights.keys() == STARTING_WEIGHTS.keys()


def test_the_tuned_policy_wins_far_more_than_the_one_tuning_began_with() -> None:
    rules = RuleSet(players=3)
    before = Policy(STARTING_WEIGHTS).playouts(rules, games=400, seed=1)
    after = Policy(weights_for(rules)).playouts(rules, games=400, seed=1)
    assert after.wins > 1.5 * before.wins > 0
