"""Somebody is away: the others let a bot play for them, and they come back."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import AsyncExitStack

import pytest

from openregicide.client import Server, new_id
from openregicide.protocol import Joined, Ping, Return, Vote
from support.serving import RunningServer, running_server
from support.tables import Line, asking, bounded, connected, play_at_random, seat_people, told

NO_ATTACK = {"attack": [0, 0, 0]}
STAND_IN = "greedy"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    folder = tmp_path_factory.mktemp("server")
    with running_server(folder, stand_in=STAND_IN, absent_seconds=0) as running:
        yield running


@pytest.fixture(scope="module")
def patient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """A server that waits as long as servers do."""
    with running_server(tmp_path_factory.mktemp("patient"), stand_in=STAND_IN) as running:
        yield running


@pytest.fixture(scope="module")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """A server with a shorter wait: three seconds, and one more for who is alone."""
    folder = tmp_path_factory.mktemp("hasty")
    with running_server(folder, stand_in=STAND_IN, absent_seconds=3) as running:
        yield running


async def sit(stack: AsyncExitStack, server: RunningServer, people: Sequence[Joined]) -> list[Line]:
    """Connect some people, and wait until all of them are seen."""
    lines = [
        await stack.enter_async_context(connected(server, each.table, each.token))
        for each in people
    ]
    for line in lines:
        await line.until(
            lambda line=line: all(line.present[each.seat] for each in people)  # type: ignore[misc]
        )
    return lines


async def vote(line: Line, seat: int, bot: bool = True) -> str:
    answer = await line.ask(Vote(id=new_id(), seat=seat, bot=bot))
    return answer.error.code if answer.error else ""


@bounded
async def test_a_bot_plays_for_who_is_away_until_they_return(server: RunningServer) -> None:
    people = await seat_people(server, 3, rules=NO_ATTACK, first=2)
    async with AsyncExitStack() as stack:
        ann, bob = await sit(stack, server, people[:2])
        assert await vote(ann, 2) == ""
        await bob.until(lambda: bob.info.seats[2].votes == [0])
        assert bob.info.seats[2].stand_in == ""
        assert await vote(bob, 2) == ""
        await ann.until(lambda: ann.info.seats[2].stand_in == STAND_IN)
        assert ann.info.seats[2].name == "Cleo"
        assert ann.info.seats[2].votes == []
        await ann.until(lambda: ann.news[-1].what == "moved")
        assert (ann.news[-1].seat, ann.news[-1].by) == (2, "bot")
        assert await vote(ann, 2) == "seat.has_stand_in"

        (cleo,) = await sit(stack, server, people[2:])
        assert cleo.info.seats[2].stand_in == STAND_IN
        answer = await cleo.ask(asking(cleo, "y"))
        assert answer.error is not None
        assert answer.error.code in ("seat.stand_in", "move.stale")
        assert (await cleo.ask(Return(id=new_id()))).error is None
        assert cleo.info.seats[2].stand_in == ""
        again = await cleo.ask(Return(id=new_id()))
        assert again.error is not None
        assert again.error.code == "seat.no_stand_in"
        lines = [ann, bob, cleo]
        while not cleo.moves and not cleo.over:
            latest = max(line.version or 0 for line in lines)
            for line in lines:
                await line.reach(latest)
            if mover := next((line for line in lines if line.moves), None):
                await mover.move()
            else:
                # The bot's last move is still on its way.
                await ann.reach(latest + 1)
        if not cleo.over:
            await cleo.move()
            moved = [each for each in cleo.news if each.what == "moved"]
            assert (moved[-1].seat, moved[-1].by) == (2, "player")


@bounded
async def test_a_game_with_a_stand_in_is_played_to_its_end_and_kept_for_the_person(
    server: RunningServer,
) -> None:
    people = await seat_people(server, 2, first=1)
    async with connected(server, people[0].table, people[0].token) as line:
        assert await vote(line, 1) == ""
        assert await vote(line, 1) == ""
        await play_at_random(line)
        assert line.info.game is not None
        summary = await Server(server.url).game(line.info.game.id)
        assert [seat.name for seat in summary.seats] == ["Ann", "Bob"]
        moved = [each for each in line.news if each.what == "moved" and each.seat == 1]
        assert {each.by for each in moved} == {"bot"}


@bounded
async def test_a_stand_in_plays_on_after_the_server_was_killed(server: RunningServer) -> None:
    people = await seat_people(server, 2, rules=NO_ATTACK, first=0)
    async with connected(server, people[0].table, people[0].token) as line:
        assert await vote(line, 1) == ""
        assert await vote(line, 1) == ""
        version = line.version
    server.kill()
    server.start()
    async with connected(server, people[0].table, people[0].token, version=version) as line:
        await line.move((await told(server, people[0])).moves[0].move)  # type: ignore[index]
        while not (line.news and line.news[-1].seat == 1):
            if line.moves:
                await line.move()
            else:
                await line.reach((line.version or 0) + 1)
        assert line.news[-1].by == "bot"


@bounded
async def test_votes_that_make_no_sense_are_refused(server: RunningServer) -> None:
    people = await seat_people(server, 4, bots={"3": "random"}, first=0)
    async with AsyncExitStack() as stack:
        ann, _ = await sit(stack, server, people[:2])
        assert await vote(ann, 0) == "seat.own"
        assert await vote(ann, 1) == "seat.present"
        assert await vote(ann, 3) == "seat.not_a_person"
    (ann_alone,) = await seat_people(server, 2, bots={"1": "random"}, first=0)
    async with connected(server, ann_alone.table, ann_alone.token) as line:
        assert await vote(line, 2) == "seat.unknown"


@bounded
async def test_a_vote_can_be_taken_back(server: RunningServer) -> None:
    people = await seat_people(server, 3, first=0)
    async with AsyncExitStack() as stack:
        ann, bob = await sit(stack, server, people[:2])
        assert await vote(ann, 2) == ""
        assert await vote(ann, 2, bot=False) == ""
        assert await vote(bob, 2) == ""
        await ann.until(lambda: ann.info.seats[2].votes == [1])
        assert ann.info.seats[2].stand_in == ""


@bounded
async def test_votes_lapse_when_the_person_shows_up(server: RunningServer) -> None:
    people = await seat_people(server, 3, first=0)
    async with AsyncExitStack() as stack:
        ann, bob = await sit(stack, server, people[:2])
        assert await vote(ann, 2) == ""
        async with connected(server, people[2].table, people[2].token) as cleo:
            await ann.until(lambda: ann.info.seats[2].votes == [])
            await cleo.reach(ann.version or 0)
            assert (cleo.news[-1].what, cleo.news[-1].wanted) == ("voted", False)
        await bob.until(lambda: not bob.present[2])
        assert await vote(bob, 2) == ""
        assert bob.info.seats[2].stand_in == ""


@bounded
async def test_votes_lapse_when_the_person_asks_by_plain_http(server: RunningServer) -> None:
    people = await seat_people(server, 3, first=0)
    async with AsyncExitStack() as stack:
        ann, _ = await sit(stack, server, people[:2])
        assert await vote(ann, 2) == ""
        await told(server, people[2])
        await ann.until(lambda: ann.present[2])
        await ann.until(lambda: ann.info.seats[2].votes == [])


@bounded
async def test_who_is_away_as_well_is_not_waited_for(server: RunningServer) -> None:
    people = await seat_people(server, 4, rules=NO_ATTACK, first=3)
    async with connected(server, people[0].table, people[0].token) as line:
        for seat in (3, 2, 1, 3, 2, 1):
            assert await vote(line, seat) == ""
        assert [bool(seat.stand_in) for seat in line.info.seats] == [False, True, True, True]
        await line.until(lambda: bool(line.moves) or line.over)


# Not too early


async def refused(line: Line, seat: int) -> tuple[str, object]:
    answer = await line.ask(Vote(id=new_id(), seat=seat))
    assert answer.error is not None
    return answer.error.code, answer.error.values.get("seconds")


@bounded
async def test_no_bot_stands_in_for_a_connection_that_was_lost_just_now(
    patient: RunningServer,
) -> None:
    people = await seat_people(patient, 2, first=1)
    async with AsyncExitStack() as stack:
        (ann,) = await sit(stack, patient, people[:1])
        async with connected(patient, people[1].table, people[1].token):
            await ann.until(lambda: ann.present[1])
        await ann.until(lambda: not ann.present[1])
        for _ in range(3):
            assert await refused(ann, 1) == ("vote.too_early", 30)
        assert ann.vote_in[0] is None
        assert 29 < (ann.vote_in[1] or 0) <= 30
        assert ann.info.seats[1].votes == []
        assert ann.info.seats[1].stand_in == ""


@bounded
async def test_a_restart_makes_everybody_just_gone(patient: RunningServer) -> None:
    people = await seat_people(patient, 2, first=1)
    patient.kill()
    patient.start()
    async with connected(patient, people[0].table, people[0].token) as ann:
        assert await refused(ann, 1) == ("vote.too_early", 30)


@bounded
async def test_who_asked_by_plain_http_is_away_only_later(patient: RunningServer) -> None:
    people = await seat_people(patient, 3, first=1)
    async with AsyncExitStack() as stack:
        (ann,) = await sit(stack, patient, people[:1])
        await told(patient, people[1])
        await ann.until(lambda: ann.present[1])
        assert await vote(ann, 1) == "seat.present"


@bounded
async def test_one_person_alone_asks_twice_with_time_between_for_the_other_to_come_back(
    hasty: RunningServer,
) -> None:
    people = await seat_people(hasty, 2, rules=NO_ATTACK, first=1)
    async with connected(hasty, people[0].table, people[0].token) as ann:
        await ann.until(lambda: len(ann.vote_in) == 2)
        while await vote(ann, 1) == "vote.too_early":
            await asyncio.sleep(0.1)
        assert ann.info.seats[1].votes == [0]
        # A second click at once, or a third, is none.
        assert await refused(ann, 1) == ("vote.too_early", 1)
        assert await refused(ann, 1) == ("vote.too_early", 1)
        assert 0 < (ann.vote_in[1] or 0) <= 1
        assert ann.info.seats[1].stand_in == ""
        await asyncio.sleep(1)
        assert await vote(ann, 1) == ""
        assert ann.info.seats[1].stand_in == STAND_IN


@bounded
async def test_whoever_was_back_meanwhile_is_only_just_gone(hasty: RunningServer) -> None:
    people = await seat_people(hasty, 2, rules=NO_ATTACK, first=1)
    async with connected(hasty, people[0].table, people[0].token) as ann:
        while await vote(ann, 1) == "vote.too_early":
            await asyncio.sleep(0.1)
        async with connected(hasty, people[1].table, people[1].token):
            await ann.until(lambda: ann.info.seats[1].votes == [])
        await ann.until(lambda: not ann.present[1])
        assert await refused(ann, 1) == ("vote.too_early", 3)


@bounded
async def test_a_ping_by_plain_http_shows_that_somebody_is_there(hasty: RunningServer) -> None:
    people = await seat_people(hasty, 3, rules=NO_ATTACK, first=1)
    async with AsyncExitStack() as stack:
        ann, _ = await sit(stack, hasty, people[:2])
        while await vote(ann, 2) == "vote.too_early":
            await asyncio.sleep(0.1)
        await Server(hasty.url).ask(people[2].table, people[2].token, Ping(id=new_id()))
        await ann.until(lambda: ann.info.seats[2].votes == [])
        assert await vote(ann, 2) == "seat.present"
