"""Random games under all rules: what must hold in every position of every game."""

from __future__ import annotations

import copy
import pickle
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from openregicide.core import (
    FLIP,
    JESTER,
    YIELD,
    Card,
    Game,
    Generator,
    Move,
    Phase,
    RuleSet,
    State,
    apply,
    cards_in,
    deck_of,
    discard,
    is_legal,
    legal_moves,
    minimal_moves,
    move_cards,
    name_next,
    new_state,
    play,
    random_move,
    value_of,
    verify,
    view_for,
)
from openregicide.errors import IllegalMoveError
from openregicide.notation import load_game, write_record
from support.random_games import random_game, rule_sets

seeds = st.integers(0, 2**128 - 1)


def all_cards(state: State) -> list[int]:
    cards = [*state.castle_cards(), *(min(card, JESTER) for card in state.tavern_cards())]
    for mask in (*state.hands, state.discard, state.table):
        cards += cards_in(mask)
    return sorted(cards)


def everywhere(game: Game) -> list[State]:
    return [game.at(ply) for ply in range(game.ply + 1)]


@given(rule_sets(), seeds)
def test_no_card_is_ever_lost_or_doubled(rules: RuleSet, seed: int) -> None:
    for state in everywhere(random_game(rules, seed)):
        assert all_cards(state) == sorted(deck_of(rules))


def test_a_game_has_52_52_53_or_54_cards() -> None:
    decks = [len(deck_of(RuleSet(players=players))) for players in (1, 2, 3, 4)]
    assert decks == [52, 52, 53, 54]


@given(rule_sets(), seeds)
def test_hands_never_exceed_the_limit(rules: RuleSet, seed: int) -> None:
    for state in everywhere(random_game(rules, seed)):
        assert all(mask.bit_count() <= rules.hand_limit for mask in state.hands)


@given(rule_sets(), seeds)
def test_every_game_ends(rules: RuleSet, seed: int) -> None:
    game = random_game(rules, seed)
    assert game.outcome is not None
    assert game.outcome.won == (game.state.castle_at == 12)


def candidates(state: State) -> set[Move]:
    """Everything a confused player might try: any part of the hand, and two cards beside it."""
    hand = list(cards_in(state.hands[state.seat]))
    others = [Card(card) for card in range(53) if card not in hand][::17]
    tried = {YIELD, FLIP, *(name_next(seat) for seat in range(6))}
    tried |= {play([]), discard([])}
    for size in range(1, min(len(hand), 6) + 1):
        for cards in combinations(hand, size):
            tried |= {play(cards), discard(cards)}
    tried |= {discard(hand)} if hand else set()
    for cards in combinations([*hand, *others], 2):
        if cards.count(JESTER) < 3:
            tried |= {play(cards), discard(cards)}
    return tried


@given(rule_sets(max_hand=8), seeds, st.integers(0, 60))
def test_a_move_is_legal_exactly_if_it_is_accepted(rules: RuleSet, seed: int, moves: int) -> None:
    state = random_game(rules, seed, moves=moves).state
    tried = candidates(state)
    legal = set(legal_moves(state))
    small = {move for move in legal if len(move_cards(move)) <= 6} | (legal & tried)
    assert small == {move for move in tried if is_legal(state, move)}
    assert len(legal) == len(legal_moves(state))


@given(rule_sets(max_hand=8), seeds, st.integers(0, 60))
def test_a_refused_move_changes_nothing(rules: RuleSet, seed: int, moves: int) -> None:
    state = random_game(rules, seed, moves=moves).state
    before = (state.key(), state.generator.words(), state.ply)
    for move in candidates(state):
        if is_legal(state, move):
            verify(state, move)
            continue
        with pytest.raises(IllegalMoveError):
            apply(state, move)
        assert (state.key(), state.generator.words(), state.ply) == before


@given(rule_sets(max_hand=8), seeds, st.integers(0, 60))
def test_minimal_discards_are_the_legal_ones_without_a_card_to_spare(
    rules: RuleSet, seed: int, moves: int
) -> None:
    state = random_game(rules, seed, moves=moves).state
    minimal = minimal_moves(state)
    if state.phase != Phase.DISCARD:
        assert minimal == legal_moves(state)
        return

    def spares_none(move: Move) -> bool:
        values = [value_of(card) for card in move_cards(move)]
        return not values or sum(values) - min(values) < state.due

    assert sorted(minimal) == sorted(move for move in legal_moves(state) if spares_none(move))


@given(rule_sets(), seeds)
def test_a_replayed_record_ends_the_same(rules: RuleSet, seed: int) -> None:
    game = random_game(rules, seed)
    again = load_game(write_record(game.record()))
    assert again.state.key() == game.state.key()
    assert again.outcome == game.outcome
    assert again.events == game.events
    assert again.seed_checks


@given(rule_sets(), seeds)
def test_a_copy_goes_on_as_the_original_does(rules: RuleSet, seed: int) -> None:
    state = new_state(rules, seed)
    other = State(rules)
    ours, theirs = Generator(seed), Generator(seed)
    while state.phase != Phase.OVER:
        other.copy_from(state)
        move = random_move(state, ours)
        apply(state, move)
        apply(other, random_move(other, theirs))
        assert other.key() == state.key()
        assert other.generator.words() == state.generator.words()


@given(rule_sets(), seeds)
def test_a_pickled_state_goes_on_as_the_original_does(rules: RuleSet, seed: int) -> None:
    state = new_state(rules, seed)
    chooser = Generator(seed)
    while state.phase != Phase.OVER:
        other = pickle.loads(pickle.dumps(state))
        again = copy.deepcopy(other)
        move = random_move(state, chooser)
        for each in (state, other, again):
            apply(each, move)
        assert other.key() == again.key() == state.key()
        assert other.generator.words() == again.generator.words() == state.generator.words()
        for seat in (None, *range(rules.players)):
            assert view_for(other, seat) == view_for(state, seat)


@given(rule_sets(), seeds)
def test_a_pickled_game_knows_how_it_ended(rules: RuleSet, seed: int) -> None:
    state = random_game(rules, seed).state
    again = pickle.loads(pickle.dumps(state))
    assert again.outcome() == state.outcome()
    assert (again.key(), again.due) == (state.key(), state.due)


def test_a_printed_state_shows_no_card() -> None:
    state = new_state(RuleSet(players=2), 1)
    assert repr(state) == "<State players=2 phase=PLAY seat=0 ply=0>"
