"""What a bot is: something that looks at a view and says a move."""

from __future__ import annotations

from typing import Protocol

from ...core import Generator, Move, View

__all__ = ["Bot"]


class Bot(Protocol):
    """A player that sees what its seat may know and nothing else.

    Whatever it decides by chance comes from the generator, so that a game can be played again.
    One bot may serve several seats and games in turn: what it has to remember is in the view.
    """

    def choose(self, view: View, generator: Generator) -> Move:
        """Return a legal move for the view's own seat, whose turn it is."""
        ...
