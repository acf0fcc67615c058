"""The policy as a bot: no search, no dice, and a move within microseconds."""

from __future__ import annotations

from ...core import Generator, Move, View, world_of
from ..search.parameters import Objective, weights_for
from ..search.policy import Policy

__all__ = ["PolicyBot"]


class PolicyBot:
    """Plays the move with the best score."""

    def __init__(self, *, objective: Objective = Objective.WIN) -> None:
        self.objective = objective

    def choose(self, view: View, generator: Generator) -> Move:
        """Return the move with the best score."""
        policy = Policy(weights_for(view.rules, self.objective))
        # Any world will do: the policy looks at open cards only.
        moves, scores = policy.advise(world_of(view))
        return Move(moves[scores.index(max(scores))])
