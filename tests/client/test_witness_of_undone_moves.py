"""Moves taken back, and cards played once more: no false alarm, and no lie that stays hidden."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from openregicide.client import Fairness, Seal, Witness
from openregicide.client.witness import MISSING
from openregicide.core import view_for
from openregicide.protocol import Begin, GiveUp, RulesData, TakeBack, ViewData
from openregicide.table.views import table_info, view_data
from support.sittings import Sitting, request_id, sitting

WEAK = [3, 5, 8]


def view(at: Sitting, seat: int | None) -> ViewData:
    assert at.table.game is not None
    return view_data(view_for(at.table.game.state, seat))


def look(at: Sitting, witness: Witness, seat: int | None) -> None:
    witness.follow(seat, table_info(at.table), view(at, seat))


def seal_of(at: Sitting, witness: Witness) -> Seal:
    case = witness.case(table_info(at.table))
    finished = at.table.finished()
    assert case is not None
    assert finished is not None
    return case.judge(finished.record)


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("players", [1, 2, 3])
def test_whatever_a_client_misses_nothing_seems_wrong(players: int, seed: int) -> None:
    dice = Random(100 * players + seed)
    at = sitting(players, rules=RulesData(players, attack=WEAK), seed=seed)
    watchers = {(seat, often): Witness() for seat in (0, None) for often in (1.0, 0.5, 0.1)}

    def looked() -> None:
        for (seat, often), witness in watchers.items():
            if dice.random() < often:
                look(at, witness, seat)

    at.begin()
    for (seat, _), witness in watchers.items():
        look(at, witness, seat)
    moves = 0
    while at.table.running and moves < 40:
        at.move()
        moves += 1
        looked()
        seat = at.table.undoable
        if seat is not None and dice.random() < 0.7:
            at.ask(seat, TakeBack(request_id(), at.table.version))
            looked()
    for person in range(players):
        if at.table.running:
            at.ask(person, GiveUp(request_id(), at.table.version))
    assert at.table.game is not None
    assert at.table.game.undone > 0
    for (seat, _), witness in watchers.items():
        look(at, witness, seat)
        seal = seal_of(at, witness)
        assert seal.fairness is Fairness.UNKNOWN
        assert set(seal.reasons) <= set(MISSING)


def test_no_move_that_drew_cards_can_be_talked_away() -> None:
    """A server that showed a card and calls the moves around it taken back is found out."""
    at = sitting(1, rules=RulesData(1, attack=WEAK))
    at.begin()
    witness = Witness()
    look(at, witness, 0)
    for _ in range(4):
        at.move()
        look(at, witness, 0)
    info = table_info(at.table)
    assert info.game is not None
    lie = replace(info, game=replace(info.game, undone=2))
    earlier = sitting(1, rules=RulesData(1, attack=WEAK))
    earlier.begin()
    witness.follow(0, lie, view(earlier, 0))
    at.ask(0, GiveUp(request_id(), at.table.version))
    seal = seal_of(at, witness)
    assert (seal.fairness, "seen" in seal.reasons) == (Fairness.BROKEN, True)


def test_the_same_cards_are_known_and_have_to_be_the_same() -> None:
    at = sitting(1, rules=RulesData(1, attack=WEAK))
    witness, liar = Witness(), Witness()
    for number in range(2):
        at.ask(0, Begin(request_id(), again=number > 0))
        look(at, witness, 0)
        info = table_info(at.table)
        assert info.game is not None
        told = info if number == 0 else replace(info, game=replace(info.game, seed_hash="0" * 64))
        liar.follow(0, told, view(at, 0))
        at.move()
        at.ask(0, GiveUp(request_id(), at.table.version))
        for each in (witness, liar):
            look(at, each, 0)
        seals = seal_of(at, witness), seal_of(at, liar)
    assert (seals[0].fairness, seals[0].reasons) == (Fairness.UNKNOWN, ("again",))
    assert (seals[1].fairness, "seed_hash" in seals[1].reasons) == (Fairness.BROKEN, True)
