"""Connections between clients and nodes: slow, cut, doubled, but each in its own order."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from math import inf, nextafter
from random import Random
from typing import TYPE_CHECKING, Any

from litestar import WebSocket

from openregicide.server.web.sockets import table_socket

if TYPE_CHECKING:
    from .node import Node

__all__ = ["Connection", "Line", "scope_of"]

LATENCY_SECONDS = 0.01
UNREAD = 4
"""How many frames may be on their way to a client that does not read, before sending blocks."""
SILENT_SECONDS = 15.0
"""How long a server may take to notice that a client has gone."""


def scope_of(kind: str, address: str, token: str | None = None) -> dict[str, Any]:
    """Return the ASGI scope of a request from an address."""
    headers = [(b"host", b"simulated:8420")]
    if token is not None:
        headers.append((b"authorization", f"Bearer {token}".encode()))
    return {
        "type": kind, "scheme": "ws" if kind == "websocket" else "http", "path": "/",
        "client": (address, 1), "server": ("simulated", 8420), "query_string": b"",
        "headers": headers, "state": {}, "method": "GET", "extensions": {},
    }  # fmt: skip


class Line:
    """One direction of a connection: what goes in first comes out first, a little later."""

    def __init__(self, node: Node, chance: Random) -> None:
        self._scheduler = node.scheduler
        self._node = node
        self._chance = chance
        self._last = 0.0

    def carry(self, deliver: Callable[..., object], *arguments: Any) -> None:
        took = self._chance.expovariate(1 / LATENCY_SECONDS) * self._node.lag
        # Never at the same moment as the frame before, or the two could change places.
        self._last = max(nextafter(self._last, inf), self._scheduler.now + took)
        self._scheduler.at(self._last, deliver, *arguments)


class Connection:
    """A socket between a client and a node, with a client's end and a server's end."""

    def __init__(
        self,
        node: Node,
        chance: Random,
        *,
        address: str,
        table: str,
        heard: Callable[[bytes], None],
        lost: Callable[[], None],
    ) -> None:
        self.open = True
        """Whether the client still takes it for open."""
        self.stalled = False
        """Whether the client reads nothing for now."""
        self._node = node
        self._chance = chance
        self._address = address
        self._table = table
        self._heard = heard
        self._lost = lost
        self._up, self._down = Line(node, chance), Line(node, chance)
        self._inbox: deque[dict[str, Any]] = deque([{"type": "websocket.connect"}])
        self._arrival: asyncio.Future[None] | None = None
        self._room: asyncio.Future[None] | None = None
        self._unread: deque[bytes] = deque()
        self._gone = False
        """Whether the server's end is closed."""
        self._task: asyncio.Task[Any] | None = None
        self._up.carry(self._accept)

    # The client's end

    def send(self, frame: bytes) -> None:
        self._up.carry(self._arrive, {"type": "websocket.receive", "text": frame.decode()})

    def cut(self, *, quietly: bool) -> None:
        """Break it; what is on its way is lost. Quietly: it takes both ends a while to notice."""
        if self._gone:
            return
        self._gone = True
        later = self._chance.uniform(0, SILENT_SECONDS) if quietly else 0.02
        self._node.scheduler.after(later, self._hang_up)
        if not quietly:
            self._node.scheduler.after(0.02, self._client_lost)

    def leave(self) -> None:
        """Close it from the client's side."""
        self.open = False
        self._up.carry(self._hang_up)

    def read_on(self) -> None:
        """End a stall."""
        self.stalled = False
        while self._unread:
            self._down.carry(self._hear, self._unread.popleft())
        if self._room is not None and not self._room.done():
            self._room.set_result(None)

    def cancel(self) -> None:
        """Cancel the request on the server, as a server that stops does."""
        if self._task is not None and not self._task.done() and self._node.up:
            with self._node.loop:
                self._task.cancel()

    def _hear(self, frame: bytes) -> None:
        if self.open and not self._gone:
            self._heard(frame)

    def _client_lost(self) -> None:
        if self.open:
            self.open = False
            self._lost()

    # The server's end

    def _accept(self) -> None:
        if not self._node.up or self._gone:
            self._down.carry(self._client_lost)
            return
        self._loop = self._node.loop
        socket: Any = WebSocket(scope_of("websocket", self._address), self._receive, self._send)  # type: ignore[arg-type]
        with self._loop:
            serve: Any = table_socket.fn(
                socket, code=self._table, hub=self._node.hub, gate=self._node.gate
            )
            self._task = self._loop.create_task(serve)
        self._task.add_done_callback(self._served)
        self._node.connections.append(self)

    def _served(self, task: asyncio.Task[Any]) -> None:
        self._node.connections.remove(self)
        if not task.cancelled() and task.exception() is not None:
            self._loop.unexpected.append(f"socket: {task.exception()!r}")
        self._gone_away()

    def _gone_away(self) -> None:
        if not self._gone:
            self._down.carry(self._close_client)

    def _close_client(self) -> None:
        self._gone = True
        self._client_lost()

    def crashed(self) -> None:
        """The node is no more; mostly its machine says so, sometimes nobody does."""
        if not self._gone:
            self._gone = True
            if self._chance.random() < 0.7:
                self._down.carry(self._client_lost)

    def _arrive(self, message: dict[str, Any]) -> None:
        if self._gone or self._task is None or self._task.done():
            return
        self._put(message)

    def _hang_up(self) -> None:
        self._gone = True
        if self._task is not None and not self._task.done() and not self._loop.dead:
            self._put({"type": "websocket.disconnect", "code": 1006})
            if self._room is not None and not self._room.done():
                self._room.set_result(None)

    def _put(self, message: dict[str, Any]) -> None:
        if self._loop.dead:
            return
        self._inbox.append(message)
        if self._arrival is not None and not self._arrival.done():
            self._arrival.set_result(None)

    async def _receive(self) -> Any:
        while not self._inbox:
            self._arrival = self._loop.create_future()
            await self._arrival
        return self._inbox.popleft()

    async def _send(self, message: Any) -> None:
        if message["type"] == "websocket.close":
            self._gone_away()
            return
        if message["type"] != "websocket.send":
            return
        while self.stalled and len(self._unread) >= UNREAD and not self._gone:
            self._room = self._loop.create_future()
            await self._room
        if self._gone:
            raise OSError("the client has gone")
        frame = message["text"].encode()
        if self.stalled:
            self._unread.append(frame)
        else:
            self._down.carry(self._hear, frame)
