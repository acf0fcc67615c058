"""R5: the four steps of a turn, and whose turn it is."""

from __future__ import annotations

from openregicide.core import EventKind, Phase, RuleSet, plays_of
from support.scenario import cards, table


def test_R5_the_attack_value_is_the_sum_of_the_cards() -> None:
    after = table("4H4D", "9C").do("p4D4H")
    assert after.one(EventKind.PLAYED).value == 8
    assert after.damage == 8


def test_R5_a_played_card_leaves_the_hand_and_lies_on_the_table() -> None:
    after = table("3D9H", "2C4S", seat=1).do("p4S")
    assert after.hands == ["3D9H", "2C"]
    assert plays_of(after.state) == ((1, cards("4S")),)


def test_R5_the_steps_come_in_their_order() -> None:
    # A jester lies there already, so that all four powers act.
    rules = RuleSet(players=2, jesters=1)
    before = table("2C2D2H2STC", "9CTD", enemy="KS", played=("X",), discard="9H", rules=rules)
    after = before.do("p2C2D2H2S")
    assert after.story == [
        "played",
        "healed",
        *["drew"] * 8,
        "shielded",
        "doubled",
        "damaged",
        "struck",
    ]


def test_R5_step_1_offers_single_cards_sets_and_yielding() -> None:
    assert table("3D3H9S", "9C").moves == {"p3D", "p3H", "p9S", "p3D3H", "y"}


def test_R5_step_1_offers_a_jester() -> None:
    assert table("9SX", "9C", "8C").moves == {"p9S", "pX", "y"}


def test_R5_after_step_4_the_next_player_begins() -> None:
    after = table("3DTH", "9C").do("p3D", "dTH")
    assert (after.phase, after.seat) == (Phase.PLAY, 1)
    assert after.story == ["discarded", "turn"]


def test_R5_the_last_seat_is_followed_by_the_first() -> None:
    after = table("8C", "9C", "3DTH", seat=2).do("p3D", "dTH")
    assert (after.phase, after.seat) == (Phase.PLAY, 0)
