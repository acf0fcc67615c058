"""What may be done: every legal move, and why another is refused (R12 to R18, R23, R30).

`legal_moves` and `verify` are two readings of the same rules; the tests hold them against each
other over every candidate move. Compiles like `state.py`, with `legal.pxd` beside it.
"""

from __future__ import annotations

from ..errors import IllegalMoveError
from . import bits, codes
from .cards import JESTER, Card, cards_in
from .events import Event
from .moves import Heal, Move
from .phase import Phase
from .refusal import Refusal
from .state import State

__all__ = [
    "announce",
    "apply",
    "is_legal",
    "legal_moves",
    "minimal_moves",
    "narrate",
    "perft",
    "resolve_heal",
    "sample_heal",
    "verify",
]

BUILT_FROM = bits.DIGEST

# R14: the sets of two, three and four of the four suits, and how many of them stay within a
# total of 10 for the numbers 2 to 5: everything, up to three cards, and pairs.
COMBO = [3, 5, 6, 9, 10, 12, 7, 11, 13, 14, 15]
COMBOS_OF_RANK = [0, 11, 10, 6, 6]

# Every legal move


def list_moves(state: State, out: list[int]) -> int:
    """Write every legal move; return their number. `moves_room` says how long `out` must be."""
    if state.phase == codes.PHASE_PLAY:
        return list_plays(state, out)
    if state.phase == codes.PHASE_DISCARD:
        return list_flip(state, out, list_discards(state, out))
    if state.phase == codes.PHASE_NAME_NEXT:
        # R18: any player, also the jester's own.
        for seat in range(state.players):
            out[seat] = codes.NAME_NEXT | seat
        return state.players
    return 0


def list_minimal(state: State, out: list[int]) -> int:
    """Write every legal move, of the discards only those with no card to spare."""
    if state.phase == codes.PHASE_DISCARD:
        hand = state.hands[state.seat] & ~codes.JESTERS
        return list_flip(state, out, list_minimal_discards(state, hand, 0, state.due, out, 0))
    return list_moves(state, out)


def moves_room(state: State) -> int:
    """Return how many moves there can be at the most."""
    if state.phase == codes.PHASE_DISCARD:
        return (1 << bits.size(state.hands[state.seat])) + 1
    return codes.MAX_PLAYS


def list_plays(state: State, out: list[int]) -> int:
    """Write what may be done at step 1 (R12 to R15, R18, R23, R30)."""
    hand = state.hands[state.seat]
    play = codes.PLAY
    count = 0
    # R12: any one card. R18: two jesters in hand are one and the same move.
    mask = hand & ~codes.JESTERS
    while mask:
        out[count] = play | mask & -mask
        count += 1
        mask &= mask - 1
    if hand & codes.JESTERS:
        out[count] = play | codes.ONE_JESTER
        count += 1
    if hand & codes.COMPANIONS:
        if state.many_companions:
            count = list_many_companions(hand, out, count)
        else:
            count = list_companion_pairs(hand, out, count)
    if has_pair(hand >> 4 & 0xFFFF):
        count = list_combos(hand, out, count)
    if state.may_yield():
        out[count] = codes.YIELD
        count += 1
    return list_flip(state, out, count)


def list_companion_pairs(hand: int, out: list[int], count: int) -> int:
    """Write each companion with one other card, a companion too (R13, R15)."""
    play = codes.PLAY
    others = hand & ~codes.JESTERS
    companions = hand & codes.COMPANIONS
    while companions:
        companion = companions & -companions
        others &= ~companion
        mask = others
        while mask:
            out[count] = play | companion | mask & -mask
            count += 1
            mask &= mask - 1
        companions &= companions - 1
    return count


def list_many_companions(hand: int, out: list[int], count: int) -> int:
    """Write any companions together, alone or with one other card (zh, option `many`)."""
    companions = hand & codes.COMPANIONS
    some = companions
    while some:
        if some & (some - 1):
            out[count] = codes.PLAY | some
            count += 1
        mask = hand & ~codes.JESTERS & ~codes.COMPANIONS
        while mask:
            out[count] = codes.PLAY | some | mask & -mask
            count += 1
            mask &= mask - 1
        some = (some - 1) & companions
    return count


def has_pair(groups: int) -> bool:
    """Tell whether any of four groups of four bits has two bits set."""
    next_to = groups & groups >> 1 & 0x7777
    one_between = groups & groups >> 2 & 0x3333
    both_ends = groups & groups >> 3 & 0x1111
    return (next_to | one_between | both_ends) != 0


def list_combos(hand: int, out: list[int], count: int) -> int:
    """Write the sets of one number, 2 to 5 (R14)."""
    play = codes.PLAY
    for rank in range(1, 5):
        group = hand >> (4 * rank) & 15
        if group & (group - 1):
            for i in range(COMBOS_OF_RANK[rank]):
                # Written always and counted only if it fits: quicker than a guess at a branch.
                out[count] = play | (bits.ONE * COMBO[i]) << (4 * rank)
                count += COMBO[i] & ~group == 0
    return count


def list_discards(state: State, out: list[int]) -> int:
    """Write every set of cards that suffices at step 4, surplus cards and all (R17)."""
    hand = state.hands[state.seat]
    count = 0
    # Counting through the subsets. The second jester alone is the same move as the first alone.
    chosen = hand & -hand
    while chosen:
        one_jester = canonical(chosen)
        if one_jester == chosen or not hand & codes.ONE_JESTER:
            if state.covers(chosen, state.due):
                out[count] = codes.DISCARD | one_jester
                count += 1
        chosen = (chosen - hand) & hand
    return count


def list_minimal_discards(
    state: State, hand: int, chosen: int, due: int, out: list[int], count: int
) -> int:
    """Write the discards that suffice, but would not without any one of their cards (R17).

    Cards join from the dearest down, so the card that fills the sum is the cheapest of them:
    if it cannot be spared, none can. Jesters are worth nothing and never join.
    """
    while state.covers(hand, due):
        card = bits.highest(hand)
        hand &= ~(bits.ONE << card)
        if codes.VALUE[card] >= due:
            out[count] = codes.DISCARD | chosen | bits.ONE << card
            count += 1
        else:
            count = list_minimal_discards(
                state, hand, chosen | bits.ONE << card, due - codes.VALUE[card], out, count
            )
    return count


def list_flip(state: State, out: list[int], count: int) -> int:
    """Write a flip behind the other moves, if one is left (R30)."""
    if state.flips:
        out[count] = codes.FLIP
        count += 1
    return count


def canonical(mask: int) -> int:
    """Return the mask with a single jester as the first one."""
    if mask & codes.JESTERS and not mask & codes.ONE_JESTER:
        return mask & ~codes.JESTERS | codes.ONE_JESTER
    return mask


# Why a move is refused


def refusal(state: State, move: int) -> int:
    """Return why the rules refuse a move, or `Refusal.NONE`."""
    kind = move >> codes.KIND_SHIFT
    mask = move & codes.PAYLOAD
    if kind < codes.KIND_PLAY or kind > codes.KIND_FLIP:
        return codes.REFUSAL_MALFORMED
    if state.phase == codes.PHASE_OVER:
        return codes.REFUSAL_GAME_OVER
    if kind == codes.KIND_PLAY:
        if state.phase != codes.PHASE_PLAY:
            return codes.REFUSAL_WRONG_PHASE
        return play_refusal(state, mask)
    if kind == codes.KIND_DISCARD:
        if state.phase != codes.PHASE_DISCARD:
            return codes.REFUSAL_WRONG_PHASE
        return discard_refusal(state, mask)
    if kind == codes.KIND_NAME_NEXT:
        if state.phase != codes.PHASE_NAME_NEXT:
            return codes.REFUSAL_WRONG_PHASE
        return codes.REFUSAL_UNKNOWN_SEAT if mask >= state.players else codes.REFUSAL_NONE
    if mask:
        return codes.REFUSAL_MALFORMED
    if kind == codes.KIND_YIELD:
        if state.phase != codes.PHASE_PLAY:
            return codes.REFUSAL_WRONG_PHASE
        return codes.REFUSAL_NONE if state.may_yield() else codes.REFUSAL_YIELD_NOT_ALLOWED
    # R30: at the start of step 1, or of step 4.
    if state.phase != codes.PHASE_PLAY and state.phase != codes.PHASE_DISCARD:
        return codes.REFUSAL_WRONG_PHASE
    return codes.REFUSAL_NONE if state.flips else codes.REFUSAL_NO_FLIP_LEFT


def hand_refusal(state: State, mask: int) -> int:
    """Return why a hand cannot give these cards up, whatever they are for."""
    if mask & ~codes.ALL_CARDS or (mask & codes.JESTERS and not mask & codes.ONE_JESTER):
        return codes.REFUSAL_MALFORMED
    # The moves X and XX ask for one jester and for two, whichever the hand holds.
    return (
        codes.REFUSAL_NOT_IN_HAND
        if mask & ~canonical(state.hands[state.seat])
        else codes.REFUSAL_NONE
    )


def play_refusal(state: State, mask: int) -> int:
    """Return why cards may not be played now."""
    if not mask:
        return codes.REFUSAL_NO_CARDS
    reason = hand_refusal(state, mask)
    return reason if reason != codes.REFUSAL_NONE else shape_refusal(state, mask)


def shape_refusal(state: State, mask: int) -> int:
    """Return why no hand could play these cards together (R12 to R15, R18)."""
    if not mask & (mask - 1):
        return codes.REFUSAL_NONE
    if mask & codes.JESTERS:
        # R18: a jester is played alone. R13: not even with a companion.
        return (
            codes.REFUSAL_COMPANION_WITH_JESTER
            if mask & codes.COMPANIONS
            else codes.REFUSAL_JESTER_NOT_ALONE
        )
    if mask & codes.COMPANIONS:
        return companion_refusal(state, mask)
    # R14: one number, and at most 10 together; which leaves the numbers 2 to 5.
    rank = bits.lowest(mask) >> 2
    if mask >> (4 * rank) & ~15:
        return codes.REFUSAL_MIXED_RANKS
    return codes.REFUSAL_TOTAL_OVER_10 if state.worth(mask) > 10 else codes.REFUSAL_NONE


def companion_refusal(state: State, mask: int) -> int:
    """Return why companions may not be played with these cards (R13, option `many`)."""
    others = mask & ~codes.COMPANIONS
    if state.many_companions:
        too_many = others & (others - 1) != 0
    else:
        too_many = bits.size(mask) > 2
    return codes.REFUSAL_COMPANION_WITH_TWO_OTHERS if too_many else codes.REFUSAL_NONE


def discard_refusal(state: State, mask: int) -> int:
    """Return why cards do not do as a discard (R17)."""
    reason = hand_refusal(state, mask)
    if reason != codes.REFUSAL_NONE:
        return reason
    return codes.REFUSAL_DISCARD_TOO_SMALL if state.worth(mask) < state.due else codes.REFUSAL_NONE


# The public edge


def legal_moves(state: State) -> list[Move]:
    """Return every legal move of the player to move, in a fixed order."""
    out = bits.room(moves_room(state))
    count = list_moves(state, out)
    return [out[i] for i in range(count)]  # type: ignore[misc]


def minimal_moves(state: State) -> list[Move]:
    """Return the legal moves, of the discards only those with no card to spare."""
    out = bits.room(moves_room(state))
    count = list_minimal(state, out)
    return [out[i] for i in range(count)]  # type: ignore[misc]


def verify(state: State, move: Move) -> None:
    """Return if the move is legal.

    :raises IllegalMoveError: it is not; the error's code says why.
    """
    reason = refusal(state, move) if 0 <= move < 1 << 63 else codes.REFUSAL_MALFORMED
    if reason != codes.REFUSAL_NONE:
        raise _illegal(state, move, Refusal(reason))


def is_legal(state: State, move: Move) -> bool:
    """Tell whether `verify` would let the move pass."""
    return 0 <= move < 1 << 63 and refusal(state, move) == codes.REFUSAL_NONE


def apply(state: State, move: Move) -> None:
    """Make a move in place; a heal is decided by the state's own generator.

    :raises IllegalMoveError: the rules refuse it; the state is unchanged.
    """
    verify(state, move)
    state.advance(move)


def narrate(state: State, move: Move) -> tuple[Event, ...]:
    """Make a move as `apply` does, and return what happened."""
    verify(state, move)
    state.listen(True)
    state.advance(move)
    events = state.take_events()
    state.listen(False)
    return events


def announce(state: State, move: Move) -> tuple[Event, ...]:
    """Make a move, but stop at `Phase.HEAL` when chance has to decide; `resolve_heal` goes on.

    :raises IllegalMoveError: the rules refuse it; the state is unchanged.
    """
    verify(state, move)
    state.listen(True)
    state.step(move)
    events = state.take_events()
    state.listen(False)
    return events


def sample_heal(state: State) -> Heal:
    """Draw from the state's own generator what a heal moves under the tavern (R7).

    :raises IllegalMoveError: no heal is awaited.
    """
    if state.phase != Phase.HEAL:
        raise IllegalMoveError("heal.not_awaited", phase=Phase(state.phase).name.lower())
    state.pick_heal()
    return Heal([Card(min(state.pool[i], JESTER)) for i in range(state.heal_count())])


def resolve_heal(state: State, heal: Heal) -> tuple[Event, ...]:
    """Go on from `Phase.HEAL` with the cards that chance moved under the tavern.

    :raises IllegalMoveError: no heal is awaited, or these are not cards it can have moved.
    """
    if state.phase != Phase.HEAL:
        raise IllegalMoveError("heal.not_awaited", phase=Phase(state.phase).name.lower())
    if len(heal) != state.heal_count():
        raise IllegalMoveError("heal.wrong_count", count=len(heal), expected=state.heal_count())
    left = list(cards_in(state.discard))
    jesters = state.discard & codes.JESTERS
    for i in range(len(heal)):
        if heal[i] not in left:
            raise IllegalMoveError("heal.not_in_discard", card=heal[i])
        left.remove(heal[i])
        if heal[i] == JESTER:
            # Either jester will do, as long as it lies in the discard pile.
            state.pool[i] = bits.lowest(jesters)
            jesters &= jesters - 1
        else:
            state.pool[i] = heal[i]
    state.listen(True)
    state.heal(len(heal))
    events = state.take_events()
    state.listen(False)
    return events


def perft(state: State, depth: int) -> int:
    """Count the ways to make that many moves; games that end on the way count once less.

    Heals go by the state's own generator, so the count belongs to the state with its seed.
    """
    if depth == 0:
        return 1
    moves = legal_moves(state)
    if depth == 1:
        return len(moves)
    total = 0
    child = State(state.rules)
    for move in moves:
        child.copy_from(state)
        apply(child, move)
        total += perft(child, depth - 1)
    return total


def _illegal(state: State, move: Move, reason: Refusal) -> IllegalMoveError:
    values: dict[str, object] = {}
    if reason is Refusal.NOT_IN_HAND:
        hand = canonical(state.hands[state.seat])
        values["cards"] = cards_in(move & codes.PAYLOAD & ~hand)
    elif reason is Refusal.TOTAL_OVER_10:
        values["total"] = state.worth(move & codes.PAYLOAD)
    elif reason is Refusal.DISCARD_TOO_SMALL:
        values["total"] = state.worth(move & codes.PAYLOAD)
        values["due"] = state.due
    elif reason is Refusal.WRONG_PHASE:
        values["phase"] = Phase(state.phase).name.lower()
    elif reason is Refusal.UNKNOWN_SEAT:
        values["seat"] = move & codes.PAYLOAD
        values["players"] = state.players
    return IllegalMoveError(reason.code, **values)
