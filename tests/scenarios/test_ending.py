"""R25 and R26: how a game ends."""

from __future__ import annotations

from openregicide.core import Ending, EventKind, Medal, Phase
from support.scenario import of, table


def test_R25_an_empty_hand_without_a_yield_loses() -> None:
    # Seat 0 yields; seat 1 has no card and may not yield in turn.
    after = table("9CTC", "").do("y", "dTC")
    assert after.outcome is not None
    assert not after.outcome.won
    assert (after.outcome.ending, after.outcome.seat) == (Ending.CANNOT_ACT, 1)
    assert after.story == ["discarded", "turn", "lost"]


def test_R25_an_empty_hand_with_a_yield_goes_on() -> None:
    after = table("2HTC", "").do("p2H", "dTC")
    assert (after.phase, after.seat) == (Phase.PLAY, 1)
    assert after.moves == {"y"}


def test_R25_an_empty_hand_is_fine_at_the_end_of_ones_own_turn() -> None:
    after = table("2HTC", "9D").do("p2H", "dTC")
    assert after.hands[0] == ""
    assert after.outcome is None


def test_R25_an_empty_hand_after_a_kill_loses_when_the_other_yielded() -> None:
    # The same player has to begin a new turn, and can neither play nor yield.
    after = table("9H", "9D", yielded="01", played=("TH", "2H")).do("p9H")
    assert after.outcome is not None
    assert (after.outcome.ending, after.outcome.seat) == (Ending.CANNOT_ACT, 0)
    assert after.enemy != "JS"


def test_R25_a_yield_with_an_empty_hand_against_a_full_shield_goes_on() -> None:
    after = table("", "9D", enemy="JC", played=("TS",)).do("y")
    assert (after.phase, after.seat) == (Phase.PLAY, 1)


def test_R25_a_yield_with_an_empty_hand_against_an_attack_loses() -> None:
    after = table("", "9D", enemy="JC", played=("9S",)).do("y")
    assert after.outcome is not None
    assert (after.outcome.ending, after.outcome.seat) == (Ending.CANNOT_PAY, 0)


def test_R25_a_solo_player_who_paid_with_all_cards_loses() -> None:
    after = table("2HTC", flips=0).do("p2H", "dTC")
    assert after.outcome is not None
    assert after.outcome.ending is Ending.CANNOT_ACT


def test_R25_a_solo_player_with_a_jester_left_may_flip_first() -> None:
    after = table("2HTC", flips=1).do("p2H", "dTC")
    assert after.outcome is None
    assert after.moves == {"j"}


def test_R26_the_last_king_wins_at_once() -> None:
    after = table("9H", "9D", castle="KS", played=("KH", "TD", "2D")).do("p9H")
    assert after.phase is Phase.OVER
    assert after.outcome is not None
    assert after.outcome.won
    assert (after.outcome.ending, after.outcome.seat) == (Ending.LAST_KING, 0)
    assert after.outcome.medal is Medal.NONE  # medals are for solo players
    assert after.story[-1] == "won"
    assert after.moves == set()


def test_R26_a_king_that_is_not_the_last_does_not_win() -> None:
    after = table("9H9S", "9D", castle="KSKC", played=("KH", "TD", "2D")).do("p9H")
    assert after.outcome is None
    assert after.enemy == "KC"


def test_R26_the_last_king_may_fall_to_the_last_card_in_hand() -> None:
    # A player left without cards has won, not lost.
    after = table("9H", "", yielded="01", castle="KS", played=("KH", "TD", "2D")).do("p9H")
    assert after.outcome is not None
    assert after.outcome.won


def test_R26_an_exact_last_king_wins_too() -> None:
    after = table("9H", "9D", castle="KS", played=("KH", "AHTD")).do("p9H")
    assert after.outcome is not None
    assert after.outcome.won
    assert of(after.one(EventKind.DEFEATED)) == "KS"
    assert after.one(EventKind.DEFEATED).value == 1


def test_R26_the_last_king_is_not_won_while_it_lives() -> None:
    after = table("9HTHTD", "9D", castle="KS", played=("KH", "TS")).do("p9H")
    assert after.outcome is None
    assert after.damage == 39
