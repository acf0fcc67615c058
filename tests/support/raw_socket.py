"""Connections by hand, for what no library would send."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Awaitable, Callable

from support.hostile import Peer

__all__ = [
    "BINARY",
    "CONTINUATION",
    "PING",
    "TEXT",
    "connect_raw",
    "flood",
    "frame",
    "head_of",
    "shake_hands",
]

Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]
CONTINUATION, TEXT, BINARY, PING = 0, 1, 2, 9
LIMIT = 2**22


async def connect_raw(peer: Peer) -> Streams:
    return await asyncio.open_connection(
        "127.0.0.1", peer.port, local_addr=(peer.address, 0), limit=LIMIT
    )


def head_of(peer: Peer, line: str, *headers: str) -> bytes:
    """Return the head of a request."""
    return "\r\n".join([line, f"Host: 127.0.0.1:{peer.port}", *headers, "", ""]).encode()


async def shake_hands(peer: Peer) -> Streams:
    """Connect to the table's socket; return once the server agreed to speak WebSocket.

    :raises EOFError: it did not.
    """
    reader, writer = await connect_raw(peer)
    writer.write(
        head_of(
            peer,
            f"GET /api/tables/{peer.table}/socket HTTP/1.1",
            "Connection: Upgrade",
            "Upgrade: websocket",
            "Sec-WebSocket-Version: 13",
            "Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==",
        )
    )
    try:
        head = await reader.readuntil(b"\r\n\r\n")
    except asyncio.IncompleteReadError:
        raise EOFError from None
    if b" 101 " not in head:
        writer.transport.abort()
        raise EOFError
    return reader, writer


def frame(opcode: int, data: bytes = b"", *, fin: bool = True) -> bytes:
    """Return a frame as a client sends it, masked with zeros."""
    first = (0x80 if fin else 0) | opcode
    if len(data) < 126:
        return bytes((first, 0x80 | len(data), 0, 0, 0, 0)) + data
    return bytes((first, 0xFE)) + len(data).to_bytes(2, "big") + bytes(4) + data


async def flood(
    peer: Peer,
    block: bytes,
    first: bytes = b"",
    *,
    connections: int = 1,
    connect: Callable[[Peer], Awaitable[Streams]] = shake_hands,
    reads: bool = True,
) -> Counter[str]:
    """Send the same again and again, as fast as it is taken; come back if sent away."""
    got: Counter[str] = Counter()
    until = time.monotonic() + peer.seconds

    async def one() -> None:
        while time.monotonic() < until:
            try:
                async with asyncio.timeout(max(0.01, until - time.monotonic())):
                    reader, writer = await connect(peer)
                    got["let in"] += 1
                    reading = asyncio.ensure_future(reader.read() if reads else asyncio.sleep(99))
                    try:
                        writer.write(first)
                        while not reading.done():
                            writer.write(block)
                            got["blocks"] += 1
                            await writer.drain()
                            await asyncio.sleep(0)
                        got["sent away"] += 1
                    finally:
                        reading.cancel()
                        writer.transport.abort()
            except TimeoutError:
                got["not read"] += 1
            except (OSError, EOFError):
                got["cut off"] += 1

    await asyncio.gather(*(one() for _ in range(connections)))
    return got
