"""The policy as a player: no search, no luck, and an answer within microseconds."""

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
        """Return the best move by rule of thumb."""
        policy = Policy(weights_for(view.rules, self.objective))
        # Any table that the view allows will do: the policy looks at open cards only.
        moves, scores = policy.advise(world_of(view))
        return Move(moves[scores.index(max(scores))])
