"""R23 and R24: yielding."""

from __future__ import annotations

from openregicide.core import EventKind, Phase, RuleSet
from support.scenario import table


def test_R23_yielding_goes_straight_to_step_4() -> None:
    after = table("9CTC", "9D").do("y")
    assert after.story == ["yielded", "struck"]
    assert (after.phase, after.due) == (Phase.DISCARD, 10)
    assert after.damage == 0
    assert after.played == []


def test_R23_yielding_behind_a_full_shield_costs_nothing() -> None:
    after = table("9CTC", "9D", enemy="JC", played=("TS",)).do("y")
    assert after.one(EventKind.HELD).seat == 0
    assert after.hands[0] == "9CTC"
    assert after.seat == 1


def test_R23_in_a_game_of_two_nobody_yields_after_the_other() -> None:
    after = table("9CTC", "9DTD").do("y", "dTC")
    assert not after.may_yield
    assert after.refusal("y").code == "yield.not_allowed"


def test_R23_with_one_other_who_played_yielding_is_allowed() -> None:
    assert table("9C", "9D", "9H", yielded="010").may_yield
    assert table("9C", "9D", "9H", yielded="001").may_yield


def test_R23_with_all_others_having_yielded_it_is_not() -> None:
    assert not table("9C", "9D", "9H", yielded="011").may_yield
    assert not table("9C", "9D", "9H", "9S", yielded="0111").may_yield
    assert table("9C", "9D", "9H", "9S", yielded="0110").may_yield


def test_R23_ones_own_last_turn_does_not_count() -> None:
    assert table("9C", "9D", "9H", yielded="100").may_yield
    assert table("9C", "9D", "9H", yielded="110").may_yield
    assert not table("9C", "9D", "9H", yielded="111").may_yield


def test_R23_a_player_without_a_turn_so_far_has_not_yielded() -> None:
    # Seat 1 begins with a jester to seat 2, who yields; seat 0 never had a turn.
    start = table("9CTC", "X", "TDTH", seat=1)
    assert start.do("pX", "n2", "y", "dTD").may_yield


def test_R23_a_play_ends_ones_yield() -> None:
    after = table("2HTC", "9DTD", yielded="10").do("p2H", "dTC")
    assert after.yielded == "00"
    assert after.may_yield


def test_R23_a_view_offers_a_yield_at_step_1_only() -> None:
    rules = RuleSet(players=3, jesters=1)
    start = table("2HXTC", "9D", "8D", discard="3C", rules=rules)
    assert start.view(0).may_yield
    for later in (start.do("pX"), start.do("p2H"), table("2H", "9D", "8D").do("p2H")):
        assert later.phase is not Phase.PLAY
        # Nothing but the step stands in the way: nobody has yielded.
        assert later.state.may_yield()
        assert not any(later.view(seat).may_yield for seat in (0, 1, 2, None))


def test_R23_a_jester_is_a_turn_without_a_yield() -> None:
    after = table("XTC", "9DTD", "9C", yielded="101").do("pX", "n1")
    assert after.yielded == "001"
    assert after.may_yield


def test_R23_a_kill_in_between_does_not_clear_the_others_yields() -> None:
    # Seat 1 yielded; seat 0 fells the enemy and goes on. It still may not yield.
    after = table("9H9C", "9DTD", yielded="01", played=("TH", "2H")).do("p9H")
    assert after.seat == 0
    assert not after.may_yield


def test_R23_ones_own_jester_in_between_does_not_clear_the_others_yields() -> None:
    # Counted in a row there is none before this turn, yet both others yielded on theirs.
    after = table("9C", "9D", "9SX", seat=2, yielded="110").do("pX", "n2")
    assert after.seat == 2
    assert not after.may_yield


def test_R23_three_players_yield_two_at_a_time() -> None:
    start = table("TC9C", "TDTH", "X9STS", seat=1)
    after = start.do("y", "dTD", "pX", "n0", "y", "dTC")
    assert (after.seat, after.yielded) == (1, "110")
    assert after.may_yield  # seat 2 played a jester
    after = after.do("y", "dTH")
    assert after.seat == 2
    assert not after.may_yield


def test_R24_a_solo_player_may_not_yield() -> None:
    before = table("9CTC")
    assert not before.may_yield
    assert before.refusal("y").code == "yield.not_allowed"


def test_R24_the_house_rule_lets_a_solo_player_yield() -> None:
    rules = RuleSet(players=1, solo_yield=True)
    after = table("9CTC", rules=rules).do("y")
    assert (after.phase, after.due) == (Phase.DISCARD, 10)


def test_R24_but_never_twice_in_a_row() -> None:
    rules = RuleSet(players=1, solo_yield=True)
    after = table("2H9CTCTD", rules=rules).do("y", "dTC")
    assert not after.may_yield
    assert after.refusal("y").code == "yield.not_allowed"
    assert after.do("p2H", "dTD").may_yield


def test_R24_a_flip_in_between_is_no_turn() -> None:
    rules = RuleSet(players=1, solo_yield=True)
    after = table("9CTC", rules=rules).do("y", "dTC", "j")
    assert after.phase is Phase.PLAY
    assert not after.may_yield


def test_R24_a_kill_in_between_is_a_turn() -> None:
    rules = RuleSet(players=1, solo_yield=True)
    start = table("9H9CTC", rules=rules, played=("TH", "2H"))
    assert start.do("y", "dTC", "p9H").may_yield


def test_R24_the_house_rule_changes_nothing_for_two() -> None:
    rules = RuleSet(players=2, solo_yield=True)
    assert not table("9C", "9D", yielded="01", rules=rules).may_yield
