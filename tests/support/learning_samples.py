"""Positions and small nets for these tests."""

from __future__ import annotations

from itertools import islice

import numpy as np

from learning.model import WIDTH, Model
from learning.samples import Recorder, Samples
from openregicide.core import RuleSet, State
from support.positions import positions

__all__ = ["random_model", "samples_of", "some_positions"]


def some_positions(players: int, count: int) -> list[State]:
    """Positions of as many games as it takes."""
    games = positions(RuleSet(players=players), count)
    return [state.copy() for state in islice(games, count)]


def samples_of(players: int, count: int, *, per_game: int = 5) -> Samples:
    """Samples whose games are won if the player to move has more than half of a hand."""
    recorder = Recorder(players)
    for i, state in enumerate(some_positions(players, count)):
        recorder.note(state)
        won = state.hands[state.seat].bit_count() > 4
        recorder.end(i // per_game, won=won, flips=state.flips)
    return recorder.samples()


def random_model(outputs: int, hidden: int = 8, second: int = 4) -> Model:
    random = np.random.default_rng(1)
    seen = np.ones(WIDTH, bool)
    model = Model.fresh(hidden, second, np.full(outputs, 0.4), seen, random)
    model.b1 += random.normal(0, 0.1, hidden).astype(np.float32)
    model.b2 += random.normal(0, 0.1, second).astype(np.float32)
    return model
