"""A bot's move at a table that must play on, whatever the bot does."""

from __future__ import annotations

from collections.abc import Awaitable
from dataclasses import dataclass
from typing import TypeGuard

from ...core import Generator, Move, View, moves_of
from .registry import make_bot

__all__ = ["Fault", "guarded_move", "is_move"]

INSTEAD = "policy"
"""Who moves for a bot that is late or wrong."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """What a bot did instead of making a legal move."""

    seat: int
    code: str
    """`fault.raised`, `fault.no_move` or `fault.illegal_move`."""
    view: View
    """What the bot was looking at."""
    returned: object = None
    """What it returned instead of a move, or the move that the rules refuse."""
    cause: BaseException | None = None
    """What it raised, or why the rules refuse its move."""


def is_move(said: object) -> TypeGuard[int]:
    """Return whether what a bot returned could be a move at all."""
    # `True` and `1.0` equal a number, but no bot means a move by them.
    return isinstance(said, int) and not isinstance(said, bool)


async def guarded_move(thought: Awaitable[object], view: View) -> tuple[Move, Fault | None]:
    """Return a bot's move; if that goes wrong, the policy's move, and the fault.

    :param thought: the bot at work, in whatever thread and for however long.
    :param view: what it was given; the move is its viewer's.
    """
    try:
        said = await thought
    except (Exception, SystemExit) as error:
        # A bot of another package may raise anything; the game continues.
        return _instead(view, "fault.raised", cause=error)
    if not is_move(said):
        return _instead(view, "fault.no_move", returned=said)
    # The listed move, not the bot's own object, which may only look like a number.
    legal = [move for move in moves_of(view) if move == said]
    return (legal[0], None) if legal else _instead(view, "fault.illegal_move", returned=said)


def _instead(
    view: View, code: str, *, returned: object = None, cause: BaseException | None = None
) -> tuple[Move, Fault]:
    fault = Fault(seat=view.turn, code=code, view=view, returned=returned, cause=cause)
    # A tenth of a millisecond, and no dice.
    return make_bot(INSTEAD).choose(view, Generator(0)), fault
