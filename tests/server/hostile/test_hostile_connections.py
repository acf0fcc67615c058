"""A stranger with many connections takes no place that a player needs."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from pathlib import Path

from support.hostile import PEOPLE, HostileServer, Peer, People, under_attack
from support.raw_socket import Streams, connect_raw, head_of, shake_hands

SILENT = 300


async def hold(peer: Peer, first: bytes, drip: bytes, *, shake: bool = False) -> Counter[str]:
    """Keep as many connections as one can get, and send next to nothing on them."""
    got: Counter[str] = Counter()
    until = time.monotonic() + peer.seconds
    held: list[Streams] = []

    async def one(number: int) -> None:
        try:
            streams = await (shake_hands(peer) if shake else connect_raw(peer))
            held.append(streams)
            streams[1].write(first)
            while time.monotonic() < until:
                streams[1].write(drip)
                await asyncio.sleep(0.2)
        except (OSError, EOFError):
            got["refused"] += 1

    await asyncio.gather(*(one(number) for number in range(SILENT)))
    got["held"] = sum(not reader.at_eof() and reader.exception() is None for reader, _ in held)
    for _, writer in held:
        writer.transport.abort()
    return got


async def silent(peer: Peer) -> Counter[str]:
    return await hold(peer, b"", b"")


def test_connections_that_say_nothing(tmp_path: Path) -> None:
    toll = under_attack(tmp_path, silent, sockets_per_address=32)
    toll.check("connecting", "pushed_out")
    assert toll.descriptors < 80


async def half_heads(peer: Peer) -> Counter[str]:
    return await hold(peer, b"GET / HTTP/1.1\r\nHost: localhost\r\nX: ", b"x")


def test_heads_that_come_a_byte_at_a_time(tmp_path: Path) -> None:
    toll = under_attack(tmp_path, half_heads, seconds=3, head_seconds=1)
    toll.check("connecting")
    assert toll.got["held"] == 0


async def half_bodies(peer: Peer) -> Counter[str]:
    first = head_of(peer, "POST /api/tables HTTP/1.1", "Content-Length: 9999")
    return await hold(peer, first, b" ")


def test_bodies_that_come_a_byte_at_a_time(tmp_path: Path) -> None:
    toll = under_attack(tmp_path, half_bodies, seconds=3, body_seconds=1)
    toll.check("connecting")
    assert toll.got["held"] == 0


async def no_greeting(peer: Peer) -> Counter[str]:
    return await hold(peer, b"", b"", shake=True)


def test_sockets_without_a_greeting(tmp_path: Path) -> None:
    toll = under_attack(tmp_path, no_greeting)
    toll.check("connecting", "limit.connections")
    assert toll.descriptors < 140


async def hand_shakes(peer: Peer) -> Counter[str]:
    """Shake hands and leave, as often as it goes."""
    got: Counter[str] = Counter()
    until = time.monotonic() + peer.seconds

    async def one() -> None:
        while time.monotonic() < until:
            try:
                _, writer = await shake_hands(peer)
                got["let in"] += 1
                writer.transport.abort()
            except (OSError, EOFError):
                got["refused"] += 1

    await asyncio.gather(*(one() for _ in range(16)))
    return got


def test_handshakes_at_full_speed(tmp_path: Path) -> None:
    toll = under_attack(tmp_path, hand_shakes)
    toll.check("connecting")
    assert toll.got["let in"] < 100 + 50 * 4


def test_a_player_comes_back_to_a_full_server(tmp_path: Path) -> None:
    """Strangers hold every place, from many addresses; whoever has a seat still gets in."""

    async def play() -> None:
        async with People.sit(server, tables=3) as people:
            strangers: list[Streams] = []
            for number in range(60):
                peer = Peer(server.port, 0, "", f"127.0.1.{number + 1}")
                strangers.append(await connect_raw(peer))
            joined = people.sittings[0].seats[0]
            socket = await People.connect(server, joined, PEOPLE)
            for number in range(60, 120):
                peer = Peer(server.port, 0, "", f"127.0.1.{number + 1}")
                strangers.append(await connect_raw(peer))
            message = await asyncio.wait_for(socket.recv(), 10)
            assert b'"update"' in (message if isinstance(message, bytes) else message.encode())
            # Those who play have not noticed.
            assert await people.play(0.5)
            await socket.close()
            for _, writer in strangers:
                writer.transport.abort()

    server = HostileServer(tmp_path, connections=40)
    server.start()
    try:
        asyncio.run(play())
    finally:
        server.kill()
    assert "Traceback" not in server.logged()
