"""Between the players and the server sits something that cuts, delays, drops, doubles and
reorders; every game comes to its end, with every move made once."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from pathlib import Path
from random import Random

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosed, WebSocketException

from openregicide.client import Server, Timing, new_id
from openregicide.protocol import Begin, Join, Joined, MakeMove, NewTable, Say, TableSettings
from openregicide.protocol import RulesData as Rules
from openregicide.table.entries import Began
from support.patience import SECONDS
from support.serving import RunningServer, running_server
from support.witness import Witness, read_journals

GAMES = 2
"""At each table."""
HASTY = Timing(
    call=5, sit=30, answer=50, patience=0.3, heartbeat=0.15, first_delay=0.01, longest_delay=0.1
)

Proxy = Callable[[RunningServer, Random], AbstractAsyncContextManager[int]]
"""Something that runs in front of a server; it gives its port."""


# Bytes


@asynccontextmanager
async def cutting_proxy(server: RunningServer, chance: Random) -> AsyncIterator[int]:
    """Pass bytes on in pieces, late, and cut every connection in the middle of something."""

    async def pass_on(subscriber: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while data := await subscriber.read(chance.randrange(1, 3000)):
                await asyncio.sleep(chance.choice((0, 0, 0.002, 0.01)))
                writer.write(data)
                await writer.drain()

    async def meet(subscriber: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        far_reader, far_writer = await asyncio.open_connection("127.0.0.1", server.port)
        try:
            with suppress(TimeoutError):
                async with asyncio.timeout(chance.uniform(0.02, 0.6)):
                    await asyncio.gather(
                        pass_on(subscriber, far_writer), pass_on(far_reader, writer)
                    )
        finally:
            for each in (writer, far_writer):
                each.transport.abort()

    async with running(await asyncio.start_server(meet, "127.0.0.1")) as port:
        yield port


@asynccontextmanager
async def running(listener: asyncio.Server) -> AsyncIterator[int]:
    async with listener:
        yield int(listener.sockets[0].getsockname()[1])


# Messages

Ends = ClientConnection | ServerConnection
PassOn = Callable[[Ends, Ends], Awaitable[None]]


@asynccontextmanager
async def message_proxy(server: RunningServer, ask: PassOn, answer: PassOn) -> AsyncIterator[int]:
    """Let these two decide what becomes of messages; only the greeting is safe."""

    async def meet(near: ServerConnection) -> None:
        assert near.request is not None
        url = f"ws://127.0.0.1:{server.port}{near.request.path}"
        with suppress(OSError, WebSocketException):
            async with connect(url, proxy=None, compression=None) as far:
                # Twice: a second hello is refused, and that is all.
                hello = await near.recv()
                await far.send(hello)
                await far.send(hello)
                tasks = [
                    asyncio.ensure_future(ask(near, far)),
                    asyncio.ensure_future(answer(far, near)),
                ]
                await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
                for task in tasks:
                    task.cancel()

    async with serve(meet, "127.0.0.1", 0, compression=None) as listener:
        yield int(next(iter(listener.sockets)).getsockname()[1])


def muddling_proxy(server: RunningServer, chance: Random) -> AbstractAsyncContextManager[int]:
    """Drop, double, delay and reorder messages in both directions."""

    async def pass_on(near: Ends, far: Ends) -> None:
        kept: list[str | bytes] = []
        with suppress(ConnectionClosed):
            async for message in near:
                kept.append(message)
                fate = chance.random()
                if fate < 0.04:
                    kept.pop()
                elif fate < 0.20:
                    kept.append(message)
                elif fate < 0.35:
                    continue
                chance.shuffle(kept)
                await asyncio.sleep(chance.choice((0, 0, 0.005)))
                for each in kept:
                    await far.send(each)
                kept.clear()

    return message_proxy(server, pass_on, pass_on)


def forgetting_proxy(server: RunningServer, _: Random) -> AbstractAsyncContextManager[int]:
    """Pass everything on but news: of those only the first, which answers the greeting."""

    async def requests(near: Ends, far: Ends) -> None:
        with suppress(ConnectionClosed):
            async for message in near:
                await far.send(message)

    async def messages(near: Ends, far: Ends) -> None:
        greeted = False
        with suppress(ConnectionClosed):
            async for message in near:
                if json.loads(message)["type"] != "update":
                    await far.send(message)
                elif not greeted:
                    greeted = True
                    await far.send(message)

    return message_proxy(server, requests, messages)


@pytest.mark.parametrize("proxy", [cutting_proxy, muddling_proxy, forgetting_proxy])
def test_games_end_with_every_move_made_once(tmp_path: Path, proxy: Proxy) -> None:
    witness = Witness()
    with running_server(tmp_path, phrases=10**6) as server:
        asyncio.run(asyncio.wait_for(_play_all(server, proxy, witness), SECONDS))
        assert server.stop() == 0
        assert "Traceback" not in server.logged()
    journals = read_journals(tmp_path / "data" / "tables.sqlite3")
    witness.check(journals)
    begun = [
        entry for journal in journals.values() for entry in journal if isinstance(entry, Began)
    ]
    assert len(begun) == GAMES * len(journals)


async def _play_all(server: RunningServer, proxy: Proxy, witness: Witness) -> None:
    # Sitting down has no id to be sent again with; that is not what is tested here.
    direct = Server(server.url)
    seats: list[Joined] = []
    for people, bots in ((2, {}), (1, {"1": "random"}), (3, {"2": "greedy"})):
        new = NewTable("P", TableSettings(Rules(players=people + len(bots))), bots=bots)
        seats.append(await direct.create(new))
        for number in range(1, people):
            seats.append(await direct.join(seats[-1].table, Join(name=f"P{number}")))
    witness.seats += seats
    async with proxy(server, Random(7)) as port:
        muddled = Server(f"http://127.0.0.1:{port}", timing=HASTY)
        async with asyncio.TaskGroup() as group:
            for number, seat in enumerate(seats):
                group.create_task(_play(muddled, seat, witness, Random(number)))


async def _play(server: Server, joined: Joined, witness: Witness, chance: Random) -> None:
    """Play one seat until the last game is over."""
    async with server.sit(joined.table, joined.token) as seat:
        seat.listen(lambda news: witness.note(joined.table, news))
        host = seat.info.host == joined.seat

        def done() -> bool:
            game = seat.info.game
            return seat.over and game is not None and game.number == GAMES

        def may_begin() -> bool:
            between = (seat.view is None or seat.over) and seat.info.deal is None
            return host and not done() and between

        while True:
            await seat.until(lambda: bool(seat.moves) or may_begin() or done())
            if done():
                return
            if seat.moves:
                move = chance.choice(seat.moves).move
                await witness.ask(seat, joined, MakeMove(new_id(), seat.version, move))
            else:
                await witness.ask(seat, joined, Begin(new_id()))
            if chance.random() < 0.2:
                await witness.ask(seat, joined, Say(new_id(), "hello"))
