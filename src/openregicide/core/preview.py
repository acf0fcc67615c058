"""What a move will do, as far as its player may know.

A preview is worked out by making the move on a table that the view allows, and keeping only what
comes out the same on every such table: numbers, never cards. It compares the table before with
the table after; events would tell the same, but a player wants all moves previewed at once.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import NamedTuple

from . import codes
from .legal import apply, is_legal, legal_moves, minimal_moves
from .moves import FLIP, KIND_SHIFT, PAYLOAD, Move, MoveKind
from .phase import Ending, Phase
from .state import State
from .view import View, world_of

__all__ = ["Preview", "moves_of", "preview", "previews"]

NO_DRAWS = (0, 0, 0, 0)


class Preview(NamedTuple):
    """What one move will do. A tuple, because many are made and few are kept."""

    attack: int = 0
    """The attack value of the play (R5)."""
    doubled: bool = False
    """Whether clubs double the damage (R9)."""
    damage: int = 0
    damage_after: int = 0
    """The damage on the enemy once this is dealt."""
    shield_after: int = 0
    """What the enemy's attack is then lowered by (R10, R20)."""
    heal: int = 0
    """Cards that go under the tavern (R7)."""
    draws: tuple[int, ...] = ()
    """Cards that each seat draws (R8, R30)."""
    blocked: bool = False
    """Whether the enemy's immunity swallows a power (R11)."""
    falls: bool = False
    exact: bool = False
    """Whether the enemy falls exactly, and goes on top of the tavern (R16)."""
    wins: bool = False
    loses: bool = False
    """Whether the game is then lost, whatever the hidden cards are (R17, R25)."""
    stuck: int | None = None
    """The seat that can then neither play nor yield (R25)."""
    strike: int | None = None
    """What the enemy then strikes the player for; `None` when it does not come to that."""
    paid: int = 0
    """What a discard is worth (R17)."""
    gives_kill: bool = False
    """Whether the hand could defeat the enemy, as it stands, but not without this discard."""

    @property
    def draw(self) -> int:
        """Cards drawn in all."""
        return sum(self.draws)


def moves_of(view: View, *, minimal: bool = False) -> tuple[Move, ...]:
    """Return the legal moves of the viewer; none if it is not their turn.

    :param minimal: of the discards only those with no card to spare.
    """
    if not _may_move(view):
        return ()
    state = world_of(view)
    return tuple(minimal_moves(state) if minimal else legal_moves(state))


def preview(view: View, move: Move) -> Preview:
    """Return what a move of the player to move will do.

    :raises IllegalMoveError: the rules refuse the move.
    """
    return previews(view, [move])[move]


def previews(
    view: View, moves: Iterable[Move] | None = None, *, checked: bool = True
) -> dict[Move, Preview]:
    """Return what each of some moves will do; without moves, each legal move of the viewer.

    :param checked: whether the view may have been invented.
    :raises IllegalMoveError: the rules refuse one of the moves.
    """
    if moves is None and not _may_move(view):
        return {}
    before = world_of(view, checked=checked)
    after = State(before.rules)
    hand = before.hands[before.seat]
    told: dict[Move, Preview] = {}
    discards: dict[bool, Preview] = {}
    kills = _kills(view, before) if before.phase == Phase.DISCARD else []
    for move in legal_moves(before) if moves is None else moves:
        discard = move >> KIND_SHIFT == MoveKind.DISCARD
        empty = move & PAYLOAD == hand
        # There may be hundreds of discards; all that leave some cards lead to the same.
        if discard and empty in discards and (moves is None or is_legal(before, move)):
            same = discards[empty]
        else:
            after.copy_from(before)
            apply(after, move)
            same = _compare(view, before, after, move)
        if discard:
            discards[empty] = same
            gives_kill = bool(kills) and all(move & kill for kill in kills)
            same = Preview(*same[:-2], before.worth(move & PAYLOAD), gives_kill)
        told[move] = same
    return told


def _kills(view: View, before: State) -> list[int]:
    """Return the sets of cards in the hand that would defeat the enemy if it were step 1."""
    left = view.health - view.damage
    # At most clubs double what the cards are worth (R9).
    if 2 * before.worth(before.hands[before.seat]) < left:
        return []
    # Whether it could still do something else in step 1 is not asked.
    attacking = world_of(replace(view, phase=Phase.PLAY, due=0), checked=False)
    after = State(attacking.rules)
    kills = []
    for move in legal_moves(attacking):
        cards = move & PAYLOAD
        if 2 * attacking.worth(cards) >= left:
            after.copy_from(attacking)
            apply(after, move)
            if after.castle_at > attacking.castle_at:
                kills.append(cards)
    return kills


def _may_move(view: View) -> bool:
    return view.seat == view.turn and view.phase not in (Phase.HEAL, Phase.OVER)


def _compare(view: View, before: State, after: State, move: Move) -> Preview:
    """Return what a move did to a table, so far as every table that the view allows agrees."""
    kind = move >> KIND_SHIFT
    draws = _draws(before, after, move)
    stuck = after.seat if after.ending == Ending.CANNOT_ACT else None
    # A hand that drew may hold anything.
    cannot_pay = after.ending == Ending.CANNOT_PAY and not draws[view.turn]
    loses = stuck is not None or cannot_pay
    if kind != MoveKind.PLAY or move & codes.JESTERS:
        strikes = kind == MoveKind.YIELD or (
            kind == MoveKind.FLIP and before.phase == Phase.DISCARD
        )
        return Preview(
            damage_after=before.damage,
            shield_after=after.shield,
            draws=draws,
            loses=loses,
            stuck=stuck,
            strike=after.due if strikes else None,
            paid=before.worth(move & PAYLOAD) if kind == MoveKind.DISCARD else 0,
        )
    falls = after.castle_at > before.castle_at
    exact = falls and not after.discard >> before.castle_cards()[0] & 1
    attack, powers = after.attack_value, after.powers
    # Damage and shield are added up here because a fallen enemy takes them along (R9, R10, R16).
    doubled = bool(powers & codes.CLUBS)
    damage = 2 * attack if doubled else attack
    shield = attack if powers & codes.SPADES else 0
    return Preview(
        attack=attack,
        doubled=doubled,
        damage=damage,
        damage_after=before.damage + damage,
        shield_after=before.shield + shield,
        heal=after.tavern_count - before.tavern_count + sum(draws) - exact,
        draws=draws,
        blocked=view.immune is not None and bool(move & codes.ONE_SUIT << view.immune),
        falls=falls,
        exact=exact,
        wins=after.ending == Ending.LAST_KING,
        loses=loses,
        stuck=stuck,
        strike=None if falls else after.due,
    )


def _draws(before: State, after: State, move: Move) -> tuple[int, ...]:
    """Return how many cards each seat has drawn."""
    if after.tavern_top == before.tavern_top and after.castle_at == before.castle_at:
        return NO_DRAWS[: before.players]
    held = [hand.bit_count() for hand in before.hands]
    given = held[before.seat] if move == FLIP else (move & PAYLOAD).bit_count()
    held[before.seat] -= given
    hands = after.hands
    return tuple(hands[seat].bit_count() - held[seat] for seat in range(before.players))
