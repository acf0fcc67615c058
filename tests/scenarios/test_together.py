"""R12 to R15: what may be played together."""

from __future__ import annotations

from itertools import combinations

import pytest

from openregicide.core import Card, RuleSet, is_companion, is_jester, rank_of, value_of
from openregicide.notation import format_cards
from support.scenario import cards, table, text


def is_set(some: tuple[Card, ...]) -> bool:
    """Tell whether these may be played together, said in another way than the engine says it."""
    companions = [card for card in some if is_companion(card)]
    if len(some) == 1:
        return True
    if any(is_jester(card) for card in some):
        return False
    if companions:
        return len(some) == 2
    return len({rank_of(card) for card in some}) == 1 and sum(map(value_of, some)) <= 10


@pytest.mark.parametrize("card", ["AC", "2D", "5H", "9S", "TC", "JD", "QH", "KS"])
def test_R12_any_one_card_may_be_played(card: str) -> None:
    castle = "KCKDKH"
    assert f"p{card}" in table(card, "9C", castle=castle).plays


@pytest.mark.parametrize("other", ["AS", "2C", "2D", "5H", "9S", "TC", "JD", "QH", "KS"])
def test_R13_a_companion_goes_with_one_card_of_any_rank_and_suit(other: str) -> None:
    before = table(f"AD{other}", "9C", castle="KCKDKH")
    assert before.plays == {"pAD", f"p{other}", f"pAD{other}"}


def test_R13_a_companion_counts_one_and_adds_its_power() -> None:
    after = table("AS7HTC", "9C", enemy="JD").do("pAS7H")
    assert after.damage == 8
    assert after.shield == 8


def test_R13_two_companions_are_a_pair() -> None:
    after = table("ACASTC", "9C", enemy="JD").do("pACAS")
    assert after.damage == 4
    assert after.shield == 2


def test_R13_a_companion_and_its_own_suit_act_once() -> None:
    after = table("AC8C", "9C", enemy="KD").do("pAC8C")
    assert after.damage == 18


def test_R13_three_companions_are_too_many() -> None:
    assert table("ACADAH", "9C").plays == {"pAC", "pAD", "pAH", "pACAD", "pACAH", "pADAH"}


def test_R13_a_companion_does_not_go_with_a_jester() -> None:
    assert table("ACX", "9C", "8C").plays == {"pAC", "pX"}


@pytest.mark.parametrize(
    "combo",
    [
        *(f"{rank}C{rank}S" for rank in "2345"),
        *(f"{rank}C{rank}D{rank}H" for rank in "23"),
        "2C2D2H2S",
    ],
)
def test_R14_cards_of_one_number_up_to_ten_in_all(combo: str) -> None:
    assert f"p{combo}" in table(combo, "9C").plays


@pytest.mark.parametrize(
    "combo",
    [
        *(f"{rank}C{rank}S" for rank in "6789T"),
        *(f"{rank}C{rank}D{rank}H" for rank in "45"),
        "3C3D3H3S",
    ],
)
def test_R14_more_than_ten_in_all_is_too_much(combo: str) -> None:
    before = table(combo, "TH" if combo[0] != "T" else "9H")
    assert f"p{combo}" not in before.plays
    assert before.refusal(f"p{combo}").code == "combo.total_over_10"


def test_R14_different_numbers_do_not_combine() -> None:
    assert table("2C3C4C", "9C").plays == {"p2C", "p3C", "p4C"}


def test_R14_a_companion_does_not_join_a_combo() -> None:
    assert "pAC2C2D" not in table("AC2C2D", "9C").plays


def test_R14_all_suits_of_a_combo_act_at_its_total() -> None:
    after = table("2C2S2HTC", "9C", enemy="KD", discard="3C3D3H3S4C4D").do("p2C2H2S")
    assert (after.damage, after.shield, after.discard) == (12, 6, "")


@pytest.mark.parametrize(("royal", "value"), [("JH", 10), ("QH", 15), ("KH", 20)])
def test_R15_a_captured_royal_plays_at_its_value_with_its_power(royal: str, value: int) -> None:
    before = table(f"{royal}9D", "9C", castle="KSKD", rest="discard")
    after = before.do(f"p{royal}")
    assert after.damage == value
    assert after.tavern_count == value


@pytest.mark.parametrize("royals", ["JCJD", "QCQD", "KCKD", "JCQC", "TCJC"])
def test_R15_royals_do_not_combine_with_one_another(royals: str) -> None:
    before = table(royals, "9C", castle="KHKS")
    assert before.plays == {f"p{royals[:2]}", f"p{royals[2:]}"}


def test_R15_a_royal_goes_with_one_companion() -> None:
    after = table("ACJHTC", "9C", enemy="KSKCKD").do("pACJH")
    assert after.damage == 22


@pytest.mark.parametrize(
    "hand",
    [
        "2C2D2H2SAC",
        "3C3D3H3SADAH",
        "ACADAHASXX",
        "4C4D5C5D5H",
        "ACADJCJDQCX",
        "6C6D7C7DTCAS",
        "2C3C4C5C6C7CAD",
        "2C2D3C3D4C4DX",
        "ACADAH2C2D2H9S",
        "KHQHJHTH9HASAH",
    ],
)
def test_R12_to_R15_all_plays_of_a_hand_and_no_others(hand: str) -> None:
    rules = RuleSet(players=2, jesters=2)
    before = table(hand, "8C", castle="KS", rules=rules)
    held = sorted(cards(hand))
    expected = {
        "p" + text(some)
        for size in range(1, len(held) + 1)
        for some in combinations(held, size)
        if is_set(some)
    }
    assert before.plays == expected
    for size in range(1, len(held) + 1):
        for some in combinations(held, size):
            move = "p" + format_cards(some)
            if move not in expected:
                assert before.refusal(move).code != "move.not_in_hand"
