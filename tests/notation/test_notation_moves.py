"""Moves and chance as text, readable without a position."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from openregicide.core import (
    FLIP,
    JESTER,
    YIELD,
    Action,
    Card,
    Game,
    Heal,
    discard,
    legal_moves,
    name_next,
    play,
)
from openregicide.errors import InvalidMoveError
from openregicide.notation import format_action, format_move, parse_action, parse_cards, parse_move
from support.random_games import games

EXAMPLES: list[tuple[str, Action]] = [
    ("p7S", play(parse_cards("7S"))),
    ("p3H3S", play(parse_cards("3H3S"))),
    ("pAC8D", play(parse_cards("AC8D"))),
    ("pX", play([JESTER])),
    ("d4DJC", discard(parse_cards("4DJC"))),
    ("dXX", discard([JESTER, JESTER])),
    ("y", YIELD),
    ("n0", name_next(0)),
    ("n2", name_next(2)),
    ("j", FLIP),
    ("h9D3C", Heal(parse_cards("9D3C", ordered=True))),
    ("hX3CX", Heal((JESTER, *parse_cards("3C"), JESTER))),
]

some_cards = st.lists(st.sampled_from([Card(n) for n in range(53)]), unique=True, min_size=1)
actions: st.SearchStrategy[Action] = st.one_of(
    some_cards.map(play),
    some_cards.map(discard),
    some_cards.map(Heal),
    st.integers(0, 9).map(name_next),
    st.sampled_from([YIELD, FLIP]),
)


@pytest.mark.parametrize(("text", "action"), EXAMPLES)
def test_an_action_is_a_verb_and_what_it_is_about(text: str, action: Action) -> None:
    assert format_action(action) == text
    assert parse_action(text) == action
    assert isinstance(parse_action(text), Heal) == isinstance(action, Heal)


@given(actions)
def test_a_written_action_reads_as_itself(action: Action) -> None:
    assert parse_action(format_action(action)) == action


@settings(max_examples=30)
@given(games())
def test_every_legal_move_of_a_random_game_reads_as_itself(game: Game) -> None:
    for ply in range(game.ply + 1):
        moves = legal_moves(game.at(ply))
        texts = [format_move(move) for move in moves]
        assert [parse_move(text) for text in texts] == moves
        assert len(set(texts)) == len(texts)


def test_legality_is_not_grammar() -> None:
    assert format_move(parse_move("p9C9D")) == "p9C9D"


@pytest.mark.parametrize(
    ("text", "code", "at"),
    [
        ("", "move.verb", 0),
        ("P7S", "move.verb", 0),
        ("7S", "move.verb", 0),
        (" p7S", "move.verb", 0),
        ("x", "move.verb", 0),
        ("p", "card.rank", 1),
        ("d", "card.rank", 1),
        ("h", "card.rank", 1),
        ("p7", "card.suit", 2),
        ("p7s", "card.suit", 2),
        ("p 7S", "card.rank", 1),
        ("p7S ", "move.too_long", 3),
        ("p7S\n", "move.too_long", 3),
        ("p10S", "card.rank", 1),
        ("p7S7S", "card.twice", 3),
        ("p3S3H", "card.order", 3),
        ("dJC4D", "card.order", 3),
        ("pX7S", "card.order", 2),
        ("dXXX", "card.twice", 3),
        ("h3C9D3C", "card.twice", 5),
        ("yes", "move.too_long", 1),
        ("y ", "move.too_long", 1),
        ("j0", "move.too_long", 1),
        ("n", "move.seat", 1),
        ("n-1", "move.seat", 1),
        ("n٢", "move.seat", 1),
        ("n02", "move.too_long", 2),
        ("n10", "move.too_long", 2),
        ("p-", "card.rank", 1),
    ],
)
def test_no_other_text_is_a_move(text: str, code: str, at: int) -> None:
    for parse in (parse_action, parse_move):
        with pytest.raises(InvalidMoveError) as caught:
            parse(text)
        assert type(caught.value) is InvalidMoveError
        assert (caught.value.code, caught.value.at, caught.value.text) == (code, at, text)


def test_what_chance_does_is_no_move_of_a_player() -> None:
    with pytest.raises(InvalidMoveError) as caught:
        parse_move("h3C9D")
    assert (caught.value.code, caught.value.at) == ("move.of_chance", 0)


def test_a_heal_keeps_its_order_because_it_means_something() -> None:
    assert parse_action("h9D3C") != parse_action("h3C9D")
