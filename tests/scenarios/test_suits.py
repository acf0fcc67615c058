"""R6 to R11: what the suits do, and to whom they do nothing."""

from __future__ import annotations

from collections import Counter

import pytest

from openregicide.core import EventKind, Phase, RuleSet, play
from openregicide.notation import parse_card
from support.scenario import Table, cards, of, table, text

# R6: when powers act


def test_R6_hearts_come_before_diamonds() -> None:
    # The tavern is empty, so whatever is drawn must have been healed just before.
    after = table("4D4H", "9C", rest="discard").do("p4D4H")
    assert after.one(EventKind.HEALED).value == 8
    assert len(after.draws()) == 8
    assert after.tavern == ""


def test_R6_the_order_in_which_cards_are_named_is_nothing() -> None:
    assert play([parse_card("4H"), parse_card("4D")]) == play([parse_card("4D"), parse_card("4H")])


def test_R6_powers_are_mandatory() -> None:
    # There is one move for the card and none to leave its power out.
    before = table("5D", "9C", tavern="2C2H2S3C3H")
    assert before.plays == {"p5D"}
    assert before.do("p5D").hand_counts == [3, 3]


@pytest.mark.parametrize(
    ("move", "power"),
    [("pAC5C", "doubled"), ("pAD5D", "drew"), ("pAH5H", "healed"), ("pAS5S", "shielded")],
)
def test_R6_a_suit_played_twice_acts_once_at_the_full_value(move: str, power: str) -> None:
    # A jester lies there already, so that no suit is without its power.
    rules = RuleSet(players=2, jesters=1)
    discard = "2C2D2H2S3C3D3H"
    after = table(move[1:], "TC", enemy="KS", played=("X",), discard=discard, rules=rules).do(move)
    times = Counter(after.story)
    assert times[power] == (6 if power == "drew" else 1)
    assert after.damage == (12 if power == "doubled" else 6)
    if power == "healed":
        assert after.one(EventKind.HEALED).value == 6
    if power == "shielded":
        assert after.shield == 6


def test_R6_every_suit_of_a_set_acts_at_the_full_value() -> None:
    after = table("3C3H3S", "9D", enemy="KD", discard="2C2D2H2S4C4D4H4S5C5D").do("p3C3H3S")
    assert after.one(EventKind.HEALED).value == 9
    assert after.shield == 9
    assert after.damage == 18


# R7: hearts


def heal(seed: int = 0) -> Table:
    return table("3H", "9C", tavern="TS", discard="2C2D2H2S4C", seed=seed).do("p3H")


def test_R7_a_heal_moves_as_many_cards_as_the_attack_value() -> None:
    after = heal()
    assert after.one(EventKind.HEALED).value == 3
    assert len(cards(after.discard)) == 2


def test_R7_healed_cards_go_under_the_tavern() -> None:
    before = table("3H", "9C", tavern="TS", discard="2C2D2H")
    after = before.do("p3H", "h2H2C2D")
    assert after.tavern == before.tavern + "2H2C2D"


def test_R7_a_heal_moves_all_there_are_when_there_are_fewer() -> None:
    before = table("9H", "9C", discard="2C2D")
    after = before.do("p9H")
    assert after.discard == ""
    assert after.tavern_count == before.tavern_count + 2


def test_R7_an_empty_discard_pile_heals_nothing() -> None:
    before = table("9H", "9C")
    after = before.do("p9H")
    assert "healed" not in after.story
    assert after.tavern == before.tavern
    assert after.damage == 9


def test_R7_the_rest_of_the_discard_pile_stays_open() -> None:
    after = heal()
    healed = of(after.one(EventKind.HEALED))
    assert text(cards(after.discard + healed)) == "2C2D2H2S4C"
    assert text(after.view(None).discard) == after.discard


def test_R7_the_discard_pile_is_shuffled_first() -> None:
    # Every card of the pile is healed now and then, and lies uppermost now and then.
    after = [heal(seed) for seed in range(100)]
    assert len({of(one.one(EventKind.HEALED)) for one in after}) == 10  # 3 of 5 cards
    assert len({one.tavern[-6:] for one in after}) > 40  # in any of their orders


def test_R7_cards_on_the_table_are_not_healed() -> None:
    after = table("9H", "9C", enemy="KS", played=("2C", "2D"), discard="2H").do("p9H")
    assert of(after.one(EventKind.HEALED)) == "2H"
    assert after.played == ["2C", "2D", "9H"]


def test_R7_a_killing_blow_heals_before_the_fallen_are_put_away() -> None:
    # Nine hearts, one open card: neither the jack nor what felled it may be healed.
    after = table("9H", "9C", played=("TC", "2D"), enemy="JC", discard="2H").do("p9H")
    assert of(after.one(EventKind.HEALED)) == "2H"


# R8: diamonds


def test_R8_the_current_player_draws_first_then_the_others_clockwise() -> None:
    after = table("9C", "5D9H", "9S", tavern="2C2D2H2S3C", seat=1).do("p5D")
    assert after.draws() == [(1, "2C"), (2, "2D"), (0, "2H"), (1, "2S"), (2, "3C")]


def test_R8_a_full_hand_is_skipped_and_the_draw_goes_on() -> None:
    full = "4C4D4H4S5C5H5S"
    after = table("5D9H", full, tavern="2C2D2H2S3C").do("p5D")
    assert after.draws() == [(0, "2C"), (0, "2D"), (0, "2H"), (0, "2S"), (0, "3C")]


def test_R8_a_hand_that_fills_up_on_the_way_is_skipped_from_then_on() -> None:
    nearly = "4C4D4H4S5C5H"
    after = table("5D9H", nearly, tavern="2C2D2H2S3C").do("p5D")
    assert [seat for seat, _ in after.draws()] == [0, 1, 0, 0, 0]


def test_R8_nobody_goes_over_the_limit() -> None:
    after = table("9D", "4C4D4H4S5C5H5S", tavern="2C2D").do("p9D")
    assert after.hand_counts == [7, 7]
    assert len(after.draws()) == 7


def test_R8_nothing_is_drawn_when_all_hands_are_full() -> None:
    # Seven cards in hand less the one played leave room for exactly one.
    after = table("9D2C2D2H2S3C3D", "4C4D4H4S5C5H5S").do("p9D")
    assert len(after.draws()) == 1
    assert after.hand_counts == [7, 7]


def test_R8_an_empty_tavern_ends_the_draw_without_penalty() -> None:
    # Only the jacks that were named are left in the tavern.
    after = table("9DTC", "9C", enemy="QS", tavern="JCJD", rest="discard").do("p9D")
    assert after.draws() == [(0, "JC"), (1, "JD")]
    assert after.phase is Phase.DISCARD
    assert after.due == 15


def test_R8_an_empty_tavern_is_not_refilled() -> None:
    after = table("9DTC", "9C", rest="discard").do("p9D")
    assert after.draws() == []
    assert after.damage == 9


# R9: clubs


def test_R9_clubs_double_the_damage() -> None:
    after = table("7CTC", "9D").do("p7C")
    assert after.damage == 14
    assert after.one(EventKind.DOUBLED).value == 14


def test_R9_clubs_double_the_damage_of_the_whole_set() -> None:
    after = table("4C4HTC", "9D").do("p4C4H")
    assert after.damage == 16


def test_R9_doubling_does_not_reach_the_other_powers() -> None:
    # Four and four: eight cards are drawn, not sixteen, and the shield is eight.
    after = table("4C4DTC", "9D", enemy="KH").do("p4C4D")
    assert len(after.draws()) == 8
    assert table("4C4STC", "9D", enemy="KH").do("p4C4S").shield == 8


def test_R9_doubling_ends_with_the_play() -> None:
    after = table("3CTC", "2DTD", enemy="JS").do("p3C", "dTC", "p2D")
    assert after.damage == 6 + 2


# R10: spades


def test_R10_spades_lower_the_attack() -> None:
    after = table("4STC", "9D", enemy="JC").do("p4S")
    assert (after.shield, after.due) == (4, 6)


def test_R10_shields_of_all_players_add_up() -> None:
    after = table("2STC", "3S9D", enemy="JC").do("p2S", "dTC", "p3S")
    assert (after.shield, after.due) == (5, 5)


def test_R10_a_shield_lasts_for_the_turns_after() -> None:
    after = table("3STC", "2HTD", enemy="JC").do("p3S", "dTC", "p2H")
    assert after.due == 7


def test_R10_the_attack_never_falls_below_nothing() -> None:
    after = table("8STC", "2H", enemy="JC", played=("5S",)).do("p8S")
    assert after.shield == 13
    assert after.attack == 0
    assert "held" in after.story


def test_R10_the_shield_ends_with_the_enemy() -> None:
    after = table("9S9HTH", "2H", enemy="JCJD", played=("8S", "4H")).do("p9S", "p9H")
    assert after.enemy == "JD"
    assert (after.shield, after.due) == (0, 10)


# R11: immunity


def test_R11_the_enemys_own_hearts_do_not_heal() -> None:
    after = table("5HTC", "9C", enemy="JH", discard="2C").do("p5H")
    assert after.discard == "2C"
    assert after.damage == 5


def test_R11_the_enemys_own_diamonds_do_not_draw() -> None:
    after = table("5DTC", "9C", enemy="JD").do("p5D")
    assert after.draws() == []
    assert after.damage == 5


def test_R11_the_enemys_own_clubs_do_not_double() -> None:
    after = table("5CTC", "9C", enemy="JC").do("p5C")
    assert after.damage == 5


def test_R11_the_enemys_own_spades_do_not_shield() -> None:
    after = table("5STC", "9C", enemy="JS").do("p5S")
    assert (after.shield, after.due) == (0, 10)
    assert after.damage == 5


def test_R11_the_other_suits_of_the_play_keep_their_power_at_the_full_value() -> None:
    after = table("4C4STC", "9D", enemy="JC").do("p4C4S")
    assert after.shield == 8
    assert after.damage == 8


def test_R11_immunity_is_told_with_its_suit() -> None:
    after = table("4C4STC", "9D", enemy="JC").do("p4C4S")
    assert after.one(EventKind.BLOCKED).value == 0  # clubs
    assert table("4C4STC", "9D", enemy="JH").do("p4C4S").all(EventKind.BLOCKED) == []


def test_R11_immunity_belongs_to_the_enemy_that_stands() -> None:
    # The jack of clubs falls; clubs count double against the jack of diamonds.
    after = table("9C5CTD", "9D", enemy="JCJD", played=("TC", "2H")).do("p9C", "p5C")
    assert after.enemy == "JD"
    assert after.damage == 10
