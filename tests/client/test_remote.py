"""The client at a real server: whole games, lost connections, refusals."""

from __future__ import annotations

import asyncio
import random
import subprocess
import sys
from collections.abc import AsyncIterator, Coroutine, Iterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from openregicide.bots import make_bot
from openregicide.client import (
    Link,
    ProtocolError,
    RemoteTable,
    Server,
    Status,
    Timing,
    format_link,
    new_id,
    play_bot,
)
from openregicide.core import Generator, Heal, moves_of
from openregicide.notation import format_move, format_view, load_game, read_record
from openregicide.protocol import (
    Change,
    Join,
    MakeMove,
    NewTable,
    Ping,
    RulesData,
    Say,
    TableSettings,
    Vote,
)
from openregicide.verify import Verdict, verify_record
from support.patience import SECONDS
from support.serving import RunningServer, running_server

EXAMPLE = Path(__file__).parents[2] / "examples" / "remote_bot.py"
QUICK = Timing(patience=2.0, heartbeat=1.0, first_delay=0.02, longest_delay=0.2)


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    with running_server(tmp_path_factory.mktemp("server"), absent_seconds=0) as server:
        yield server


def run(work: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(work, SECONDS))


def new_table(players: int, **more: Any) -> NewTable:
    return NewTable(name="Ann", settings=TableSettings(rules=RulesData(players=players)), **more)


@asynccontextmanager
async def two_at_a_table(server: Server) -> AsyncIterator[tuple[RemoteTable, RemoteTable]]:
    """Ann, who is the host, and Bob; the game has not begun."""
    ann = await server.create(new_table(2))
    bob = await server.join(ann.table, Join(name="Bob"))
    async with server.sit(ann.table, ann.token) as a, server.sit(ann.table, bob.token) as b:
        yield a, b


async def play_on(*seats: RemoteTable) -> None:
    bots = [play_bot(seat, make_bot("greedy"), Generator(i)) for i, seat in enumerate(seats)]
    await asyncio.gather(*bots)


def mover(*seats: RemoteTable) -> RemoteTable:
    (seat,) = [seat for seat in seats if seat.moves]
    return seat


async def check_record(server: Server, seat: RemoteTable) -> None:
    """The game that is over is true, and as many moves long as the seat saw."""
    game = seat.info.game
    assert game is not None
    record = read_record(await server.record(game.id))
    # Where the host chose who begins, there is nothing to check.
    open_points = {"first"} if record.tags["Begins"] == "host" else set()
    for check in verify_record(record):
        assert check.verdict is Verdict.PASSED or check.code in open_points, check
    assert record.result == game.result
    assert record.tags["SeedHash"] == game.seed_hash
    assert seat.view is not None
    assert len(record.tokens) == seat.view.ply


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_a_game_is_played_to_its_end(running: RunningServer, players: int) -> None:
    async def work() -> None:
        server = Server(running.url)
        bots = {str(seat): "random" for seat in range(2, players)}
        ann = await server.create(new_table(players, bots=bots))
        tokens = [ann.token]
        if players > 1:
            tokens.append((await server.join(ann.table, Join(name="Bob"))).token)
        seats = [server.sit(ann.table, token) for token in tokens]
        async with seats[0], seats[-1] if players > 1 else seats[0]:
            assert [seat.seat for seat in seats] == list(range(len(seats)))
            await seats[0].begin()
            await play_on(*seats)
            for seat in seats:
                await seat.until(lambda seat=seat: seat.version == seats[0].version)  # type: ignore[misc]
                assert seat.over
                await check_record(server, seat)

    run(work())


def test_hints_come_as_types_and_refusals_as_errors(running: RunningServer) -> None:
    async def check() -> None:
        server = Server(running.url)
        settings = TableSettings(rules=RulesData(players=1), hints=True)
        ann = await server.create(NewTable(name="Ann", settings=settings, begin=True))
        async with server.sit(ann.table, ann.token) as seat:
            hints = await seat.hint()
            assert hints.version == seat.version
            best = hints.moves[0]
            assert best.medals is not None
            await seat.move(best.move)
        dull = await server.create(new_table(1, begin=True))
        async with server.sit(dull.table, dull.token) as seat:
            with pytest.raises(ProtocolError) as refused:
                await seat.hint()
            assert refused.value.code == "hint.off"

    run(check())


def test_a_move_is_seen_when_it_is_answered(running: RunningServer) -> None:
    async def work() -> None:
        async with two_at_a_table(Server(running.url)) as (a, b):
            await a.begin()
            await b.until(lambda: b.version == a.version)
            seat = mover(a, b)
            before = seat.view_object()
            assert before is not None
            assert seat.view is not None
            assert format_view(before) == seat.view.text
            assert [format_move(move) for move in moves_of(before)] == [
                each.move for each in seat.moves
            ]
            answer = await seat.move(seat.moves[0].move)
            assert seat.version >= answer.version
            assert seat.view_object() != before

    run(work())


def test_what_the_rules_refuse_is_an_error_with_their_code(running: RunningServer) -> None:
    async def work() -> None:
        async with two_at_a_table(Server(running.url)) as (a, b):
            await a.begin()
            await b.until(lambda: b.version == a.version)
            seat = mover(a, b)
            before, version = seat.view, seat.version
            for move, code in (("n1", "move.wrong_phase"), ("zzz", "move.verb")):
                with pytest.raises(ProtocolError) as refused:
                    await seat.move(move)
                assert refused.value.code == code
            assert (seat.view, seat.version) == (before, version)
            other = a if seat is b else b
            with pytest.raises(ProtocolError) as refused:
                await other.move("y")
            assert refused.value.code == "move.not_your_turn"

    run(work())


def test_two_devices_on_one_seat_see_the_same(running: RunningServer) -> None:
    async def work() -> None:
        server = Server(running.url)
        ann = await server.create(new_table(1, begin=True))
        async with (
            server.sit(ann.table, ann.token) as laptop,
            server.sit(ann.table, ann.token) as phone,
        ):
            version, move = laptop.version, laptop.moves[0].move
            await laptop.move(move)
            # The phone answers what it was looking at before.
            with pytest.raises(ProtocolError) as refused:
                await phone.ask(MakeMove(id=new_id(), version=version, move=move))
            assert refused.value.code == "move.stale"
            assert (phone.version, phone.view) == (laptop.version, laptop.view)

    run(work())


def test_a_request_sent_twice_is_done_once(running: RunningServer) -> None:
    async def work() -> None:
        server = Server(running.url)
        ann = await server.create(new_table(1))
        async with server.sit(ann.table, ann.token) as seat:
            request = Say(id=new_id(), phrase="hello")
            first = await seat.ask(request)
            assert await seat.ask(request) == first
            assert await server.ask(ann.table, ann.token, request) == first
            assert seat.version == first.version

    run(work())


def test_a_spectator_sees_everything_but_hands(running: RunningServer) -> None:
    async def work() -> None:
        server = Server(running.url)
        async with two_at_a_table(server) as (a, b), server.sit(a.info.id) as watcher:
            assert watcher.seat is None
            await a.until(lambda: a.spectators == 1)
            await a.begin()
            await watcher.until(lambda: watcher.version == a.version)
            assert watcher.view is not None
            assert [hand.cards for hand in watcher.view.hands] == [[], []]
            assert not watcher.moves
            with pytest.raises(ProtocolError) as refused:
                await watcher.say("hello")
            assert refused.value.code == "seat.none"
            assert [a.present, b.present] == [[True, True]] * 2

    run(work())


def test_news_come_once_and_in_order(running: RunningServer) -> None:
    async def work() -> None:
        server = Server(running.url)
        ann = await server.create(new_table(2))
        async with server.sit(ann.table, ann.token) as seat:
            heard: list[Change] = []

            async def listen() -> None:
                async for change in seat.news():
                    heard.append(change)

            listening = asyncio.create_task(listen())
            await asyncio.sleep(0)
            called: list[int] = []
            stop = seat.listen(lambda news: called.extend(change.version for change in news))
            await seat.say("hello")
            await server.join(ann.table, Join(name="Bob"))
            await seat.until(lambda: seat.info.seats[1].name == "Bob")
            stop()
            await seat.chat("no game yet, so we may")
        await listening
        assert [(c.what, c.phrase, c.name, c.text) for c in heard] == [
            ("said", "hello", "", ""),
            ("seated", "", "Bob", ""),
            ("chatted", "", "", "no game yet, so we may"),
        ]
        assert called == [change.version for change in heard[:2]]

    run(work())


def test_the_door_stays_shut_for_strangers(running: RunningServer) -> None:
    async def work() -> None:
        server = Server(running.url)
        settings = TableSettings(rules=RulesData(players=2), spectators=False)
        ann = await server.create(NewTable(name="Ann", settings=settings))
        for table, token, code in (
            (ann.table, "A" * 32, "seat.token"),
            (ann.table, None, "table.no_spectators"),
            ("ABCDEFGHJK", ann.token, "table.unknown"),
        ):
            seat = server.sit(table, token)
            with pytest.raises(ProtocolError) as refused:
                await seat.__aenter__()
            assert refused.value.code == code
            assert seat.status is Status.CLOSED
            with pytest.raises(ProtocolError) as refused:
                await seat.say("hello")
            assert refused.value.code == code
            with pytest.raises(ProtocolError) as refused:
                await server.update(table, token)
            assert refused.value.code == code

    run(work())


def test_whoever_leaves_is_gone(running: RunningServer) -> None:
    async def work() -> None:
        async with two_at_a_table(Server(running.url)) as (a, b):
            await b.leave()
            await a.until(lambda: a.info.seats[1].holder == "free")
            await b.until(lambda: b.status is Status.CLOSED)
            with pytest.raises(ProtocolError):
                await b.say("hello")

    run(work())


def test_everything_else_can_be_asked_without_a_seat(running: RunningServer) -> None:
    async def work() -> None:
        server = Server(running.url)
        settings = TableSettings(rules=RulesData(players=1), open=True)
        ann = await server.create(NewTable(name="Ann", settings=settings, begin=True))
        assert ann.table in [table.id for table in await server.tables()]
        info = await server.table(ann.table)
        assert [seat.name for seat in info.seats] == ["Ann"]
        seen = await server.update(ann.table, ann.token)
        assert seen.full
        assert (await server.ask(ann.table, ann.token, Ping(id="p"))).version == seen.version
        assert seen.moves is not None
        move = MakeMove(id=new_id(), version=seen.version, move=seen.moves[0].move)
        answer = await server.ask(ann.table, ann.token, move)
        assert answer.error is None
        later = await server.update(ann.table, ann.token, since=seen.version)
        assert [change.move for change in later.news] == [move.move]
        again = MakeMove(id=new_id(), version=seen.version, move=move.move)
        refused = await server.ask(ann.table, ann.token, again)
        assert refused.error is not None
        assert refused.error.code == "move.stale"
        with pytest.raises(ProtocolError) as unknown:
            await server.game("no-such-game")
        assert unknown.value.code == "game.unknown"

    run(work())


def test_a_bot_takes_its_seat_back_from_the_one_that_stood_in(running: RunningServer) -> None:
    async def work() -> None:
        server = Server(running.url)
        ann = await server.create(new_table(2))
        bob = await server.join(ann.table, Join(name="Bob"))
        async with server.sit(ann.table, ann.token) as a:
            await a.begin(first=0)
            # Alone there, one asks twice; and knows from when on that counts.
            for _ in range(2):
                assert list(a.vote_in) == [None, 0.0]
                await a.ask(Vote(id=new_id(), seat=1))
            assert a.info.seats[1].stand_in
            async with server.sit(ann.table, bob.token) as b:
                assert b.stood_in
                await play_on(a, b)
                await check_record(server, b)

    run(work())


# Bad connections


def test_a_seat_outlives_its_server(tmp_path: Path) -> None:
    async def work() -> None:
        with running_server(tmp_path) as running:
            server = Server(running.url, timing=QUICK)
            async with two_at_a_table(server) as (a, b):
                states: list[Status] = []
                a.listen(lambda _: states.append(a.status))
                await a.begin()
                await b.until(lambda: b.version == a.version)
                seat = mover(a, b)
                version = seat.version
                await asyncio.to_thread(running.kill)
                await a.until(lambda: a.status is Status.OFFLINE)
                # Asked for while nobody is there; done once somebody is.
                moving = asyncio.create_task(seat.move(seat.moves[0].move))
                await asyncio.to_thread(running.start)
                answer = await moving
                assert answer.version == version + 1
                await a.until(lambda: a.status is Status.ONLINE)
                assert {Status.CONNECTING, Status.OFFLINE, Status.ONLINE} <= set(states)
                assert await asyncio.to_thread(running.stop) == 0
                await asyncio.to_thread(running.start)
                await play_on(a, b)
                await check_record(server, a)

    run(work())


class Scissors:
    """A line to a server that is cut again and again, in the middle of anything."""

    def __init__(self, url: str, chance: random.Random) -> None:
        self.host, _, port = url.removeprefix("http://").partition(":")
        self.port = int(port)
        self.chance = chance
        self.cuts = 0

    async def __call__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, back = await asyncio.open_connection(self.host, self.port)
        left = self.chance.randrange(1000, 20_000)

        async def carry(source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
            nonlocal left
            while left > 0 and (data := await source.read(4096)):
                target.write(data[:left])
                left -= len(data)
                await target.drain()

        ways = [asyncio.create_task(carry(reader, back)), asyncio.create_task(carry(there, writer))]
        await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        self.cuts += left <= 0
        for way in ways:
            way.cancel()
        await asyncio.gather(*ways, return_exceptions=True)
        for end in (writer, back):
            end.close()
            with suppress(OSError):
                await end.wait_closed()


@pytest.mark.parametrize("seed", [1, 2])
def test_a_game_on_a_line_that_is_cut_again_and_again_loses_and_doubles_nothing(
    running: RunningServer, seed: int
) -> None:
    async def work() -> None:
        scissors = Scissors(running.url, random.Random(seed))
        good = Server(running.url)
        ann = await good.create(new_table(2))
        bob = await good.join(ann.table, Join(name="Bob"))
        line = await asyncio.start_server(scissors, "127.0.0.1", 0)
        async with line:
            port = line.sockets[0].getsockname()[1]
            bad = Server(f"http://127.0.0.1:{port}", timing=QUICK)
            moved: list[Change] = []
            async with bad.sit(ann.table, ann.token) as a, bad.sit(ann.table, bob.token) as b:
                a.listen(lambda news: moved.extend(c for c in news if c.what == "moved"))
                await a.begin()
                await play_on(a, b)
                await b.until(lambda: b.over)
                await a.until(lambda: a.over)
                await check_record(good, a)
                game = a.info.game
        assert scissors.cuts > 2
        assert game is not None
        played = load_game(await good.record(game.id)).tokens
        assert len(moved) == sum(not isinstance(token.action, Heal) for token in played)
        assert [change.version for change in moved] == sorted({c.version for c in moved})

    run(work())


# The example


def test_the_example_joins_by_a_link_and_plays(running: RunningServer) -> None:
    async def work() -> None:
        server = Server(running.url)
        ann = await server.create(new_table(2))
        async with server.sit(ann.table, ann.token) as seat:
            example = await asyncio.create_subprocess_exec(
                sys.executable,
                str(EXAMPLE),
                format_link(Link(running.url, ann.table)),
                stdout=subprocess.PIPE,
            )
            await seat.until(lambda: seat.info.seats[1].name == "Brute")
            await seat.begin()
            await play_on(seat)
            out, _ = await example.communicate()
            assert seat.info.game is not None
            assert (example.returncode, out.decode().strip()) == (0, seat.info.game.result)

    run(work())


def test_the_example_goes_on_in_a_seat_of_its_own(running: RunningServer) -> None:
    async def work() -> None:
        server = Server(running.url)
        ann = await server.create(new_table(1, begin=True))
        link = format_link(Link(running.url, ann.table, ann.token))
        example = await asyncio.create_subprocess_exec(
            sys.executable, str(EXAMPLE), link, stdout=subprocess.PIPE
        )
        out, _ = await example.communicate()
        assert (example.returncode, out.decode().strip() in ("won", "lost")) == (0, True)

    run(work())
