"""Moves as text, readable without a position: `p3H3S`, `d4DJC`, `y`, `n2`, `j`, `h3C9D`."""

from __future__ import annotations

from functools import lru_cache

from ..core import (
    FLIP,
    YIELD,
    Action,
    Heal,
    Move,
    MoveKind,
    discard,
    move_cards,
    move_kind,
    move_seat,
    name_next,
    play,
)
from ..errors import InvalidMoveError
from .cards import format_cards, take_cards
from .text import Scanner

__all__ = ["format_action", "format_move", "parse_action", "parse_move"]


@lru_cache(1 << 14)
def format_move(move: Move) -> str:
    """Format a player's move."""
    match move_kind(move):
        case MoveKind.PLAY:
            return "p" + format_cards(move_cards(move))
        case MoveKind.DISCARD:
            return "d" + format_cards(move_cards(move))
        case MoveKind.YIELD:
            return "y"
        case MoveKind.FLIP:
            return "j"
        case MoveKind.NAME_NEXT:
            return f"n{move_seat(move)}"


def format_action(action: Action) -> str:
    """Format a player's move, or what chance decided."""
    if isinstance(action, Heal):
        return "h" + format_cards(action)
    return format_move(action)


@lru_cache(1 << 14)
def parse_move(text: str) -> Move:
    """Parse a player's move, legal or not.

    :raises InvalidMoveError: the text is not a move, or it is one of chance.
    """
    action = parse_action(text)
    if isinstance(action, Heal):
        raise InvalidMoveError("move.of_chance", text=text, at=0)
    return action


def parse_action(text: str) -> Action:
    """Parse a player's move, or what chance decided.

    :raises InvalidMoveError: the text is neither.
    """
    scanner = Scanner(text, InvalidMoveError)
    action: Action
    match scanner.take("pdynjh", "move.verb"):
        case "p":
            action = play(take_cards(scanner))
        case "d":
            action = discard(take_cards(scanner))
        case "y":
            action = YIELD
        case "j":
            action = FLIP
        case "n":
            action = name_next(int(scanner.take("0123456789", "move.seat")))
        case _:
            action = Heal(take_cards(scanner, ordered=True))
    scanner.end("move.too_long")
    return action
