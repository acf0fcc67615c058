"""A bot's move at a table that plays on, whatever the bot does."""

from __future__ import annotations

from collections.abc import Awaitable
from dataclasses import dataclass
from typing import TypeGuard

from ...core import Move, View, moves_of

__all__ = ["Fault", "guarded_move", "is_move"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """What a bot did instead of making a legal move."""

    seat: int
    code: str
    """`fault.raised`, `fault.no_move` or `fault.illegal_move`."""
    view: View
    """What the bot was looking at."""
    returned: object = None
    """What it said instead of a move, or the move that the rules refuse."""
    cause: BaseException | None = None
    """What it raised, or why the rules refuse its move."""


def is_move(said: object) -> TypeGuard[int]:
    """Tell whether what a bot said could be a move at all."""
    # `True` and `1.0` would pass for numbers, but no bot means a move by them.
    return isinstance(said, int) and not isinstance(said, bool)


async def guarded_move(thought: Awaitable[object], view: View) -> tuple[Move, Fault | None]:
    """Return the move that a bot thinks of; if that goes wrong, some legal move, and what did.

    :param thought: the bot at work, wherever and for however long it may be.
    :param view: what it looks at; the move is its viewer's.
    """
    try:
        said = await thought
    except (Exception, SystemExit) as error:
        # A bot of another package may raise anything; the game goes on.
        return _instead(view, "fault.raised", cause=error)
    if not is_move(said):
        return _instead(view, "fault.no_move", returned=said)
    # As listed: who knows what a number of the bot's own making can do.
    legal = [move for move in moves_of(view) if move == said]
    return (legal[0], None) if legal else _instead(view, "fault.illegal_move", returned=said)


def _instead(
    view: View, code: str, *, returned: object = None, cause: BaseException | None = None
) -> tuple[Move, Fault]:
    fault = Fault(seat=view.turn, code=code, view=view, returned=returned, cause=cause)
    return moves_of(view, minimal=True)[0], fault
