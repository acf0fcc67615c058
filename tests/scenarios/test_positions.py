"""Tables that cannot be: laying one out is refused with a reason, never with a crash."""

from __future__ import annotations

from typing import Any

import pytest

from openregicide.core import Phase, RuleSet, restore_state
from openregicide.errors import ImpossiblePositionError
from support.scenario import Table, cards, table

LAID = table("2C9H", "3D4D", "5S", enemy="JS", played=("3S",), discard="7C")


def lay(**changes: object) -> str:
    """Lay the table out with something changed; return the code of the refusal."""
    fields: dict[str, Any] = {
        "phase": Phase.PLAY,
        "seat": 0,
        "yielded": [False] * 3,
        "flips": 0,
        "castle": cards(LAID.castle),
        "table": [(None, cards("3S"))],
        "hands": [cards("2C9H"), cards("3D4D"), cards("5S")],
        "tavern": cards(LAID.tavern),
        "discard": cards("7C"),
        "ply": 0,
    }
    with pytest.raises(ImpossiblePositionError) as caught:
        restore_state(RuleSet(players=3), **(fields | changes))
    return caught.value.code


def test_the_table_itself_can_be_laid_out() -> None:
    assert LAID.damage == 3


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"hands": [cards("2C9H"), cards("3D4D5S")]}, "position.players"),
        ({"yielded": [False] * 2}, "position.players"),
        ({"seat": 3}, "seat.unknown"),
        ({"seat": -1}, "seat.unknown"),
        ({"flips": 1}, "position.flips"),
        ({"ply": -1}, "position.ply"),
        ({"discard": cards("7C2C")}, "position.card_twice"),
        ({"discard": ()}, "position.card_missing"),
        ({"table": [(3, cards("3S"))]}, "seat.unknown"),
        ({"table": [(None, ()), (None, cards("3S"))]}, "move.no_cards"),
        ({"phase": Phase.NAME_NEXT}, "position.no_jester_played"),
        ({"phase": Phase.HEAL}, "position.no_heal"),
        # The hand is worth 11, the jack strikes for 10.
        ({"phase": Phase.OVER}, "position.not_over"),
    ],
)
def test_a_table_that_cannot_be_is_refused(changes: dict[str, object], code: str) -> None:
    assert lay(**changes) == code


def test_a_castle_is_in_its_order() -> None:
    royals = cards(LAID.castle)
    assert lay(castle=(*royals[1:], royals[0])) == "position.castle_order"


def test_a_castle_has_only_royals_in_it() -> None:
    # Thirteen cards with a king in front: longer than any castle.
    castle = cards("KCKDKHKSQCQDQHQSJCJDJHJS2S")
    tavern = tuple(card for card in cards(LAID.tavern) if card not in castle)
    assert lay(castle=castle, tavern=tavern) == "position.castle_order"


def test_nothing_lies_on_the_table_when_no_enemy_is_left() -> None:
    tavern = (*cards(LAID.tavern), *cards(LAID.castle))
    assert lay(phase=Phase.OVER, castle=(), tavern=tavern) == "position.no_enemy"
    assert lay(phase=Phase.PLAY, castle=(), tavern=tavern) == "position.no_enemy"


def test_an_enemy_that_should_have_fallen_cannot_stand() -> None:
    with pytest.raises(ImpossiblePositionError) as caught:
        table("2C", "3D", played=("TH", "TD"))
    assert caught.value.code == "position.enemy_should_have_fallen"


def test_cards_that_do_not_go_together_cannot_lie_together() -> None:
    with pytest.raises(ImpossiblePositionError) as caught:
        table("2C", "3D", played=("6H6D",))
    assert caught.value.code == "combo.total_over_10"


def test_a_hand_over_the_limit_cannot_be() -> None:
    with pytest.raises(ImpossiblePositionError) as caught:
        table("2C2D2H2S3C3D3H3S", "4C")
    assert caught.value.code == "position.hand_limit"
    assert caught.value.values == {"field": "hands", "count": 8, "limit": 7}


def test_a_player_who_can_do_nothing_has_lost_already() -> None:
    with pytest.raises(ImpossiblePositionError) as caught:
        table("", "9C", yielded="01")
    assert caught.value.code == "position.should_be_over"


def test_a_player_who_cannot_pay_has_lost_already() -> None:
    with pytest.raises(ImpossiblePositionError) as caught:
        table("9C", "9D", phase="d")
    assert caught.value.code == "position.should_be_over"


def test_nothing_can_be_due_behind_a_full_shield() -> None:
    with pytest.raises(ImpossiblePositionError) as caught:
        table("9C", "9D", enemy="JC", played=("TS",), phase="d")
    assert caught.value.code == "position.nothing_due"


def test_only_the_player_of_the_jester_names_who_goes_next() -> None:
    # Seat 1 played it, so seat 0 cannot be the one who is asked.
    with pytest.raises(ImpossiblePositionError):
        table("9C", "9D", "8D", played=("X",), by=(1,), phase="n", seat=0)


JESTERS = RuleSet(players=2, jesters=1)


def while_chance_decides(laid: Table) -> Phase:
    """Lay the same cards out at the moment of a heal; return the phase."""
    state = restore_state(
        laid.state.rules,
        phase=Phase.HEAL,
        seat=0,
        yielded=[False, False],
        flips=0,
        castle=cards(laid.castle),
        table=[(None, cards(play)) for play in laid.played],
        hands=[cards(hand) for hand in laid.hands],
        tavern=cards(laid.tavern),
        discard=cards(laid.discard),
        ply=0,
    )
    return Phase(state.phase)


def test_chance_decides_after_hearts_with_something_to_heal() -> None:
    laid = table("9C", "9D", played=("X", "3H"), discard="7C", rules=JESTERS)
    assert while_chance_decides(laid) is Phase.HEAL


@pytest.mark.parametrize(
    "laid",
    [
        pytest.param(table("9C", "9D", discard="7C"), id="nothing played"),
        pytest.param(table("9C", "9D", played=("3H",)), id="nothing to heal"),
        pytest.param(table("9C", "9D", played=("3D",), discard="7C"), id="no hearts"),
        pytest.param(table("9C", "9D", enemy="JH", played=("3H",), discard="7C"), id="immune"),
        pytest.param(
            table("9C", "9D", played=("3H", "X"), discard="7C", rules=JESTERS), id="a jester since"
        ),
    ],
)
def test_otherwise_there_is_nothing_for_chance_to_decide(laid: Table) -> None:
    with pytest.raises(ImpossiblePositionError) as caught:
        while_chance_decides(laid)
    assert caught.value.code == "position.no_heal"
