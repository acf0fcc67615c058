"""What a move will do, as far as its player may know.

A preview is worked out by making the move on a table that the view allows, and keeping only what
comes out the same on every such table: numbers, never cards. It compares the table before with
the table after; events would tell the same, but a player wants all moves previewed at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from . import codes
from .legal import apply, is_legal, legal_moves, minimal_moves
from .moves import FLIP, KIND_SHIFT, PAYLOAD, Move
from .phase import Phase
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
    view: View, moves: Iterable[Move] | None = None, *, state: State | None = None
) -> dict[Move, Preview]:
    """Return what each of some moves will do; without moves, each legal move of the viewer.

    :param state: the table that is viewed, if the caller has it; then none has to be laid out. What
        is told is the same on every table that the view allows, and so on this one.
    :raises IllegalMoveError: the rules refuse one of the moves.
    """
    if moves is None and not _may_move(view):
        return {}
    before = world_of(view) if state is None else state
    after = State(before.rules)
    counts = [cards.bit_count() for cards in before.hands[: before.players]]
    told: dict[Move, Preview] = {}
    discards: dict[tuple[int, bool, bool], Preview] = {}
    kills = _kills(view, before) if before.phase == codes.PHASE_DISCARD else []
    for move in legal_moves(before) if moves is None else moves:
        if move >> KIND_SHIFT != codes.KIND_DISCARD:
            told[move] = _told(view, before, after, move, counts)
            continue
        # There may be hundreds of discards, but only a few lead to different things.
        cards = move & PAYLOAD
        gives_kill = bool(kills) and all(cards & kill for kill in kills)
        # Counted, because a move does not tell the jesters apart and a hand does.
        empties = cards.bit_count() == counts[before.seat]
        key = (before.worth(cards), empties, gives_kill)
        if key not in discards or not (moves is None or is_legal(before, move)):
            same = _told(view, before, after, move, counts)
            discards[key] = same._replace(paid=key[0], gives_kill=gives_kill)
        told[move] = discards[key]
    return told


def _told(view: View, before: State, after: State, move: Move, counts: Sequence[int]) -> Preview:
    after.copy_from(before)
    apply(after, move)
    return _compare(view, before, after, move, counts)


def _kills(view: View, before: State) -> list[int]:
    """Return the sets of cards in the hand that would defeat the enemy if it were step 1."""
    left = view.health - view.damage
    # At most clubs double what the cards are worth (R9).
    if 2 * before.worth(before.hands[before.seat]) < left:
        return []
    # Whether it could still do something else in step 1 is not asked.
    attacking, after = State(before.rules), State(before.rules)
    attacking.copy_from(before)
    attacking.retreat()
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


def _compare(view: View, before: State, after: State, move: Move, held: Sequence[int]) -> Preview:
    """Return what a move did to a table, so far as every table that the view allows agrees.

    :param held: how many cards each seat held before it.
    """
    kind = move >> KIND_SHIFT
    draws = _draws(before, after, move, held)
    stuck = after.seat if after.ending == codes.ENDING_CANNOT_ACT else None
    # A hand that drew may hold anything.
    cannot_pay = after.ending == codes.ENDING_CANNOT_PAY and not draws[before.seat]
    loses = stuck is not None or cannot_pay
    if kind != codes.KIND_PLAY or move & codes.JESTERS:
        strikes = kind == codes.KIND_YIELD or (
            kind == codes.KIND_FLIP and before.phase == codes.PHASE_DISCARD
        )
        return Preview(
            damage_after=before.damage,
            shield_after=after.shield,
            draws=draws,
            loses=loses,
            stuck=stuck,
            strike=after.due if strikes else None,
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
        wins=after.ending == codes.ENDING_LAST_KING,
        loses=loses,
        stuck=stuck,
        strike=None if falls else after.due,
    )


def _draws(before: State, after: State, move: Move, held: Sequence[int]) -> tuple[int, ...]:
    """Return how many cards each seat has drawn."""
    if after.tavern_top == before.tavern_top and after.castle_at == before.castle_at:
        return NO_DRAWS[: before.players]
    seat, hands = before.seat, after.hands
    draws = [hands[each].bit_count() - count for each, count in enumerate(held)]
    draws[seat] += held[seat] if move == FLIP else (move & PAYLOAD).bit_count()
    return tuple(draws)
