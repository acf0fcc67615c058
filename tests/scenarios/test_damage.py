"""R16 and R17: damage, defeat, and what an enemy that lives strikes for."""

from __future__ import annotations

import pytest

from openregicide.core import Ending, EventKind, Phase
from support.scenario import of, table


@pytest.mark.parametrize(
    ("enemy", "attack", "health"), [("JS", 10, 20), ("QS", 15, 30), ("KS", 20, 40)]
)
def test_R16_attack_and_health_of_jack_queen_and_king(enemy: str, attack: int, health: int) -> None:
    view = table("9C", "9D", enemy=enemy).view(0)
    assert (view.attack, view.health) == (attack, health)


def test_R16_damage_of_all_plays_adds_up() -> None:
    after = table("5H", "9D", enemy="QS", played=("9H", "4C")).do("p5H")
    assert after.damage == 9 + 8 + 5


def test_R16_one_short_of_its_health_the_enemy_lives() -> None:
    after = table("9HTC", "9D", played=("TH",)).do("p9H")
    assert after.damage == 19
    assert after.enemy == "JS"
    assert after.phase is Phase.DISCARD


@pytest.mark.parametrize(
    ("enemy", "played"),
    [("JS", ("8H", "3H")), ("QS", ("TH", "8H", "3H")), ("KS", ("TD", "TH", "8H", "3H"))],
)
def test_R16_an_exact_kill_lies_on_top_of_the_tavern(enemy: str, played: tuple[str, ...]) -> None:
    before = table("9H", "9D", enemy=enemy, played=played)
    after = before.do("p9H")
    assert after.tavern == enemy + before.tavern
    assert enemy not in after.discard
    assert after.one(EventKind.DEFEATED).value == 1


def test_R16_an_overkill_lies_in_the_discard_pile() -> None:
    before = table("9H", "9D", played=("TH", "2H"))
    after = before.do("p9H")
    assert after.tavern == before.tavern
    assert "JS" in after.discard


def test_R16_everything_played_against_the_fallen_goes_to_the_discard_pile() -> None:
    after = table("9H", "9D", "9C", played=("TH", "X", "2H")).do("p9H")
    assert after.discard == "2H9HTHJSX"
    assert after.played == []
    assert of(after.one(EventKind.CLEARED)) == "2H9HTHX"


def test_R16_played_cards_stay_on_the_table_while_the_enemy_lives() -> None:
    after = table("2HTC", "9D", played=("TH",)).do("p2H", "dTC")
    assert after.discard == "TC"
    assert after.played == ["TH", "2H"]


def test_R16_the_next_royal_of_the_castle_stands_up_unhurt() -> None:
    after = table("9H", "9D", enemy="JSJD", played=("TH", "2H")).do("p9H")
    assert after.enemy == "JD"
    assert (after.damage, after.shield, after.attack) == (0, 0, 10)
    assert of(after.one(EventKind.REVEALED)) == "JD"


def test_R16_the_last_jack_is_followed_by_a_queen() -> None:
    after = table("9H", "9D", castle="JSQDQCQHQSKCKDKHKS", played=("TH", "2H")).do("p9H")
    assert after.enemy == "QD"
    assert after.view(0).health == 30


def test_R16_whoever_fells_the_enemy_skips_step_4_and_goes_on() -> None:
    after = table("9H2D", "9D", seat=0, played=("TH", "2H")).do("p9H")
    assert (after.phase, after.seat) == (Phase.PLAY, 0)
    assert "struck" not in after.story
    assert after.hands[0] == "2D"


def test_R16_doubled_damage_can_kill_exactly() -> None:
    after = table("5C", "9D", played=("TH",)).do("p5C")
    assert after.tavern.startswith("JS")
    assert after.one(EventKind.DEFEATED).value == 1


def test_R16_surplus_damage_is_not_carried_over() -> None:
    after = table("TC", "9D", enemy="JSJD", played=("TH",)).do("pTC")
    assert after.enemy == "JD"
    assert after.damage == 0


def test_R16_cards_drawn_by_a_killing_blow_come_before_the_royal_on_top() -> None:
    # Diamonds act in step 2; the jack is put on the tavern in step 3.
    after = table("5D", "9C", tavern="2C2H2S3C3S", played=("TH", "5H")).do("p5D")
    assert after.hands == ["2C2S3S", "2H3C9C"]
    assert after.tavern.startswith("JS")


# R17


def test_R17_an_enemy_that_lives_strikes_the_current_player() -> None:
    after = table("2HTC", "9D").do("p2H")
    strike = after.one(EventKind.STRUCK)
    assert (strike.seat, strike.value) == (0, 10)
    assert (after.phase, after.seat, after.due) == (Phase.DISCARD, 0, 10)


def test_R17_at_nothing_left_nothing_is_discarded() -> None:
    after = table("9S8H", "9D", enemy="JC", played=("AS",)).do("p9S")
    assert after.one(EventKind.HELD).seat == 0
    assert after.hands[0] == "8H"
    assert (after.phase, after.seat) == (Phase.PLAY, 1)


def test_R17_any_cards_that_suffice_will_do() -> None:
    before = table("2C4D6HTS", "9D", phase="d")
    assert before.moves == {
        *("dTS", "d4D6H", "d2C4D6H", "d2CTS", "d4DTS", "d6HTS"),
        *("d2C4DTS", "d2C6HTS", "d4D6HTS", "d2C4D6HTS"),
    }


def test_R17_surplus_cards_may_be_discarded() -> None:
    after = table("2C4D6HTS", "9D", phase="d").do("d2C4D6HTS")
    paid = after.one(EventKind.DISCARDED)
    assert (paid.value, paid.total) == (22, 10)
    assert after.hands[0] == ""


def test_R17_a_discard_of_exactly_the_attack_suffices() -> None:
    after = table("4D6H", "9D", phase="d").do("d4D6H")
    assert after.outcome is None
    assert (after.hands[0], after.discard, after.seat) == ("", "4D6H", 1)


def test_R17_a_discard_worth_less_is_refused() -> None:
    error = table("4D5H9C", "9D", phase="d").refusal("d4D5H")
    assert error.code == "discard.too_small"
    assert error.values == {"total": 9, "due": 10}


def test_R17_a_hand_worth_less_loses_the_game_for_all() -> None:
    after = table("2H9C", "9D").do("p2H")
    assert after.phase is Phase.OVER
    assert after.outcome is not None
    assert not after.outcome.won
    assert (after.outcome.ending, after.outcome.seat) == (Ending.CANNOT_PAY, 0)
    assert after.story[-2:] == ["struck", "lost"]


def test_R17_a_hand_worth_just_enough_does_not_lose() -> None:
    assert table("2H4C6C", "9D").do("p2H").phase is Phase.DISCARD


def test_R17_jesters_may_be_discarded_along() -> None:
    before = table("TCX", "9D", "8D", phase="d")
    assert before.moves == {"dTC", "dTCX"}
    assert before.do("dTCX").discard == "TCX"


def test_R17_only_the_current_player_pays() -> None:
    after = table("2HTC", "TDTS").do("p2H", "dTC")
    assert after.hands == ["", "TDTS"]
