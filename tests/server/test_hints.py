"""Hints: for tables that want them, seats that move, and the game as it is now."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest

from openregicide.client import Server, new_id
from openregicide.protocol import (
    Answer,
    AskHint,
    Joined,
    NewTable,
    Ping,
    RulesData,
    Say,
    TableSettings,
)
from openregicide.server.metrics import Metrics
from openregicide.server.settings import Settings
from openregicide.server.store.store import Store
from openregicide.server.tables.hub import Hub
from openregicide.table.table import hash_token
from support.serving import RunningServer, running_server
from support.tables import (
    HARD,
    Line,
    bounded,
    browsing,
    connected,
    lose,
    seat_people,
    told,
)
from support.thoughtful_server import ThoughtfulServer, thoughtful_server

HINTS = {"hints": True}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    with running_server(tmp_path_factory.mktemp("quick"), hint_ms=30, hints=4) as running:
        yield running
        assert "Traceback" not in running.logged()


@pytest.fixture(scope="module")
def thoughtful(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ThoughtfulServer]:
    with thoughtful_server(tmp_path_factory.mktemp("slow"), hint_ms=30) as running:
        yield running
        assert "Traceback" not in running.logged()


def hint(version: int | None) -> AskHint:
    assert version is not None
    return AskHint(id=new_id(), version=version)


async def refused(server: RunningServer, who: Joined, version: int) -> str:
    """Return the code with which a seat is refused over HTTP; nothing if it is not."""
    answer = await Server(server.url).ask(who.table, who.token, hint(version))
    return answer.error.code if answer.error else ""


async def answer_to(line: Line, request: AskHint) -> Answer:
    await line.until(lambda: any(answer.id == request.id for answer in line.answers))
    return next(answer for answer in line.answers if answer.id == request.id)


# What is said


@pytest.mark.parametrize("players", [1, 2])
@bounded
async def test_a_seat_gets_hints_on_its_own_move(server: RunningServer, players: int) -> None:
    ann, *_ = await seat_people(server, players, settings=HINTS, first=0)
    async with connected(server, ann.table, ann.token) as line:
        over_socket = await line.ask(hint(line.version))
        over_http = await Server(server.url).ask(ann.table, ann.token, hint(line.version))
        for answer in (over_socket, over_http):
            assert answer.hints is not None
            assert answer.error is None
            assert answer.version == answer.hints.version == line.version
            assert 1 <= len(answer.hints.moves) <= 3
            assert {each.move for each in answer.hints.moves} <= {each.move for each in line.moves}
            for each in answer.hints.moves:
                assert 0 <= each.chance <= 1
                # Medals are for whoever plays alone.
                assert (each.medals is not None) == (players == 1)
                if each.medals is not None:
                    medals = each.medals.gold + each.medals.silver + each.medals.bronze
                    assert medals == pytest.approx(each.chance)
        # To ask changes nothing.
        assert (await told(server, ann)).version == line.version


@bounded
async def test_no_other_answer_has_hints(server: RunningServer) -> None:
    ann, *_ = await seat_people(server, 1, settings=HINTS)
    async with connected(server, ann.table, ann.token) as line:
        assert (await line.move()).hints is None
        assert '"hints"' not in line.frames[-1]


# Who gets none


@bounded
async def test_a_table_without_hints_gives_none_to_anybody(server: RunningServer) -> None:
    ann, bob = await seat_people(server, 2, first=0)
    update = await told(server, ann)
    for who in (ann, bob):
        for version in (update.version, 0):
            assert await refused(server, who, version) == "hint.off"
    waiting, _ = await seat_people(server, 2, begin=False)
    assert await refused(server, waiting, 0) == "hint.off"


@bounded
async def test_hints_are_for_the_seat_that_is_to_move(server: RunningServer) -> None:
    ann, bob = await seat_people(server, 2, settings=HINTS, begin=False)
    update = await told(server, ann)
    assert await refused(server, ann, update.version) == "hint.not_now"
    ann, bob = await seat_people(server, 2, settings=HINTS, first=0)
    update = await told(server, ann)
    assert await refused(server, bob, update.version) == "hint.not_now"
    async with connected(server, ann.table) as spectator:
        answer = await spectator.ask(hint(update.version))
        assert answer.error is not None
        assert answer.error.code == "seat.none"
    async with browsing() as client:
        path = f"{server.url}/api/tables/{ann.table}"
        body = {"type": "hint", "id": "a", "version": update.version}
        assert (await client.post(f"{path}/requests", json=body)).status_code == 401
        # There was another way once.
        assert (await client.post(f"{path}/hint", json=body)).status_code == 404


@bounded
async def test_after_the_game_there_is_nothing_to_hint_at(server: RunningServer) -> None:
    (ann,) = await seat_people(server, 1, settings=HINTS, rules=HARD)
    async with connected(server, ann.table, ann.token) as line:
        await lose([line])
        answer = await line.ask(hint(line.version))
        assert answer.error is not None
        assert answer.error.code == "hint.not_now"


@bounded
async def test_hints_are_not_given_without_end(server: RunningServer) -> None:
    (ann,) = await seat_people(server, 1, settings=HINTS)
    async with connected(server, ann.table, ann.token) as line:
        answers = [await line.ask(hint(line.version)) for _ in range(8)]
    assert answers[0].hints is not None
    errors = [answer.error for answer in answers if answer.error is not None]
    assert {error.code for error in errors} == {"limit.too_fast"}
    assert all(error.values["seconds"] >= 1 for error in errors)


# What they are about


@bounded
async def test_hints_on_a_version_that_the_game_has_left_are_stale(server: RunningServer) -> None:
    (ann,) = await seat_people(server, 1, settings=HINTS)
    async with connected(server, ann.table, ann.token) as line:
        before = line.version
        await line.move()
        answer = await line.ask(hint(before))
        assert answer.error is not None
        assert answer.error.code == "move.stale"
        assert answer.hints is None
        # As for a move, the reader is told everything first.
        assert line.updates[-1].full
        assert await refused(server, ann, 2**31) == "move.stale"


@bounded
async def test_a_phrase_makes_no_hint_stale(server: RunningServer) -> None:
    (ann,) = await seat_people(server, 1, settings=HINTS)
    async with connected(server, ann.table, ann.token) as line:
        before = line.version
        said = await line.ask(Say(id=new_id(), phrase="hello"))
        answer = await line.ask(hint(before))
        assert answer.hints is not None
        assert answer.hints.version == said.version


# While the search thinks


@bounded
async def test_a_move_does_not_wait_and_makes_the_hint_stale(thoughtful: ThoughtfulServer) -> None:
    (ann,) = await seat_people(thoughtful, 1, settings=HINTS)
    async with connected(thoughtful, ann.table, ann.token) as line:
        thoughtful.think()
        request = hint(line.version)
        await line.send(request)
        await thoughtful.lost_in_thought()
        await line.move()
        # The search is held up still; nobody waits for it any more.
        answer = await answer_to(line, request)
        thoughtful.speak()
        assert answer.hints is None
        assert answer.error is not None
        assert answer.error.code == "move.stale"


@bounded
async def test_nothing_else_waits_either(thoughtful: ThoughtfulServer) -> None:
    ann, bob = await seat_people(thoughtful, 2, settings=HINTS, first=0)
    async with (
        connected(thoughtful, ann.table, ann.token) as line,
        connected(thoughtful, bob.table, bob.token) as other,
    ):
        thoughtful.think()
        request = hint(line.version)
        await line.send(request)
        await thoughtful.lost_in_thought()
        await line.send(Ping(id="ping"))
        await line.until(lambda: [pong.id for pong in line.pongs] == ["ping"])
        for each in (line, other):
            assert (await each.ask(Say(id=new_id(), phrase="hello"))).error is None
        assert request.id not in {answer.id for answer in line.answers}
        thoughtful.speak()
        assert (await answer_to(line, request)).hints is not None


@bounded
async def test_two_hints_at_once_are_both_given(thoughtful: ThoughtfulServer) -> None:
    (ann,) = await seat_people(thoughtful, 1, settings=HINTS)
    async with connected(thoughtful, ann.table, ann.token) as line:
        thoughtful.think()
        requests = [hint(line.version), hint(line.version)]
        for request in requests:
            await line.send(request)
        await thoughtful.lost_in_thought(2)
        thoughtful.speak()
        for request in requests:
            assert (await answer_to(line, request)).hints is not None
        assert len(line.answers) == 2


@bounded
async def test_whoever_hangs_up_may_come_back_and_ask_again(thoughtful: ThoughtfulServer) -> None:
    (ann,) = await seat_people(thoughtful, 1, settings=HINTS)
    async with connected(thoughtful, ann.table, ann.token) as line:
        thoughtful.think()
        request = hint(line.version)
        await line.send(request)
        await thoughtful.lost_in_thought()
    async with connected(thoughtful, ann.table, ann.token) as line:
        await line.send(request)
        await thoughtful.lost_in_thought(2)
        thoughtful.speak()
        assert (await answer_to(line, request)).hints is not None
        assert len(line.answers) == 1


@bounded
async def test_a_search_that_takes_far_too_long_is_given_up(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = await Store.open(tmp_path_factory.mktemp("late") / "tables.sqlite3")
    hub = Hub(Settings(), store, Metrics())
    thinking, late = asyncio.Event(), asyncio.Event()

    async def think(*_: object) -> None:
        thinking.set()
        await late.wait()
        raise TimeoutError

    monkeypatch.setattr(hub.bot_pool, "hint", think)
    settings = TableSettings(RulesData(1), hints=True)
    seat = await hub.create(NewTable("Ann", settings, begin=True))
    live = await hub.find(seat.table)
    update = await live.update(seat.token, None)
    holder = hash_token(seat.token)
    waiting = asyncio.create_task(live.hint(0, hint(update.version), holder))
    await thinking.wait()
    said = await live.ask(0, Say(id=new_id(), phrase="hello"), holder)
    late.set()
    answer = await waiting
    assert answer.error is not None
    assert answer.error.code == "hint.too_late"
    assert answer.version == said.version == update.version + 1
    await hub.close()
    await store.close()
