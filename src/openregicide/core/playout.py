"""Random games at full speed: the yardstick for the engine, and a floor for bots.

Compiles like `state.py`. A random player picks any legal play with equal chance, and discards
cards in random order until they suffice.
"""

from __future__ import annotations

from dataclasses import dataclass

from . import bits, codes, legal
from .moves import Move
from .options import RuleSet
from .rng import Generator
from .state import State

__all__ = ["Tally", "random_move", "random_playouts"]

BUILT_FROM = bits.DIGEST


@dataclass(frozen=True, slots=True)
class Tally:
    """What came of many random games."""

    games: int
    moves: int
    wins: int
    kills: int


def choose(state: State, chooser: Generator, out: list[int]) -> int:
    """Return a random legal move; `out` is room for the plays."""
    if state.phase == codes.PHASE_PLAY:
        return out[chooser.below(legal.list_plays(state, out))]
    if state.phase == codes.PHASE_DISCARD:
        return choose_discard(state, chooser)
    return codes.NAME_NEXT | chooser.below(state.players)


def choose_discard(state: State, chooser: Generator) -> int:
    """Return a discard of cards in random order until they suffice, or now and then a flip."""
    hand = state.hands[state.seat]
    count = bits.size(hand)
    if state.flips and (not state.covers(hand, state.due) or chooser.below(count + 1) == 0):
        return codes.FLIP
    for i in range(count):
        state.pool[i] = bits.lowest(hand)
        hand &= hand - 1
    chosen = 0
    worth = 0
    # One random fraction serves for all the choices: what each leaves over goes on to the next.
    fraction = chooser.word()
    while worth < state.due:
        fraction = (fraction & bits.WORD) * count
        i = fraction >> 32
        card = state.pool[i]
        count -= 1
        state.pool[i] = state.pool[count]
        worth += codes.VALUE[card]
        chosen |= bits.ONE << card
    return codes.DISCARD | chosen


def finish_game(state: State, chooser: Generator, out: list[int]) -> int:
    """Play on at random to the end; return the number of moves."""
    moves = 0
    while state.phase != codes.PHASE_OVER:
        state.advance(choose(state, chooser, out))
        moves += 1
    return moves


def play_games(
    state: State, chooser: Generator, games: int, out: list[int], totals: list[int]
) -> None:
    """Deal and play games at random; the totals are those of a `Tally`."""
    totals[0] = totals[1] = totals[2] = 0
    for _ in range(games):
        state.deal(0)
        totals[0] += finish_game(state, chooser, out)
        totals[1] += state.ending == codes.ENDING_LAST_KING
        totals[2] += state.castle_at


def random_move(state: State, chooser: Generator) -> Move:
    """Return a random legal move of a game that is not over."""
    return Move(legal.canonical(choose(state, chooser, bits.room(codes.MAX_PLAYS))))


def random_playouts(rules: RuleSet, *, games: int, seed: int) -> Tally:
    """Deal and play that many random games; the seed decides everything."""
    chooser = Generator(seed)
    state = State(rules)
    state.generator.reseed(chooser.new_seed())
    totals = bits.room(3)
    play_games(state, chooser, games, bits.room(codes.MAX_PLAYS), totals)
    return Tally(games, totals[0], totals[1], totals[2])
