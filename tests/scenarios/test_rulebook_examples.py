"""The worked examples of the rulebooks, in our own words."""

from __future__ import annotations

import pytest

from openregicide.core import EventKind, Medal, RuleSet, new_state
from support.scenario import Table, table

# English


def test_a_seven_of_hearts_attacks_for_seven() -> None:
    after = table("7HTC", "9D").do("p7H")
    assert after.one(EventKind.PLAYED).value == 7
    assert after.damage == 7


def test_the_eight_of_clubs_deals_sixteen() -> None:
    assert table("8CTC", "9D").do("p8C").damage == 16


def test_a_jack_falls_to_nine_and_then_twelve() -> None:
    # One player deals nine, the next one twelve with the six of clubs: 21 against a health of 20.
    after = table("9HTC", "6C9D", enemy="JS").do("p9H", "dTC", "p6C")
    assert after.one(EventKind.DAMAGED).total == 21
    assert after.one(EventKind.DEFEATED).seat == 1
    assert "JS" in after.discard


def test_eight_of_diamonds_with_the_companion_of_clubs_draws_nine_and_deals_eighteen() -> None:
    after = table("AC8DTC", "9D", enemy="QS").do("pAC8D")
    assert after.one(EventKind.PLAYED).value == 9
    assert len(after.draws()) == 9
    assert after.damage == 18


def test_three_threes_draw_nine_shield_nine_and_deal_eighteen() -> None:
    after = table("3C3D3STC", "9D", enemy="QH").do("p3C3D3S")
    assert len(after.draws()) == 9
    assert after.shield == 9
    assert after.damage == 18


def test_a_diamond_against_the_jack_of_diamonds_draws_nothing_but_hurts() -> None:
    after = table("7DTC", "9D", enemy="JD").do("p7D")
    assert after.draws() == []
    assert after.damage == 7


def test_a_spade_does_not_block_the_jack_of_spades() -> None:
    after = table("7STC", "9D", enemy="JS").do("p7S")
    assert after.due == 10
    assert after.damage == 7


def test_clubs_before_the_jester_are_not_doubled_and_clubs_after_it_are() -> None:
    after = table("X9H", "4CTC", "9D", enemy="QC", played=("5C",)).do("pX", "n1", "p4C")
    assert after.damage == 5 + 8


def test_after_two_of_three_have_yielded_the_third_may_not() -> None:
    after = table("TC2C", "TD2D", "TH2H").do("y", "dTC", "y", "dTD")
    assert after.seat == 2
    assert not after.may_yield


@pytest.mark.parametrize(
    ("players", "jesters", "hand"), [(1, 0, 8), (2, 0, 7), (3, 1, 6), (4, 2, 5)]
)
def test_the_table_of_jesters_and_hand_sizes(players: int, jesters: int, hand: int) -> None:
    rules = RuleSet(players=players)
    assert (rules.jesters, rules.hand_limit) == (jesters, hand)
    start = Table(new_state(rules, 1))
    assert start.hand_counts == [hand] * players
    assert len(start.view(0).layers[0]) + hand == 40 + jesters


@pytest.mark.parametrize(
    ("enemy", "attack", "health"), [("JH", 10, 20), ("QH", 15, 30), ("KH", 20, 40)]
)
def test_the_table_of_enemies(enemy: str, attack: int, health: int) -> None:
    view = table("9C", "9D", enemy=enemy).view(None)
    assert (view.attack, view.health) == (attack, health)


def test_a_companion_pays_one_and_a_jester_nothing() -> None:
    before = table("AC9CX", "9D", "8D", phase="d")
    assert before.moves == {"dAC9C", "dAC9CX"}


def test_companion_with_its_own_suit_heals_only_once() -> None:
    after = table("AH5HTC", "9D", discard="2C3C4C5C6C7C8C9C").do("pAH5H")
    assert [event.value for event in after.all(EventKind.HEALED)] == [6]


@pytest.mark.parametrize(
    ("flips", "medal"), [(0, Medal.GOLD), (1, Medal.SILVER), (2, Medal.BRONZE)]
)
def test_medals_of_a_solo_win(flips: int, medal: Medal) -> None:
    # The king of hearts stands at one; whatever comes into the hand fells it.
    start = table("9C", castle="KH", played=("KD", "TH", "9H"), tavern="2C2D2S3C3D3S4C4D5C6C")
    won = start.do(*["j"] * flips, ["p9C", "p2C", "p5C"][flips])
    assert won.outcome is not None
    assert won.outcome.medal is medal


# French


def test_jack_of_spades_three_of_spades_jester_four_of_spades() -> None:
    shown = table("3STC", "X9D", "4S9C", enemy="JS").do("p3S")
    assert shown.attack == 10
    jester = shown.do("dTC", "pX")
    assert jester.attack == 7
    after = jester.do("n2", "p4S")
    assert (after.attack, after.due) == (3, 3)


@pytest.mark.parametrize(
    ("enemy", "before_it", "after_it", "power"),
    [("QH", "5H", "p4H", "healed"), ("QD", "5D", "p4D", "drew"), ("QC", "5C", "p4C", "doubled")],
)
def test_other_suits_have_their_power_only_behind_the_jester(
    enemy: str, before_it: str, after_it: str, power: str
) -> None:
    start = table(
        "XTC", f"{after_it[1:]}TD9S", "8S", enemy=enemy, played=(before_it,), discard="2C"
    )
    jester = start.do("pX")
    assert power not in jester.story
    assert jester.damage == 5
    assert power in jester.do("n1", after_it).story
