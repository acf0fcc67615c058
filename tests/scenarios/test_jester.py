"""R18 to R22: the jester."""

from __future__ import annotations

import pytest

from openregicide.core import Ending, EventKind, Phase, RuleSet, Suit
from support.scenario import table

TWO_WITH_JESTERS = RuleSet(players=2, jesters=2)


def test_R18_a_jester_deals_no_damage_and_the_enemy_does_not_strike() -> None:
    after = table("X9C", "9D", "8D").do("pX")
    assert after.damage == 0
    assert "damaged" not in after.story
    assert "struck" not in after.story
    assert after.hands[0] == "9C"


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_R18_its_player_names_who_goes_next(seat: int) -> None:
    asked = table("8C", "X9C", "9D", seat=1).do("pX")
    assert (asked.phase, asked.seat) == (Phase.NAME_NEXT, 1)
    after = asked.do(f"n{seat}")
    assert (after.phase, after.seat) == (Phase.PLAY, seat)
    named = after.one(EventKind.NAMED_NEXT)
    assert (named.seat, named.value) == (1, seat)


def test_R18_any_player_can_be_named_also_themself() -> None:
    assert table("8C", "X9C", "9D", seat=1).do("pX").moves == {"n0", "n1", "n2"}


def test_R18_the_turn_goes_on_clockwise_from_the_player_named() -> None:
    after = table("XTC", "9D", "2HTH").do("pX", "n2", "p2H", "dTH")
    assert after.seat == 0


def test_R18_a_jester_is_played_alone() -> None:
    before = table("X9C", "9D", "8D")
    assert before.plays == {"pX", "p9C"}
    assert before.refusal("p9CX").code == "jester.not_alone"


def test_R18_it_lies_with_the_played_cards_until_the_enemy_falls() -> None:
    lying = table("X9C", "9D", "8D", played=("TH", "9H")).do("pX")
    assert lying.played == ["TH", "9H", "X"]
    assert lying.discard == ""
    after = lying.do("n1", "p9D")
    assert after.played == []
    assert "X" in after.discard


def test_R19_the_enemys_own_suit_has_its_power_from_now_on() -> None:
    after = table("X9C", "4CTD", "8D", enemy="QC").do("pX", "n1", "p4C")
    assert after.damage == 8
    assert after.all(EventKind.BLOCKED) == []


@pytest.mark.parametrize(("enemy", "move"), [("QD", "p4D"), ("QH", "p4H"), ("QS", "p4S")])
def test_R19_every_suit_gets_its_power_back(enemy: str, move: str) -> None:
    before = table("X9C", f"{move[1:]}TC9S", "8C", enemy=enemy, discard="2C2D2H2S")
    after = before.do("pX", "n1", move)
    power = {"D": "drew", "H": "healed", "S": "shielded"}[move[2]]
    assert power in after.story


def test_R19_immunity_is_told_as_lost() -> None:
    lost = table("X9C", "4C9D", "8D", enemy="QH").do("pX").one(EventKind.IMMUNITY_LOST)
    assert lost.value == Suit.HEARTS


def test_R19_immunity_stays_lost_for_the_rest_of_the_enemy() -> None:
    before = table("TD", "3C9HTH", "4CTS", enemy="QC", played=("X",), seat=1)
    assert before.do("p3C", "d9HTH", "p4C").damage == 6 + 8


def test_R19_the_next_enemy_is_immune_again() -> None:
    before = table("9H4STC", "9D", "8D", enemy="JCJS", played=("TH", "X", "3H"))
    after = before.do("p9H", "p4S")
    assert after.enemy == "JS"
    assert (after.shield, after.due) == (0, 10)
    assert after.view(0).immune is Suit.SPADES


def test_R20_spades_before_the_jester_begin_to_count() -> None:
    after = table("X9C", "9D", "8D", enemy="QS", played=("3S", "4S")).do("pX")
    assert (after.shield, after.attack) == (7, 8)
    told = after.one(EventKind.SPADES_COUNT)
    assert (told.value, told.total) == (7, 7)


def test_R20_a_set_with_spades_counts_at_the_attack_value_it_had() -> None:
    # A pair of fours for eight: the spade would have shielded for eight.
    after = table("X9C", "9D", "8D", enemy="QS", played=("4H4S", "AS7D")).do("pX")
    assert after.shield == 8 + 8


def test_R20_spades_before_the_jester_count_only_against_spades() -> None:
    # Against another enemy they counted from the start, and do not count again.
    after = table("X9C", "9D", "8D", enemy="QC", played=("3S", "4S")).do("pX")
    assert after.shield == 7
    assert after.all(EventKind.SPADES_COUNT) == []


def test_R20_spades_that_were_played_in_this_game_count_too() -> None:
    # The same as above, but by moves instead of a table laid out.
    before = table("3STCTD", "X9D", "4STH", enemy="QS")
    after = before.do("p3S", "dTCTD", "pX", "n2", "p4S")
    assert after.shield == 7


def test_R20_clubs_before_the_jester_are_not_doubled() -> None:
    after = table("X9C", "9D", "8D", enemy="QC", played=("5C", "4C")).do("pX")
    assert after.damage == 9


def test_R20_hearts_and_diamonds_before_the_jester_do_nothing() -> None:
    for enemy, played in (("QH", ("5H",)), ("QD", ("5D",))):
        before = table("X9C", "9D", "8D", enemy=enemy, played=played, discard="2C2D")
        after = before.do("pX")
        assert after.tavern == before.tavern
        assert after.discard == before.discard
        assert after.hand_counts == [1, 1, 1]


def test_R20_spades_of_the_last_enemy_do_not_count_against_the_next() -> None:
    # Three spades were idle against the jack of spades when it fell.
    before = table("9CX", "9D", "8D", castle="JSQSQCQDQHKCKDKHKS", played=("3S", "9H"))
    after = before.do("p9C", "pX")
    assert after.enemy == "QS"
    assert after.shield == 0


def test_R21_a_second_jester_changes_only_who_goes_next() -> None:
    before = table("XX", "9D", enemy="QS", played=("3S",), rules=TWO_WITH_JESTERS)
    first = before.do("pX")
    second = first.do("n0", "pX")
    assert second.shield == first.shield == 3
    assert second.view(0).immune is None
    assert second.story == ["played"]
    assert second.do("n1").seat == 1


def test_R22_naming_is_a_move_of_its_own_so_that_players_may_speak_before_it() -> None:
    after = table("X9C", "9D", "8D").do("pX")
    assert after.phase is Phase.NAME_NEXT
    assert "turn" not in after.story
    assert after.do("n2").story == ["named_next", "turn"]


def test_R18_a_player_without_cards_can_be_named_and_may_yield() -> None:
    after = table("X9C", "", "8D").do("pX", "n1")
    assert after.moves == {"y"}


def test_R25_a_player_who_can_neither_play_nor_yield_loses_when_named() -> None:
    # Everyone else yielded on their own last turn, and the jester was the last card in hand.
    after = table("9C", "X", yielded="10", seat=1, rules=TWO_WITH_JESTERS).do("pX", "n1")
    assert after.outcome is not None
    assert (after.outcome.ending, after.outcome.seat) == (Ending.CANNOT_ACT, 1)
