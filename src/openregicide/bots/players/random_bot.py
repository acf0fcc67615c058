"""The bot that knows nothing: the baseline for all measurements."""

from __future__ import annotations

from ...core import Generator, Move, View, moves_of

__all__ = ["RandomBot"]


class RandomBot:
    """Any legal move, all equally likely."""

    def choose(self, view: View, generator: Generator) -> Move:
        moves = moves_of(view)
        return moves[generator.random_below(len(moves))]
