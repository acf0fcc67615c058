"""Moves: what a player may say at the table.

A move is one number, so that it is cheap to make, compare, store and send: the kind in the
bits from 56 on, below it the mask of the cards or the seat named. `Heal` is the one thing that
chance decides during a game: which cards a heal moved under the tavern, and in which order.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum
from typing import NewType

from . import codes
from .cards import Card, Cards, cards_in, mask_of

__all__ = [
    "FLIP",
    "KIND_SHIFT",
    "NO_SEAT",
    "PAYLOAD",
    "YIELD",
    "Action",
    "Heal",
    "Move",
    "MoveKind",
    "Seat",
    "discard",
    "move_cards",
    "move_kind",
    "move_seat",
    "name_next",
    "play",
]

Move = NewType("Move", int)
Seat = NewType("Seat", int)

KIND_SHIFT = codes.KIND_SHIFT
NO_SEAT = codes.NO_SEAT
PAYLOAD = codes.PAYLOAD


class MoveKind(IntEnum):
    PLAY = codes.KIND_PLAY
    """R5: play cards against the enemy, a jester included."""
    DISCARD = codes.KIND_DISCARD
    """R17: discard cards to suffer the enemy's attack."""
    YIELD = codes.KIND_YIELD
    """R23: skip to step 4."""
    NAME_NEXT = codes.KIND_NAME_NEXT
    """R18: after a jester, say who goes next."""
    FLIP = codes.KIND_FLIP
    """R30: flip a solo jester."""


YIELD = Move(codes.YIELD)
FLIP = Move(codes.FLIP)


class Heal(tuple[Card, ...]):
    """Chance: the cards a heal moved under the tavern, uppermost first (R7)."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"Heal({tuple(self)!r})"


Action = Move | Heal
"""What a record is made of: players' moves, and chance."""


def play(cards: Iterable[Card]) -> Move:
    return Move(codes.PLAY | mask_of(cards))


def discard(cards: Iterable[Card]) -> Move:
    return Move(codes.DISCARD | mask_of(cards))


def name_next(seat: int) -> Move:
    return Move(codes.NAME_NEXT | seat)


# Quicker than asking the enumeration.
_KINDS = {int(kind): kind for kind in MoveKind}


def move_kind(move: Move) -> MoveKind:
    """Return the kind of a move.

    :raises ValueError: the number is no move at all.
    """
    return _KINDS.get(move >> KIND_SHIFT) or MoveKind(move >> KIND_SHIFT)


def move_cards(move: Move) -> Cards:
    """Return the cards played or discarded; empty for the other kinds."""
    if move_kind(move) in (MoveKind.PLAY, MoveKind.DISCARD):
        return cards_in(move & PAYLOAD)
    return ()


def move_seat(move: Move) -> Seat | None:
    """Return the seat that a move names, if it names one."""
    return Seat(move & PAYLOAD) if move_kind(move) is MoveKind.NAME_NEXT else None
