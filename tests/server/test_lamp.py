"""The lamp: lit and put out by the host, during a game too, but never in a ranked one."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from contextlib import AsyncExitStack
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from openregicide.client import new_id
from openregicide.protocol import AskHint, Begin, Configure, Joined, NewDaily
from support.serving import RunningServer, running_server
from support.tables import NAMES, Line, bounded, browsing, connected, play_at_random, seat_people

GIVEN = ("", "hint.too_late")
"""What a table says that gives hints; the machine may be too busy for them."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    with running_server(tmp_path_factory.mktemp("server"), hint_ms=20) as running:
        yield running


def lit(line: Line, *, on: bool, **others: Any) -> Configure:
    """What a host sends who lights the lamp, or puts it out."""
    return Configure(id=new_id(), settings=replace(line.info.settings, hints=on, **others))


async def code_of(line: Line, request: Configure | AskHint | Begin) -> str:
    """Return the code with which a request is refused; nothing if it is done."""
    answer = await line.ask(request)
    return answer.error.code if answer.error else ""


@bounded
async def test_the_host_lights_the_lamp_in_the_middle_of_a_game(server: RunningServer) -> None:
    people = await seat_people(server, 2, first=0)
    async with AsyncExitStack() as stack:
        ann, bob = [
            await stack.enter_async_context(connected(server, each.table, each.token))
            for each in people
        ]
        hint = AskHint(id=new_id(), version=ann.version or 0)
        assert await code_of(ann, hint) == "hint.off"
        view = ann.view
        assert await code_of(bob, lit(bob, on=True)) == "table.host_only"
        assert await code_of(ann, lit(ann, on=True)) == ""
        # Everyone is told, and the game goes on as it was.
        await ann.until(lambda: ann.info.settings.hints)
        await bob.until(lambda: bob.info.settings.hints)
        for line in (ann, bob):
            told = line.news[-1]
            assert (told.what, told.seat, told.lamp) == ("configured", 0, True)
        assert ann.view == view
        assert await code_of(ann, AskHint(id=new_id(), version=ann.version or 0)) in GIVEN
        assert await code_of(ann, lit(ann, on=False)) == ""
        await bob.until(lambda: not bob.info.settings.hints)
        assert bob.news[-1].lamp is False
        assert await code_of(ann, AskHint(id=new_id(), version=ann.version or 0)) == "hint.off"


@bounded
async def test_nothing_else_changes_in_the_middle_of_a_game(server: RunningServer) -> None:
    (seat,) = await seat_people(server, 1)
    async with connected(server, seat.table, seat.token) as line:
        kinder = replace(line.info.settings.rules, hand_limit=12)
        for request in (
            lit(line, on=False),
            lit(line, on=True, rules=kinder),
            lit(line, on=True, spectators=False),
            lit(line, on=False, open=True),
        ):
            assert await code_of(line, request) == "table.game_running"
        await play_at_random(line)
        # Between games it is a setting like any other, and nobody speaks of the lamp.
        assert await code_of(line, lit(line, on=True)) == ""
        await line.until(lambda: line.info.settings.hints)
        assert line.news[-1].lamp is None


async def daily_table(server: RunningServer, device: str) -> Joined:
    wanted = NewDaily(1, NAMES[0], None, device)
    async with browsing() as client:
        answer = await client.post(f"{server.url}/api/daily", content=msgspec.json.encode(wanted))
    return msgspec.json.decode(answer.content, type=Joined)


@bounded
async def test_there_is_no_lamp_in_a_ranked_game(server: RunningServer) -> None:
    device = secrets.token_urlsafe(24)
    ranked = await daily_table(server, device)
    async with connected(server, ranked.table, ranked.token) as line:
        assert line.info.game is not None
        assert line.info.game.ranked
        assert await code_of(line, lit(line, on=True)) == "hint.ranked"
        assert not line.info.settings.hints
        await play_at_random(line)
        # The same table, the same deal: now it is for fun, and the lamp may burn.
        assert await code_of(line, lit(line, on=True)) == "daily.fixed"
        assert await code_of(line, Begin(id=new_id())) == ""
        await line.until(lambda: not line.over)
        assert await code_of(line, lit(line, on=True)) == ""
        assert await code_of(line, AskHint(id=new_id(), version=line.version or 0)) in GIVEN
