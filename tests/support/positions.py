"""Positions of games that are played well enough to get far."""

from __future__ import annotations

from collections.abc import Iterator

from openregicide.bots.search.policy import STARTING_WEIGHTS, Policy
from openregicide.core import Generator, Move, RuleSet, State, apply, new_state, random_move

__all__ = ["positions"]


def positions(rules: RuleSet, games: int, *, seed: int = 0, luck: int = 8) -> Iterator[State]:
    """Yield every position of some games; one move in `luck` is a random one."""
    policy = Policy(STARTING_WEIGHTS)
    chooser = Generator(seed)
    for _ in range(games):
        state = new_state(rules, chooser.new_seed())
        while state.outcome() is None:
            yield state
            if chooser.random_below(luck) == 0:
                apply(state, random_move(state, chooser))
            else:
                moves, scores = policy.advise(state)
                apply(state, Move(moves[scores.index(max(scores))]))
