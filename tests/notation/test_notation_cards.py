"""Cards as text: one spelling to write, and whatever people type."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from openregicide.core import JESTER, Card, Rank, Suit, card_of
from openregicide.errors import InvalidCardError
from openregicide.notation import (
    format_card,
    format_cards,
    format_suit,
    parse_card,
    parse_cards,
    read_cards,
)

ALL = tuple(Card(number) for number in range(53))

hands = st.lists(st.sampled_from(ALL), unique=True, min_size=1).map(tuple)
"""Cards in any order, at most one jester."""


def test_every_card_is_a_rank_and_a_suit_and_the_jester_is_an_x() -> None:
    ranks = "A23456789TJQK"
    assert [format_card(card) for card in ALL] == [r + s for r in ranks for s in "CDHS"] + ["X"]


@pytest.mark.parametrize(
    ("text", "card"),
    [
        ("AC", card_of(Rank.COMPANION, Suit.CLUBS)),
        ("TD", card_of(Rank.TEN, Suit.DIAMONDS)),
        ("QH", card_of(Rank.QUEEN, Suit.HEARTS)),
        ("KS", card_of(Rank.KING, Suit.SPADES)),
        ("X", JESTER),
    ],
)
def test_a_card_reads_as_what_it_says(text: str, card: Card) -> None:
    assert parse_card(text) == card


def test_both_jesters_are_written_alike() -> None:
    assert format_card(Card(53)) == "X"


@pytest.mark.parametrize("card", ALL)
def test_a_written_card_reads_as_itself(card: Card) -> None:
    assert parse_card(format_card(card)) == card


def test_suits_are_letters() -> None:
    assert "".join(map(format_suit, Suit)) == "CDHS"


@given(hands)
def test_written_cards_read_as_themselves_in_their_order(cards: tuple[Card, ...]) -> None:
    assert parse_cards(format_cards(cards), ordered=True) == cards
    assert parse_cards(format_cards(sorted(cards))) == tuple(sorted(cards))


def test_two_jesters_may_stand_together_but_not_three() -> None:
    assert parse_cards("3HXX") == (parse_card("3H"), JESTER, JESTER)
    with pytest.raises(InvalidCardError) as caught:
        parse_cards("XXX")
    assert (caught.value.code, caught.value.at) == ("card.twice", 2)


@pytest.mark.parametrize(
    ("text", "code", "at"),
    [
        ("", "card.rank", 0),
        ("7", "card.suit", 1),
        ("S", "card.rank", 0),
        ("S7", "card.rank", 0),
        ("7s", "card.suit", 1),
        ("tS", "card.rank", 0),
        ("x", "card.rank", 0),
        ("10S", "card.rank", 0),
        ("1S", "card.rank", 0),
        ("0S", "card.rank", 0),
        ("7♠", "card.suit", 1),
        ("７S", "card.rank", 0),
        ("٧S", "card.rank", 0),
        (" 7S", "card.rank", 0),
        ("7S ", "card.too_long", 2),
        ("7S\n", "card.too_long", 2),
        ("7S8S", "card.too_long", 2),
        ("X7S", "card.too_long", 1),
        ("Y", "card.rank", 0),
    ],
)
def test_no_other_text_is_a_card(text: str, code: str, at: int) -> None:
    with pytest.raises(InvalidCardError) as caught:
        parse_card(text)
    assert (caught.value.code, caught.value.at, caught.value.text) == (code, at, text)


@pytest.mark.parametrize(
    ("text", "code", "at"),
    [
        ("", "card.rank", 0),
        ("3H3H", "card.twice", 2),
        ("3S3H", "card.order", 2),
        ("3H2S", "card.order", 2),
        ("X3H", "card.order", 1),
        ("3H 3S", "card.rank", 2),
        ("3H,3S", "card.rank", 2),
        ("3H3", "card.suit", 3),
        ("3H3S ", "card.rank", 4),
        ("3Hx", "card.rank", 2),
    ],
)
def test_a_set_of_cards_has_one_spelling(text: str, code: str, at: int) -> None:
    with pytest.raises(InvalidCardError) as caught:
        parse_cards(text)
    assert (caught.value.code, caught.value.at, caught.value.text) == (code, at, text)


def test_a_card_twice_is_refused_in_any_order() -> None:
    with pytest.raises(InvalidCardError) as caught:
        parse_cards("3S3H3S", ordered=True)
    assert (caught.value.code, caught.value.at) == ("card.twice", 4)
    assert caught.value.values["card"] == parse_card("3S")


# What people type


@pytest.mark.parametrize(
    ("typed", "cards"),
    [
        ("10h", "TH"),
        ("10♥", "TH"),
        ("10♥\ufe0f", "TH"),
        ("th", "TH"),
        ("3♠ 3♡", "3H3S"),
        ("x, 10h 3♠", "3STHX"),
        ("ac+8d", "AC8D"),
        ("kc kd kh ks", "KCKDKHKS"),
        ("♣".join(["a", "2", ""]), "AC2C"),
        ("2♧ 2♢ 2♡ 2♤", "2C2D2H2S"),
        (" 7s ", "7S"),
        ("xX", "XX"),
    ],
)
def test_people_may_type_cards_as_they_like(typed: str, cards: str) -> None:
    assert format_cards(read_cards(typed)) == cards


@given(hands)
def test_typed_cards_come_out_in_canonical_order(cards: tuple[Card, ...]) -> None:
    typed = " ".join(format_card(card).lower().replace("t", "10") for card in cards)
    assert read_cards(typed) == tuple(sorted(cards))


@pytest.mark.parametrize(
    ("typed", "code", "at"),
    [
        ("", "card.rank", 0),
        ("  ", "card.rank", 2),
        ("♠7", "card.rank", 0),
        ("10", "card.suit", 2),
        ("3h, 3h", "card.twice", 4),
        ("3h 10z", "card.suit", 5),
        ("3h hello", "card.rank", 3),
        ("3h 7", "card.suit", 4),
        ("100h", "card.suit", 2),
        ("3ſ", "card.suit", 1),
        ("３h", "card.rank", 0),
        ("3ß", "card.suit", 1),
    ],
)
def test_what_is_no_card_is_named_where_it_was_typed(typed: str, code: str, at: int) -> None:
    with pytest.raises(InvalidCardError) as caught:
        read_cards(typed)
    assert (caught.value.code, caught.value.at, caught.value.text) == (code, at, typed)
