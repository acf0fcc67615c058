"""What a bot is: it is given a view and returns a move."""

from __future__ import annotations

from typing import Protocol

from ...core import Generator, Move, View

__all__ = ["Bot"]


class Bot(Protocol):
    """A player that sees what its seat may know and nothing else.

    All its randomness comes from the generator, so that a game can be reproduced. One bot may play
    several seats and games in turn: everything it has to remember is in the view.
    """

    def choose(self, view: View, generator: Generator) -> Move:
        """Return a legal move for the view's own seat, whose turn it is."""
        ...
