"""Reading along: spectators, where they are welcome, and programs without a socket."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import AsyncExitStack

import pytest

from openregicide.client import Server, new_id
from openregicide.protocol import Begin, Configure, Joined, RulesData, Say, TableSettings
from support.serving import RunningServer, running_server
from support.tables import (
    HARD,
    Sight,
    asking,
    bounded,
    browsing,
    connected,
    lose,
    play_at_random,
    seat_people,
    streamed,
    told,
)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    with running_server(tmp_path_factory.mktemp("server")) as running:
        yield running


async def status(server: RunningServer, path: str, token: str | None = None) -> tuple[int, str]:
    """Return the status and the code with which HTTP refuses something."""
    headers = {} if token is None else {"Authorization": f"Bearer {token}"}
    async with browsing() as client:
        response = await client.get(f"{server.url}{path}", headers=headers)
    return response.status_code, response.json()["error"]["code"]


# Spectators


@bounded
async def test_a_spectator_sees_what_is_public(server: RunningServer) -> None:
    people = await seat_people(server, 3)
    async with AsyncExitStack() as stack:
        seats = [
            await stack.enter_async_context(connected(server, each.table, each.token))
            for each in people
        ]
        watching = await stack.enter_async_context(connected(server, people[0].table))
        assert watching.seat is None
        await asyncio.gather(*map(play_at_random, seats))
        await watching.until(lambda: watching.over)
        for update in watching.updates:
            assert not update.moves
            if update.view is not None:
                assert update.view.seat is None
                assert all(not hand.cards for hand in update.view.hands)
        drawn = [e for each in watching.news for e in each.events if e.code == "drew"]
        assert all(not event.cards for event in drawn)
        assert watching.info == seats[0].info


@bounded
async def test_a_spectator_can_do_nothing(server: RunningServer) -> None:
    (ann,) = await seat_people(server, 1)
    async with connected(server, ann.table) as watching:
        version = watching.version
        requests = (
            Say(id=new_id(), phrase="hello"),
            Begin(id=new_id()),
            asking(watching, "y"),
        )
        for request in requests:
            answer = await watching.ask(request)
            assert answer.error is not None
            assert answer.error.code == "seat.none"
        assert (await told(server, ann)).version == version
    async with browsing() as client:
        body = {"type": "say", "id": "a", "phrase": "hello"}
        response = await client.post(f"{server.url}/api/tables/{ann.table}/requests", json=body)
        assert response.status_code == 401


@bounded
async def test_spectators_are_counted(server: RunningServer) -> None:
    (ann,) = await seat_people(server, 1)
    async with connected(server, ann.table, ann.token) as line:
        async with connected(server, ann.table) as first, connected(server, ann.table) as second:
            for each in (line, first, second):
                await each.until(lambda each=each: each.spectators == 2)  # type: ignore[misc]
        await line.until(lambda: line.spectators == 0)


@bounded
async def test_a_table_may_want_no_spectators(server: RunningServer) -> None:
    (ann,) = await seat_people(server, 1, settings={"spectators": False})
    async with connected(server, ann.table) as watching:
        bye = await watching.closed()
        assert bye is not None
        assert bye.code == "table.no_spectators"
        assert len(watching.frames) == 1
    for way in ("update", "stream"):
        path = f"/api/tables/{ann.table}/{way}"
        assert await status(server, path) == (403, "table.no_spectators")


@bounded
async def test_spectators_have_to_go_when_the_host_wants_them_gone(
    server: RunningServer,
) -> None:
    (ann,) = await seat_people(server, 1, begin=False)
    async with (
        connected(server, ann.table, ann.token) as host,
        connected(server, ann.table) as watching,
        streamed(server, ann.table) as (_, more),
    ):
        settings = TableSettings(rules=RulesData(players=1), spectators=False)
        assert (await host.ask(Configure(id=new_id(), settings=settings))).error is None
        bye = await watching.closed()
        assert bye is not None
        assert bye.code == "table.no_spectators"
        assert watching.socket.close_code == 4000
        while await more():
            pass
        await host.until(lambda: host.spectators == 0)


# Tokens


@pytest.mark.parametrize("token", ["", "x", "A" * 32, "A" * 128])
@bounded
async def test_a_wrong_token_opens_nothing(server: RunningServer, token: str) -> None:
    (ann,) = await seat_people(server, 1)
    async with connected(server, ann.table, token) as line:
        bye = await line.closed()
        assert bye is not None
        assert bye.code == "seat.token"
        assert len(line.frames) == 1
    if token:
        for way in ("update", "stream"):
            path = f"/api/tables/{ann.table}/{way}"
            assert await status(server, path, token) == (401, "seat.token")


@bounded
async def test_a_token_opens_its_own_table_only(server: RunningServer) -> None:
    (ann,) = await seat_people(server, 1)
    (other,) = await seat_people(server, 1)
    async with connected(server, other.table, ann.token) as line:
        bye = await line.closed()
        assert bye is not None
        assert bye.code == "seat.token"


# Without a socket


async def play_by_http(server: RunningServer, who: Joined) -> Sight:
    """Play a game with the stream and single requests, as a simple program would."""
    async with streamed(server, who.table, who.token) as (sight, more):
        assert await more()
        while not sight.over:
            if not sight.moves:
                assert await more()
                continue
            request = asking(sight, sight.moves[-1].move)
            answer = await Server(server.url).ask(who.table, who.token, request)
            assert answer.error is None, answer.error
            while (sight.version or 0) < answer.version:
                assert await more()
        return sight


@bounded
async def test_a_game_is_played_without_any_socket(server: RunningServer) -> None:
    people = await seat_people(server, 3, bots={"1": "random"})
    sights = await asyncio.gather(*(play_by_http(server, each) for each in people))
    for sight in sights:
        assert sight.info.game is not None
        assert sight.info.game.result is not None
        assert [each.version for each in sight.news] == list(range(1, len(sight.news) + 1))
    assert sights[0].info == sights[1].info


@bounded
async def test_a_stream_tells_what_a_socket_tells(server: RunningServer) -> None:
    (ann,) = await seat_people(server, 1, rules=HARD | {"flips": 0}, begin=False)
    async with (
        connected(server, ann.table, ann.token) as line,
        streamed(server, ann.table, ann.token) as (sight, more),
    ):
        assert await more()
        assert (await line.ask(Begin(id=new_id()))).error is None
        await lose([line])
        while not sight.over:
            assert await more()
        assert sight.updates[1:] == line.updates[1:]
        assert sight.news == line.news


@bounded
async def test_who_reads_a_stream_is_present(server: RunningServer) -> None:
    ann, bob = await seat_people(server, 2, begin=False)
    async with connected(server, ann.table, ann.token) as line:
        assert not line.present[bob.seat]
        async with streamed(server, bob.table, bob.token) as (sight, more):
            assert await more()
            await line.until(lambda: line.present[bob.seat])
        await line.until(lambda: not line.present[bob.seat])
        # Who asks without a connection that stays counts for a while, too.
        await told(server, bob)
        await line.until(lambda: line.present[bob.seat])
        assert sight.seat == bob.seat
