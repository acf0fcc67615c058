"""A table plays on, whatever a bot does."""

from __future__ import annotations

import asyncio
from enum import IntEnum

import pytest

from openregicide.bots import make_bot
from openregicide.bots.api.guard import Fault, guarded_move
from openregicide.core import Generator, Move, RuleSet, moves_of, new_state, view_for

VIEW = view_for(new_state(RuleSet(players=2), 5, first=1), 1)
LEGAL = moves_of(VIEW)


class Number(IntEnum):
    """An int, and yet more than one."""

    MOVE = LEGAL[2]


def guarded(said: object) -> tuple[Move, Fault | None]:
    async def thought() -> object:
        if isinstance(said, BaseException):
            raise said
        return said

    return asyncio.run(guarded_move(thought(), VIEW))


@pytest.mark.parametrize("said", [LEGAL[-1], Number.MOVE])
def test_a_legal_move_is_made_as_the_engine_spells_it(said: int) -> None:
    move, fault = guarded(said)
    assert (move, fault) == (said, None)
    assert type(move) is type(LEGAL[0])


@pytest.mark.parametrize(
    ("said", "code"),
    [
        (None, "fault.no_move"),
        ("p2C", "fault.no_move"),
        (True, "fault.no_move"),
        (float(LEGAL[0]), "fault.no_move"),
        (-1, "fault.illegal_move"),
        (ZeroDivisionError("by my fault"), "fault.raised"),
        (TimeoutError(), "fault.raised"),
        # A bot may leave the table, but not end the evening.
        (SystemExit(1), "fault.raised"),
    ],
)
def test_instead_of_a_fault_there_is_the_policys_move(said: object, code: str) -> None:
    move, fault = guarded(said)
    assert move == make_bot("policy").choose(VIEW, Generator(1))
    # And not just any move.
    assert move != moves_of(VIEW, minimal=True)[0]
    assert fault is not None
    assert (fault.code, fault.seat, fault.view) == (code, 1, VIEW)
    assert said in (fault.returned, fault.cause)


def test_whoever_gives_up_waiting_is_not_held_by_the_guard() -> None:
    async def work() -> None:
        task = asyncio.create_task(guarded_move(asyncio.sleep(600), VIEW))
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(work())
