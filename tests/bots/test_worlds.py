"""Worlds: every state that a view allows, each as often as any other, and no other."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from itertools import permutations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from openregicide.bots.search.worlds import Worlds
from openregicide.core import (
    Card,
    Game,
    Generator,
    Outcome,
    Phase,
    RuleSet,
    State,
    View,
    cards_in,
    value_of,
    view_for,
)
from support.positions import positions
from support.random_games import games

World = tuple[tuple[tuple[Card, ...], ...], tuple[Card, ...], tuple[Card, ...]]
"""Hands, tavern and castle of one table."""

MOST_WORLDS = 200


def world_in(state: State) -> World:
    hands = tuple(tuple(sorted(cards_in(state.hands[seat]))) for seat in range(state.players))
    tavern = tuple(Card(min(card, 52)) for card in state.tavern_cards())
    return hands, tavern, tuple(Card(card) for card in state.castle_cards())


def deal(view: View, orders: tuple[tuple[Card, ...], ...], castle: tuple[Card, ...]) -> World:
    """Deal the layers in the given orders to the places that the view names."""
    supply = [list(order) for order in orders]
    hands = tuple(
        tuple(sorted(hand.cards))
        or tuple(sorted(supply[part.layer].pop() for part in hand.parts for _ in range(part.count)))
        for hand in view.hands
    )
    tavern = tuple(supply[part.layer].pop() for part in view.tavern for _ in range(part.count))
    return hands, tavern, castle


def castles(view: View) -> Iterator[tuple[Card, ...]]:
    """Every order in which the royals to come may stand: jacks, queens, kings."""
    ranks = [[card for card in view.royals if card >> 2 == rank] for rank in (10, 11, 12)]
    for jacks, queens, kings in product(*(permutations(rank) for rank in ranks)):
        assert view.enemy is not None
        yield (view.enemy, *jacks, *queens, *kings)


def all_worlds(view: View) -> set[World]:
    """Every table that the view allows, by trying everything."""
    worlds = {
        deal(view, orders, castle)
        for orders in product(*(set(permutations(layer)) for layer in view.layers))
        for castle in castles(view)
    }
    if view.phase is Phase.DISCARD and not view.flips:
        # R17: the game is not over, so the player to move can pay.
        worlds = {w for w in worlds if sum(map(value_of, w[0][view.turn])) >= view.due}
    return worlds


def orders_of(view: View) -> int:
    """How many orders `all_worlds` would have to try."""
    royals = [sum(card >> 2 == rank for card in view.royals) for rank in (10, 11, 12)]
    return math.prod(math.factorial(len(group)) for group in view.layers) * math.prod(
        math.factorial(count) for count in royals
    )


def small_views(players: int, *, own_turn: bool) -> list[View]:
    """Views late in real games that leave little open, but not nothing."""
    found: dict[tuple[object, ...], View] = {}
    for state in positions(RuleSet(players=players), 150, seed=players):
        for seat in range(players):
            if (seat == state.seat) is not own_turn or state.tavern_count > 8:
                continue
            view = view_for(state, seat)
            # One for each kind: where the hidden cards lie, and in which phase.
            kind = (view.phase, len(view.layers), len(view.tavern))
            if kind in found or not 6 <= orders_of(view) <= 2000:
                continue
            if 6 <= len(all_worlds(view)) <= MOST_WORLDS:
                found[kind] = view
    return list(found.values())


def assert_uniform(counts: Counter[World], worlds: set[World], dealt: int) -> None:
    """Pearson's test, at odds of about one in a million against a false alarm."""
    assert set(counts) == worlds, "a table that cannot be, or one that never comes"
    expected = dealt / len(worlds)
    chi_square = sum((counts[world] - expected) ** 2 / expected for world in worlds)
    freedom = len(worlds) - 1
    assert chi_square < freedom + 5 * math.sqrt(2 * freedom) + 16


@pytest.mark.parametrize("own_turn", [True, False])
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_every_world_that_a_view_allows_is_equally_likely(players: int, own_turn: bool) -> None:
    if players == 1 and not own_turn:
        return
    views = small_views(players, own_turn=own_turn)
    assert len(views) >= 3
    for number, view in enumerate(views):
        worlds = all_worlds(view)
        dealer = Worlds(view)
        generator = Generator(number)
        state = State(view.rules)
        counts: Counter[World] = Counter()
        dealt = 60 * len(worlds)
        for _ in range(dealt):
            dealer.deal(state, generator)
            counts[world_in(state)] += 1
        assert_uniform(counts, worlds, dealt)


def test_the_test_of_uniformity_notices_a_loaded_deal() -> None:
    worlds: set[World] = {((), (), (Card(number),)) for number in range(20)}
    even = Counter(dict.fromkeys(worlds, 60))
    assert_uniform(even, worlds, 1200)
    loaded = even.copy()
    first, second, *_ = sorted(worlds)
    loaded[first] += 50
    loaded[second] -= 50
    with pytest.raises(AssertionError):
        assert_uniform(loaded, worlds, 1200)
    del loaded[second]
    with pytest.raises(AssertionError, match="never comes"):
        assert_uniform(loaded, worlds, 1200)


@given(games(), st.integers(0, 2**64))
@settings(max_examples=60)
def test_a_world_never_contradicts_the_view(game: Game, seed: int) -> None:
    if game.outcome is not None or game.state.phase == Phase.HEAL:
        return
    generator = Generator(seed)
    for seat in (None, *range(game.state.players)):
        view = view_for(game.state, seat)
        dealer = Worlds(view)
        state = State(view.rules)
        for _ in range(5):
            dealer.deal(state, generator)
            assert view_for(state, seat) == view


@given(st.integers(0, 2**64))
@settings(max_examples=20)
def test_heals_to_come_differ_from_world_to_world(seed: int) -> None:
    view = view_for(next(positions(RuleSet(players=2), 1, seed=seed)), 0)
    dealer = Worlds(view)
    generator = Generator(seed)
    state = State(view.rules)
    streams = set()
    for _ in range(10):
        dealer.deal(state, generator)
        streams.add(state.generator.words())
    assert len(streams) == 10


def test_a_view_with_nothing_hidden_has_one_world() -> None:
    for state in positions(RuleSet(players=1), 200, seed=7):
        view = view_for(state, 0)
        if orders_of(view) == 1 and not view.tavern:
            dealer = Worlds(view)
            dealt = State(view.rules)
            dealer.deal(dealt, Generator(1))
            assert world_in(dealt) == world_in(state)
            assert isinstance(dealt.outcome(), Outcome | None)
            return
    pytest.fail("no such position in 200 games")
