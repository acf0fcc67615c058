"""Every refusal: its exact code, its values, and that nothing has changed."""

from __future__ import annotations

import pytest

from openregicide.core import (
    YIELD,
    Heal,
    Move,
    MoveKind,
    RuleSet,
    announce,
    is_legal,
    legal_moves,
    name_next,
    narrate,
    resolve_heal,
    sample_heal,
    verify,
)
from openregicide.core import apply as make
from openregicide.core.refusal import CODES, Refusal
from openregicide.errors import IllegalMoveError
from openregicide.notation import parse_move
from support.scenario import Table, cards, table


def kind(number: int, payload: int = 0) -> Move:
    return Move(number << 56 | payload)


PLAY = table(
    "ACAD2C2D3D6H6SX", "XTC", enemy="QS", rules=RuleSet(players=2, jesters=2, hand_limit=8)
)
DUE = table("4D5H9CX", "XTC", phase="d", rules=RuleSet(players=2, jesters=2))
ASKED = table("9C", "X9D", "8C", seat=1).do("pX")
WON = table("9H", "9D", castle="KS", played=("KH", "TD", "2D")).do("p9H")
SOLO = table("9CTC", flips=0)

REFUSED: list[tuple[Refusal, Table, str | Move, dict[str, object]]] = [
    (Refusal.MALFORMED, PLAY, Move(-1), {}),
    (Refusal.MALFORMED, PLAY, Move(0), {}),
    (Refusal.MALFORMED, PLAY, kind(6), {}),
    (Refusal.MALFORMED, PLAY, Move(1 << 63), {}),
    (Refusal.MALFORMED, PLAY, Move(1 << 200), {}),
    # The bit above the last card, and the second jester without the first.
    (Refusal.MALFORMED, PLAY, kind(MoveKind.PLAY, 1 << 54), {}),
    (Refusal.MALFORMED, PLAY, kind(MoveKind.PLAY, 1 << 53), {}),
    (Refusal.MALFORMED, DUE, kind(MoveKind.DISCARD, 1 << 54), {}),
    (Refusal.MALFORMED, PLAY, Move(YIELD | 1), {}),
    (Refusal.MALFORMED, SOLO, kind(MoveKind.FLIP, 1), {}),
    (Refusal.GAME_OVER, WON, "p9D", {}),
    (Refusal.GAME_OVER, WON, "y", {}),
    (Refusal.GAME_OVER, WON, "d9D", {}),
    (Refusal.GAME_OVER, WON, "n1", {}),
    (Refusal.GAME_OVER, WON, "j", {}),
    (Refusal.WRONG_PHASE, PLAY, "d6H6S", {"phase": "play"}),
    (Refusal.WRONG_PHASE, PLAY, "n1", {"phase": "play"}),
    (Refusal.WRONG_PHASE, DUE, "p9C", {"phase": "discard"}),
    (Refusal.WRONG_PHASE, DUE, "y", {"phase": "discard"}),
    (Refusal.WRONG_PHASE, DUE, "n0", {"phase": "discard"}),
    (Refusal.WRONG_PHASE, ASKED, "p9D", {"phase": "name_next"}),
    (Refusal.WRONG_PHASE, ASKED, "d9D", {"phase": "name_next"}),
    (Refusal.WRONG_PHASE, ASKED, "y", {"phase": "name_next"}),
    (Refusal.WRONG_PHASE, ASKED, "j", {"phase": "name_next"}),
    (Refusal.NO_CARDS, PLAY, kind(MoveKind.PLAY), {}),
    (Refusal.NOT_IN_HAND, PLAY, "pTC", {"cards": cards("TC")}),
    (Refusal.NOT_IN_HAND, PLAY, "p2C2H", {"cards": cards("2H")}),
    (Refusal.NOT_IN_HAND, PLAY, "pXX", {"cards": cards("X")}),
    (Refusal.NOT_IN_HAND, DUE, "d9CTC", {"cards": cards("TC")}),
    (Refusal.NOT_IN_HAND, DUE, "d5H9CXX", {"cards": cards("X")}),
    (Refusal.JESTER_NOT_ALONE, PLAY, "p2CX", {}),
    (Refusal.COMPANION_WITH_JESTER, PLAY, "pACX", {}),
    (Refusal.COMPANION_WITH_TWO_OTHERS, PLAY, "pAC2C2D", {}),
    (Refusal.COMPANION_WITH_TWO_OTHERS, PLAY, "pACAD2C", {}),
    (Refusal.MIXED_RANKS, PLAY, "p2C3D", {}),
    (Refusal.MIXED_RANKS, PLAY, "p2C2D3D", {}),
    (Refusal.TOTAL_OVER_10, PLAY, "p6H6S", {"total": 12}),
    (Refusal.YIELD_NOT_ALLOWED, SOLO, "y", {}),
    (Refusal.DISCARD_TOO_SMALL, DUE, "d4D5H", {"total": 9, "due": 10}),
    (Refusal.DISCARD_TOO_SMALL, DUE, "d9CX", {"total": 9, "due": 10}),
    (Refusal.DISCARD_TOO_SMALL, DUE, kind(MoveKind.DISCARD), {"total": 0, "due": 10}),
    (Refusal.NO_FLIP_LEFT, SOLO, "j", {}),
    (Refusal.NO_FLIP_LEFT, PLAY, "j", {}),
    (Refusal.NO_FLIP_LEFT, DUE, "j", {}),
    (Refusal.UNKNOWN_SEAT, ASKED, "n3", {"seat": 3, "players": 3}),
    (Refusal.UNKNOWN_SEAT, ASKED, name_next(9), {"seat": 9, "players": 3}),
]


def test_every_refusal_has_a_case_here() -> None:
    assert {reason for reason, *_ in REFUSED} == set(Refusal) - {Refusal.NONE}


def test_every_refusal_has_a_code_of_its_own() -> None:
    assert len(set(CODES.values())) == len(Refusal)
    assert set(CODES) == set(Refusal)


@pytest.mark.parametrize(
    ("reason", "before", "move", "values"),
    REFUSED,
    ids=[f"{reason.code}-{move}" for reason, _, move, _ in REFUSED],
)
@pytest.mark.parametrize("door", [make, narrate, announce, verify])
def test_a_refused_move_says_why_and_changes_nothing(
    door: object, reason: Refusal, before: Table, move: str | Move, values: dict[str, object]
) -> None:
    assert callable(door)
    parsed = parse_move(move) if isinstance(move, str) else move
    state = before.state.copy()
    with pytest.raises(IllegalMoveError) as caught:
        door(state, parsed)
    assert caught.value.code == reason.code
    assert caught.value.values == values
    assert state.key() == before.state.key()
    assert state.ply == before.state.ply
    assert state.generator.words() == before.state.generator.words()
    assert not is_legal(state, parsed)
    assert parsed not in legal_moves(state)


# Heals: what chance may and may not have done

HEALING = table("2H9CTC", "9D", discard="3C4C5C", seed=4)


def waiting() -> Table:
    state = HEALING.state.copy()
    announce(state, parse_move("p2H"))
    return Table(state)


@pytest.mark.parametrize(
    ("heal", "code", "values"),
    [
        ("3C", "heal.wrong_count", {"count": 1, "expected": 2}),
        ("3C4C5C", "heal.wrong_count", {"count": 3, "expected": 2}),
        ("", "heal.wrong_count", {"count": 0, "expected": 2}),
        ("3C9C", "heal.not_in_discard", {"card": cards("9C")[0]}),
        ("3C2H", "heal.not_in_discard", {"card": cards("2H")[0]}),
        ("3CX", "heal.not_in_discard", {"card": cards("X")[0]}),
    ],
)
def test_a_heal_that_cannot_be_is_refused(heal: str, code: str, values: dict[str, object]) -> None:
    before = waiting()
    state = before.state.copy()
    with pytest.raises(IllegalMoveError) as caught:
        resolve_heal(state, Heal(cards(heal)))
    assert caught.value.code == code
    assert caught.value.values == values
    assert state.key() == before.state.key()
    assert state.generator.words() == before.state.generator.words()


def test_a_heal_of_one_card_twice_is_refused() -> None:
    three = cards("3C")[0]
    with pytest.raises(IllegalMoveError) as caught:
        resolve_heal(waiting().state, Heal((three, three)))
    assert caught.value.code == "heal.not_in_discard"


def test_a_heal_of_both_jesters_moves_both() -> None:
    rules = RuleSet(players=2, jesters=2)
    after = table("2HTC", "9D", discard="3CXX", rules=rules).do("p2H", "hXX")
    assert after.tavern.endswith("XX")
    assert after.discard == "3C"
    held = [*after.state.tavern_cards(), *after.state.castle_cards()]
    assert len(held) == len(set(held))


@pytest.mark.parametrize(
    ("before", "phase"), [(PLAY, "play"), (DUE, "discard"), (ASKED, "name_next"), (WON, "over")]
)
def test_a_heal_that_nobody_awaits_is_refused(before: Table, phase: str) -> None:
    for ask in (sample_heal, lambda state: resolve_heal(state, Heal(cards("3C")))):
        state = before.state.copy()
        with pytest.raises(IllegalMoveError) as caught:
            ask(state)
        assert caught.value.code == "heal.not_awaited"
        assert caught.value.values == {"phase": phase}
        assert state.key() == before.state.key()
        assert state.generator.words() == before.state.generator.words()


@pytest.mark.parametrize("move", ["p9C", "d9C", "y", "n0", "j"])
def test_while_chance_decides_no_player_moves(move: str) -> None:
    before = waiting()
    error = before.refusal(move)
    assert error.code == "move.wrong_phase"
    assert error.values == {"phase": "heal"}
    assert before.moves == set()
