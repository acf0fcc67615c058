"""R30 and R31: one player, two jesters aside."""

from __future__ import annotations

import pytest

from openregicide.core import Ending, EventKind, Medal, Phase, RuleSet
from support.scenario import of, table


def test_R30_a_flip_discards_the_hand_and_refills_it() -> None:
    before = table("9CTC", tavern="2C2D2H2S3C3D3H3S4C")
    after = before.do("j")
    assert after.discard == "9CTC"
    assert after.hands == ["2C2D2H2S3C3D3H3S"]
    assert after.state.flips == 1
    assert of(after.one(EventKind.FLIPPED)) == "9CTC"
    assert after.one(EventKind.FLIPPED).value == 1


def test_R30_a_flip_is_allowed_at_step_1_and_the_turn_goes_on() -> None:
    after = table("9CTC").do("j")
    assert after.phase is Phase.PLAY
    assert after.plays


def test_R30_a_flip_is_allowed_at_step_4_before_discarding() -> None:
    after = table("9CTC", tavern="6C6D2H2S3C3D3H3S", phase="d").do("j")
    assert (after.phase, after.due) == (Phase.DISCARD, 10)
    assert "d6C6D" in after.moves


def test_R30_both_flips_may_be_used_one_after_the_other() -> None:
    after = table("9CTC", tavern="2C2D2H2S3C3D3H3STD").do("j", "j")
    assert after.discard == "2C2D2H2S3C3D3H3S9CTC"
    assert "TD" in after.hands[0]
    assert after.state.flips == 0
    assert after.refusal("j").code == "flip.none_left"


def test_R30_a_flip_does_not_cancel_immunity() -> None:
    after = table("9CTC", enemy="JS", tavern="4STD", played=("3S",)).do("j", "p4S")
    assert (after.shield, after.due) == (0, 10)


def test_R30_a_flip_refills_against_an_enemy_of_diamonds() -> None:
    after = table("9CTC", enemy="JD").do("j")
    assert after.hand_counts == [8]


def test_R30_a_flip_fills_up_as_far_as_the_tavern_goes() -> None:
    after = table("9CTC", enemy="QS", tavern="JCJDJH", rest="discard").do("j")
    assert after.hands == ["JCJDJH"]
    assert "9C" in after.discard


def test_R30_discarded_cards_are_not_shuffled_into_the_tavern_by_a_flip() -> None:
    after = table("9CTC", enemy="QS", tavern="JC", rest="discard", flips=1).do("j")
    assert after.tavern == ""
    assert after.hands == ["JC"]


def test_R30_a_hand_that_cannot_pay_may_flip() -> None:
    after = table("2H3C", flips=1).do("p2H")
    assert after.outcome is None
    assert after.moves == {"j"}


def test_R30_an_empty_hand_may_flip_at_step_4() -> None:
    after = table("2H", flips=1).do("p2H")
    assert after.moves == {"j"}
    assert after.do("j").phase is Phase.DISCARD


def test_R30_a_flip_that_still_cannot_pay_loses() -> None:
    after = table("2C", enemy="QS", tavern="JC", rest="discard", flips=1).do("p2C", "j")
    assert after.outcome is not None
    assert after.outcome.ending is Ending.CANNOT_PAY
    assert after.due == 15


def test_R30_a_flip_that_cannot_pay_may_be_followed_by_the_other() -> None:
    after = table("2C", enemy="QS", tavern="JC", rest="discard", flips=2).do("p2C", "j")
    assert after.outcome is None
    assert after.moves == {"j"}


def test_R30_a_flip_at_step_1_into_an_empty_tavern_loses() -> None:
    after = table("9H", rest="discard", flips=1).do("j")
    assert after.outcome is not None
    assert after.outcome.ending is Ending.CANNOT_ACT


def test_R30_more_than_one_player_cannot_flip() -> None:
    before = table("9H", "9C")
    assert "j" not in before.moves
    assert before.refusal("j").code == "flip.none_left"


def test_R30_the_jesters_aside_are_never_in_the_tavern() -> None:
    after = table("9C").do("j", "j")
    assert "X" not in after.tavern + after.hands[0] + after.discard


@pytest.mark.parametrize(
    ("flips_left", "medal"), [(2, Medal.GOLD), (1, Medal.SILVER), (0, Medal.BRONZE)]
)
def test_R31_the_medal_tells_how_many_jesters_were_flipped(flips_left: int, medal: Medal) -> None:
    after = table("9H", castle="KS", played=("KH", "TD", "2D"), flips=flips_left).do("p9H")
    assert after.outcome is not None
    assert after.outcome.medal is medal
    assert after.one(EventKind.WON).value == medal


def test_R31_a_loss_has_no_medal() -> None:
    after = table("2H", flips=0).do("p2H")
    assert after.outcome is not None
    assert after.outcome.medal is Medal.NONE


def test_R31_with_one_flip_given_its_use_is_silver() -> None:
    rules = RuleSet(players=1, flips=1)
    used = table("9H", castle="KS", played=("KH", "TD", "2D"), flips=0, rules=rules).do("p9H")
    spared = table("9H", castle="KS", played=("KH", "TD", "2D"), flips=1, rules=rules).do("p9H")
    assert used.outcome is not None
    assert spared.outcome is not None
    assert (used.outcome.medal, spared.outcome.medal) == (Medal.SILVER, Medal.GOLD)
