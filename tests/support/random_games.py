"""Random games under random rules, for every test that wants many different positions."""

from __future__ import annotations

from hypothesis import strategies as st

from openregicide.core import Companions, Game, Generator, RuleSet, Talk, new_state, random_move
from openregicide.core.options import Mulligan

__all__ = ["games", "random_game", "rule_sets", "seeds"]

ANOTHER_STREAM = 0x5EED << 96
"""So that the moves of a random game are not drawn from the numbers that dealt it."""


@st.composite
def rule_sets(draw: st.DrawFn, *, players: int | None = None, max_hand: int = 12) -> RuleSet:
    """Rules with any option changed, those that make for long games more often."""
    if players is None:
        players = draw(st.integers(1, 4))
    jesters = draw(st.integers(0, 2))
    most = min(max_hand, (40 + jesters) // players)
    weak, strong = st.integers(0, 12), st.integers(0, 250)
    frail, hardy = st.integers(1, 25), st.integers(1, 250)
    return RuleSet(
        players=players,
        companions=draw(st.sampled_from(Companions)),
        talk=draw(st.sampled_from(Talk)),
        solo_yield=draw(st.booleans()),
        jesters=jesters,
        flips=draw(st.integers(0, 2 - jesters if players == 1 else 0)),
        hand_limit=draw(st.integers(min(4, most), most) | st.integers(1, most)),
        attack=draw(
            st.just((10, 15, 20)) | st.tuples(weak, weak, weak) | st.tuples(strong, strong, strong)
        ),
        mulligan=draw(st.sampled_from(Mulligan)),
        health=draw(
            st.just((20, 30, 40)) | st.tuples(frail, frail, frail) | st.tuples(hardy, hardy, hardy)
        ),
    )


def seeds() -> st.SearchStrategy[int]:
    """Any seed of a game."""
    return st.integers(0, 2**128 - 1)


def random_game(rules: RuleSet, seed: int, *, moves: int | None = None) -> Game:
    """Play at random, to the end or for so many moves; the seed decides everything."""
    chooser = Generator(seed ^ ANOTHER_STREAM)
    first = chooser.random_below(rules.players)
    game = Game(new_state(rules, seed, first=first), seed=seed)
    made = 0
    while game.outcome is None and made != moves:
        game.push(random_move(game.state, chooser))
        made += 1
    return game


@st.composite
def games(draw: st.DrawFn) -> Game:
    """Random games, some of them stopped before the end, or in the middle of a heal."""
    game = random_game(draw(rule_sets()), draw(seeds()))
    if draw(st.booleans()):
        game.rewind(draw(st.integers(0, game.ply)))
    return game
