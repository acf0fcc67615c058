"""The speed of the engine, in CPU time on one core.

Random games from deal to end, a measure that every implementation can provide. The best of
several rounds counts: on a busy machine the others only measure the neighbours.
"""

from __future__ import annotations

import time
from dataclasses import dataclass

from .core import RuleSet, random_playouts
from .engine import engine_name

__all__ = ["Speed", "measure_playouts"]


@dataclass(frozen=True, slots=True)
class Speed:
    players: int
    games_per_s: int
    moves_per_s: int
    engine: str


def measure_playouts(players: int, *, seconds: float = 1.0) -> Speed:
    """Play random games for about that long and return the best round's speed."""
    rules = RuleSet(players=players)
    games = 16
    while _cpu_seconds(rules, games, seed=0)[0] < seconds / 20:
        games *= 2
    best = min(_cpu_seconds(rules, games, seed=seed) for seed in range(1, 11))
    elapsed, moves = best
    return Speed(players, round(games / elapsed), round(moves / elapsed), engine_name())


def _cpu_seconds(rules: RuleSet, games: int, *, seed: int) -> tuple[float, int]:
    begin = time.process_time()
    tally = random_playouts(rules, games=games, seed=seed)
    return time.process_time() - begin, tally.moves
