"""The turn clock: off unless wanted, the same for everybody, and it moves for who does not."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest

from openregicide.client import new_id
from openregicide.protocol import Begin, Return, Say, Vote
from support.serving import RunningServer, running_server
from support.tables import bounded, connected, move_once, seat_people, told

NO_ATTACK = {"attack": [0, 0, 0]}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    # With the pause, a bot that stands in takes long enough for its person to come back.
    with running_server(
        tmp_path_factory.mktemp("server"), stand_in="greedy", bot_pause_ms=3000, absent_seconds=0
    ) as running:
        yield running


@bounded
async def test_without_a_clock_nobody_is_told_of_one(server: RunningServer) -> None:
    people = await seat_people(server, 2, rules=NO_ATTACK)
    async with (
        connected(server, people[0].table, people[0].token) as ann,
        connected(server, people[1].table, people[1].token) as bob,
    ):
        await move_once([ann, bob])
        for line in (ann, bob):
            assert {update.move_by for update in line.updates} == {None}


@bounded
async def test_who_does_not_move_in_time_is_moved_for(server: RunningServer) -> None:
    people = await seat_people(server, 2, rules=NO_ATTACK, first=0, settings={"clock": 1})
    async with connected(server, people[1].table, people[1].token) as line:
        await line.until(lambda: line.news[-1].what == "moved")
        assert (line.news[-1].seat, line.news[-1].by) == (0, "clock")
        while not (line.news[-1].seat == 1 and line.news[-1].what == "moved"):
            await line.reach((line.version or 0) + 1)
        assert line.news[-1].by == "clock"


@bounded
async def test_the_clock_rests_with_nobody_there_and_goes_on_where_it_was(
    server: RunningServer,
) -> None:
    (ann,) = await seat_people(
        server, 1, rules=NO_ATTACK, settings={"clock": 8, "open": True}, begin=False
    )
    async with connected(server, ann.table, ann.token) as line:
        await line.ask(Begin(id=new_id()))
        version = line.version
        await asyncio.sleep(1.5)
    await asyncio.sleep(1)
    async with connected(server, ann.table) as spectator:
        # Somebody who watches is somebody.
        left = spectator.updates[0].move_by
        assert left is not None
        assert 5.5 < left <= 6.5
        assert spectator.version == version
        await spectator.until(lambda: spectator.news[-1].what == "moved")
        assert spectator.news[-1].by == "clock"


@bounded
async def test_every_subscriber_is_told_how_long_the_player_has(server: RunningServer) -> None:
    people = await seat_people(
        server, 2, rules=NO_ATTACK, first=0, settings={"clock": 3600}, begin=False
    )
    async with (
        connected(server, people[0].table, people[0].token) as ann,
        connected(server, people[1].table, people[1].token) as bob,
        connected(server, people[1].table) as spectator,
    ):
        lines = (ann, bob, spectator)
        lefts = []
        assert all(line.updates[0].move_by is None for line in lines)
        answer = await ann.ask(Begin(id=new_id(), first=0))
        for line in lines:
            await line.reach(answer.version)
            lefts.append(line.updates[-1].move_by)
    lefts.append((await told(server, people[0])).move_by)
    assert all(left is not None and 3500 < left <= 3600 for left in lefts)


@bounded
async def test_the_clock_begins_anew_with_every_move(server: RunningServer) -> None:
    people = await seat_people(server, 2, rules=NO_ATTACK, first=0, settings={"clock": 10})
    async with (
        connected(server, people[0].table, people[0].token) as ann,
        connected(server, people[1].table, people[1].token) as bob,
    ):
        # Until it is certain that some of the first player's time is gone.
        while ((await told(server, people[0])).move_by or 0) > 9:
            await ann.ask(Say(id=new_id(), phrase="one_moment"))
        answer = await ann.move("y")
        await bob.reach(answer.version)
        left = bob.updates[-1].move_by
        assert left is not None
        assert 9 < left <= 10


@bounded
async def test_talk_does_not_stop_the_clock(server: RunningServer) -> None:
    (ann,) = await seat_people(server, 1, rules=NO_ATTACK, settings={"clock": 2})
    async with connected(server, ann.table, ann.token) as line:
        assert (await line.ask(Say(id=new_id(), phrase="one_moment"))).error is None
        await line.until(lambda: line.news[-1].what == "moved")
        assert line.news[-1].by == "clock"


@bounded
async def test_the_clock_runs_for_who_comes_back_to_a_bots_turn(server: RunningServer) -> None:
    people = await seat_people(server, 2, rules=NO_ATTACK, first=1, settings={"clock": 2})
    async with connected(server, people[0].table, people[0].token) as ann:
        for _ in range(2):
            assert (await ann.ask(Vote(id=new_id(), seat=1))).error is None
        async with connected(server, people[1].table, people[1].token) as bob:
            assert (await bob.ask(Return(id=new_id()))).error is None
            assert bob.moves
            await bob.until(lambda: bob.news[-1].what == "moved")
            assert (bob.news[-1].seat, bob.news[-1].by) == (1, "clock")


@bounded
async def test_the_clock_runs_again_after_the_server_was_killed(server: RunningServer) -> None:
    (ann,) = await seat_people(server, 1, rules=NO_ATTACK, settings={"clock": 1})
    server.kill()
    server.start()
    async with connected(server, ann.table, ann.token) as line:
        await line.until(lambda: line.news[-1].what == "moved")
        assert line.news[-1].by == "clock"
