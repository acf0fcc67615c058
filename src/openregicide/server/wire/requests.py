"""HTTP that no client can stretch: heads and bodies have a size and a deadline, one at a time.

The parser passes on what it finds as it finds it, and so does uvicorn: an endless header line is
kept in memory, a thousand requests in one packet all begin at once. Here bytes are counted before
they are parsed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, NoReturn, cast
from urllib.parse import urlsplit

import httptools
import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.utils import get_remote_addr

from ...protocol import Problem
from .frames import GuardedSocket

if TYPE_CHECKING:
    import asyncio

    from .peers import Peer, Peers

__all__ = ["GuardedHttp", "WireConfig"]

HEAD_BYTES = 65_536
"""Of the request line and all headers."""
MOST_HEADERS = 100
"""Of a request, with what may come after its body."""
BODY_BYTES = 1_000_000
"""As sent, with the sizes of its chunks. The application refuses what it finds too long, and
gives a reason; this is for who does not stop."""
MOST_PARTS = 4096
"""Of a body: chunks, or what came in as many packets."""
IDLE_SECONDS = 5.0
"""How long a connection may stay open without a request."""


class WireConfig(uvicorn.Config):
    """The configuration of a server that knows its peers."""

    peers: Peers
    refuse: Callable[
        [str, Mapping[bytes, bytes], int, Problem], tuple[list[tuple[bytes, bytes]], bytes]
    ]
    """Makes headers and a body that say no, from the path and the headers of a request."""


class Phase(Enum):
    """What a connection is doing."""

    QUEUED = "queued"
    """Too many have come from its address: it waits for its turn."""
    IDLE = "idle"
    HEAD = "head"
    BODY = "body"
    ANSWER = "answer"
    OVER = "over"
    """Nothing more is read."""


class _StopError(Exception):
    """Parse no further."""


class GuardedHttp(HttpToolsProtocol):
    """A connection that sends requests, one after another."""

    peer: Peer | None = None

    def __init__(
        self,
        config: WireConfig,
        server_state: Any,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self._peers = config.peers
        self._say_no = config.refuse
        self._phase = Phase.HEAD
        self._taken = 0
        """How many bytes of the head, or of the body, have come."""
        self._parts = 0
        self._refusal: tuple[int, str] = (400, "http.400")
        """What to answer if the parser stops."""
        self._kept = b""
        """What came before its turn."""
        self.url = b""
        self.headers = []

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        self.transport = transport
        remote = get_remote_addr(transport)
        self.peer = self._peers.admit(self, remote[0] if remote else "local")
        if self.peer is None:
            self._phase = Phase.OVER
            # Nobody knows yet who asks for what: people may.
            transport.write(self._answer(429, Problem("limit.too_fast", {"seconds": 1}), "", {}))
            transport.close()
            return
        super().connection_made(transport)
        if self.peer.wait:
            self._phase = Phase.QUEUED
            self.loop.call_later(self.peer.wait, self._have_turn)
        else:
            self._begin(Phase.HEAD, self._peers.settings.head_seconds)

    def _have_turn(self) -> None:
        """Begin to listen."""
        if self.transport.is_closing():
            return
        self._begin(Phase.HEAD, self._peers.settings.head_seconds)
        self.transport.resume_reading()
        if self._kept:
            kept, self._kept = self._kept, b""
            self.data_received(kept)

    def connection_lost(self, exc: Exception | None) -> None:
        if self.peer is not None:
            self.peer.leave()
        super().connection_lost(exc)

    # What arrives

    def data_received(self, data: bytes) -> None:
        if self._phase is Phase.OVER:
            self._taken += len(data)
            if self._taken > BODY_BYTES:
                self.transport.abort()
            return
        if self._phase is Phase.QUEUED:
            self._kept += data
            self.transport.pause_reading()
            return
        self._unset_keepalive_if_required()
        if self._phase is Phase.IDLE:
            self._begin(Phase.HEAD, self._peers.settings.head_seconds)
        if self._phase is Phase.HEAD:
            room = HEAD_BYTES - self._taken
            self._taken += len(data)
            if len(data) <= room:
                self._feed(data)
            elif self._feed(data[:room]) is Phase.HEAD:
                self._refuse(431, "http.431")
            else:
                self.data_received(data[room:])
            return
        self._taken += len(data)
        if self._taken > BODY_BYTES:
            self._refuse(413, "http.413")
            return
        self._feed(data)

    def _feed(self, data: bytes) -> Phase:
        """Let the parser have it; return what the connection is doing now."""
        try:
            self.parser.feed_data(data)
        except httptools.HttpParserUpgrade:
            if self._should_upgrade():
                self.handle_websocket_upgrade()
        except httptools.HttpParserError:
            if self._phase is not Phase.OVER:
                self._refuse(*self._refusal)
        return self._phase

    def _begin(self, phase: Phase, seconds: float) -> None:
        self._phase = phase
        self._taken = 0
        self._parts = 0
        assert self.peer is not None
        self.peer.deadline = self.loop.time() + seconds

    def on_message_begin(self) -> None:
        if self.cycle is not None and not self.cycle.response_complete:
            # Nobody needs requests before the last one is answered; this one is not.
            self._over()
            raise _StopError
        if self._phase is not Phase.HEAD:
            self._begin(Phase.HEAD, self._peers.settings.head_seconds)
        super().on_message_begin()

    def on_header(self, name: bytes, value: bytes) -> None:
        # Blanks around a value are no part of it; the parser leaves those behind it.
        super().on_header(name, value.rstrip(b" \t"))
        if len(self.headers) > MOST_HEADERS:
            self._stop(431, "http.431")

    def on_headers_complete(self) -> None:
        assert self.peer is not None
        self.peer.asks()
        if self.parser.get_method() == b"CONNECT":
            self._stop(405, "http.405")
        if not self.url.startswith((b"/", b"*")):
            self._use_host_of(self.url)
        super().on_headers_complete()
        if self.parser.should_upgrade() and self._should_upgrade():
            return
        self.scope["state"]["peer"] = self.peer
        self._begin(Phase.BODY, self._peers.settings.body_seconds)

    def _use_host_of(self, url: bytes) -> None:
        """Let the host of an absolute address count, as RFC 9112 demands."""
        try:
            host = urlsplit(url).netloc
        except ValueError:
            self._stop(400, "http.400")
        self.headers[:] = [each for each in self.headers if each[0] != b"host"]
        self.headers.append((b"host", host))

    def on_body(self, body: bytes) -> None:
        self._parts += 1
        if self._parts > MOST_PARTS:
            self._stop(413, "http.413")
        super().on_body(body)

    def on_message_complete(self) -> None:
        super().on_message_complete()
        if self.parser.should_upgrade() and self._should_upgrade():
            return
        self._read_it_all()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self._phase is Phase.ANSWER:
            self._begin(Phase.IDLE, IDLE_SECONDS)

    def _read_it_all(self) -> None:
        """Wait for the answer, or for the next request if it has been given."""
        if self.cycle.response_complete:
            self._begin(Phase.IDLE, IDLE_SECONDS)
        else:
            self._begin(Phase.ANSWER, float("inf"))

    # The end

    def _stop(self, status: int, code: str) -> NoReturn:
        """Stop the parser, and refuse.

        :raises _StopError: always; the parser makes a `HttpParserError` of it.
        """
        self._refusal = (status, code)
        raise _StopError

    def _over(self) -> None:
        """Read no more; what is being answered is still answered."""
        self._phase = Phase.OVER
        assert self.peer is not None
        self.peer.refused("pipelined")
        self.cycle.keep_alive = False

    def _refuse(self, status: int, code: str) -> None:
        """Say why, and close the connection."""
        assert self.peer is not None
        self._phase = Phase.OVER
        self.peer.refused(code)
        if self.transport.is_closing():
            return
        if self.cycle is not None and not self.cycle.response_complete:
            # An answer is on its way; another one in its middle would not be understood.
            self.transport.abort()
            return
        path = self.url.decode("ascii", "replace")
        self.transport.write(self._answer(status, Problem(code), path, dict(self.headers)))
        self.transport.close()

    def is_late(self) -> bool:
        assert self.peer is not None
        self.peer.deadline = float("inf")
        if self._phase is Phase.IDLE:
            self.transport.close()
            return False
        self.transport.abort()
        return True

    def make_room(self) -> None:
        self.transport.abort()

    def _unsupported_upgrade_warning(self) -> None:
        """Say nothing: clients may ask for HTTP/2, and get what there is."""

    def handle_websocket_upgrade(self) -> None:
        """Hand the connection over to a `GuardedSocket`."""
        assert self.peer is not None
        peer, self._phase = self.peer, Phase.OVER
        super().handle_websocket_upgrade()
        # From here on, this object is not told about the connection any more.
        socket = cast(GuardedSocket, self.transport.get_protocol())
        peer.connection = socket
        socket.guard(peer, self._peers.settings.messages)
        if not socket.handshake_initiated:
            # No handshake that the library understands: it would wait in silence.
            self._refuse(400, "http.400")
            return
        peer.deadline = self.loop.time() + self._peers.settings.head_seconds
        if hasattr(socket, "scope"):
            socket.mark()

    def _answer(
        self, status: int, problem: Problem, path: str, asked: Mapping[bytes, bytes]
    ) -> bytes:
        """Return a whole response that says what the problem is."""
        headers, body = self._say_no(path, asked, status, problem)
        lines = "".join(f"{name.decode()}: {value.decode()}\r\n" for name, value in headers)
        return (
            f"HTTP/1.1 {status} {HTTPStatus(status).phrase}\r\n{lines}"
            "x-content-type-options: nosniff\r\ncache-control: no-store\r\n"
            "connection: close\r\n\r\n"
        ).encode() + body
