"""A server that means harm, for tests: a real listening socket, and whatever bytes a test likes.

A behaviour is a coroutine that gets one connection after its request's head. `Telling` is a table
with one game in which a test can change everything that is said.
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
import json
import struct
import threading
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

import msgspec

from openregicide.core import RuleSet, new_state, view_for
from openregicide.protocol import (
    Change,
    GameInfo,
    SeatInfo,
    TableInfo,
    TableSettings,
    Update,
)
from openregicide.table.options import rules_data
from openregicide.table.views import legal_moves_for, view_data

__all__ = ["CODE", "EVIL", "TOKEN", "Connection", "HostileServer", "Telling", "hostile", "update"]

CODE = "ABCDEFGHJK"
TOKEN = "A" * 32
MAGIC = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"

EVIL = (
    "pwned\x1b]0;pwned\x07\x1b]52;c;cHduZWQ=\x07\x1b[2J\x9b31m\x90pwned\x9c\r\n\x00\x7f\b"
    "\u202epwned\u2066\u2069\u200b\u200d\u2028\u2029\ufeffz" + "\u0301" * 40 + "<img src=x>"
)
"""Title, clipboard, screen, colour, lines, directions, nothing at all, and a tower of accents."""

Behaviour = Callable[["Connection"], Awaitable[None]]


class Connection:
    """One connection to the server, after the head of its request was read."""

    def __init__(self, head: str, reader: asyncio.StreamReader, writer: asyncio.StreamWriter):
        self.reader, self.writer = reader, writer
        self.method, self.path, *_ = head.split(" ")
        lines = (line.partition(":") for line in head.split("\r\n")[1:])
        self.headers = {name.strip().lower(): value.strip() for name, _, value in lines}

    @property
    def wants_socket(self) -> bool:
        return "sec-websocket-key" in self.headers

    async def raw(self, data: bytes) -> None:
        self.writer.write(data)
        await self.writer.drain()

    async def http(self, body: object, status: str = "200 OK", *more: str) -> None:
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        lines = [f"HTTP/1.1 {status}", f"Content-Length: {len(data)}", *more, "", ""]
        await self.raw("\r\n".join(lines).encode() + data)

    async def upgrade(self, *more: str) -> None:
        """Agree to a WebSocket."""
        key = self.headers["sec-websocket-key"].encode()
        accept = base64.b64encode(hashlib.sha1(key + MAGIC).digest()).decode()
        lines = ["HTTP/1.1 101 Switching Protocols", "Upgrade: websocket", "Connection: Upgrade"]
        lines += [f"Sec-WebSocket-Accept: {accept}", *more, "", ""]
        await self.raw("\r\n".join(lines).encode())

    async def frame(self, data: bytes, kind: int = 1, *, last: bool = True, flags: int = 0) -> None:
        await self.raw(framed(data, kind, last=last, flags=flags))

    async def send(self, message: object) -> None:
        """Send a message: bytes as they are, anything else as JSON."""
        await self.frame(message if isinstance(message, bytes) else json.dumps(message).encode())

    async def close(self, code: int = 1000, reason: bytes = b"") -> None:
        await self.frame(struct.pack("!H", code) + reason, 8)

    async def receive(self) -> dict[str, Any]:
        """Return the next message of the client; pings and the like are skipped."""
        while True:
            first, second = await self.reader.readexactly(2)
            size = second & 127
            if size == 126:
                (size,) = struct.unpack("!H", await self.reader.readexactly(2))
            mask = await self.reader.readexactly(4)
            data = await self.reader.readexactly(size)
            data = bytes(byte ^ mask[i % 4] for i, byte in enumerate(data))
            if first & 15 == 8:
                raise ConnectionResetError
            if first & 15 == 1:
                message: dict[str, Any] = json.loads(data)
                return message


def framed(data: bytes, kind: int = 1, *, last: bool = True, flags: int = 0) -> bytes:
    """Return a frame as a server sends it."""
    first = (128 if last else 0) | flags << 4 | kind
    if len(data) < 126:
        return struct.pack("!BB", first, len(data)) + data
    if len(data) < 65_536:
        return struct.pack("!BBH", first, 126, len(data)) + data
    return struct.pack("!BBQ", first, 127, len(data)) + data


class HostileServer:
    """Listens on a free port, in a thread of its own."""

    def __init__(self, behaviour: Behaviour) -> None:
        self.behaviour = behaviour
        self.connections = 0
        self.port = 0
        self._listening = threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._run()), daemon=True)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def link(self) -> str:
        return f"{self.url}/t/{CODE}#seat={TOKEN}"

    def start(self) -> None:
        self._thread.start()
        assert self._listening.wait(10)

    def stop(self) -> None:
        self._loop.call_soon_threadsafe(self._over.set)
        self._thread.join(10)

    async def _run(self) -> None:
        self._loop, self._over = asyncio.get_running_loop(), asyncio.Event()
        self._open: dict[asyncio.Task[None], asyncio.StreamWriter] = {}
        listening = await asyncio.start_server(self._accept, "127.0.0.1", 0)
        self.port = listening.sockets[0].getsockname()[1]
        self._listening.set()
        await self._over.wait()
        # The last connections are waiting to be taken; asyncio loses them once it is closed.
        await asyncio.sleep(0.02)
        await asyncio.sleep(0.02)
        listening.close()
        while others := asyncio.all_tasks() - {asyncio.current_task()}:
            for task in others & self._open.keys():
                task.cancel()
            await asyncio.wait(others, timeout=0.05)
        await asyncio.sleep(0)

    def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        # Not a coroutine, which might be cancelled before it has begun.
        task = asyncio.get_running_loop().create_task(self._behave(reader, writer))
        self._open[task] = writer
        task.add_done_callback(lambda done: self._open.pop(done).transport.abort())

    async def _behave(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError, asyncio.IncompleteReadError, asyncio.CancelledError):
            head = (await reader.readuntil(b"\r\n\r\n")).decode()
            self.connections += 1
            await self.behaviour(Connection(head, reader, writer))
        with suppress(OSError, TimeoutError, asyncio.CancelledError):
            # What was written last shall arrive.
            writer.close()
            await asyncio.wait_for(writer.wait_closed(), 0.1)


@contextmanager
def hostile(behaviour: Behaviour) -> Iterator[HostileServer]:
    """Run a server that behaves like that for as long as the block lasts."""
    server = HostileServer(behaviour)
    server.start()
    try:
        yield server
    finally:
        server.stop()


RULES = RuleSet(players=2)


def update(version: int = 3, **changes: Any) -> dict[str, Any]:
    """Return the first update of a table at which it is our turn, as JSON has it."""
    view = view_for(new_state(RULES, 7), 0)
    rules = rules_data(RULES)
    game = GameInfo(1, "game-1", 0, rules, "00" * 32)
    people = [SeatInfo("person", name) for name in ("Ann", "Bob")]
    whole = Update(
        version=version,
        full=True,
        seat=0,
        news=[Change(version, "said", seat=1, phrase="hello")],
        table=TableInfo(CODE, TableSettings(rules=rules, hints=True), people, 0, game),
        view=view_data(view),
        moves=legal_moves_for(view),
        present=[True, True],
    )
    told: dict[str, Any] = msgspec.to_builtins(whole)
    return {**told, **changes}


class Telling:
    """A table that a client can sit down at, and what it says there.

    :param first: the answer to the hello.
    :param then: what follows at once.
    :param answer: to every request; `None` is silence.
    """

    def __init__(
        self,
        first: object = None,
        then: Callable[[Connection], Awaitable[None]] | None = None,
        answer: Callable[[dict[str, Any]], object] | None = None,
    ) -> None:
        self.first = update() if first is None else first
        self.then = then
        self.answer = answer
        self.http: object = self.first

    async def __call__(self, connection: Connection) -> None:
        if not connection.wants_socket:
            if connection.method == "POST":
                await connection.http({"table": CODE, "seat": 0, "token": TOKEN}, "201 Created")
            else:
                await connection.http(self.http)
            return
        await connection.upgrade()
        await connection.receive()
        await connection.send(self.first)
        if self.then is not None:
            await self.then(connection)
        while True:
            request = await connection.receive()
            if request["type"] == "ping":
                await connection.send({"type": "pong", "id": request["id"], "version": 0})
            elif self.answer is not None:
                await connection.send(self.answer(request))
