"""Strangers who make many tables of strong bots: people and their bots do not wait for them."""

from __future__ import annotations

import asyncio
import json
import os
import re
import time
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect

from openregicide.client import new_id
from support.hostile import LONGEST, PEOPLE, STRANGER, HostileServer, People, percentile
from support.patience import SECONDS
from support.tables import bounded

BOT = "search:ms=1000"
STRANGERS = (STRANGER, "127.0.0.4")
TABLES = 50
CALM_SECONDS, ATTACK_SECONDS, SETTLE_SECONDS = 3.0, 6.0, 2.0
MOST_NOT_SEARCHED = 0.05
MOST_OF_THE_LOOP = 0.5
HINT_SECONDS = 2.0
ANSWER_SECONDS = 2.0
"""How long a bot that searches for 100 ms may take for its move, with all there is around it."""


async def make(server: HostileServer, address: str, tables: int, **table: Any) -> list[Any]:
    """Make some tables; return what their maker is told."""
    transport = httpx.AsyncHTTPTransport(local_address=address)
    async with httpx.AsyncClient(
        base_url=server.url, transport=transport, timeout=SECONDS
    ) as client:
        made = [await client.post("/api/tables", json=table) for _ in range(tables)]
    assert {each.status_code for each in made} == {201}, made[0].text
    return [each.json() for each in made]


def of_bots(clock: int = 0) -> dict[str, Any]:
    """Return a table with three strong bots, whose game begins at once."""
    settings = {"rules": {"players": 4}, "clock": clock}
    bots = {"1": BOT, "2": BOT, "3": BOT}
    return {"name": "Stranger", "settings": settings, "bots": bots, "begin": True}


@asynccontextmanager
async def seated(
    server: HostileServer, joined: dict[str, Any], address: str
) -> AsyncIterator[ClientConnection]:
    url = f"ws://127.0.0.1:{server.port}/api/tables/{joined['table']}/socket"
    async with connect(
        url, compression=None, proxy=None, max_size=None, local_addr=(address, 0)
    ) as socket:
        await socket.send(json.dumps({"type": "hello", "token": joined["token"]}))
        yield socket


async def play_on(socket: ClientConnection) -> None:
    """Begin the next game whenever one is over."""
    async for frame in socket:
        if '"result":"' in str(frame):
            await socket.send(json.dumps({"type": "begin", "id": new_id()}))


async def bot_moves(server: HostileServer) -> Counter[str]:
    """Return how many moves were chosen for bots so far, by what chose them."""
    async with httpx.AsyncClient(base_url=server.url, timeout=SECONDS) as client:
        text = (await client.get("/metrics")).text
    found = re.findall(r'^regicide_bot_moves_total\{chosen="(\w+)"\} (\S+)$', text, re.MULTILINE)
    return Counter({name: int(float(value)) for name, value in found})


def loop_seconds(server: HostileServer) -> float:
    """Return the CPU time that the event loop's thread, the first one, has taken."""
    process = server.process.pid
    stat = Path(f"/proc/{process}/task/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(stat[11]) + int(stat[12])) / os.sysconf("SC_CLK_TCK")


async def hint_times(server: HostileServer, seconds: float) -> list[float]:
    """Ask for hints again and again; return how long each took. All have to be given."""
    settings = {"rules": {"players": 1}, "hints": True}
    (joined,) = await make(server, PEOPLE, 1, name="Hana", settings=settings, begin=True)
    times = []
    async with seated(server, joined, PEOPLE) as socket:
        version = json.loads(await socket.recv())["version"]
        until = time.perf_counter() + seconds
        while (begun := time.perf_counter()) < until:
            request = {"type": "hint", "id": new_id(), "version": version}
            await socket.send(json.dumps(request))
            while (message := json.loads(await socket.recv()))["type"] != "answer":
                pass
            assert "hints" in message, message
            times.append(time.perf_counter() - begun)
            await asyncio.sleep(1.5)
    return times


@bounded
async def test_people_bots_and_hints_beside_fifty_tables_of_strong_bots(tmp_path: Path) -> None:
    server = HostileServer(tmp_path)
    server.start()
    try:
        async with AsyncExitStack() as stack:
            people = await stack.enter_async_context(People.sit(server, 10))
            calm = percentile(await people.play(CALM_SECONDS, rate=4), 0.99)
            for address in STRANGERS:
                for joined in await make(
                    server, address, TABLES // len(STRANGERS), **of_bots(clock=1)
                ):
                    socket = await stack.enter_async_context(seated(server, joined, address))
                    playing = asyncio.create_task(play_on(socket))
                    stack.callback(playing.cancel)
            await people.play(SETTLE_SECONDS, rate=4)
            memory, before = server.memory, await bot_moves(server)
            used = loop_seconds(server)
            hinting = asyncio.create_task(hint_times(server, ATTACK_SECONDS))
            times = await people.play(ATTACK_SECONDS, rate=4)
            hints, moves = await hinting, await bot_moves(server) - before
            told = f"p99 {calm:.3f} to {percentile(times, 0.99):.3f} s, {moves}, hints {hints}"
            print(told)
            # Half as much again, measured among 200 people, is the benchmark's to show; on a busy
            # machine what holds under any attack has to do here.
            assert percentile(times, 0.99) < max(1.5 * calm, LONGEST), told
            # And the thread that serves people has little to do with all this.
            assert (loop_seconds(server) - used) / ATTACK_SECONDS < MOST_OF_THE_LOOP, told
            assert moves["search"] > TABLES, told
            assert moves["late"] <= MOST_NOT_SEARCHED * moves.total(), told
            assert len(hints) > 2, told
            assert max(hints) < HINT_SECONDS, told
            assert server.memory - memory < 50 * 2**20, told
        log = server.logged()
        assert "Traceback" not in log
        assert "[error" not in log
        assert log.count("bot.too_late") <= 1
    finally:
        server.kill()


async def answer_times(server: HostileServer, moves: int) -> list[float]:
    """Play against a bot; return how long it took for each of its moves."""
    rules = {"players": 2, "attack": [0, 0, 0]}
    (joined,) = await make(
        server,
        PEOPLE,
        1,
        name="Pia",
        settings={"rules": rules},
        bots={"1": "search:ms=100"},
        begin=True,
        first=0,
    )
    times: list[float] = []
    async with seated(server, joined, PEOPLE) as socket:
        begun = 0.0
        while len(times) < moves:
            message = json.loads(await socket.recv())
            if message["type"] != "update":
                continue
            if begun and any(each.get("by") == "bot" for each in message["news"]):
                times.append(time.perf_counter() - begun)
            if legal := message.get("moves"):
                move, version = legal[0]["move"], message["version"]
                begun = time.perf_counter()
                request = {"type": "move", "id": new_id(), "version": version, "move": move}
                await socket.send(json.dumps(request))
    return times


@bounded
async def test_tables_that_nobody_watches_rest_and_others_do_not_wait(tmp_path: Path) -> None:
    server = HostileServer(tmp_path)
    server.start()
    try:
        strangers = await make(server, STRANGER, 29, **of_bots(clock=1))
        # Their clocks would have run out by now, and their bots be thinking.
        await asyncio.sleep(1.5)
        times = await answer_times(server, 4)
        assert await bot_moves(server) == {"search": 4}
        assert max(times) < ANSWER_SECONDS, times
        # The same while the strangers look on: whose own time they take is theirs.
        async with AsyncExitStack() as stack:
            for joined in strangers:
                await stack.enter_async_context(seated(server, joined, STRANGER))
            await asyncio.sleep(1.5)
            times = await answer_times(server, 4)
            assert max(times) < ANSWER_SECONDS, times
            assert (await bot_moves(server))["search"] > 29
        # Nobody is there again.
        await asyncio.sleep(1.5)
        before = await bot_moves(server)
        await asyncio.sleep(1.5)
        assert await bot_moves(server) == before
    finally:
        server.kill()
