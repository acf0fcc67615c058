"""A game's history: forwards, backwards, sideways, and onto paper."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from openregicide.core import Game, Heal, Record, RuleSet, Token, new_state, random_move
from openregicide.core.rng import Generator
from openregicide.errors import IllegalMoveError, InvalidOptionError
from openregicide.notation import parse_move, parse_rfen
from support.random_games import random_game, rule_sets

seeds = st.integers(0, 2**128 - 1)


@given(rule_sets(), seeds)
def test_popping_every_move_leads_back_to_the_start(rules: RuleSet, seed: int) -> None:
    game = random_game(rules, seed)
    moves = []
    while game.ply:
        moves.append(game.pop())
    assert game.state.key() == new_state(rules, seed, first=game.start.seat).key()
    for move in reversed(moves):
        game.push(move)
    # The same heals come again: the generator went back too.
    assert game.state.key() == random_game(rules, seed).state.key()
    assert game.outcome is not None


@given(rule_sets(), seeds, st.data())
def test_rewinding_to_a_ply_gives_the_position_it_had(
    rules: RuleSet, seed: int, data: st.DataObject
) -> None:
    game = random_game(rules, seed)
    ply = data.draw(st.integers(0, game.ply))
    expected = game.at(ply).key()
    game.rewind(ply)
    assert (game.ply, game.state.key()) == (ply, expected)


def test_a_branch_leaves_the_game_alone() -> None:
    game = random_game(RuleSet(players=3), 4, moves=8)
    before = game.state.key()
    branch = game.branch(2)
    chooser = Generator(1)
    while branch.outcome is None:
        branch.push(random_move(branch.state, chooser))
    assert game.state.key() == before
    assert game.ply >= 8
    assert branch.tokens[:2] == game.tokens[:2]


def test_a_game_cannot_be_rewound_to_where_it_never_was() -> None:
    game = random_game(RuleSet(players=2), 4, moves=3)
    for ply in (-1, game.ply + 1):
        with pytest.raises(InvalidOptionError) as caught:
            game.rewind(ply)
        assert caught.value.code == "option.out_of_range"
        with pytest.raises(InvalidOptionError):
            game.at(ply)


def test_there_is_nothing_to_pop_before_the_first_move() -> None:
    with pytest.raises(InvalidOptionError) as caught:
        Game.new(RuleSet(players=1), 1).pop()
    assert caught.value.code == "game.nothing_to_undo"


def test_a_refused_move_leaves_the_history_alone() -> None:
    game = Game.new(RuleSet(players=2), 1)
    with pytest.raises(IllegalMoveError):
        game.push(parse_move("n1"))
    assert (game.ply, game.events) == (0, [])


def test_only_the_player_to_move_may_move() -> None:
    game = Game.new(RuleSet(players=2), 1)
    with pytest.raises(IllegalMoveError) as caught:
        game.replay(Token(1, game.legal_moves()[0]))
    assert caught.value.code == "move.not_your_turn"
    assert caught.value.values == {"seat": 1, "expected": 0}


def test_a_heal_of_a_record_counts_even_where_the_seed_says_otherwise() -> None:
    rules = RuleSet(players=1)
    game = random_game(rules, 3)
    heals = {
        ply: token.action
        for ply, token in enumerate(game.tokens)
        if isinstance(token.action, Heal) and len(token.action) > 1
    }
    ply, heal = next(iter(heals.items()))
    tokens = list(game.tokens[: ply + 1])
    turned = Heal(reversed(heal))
    tokens[ply] = Token(None, turned)
    told = Game.from_record(Record(start=game.start, tokens=tuple(tokens), seed=3))
    assert not told.seed_checks
    assert told.state.tavern_cards()[-len(turned) :] == list(turned)


def test_a_start_that_the_seed_does_not_deal_is_played_without_it() -> None:
    start = Game.new(RuleSet(players=2), 1).start
    game = Game.from_record(Record(start=start, tokens=(), seed=2))
    assert game.seed is None
    assert not game.seed_checks


def test_a_game_can_begin_anywhere() -> None:
    text = (
        "d1 01 0 QSQDKHKCKSKD - 3H4D/5CTS AC2C9D "
        "ADAHAS2D2H2S3C3D3S4C4H4S5D5H5S6C6D6H6S7C7D7H7S8C8D8H8S9C9H9STCTDTHJCJDJHJSQCQH 7"
    )
    game = Game(parse_rfen(text))
    game.push(parse_move("d5CTS"))
    assert game.state.seat == 0
    assert game.ply == 1
