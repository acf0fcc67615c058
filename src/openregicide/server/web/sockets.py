"""The socket of a table: a greeting, then requests one way and messages the other."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

import msgspec
import structlog
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketException
from litestar.types import WebSocketSendEvent

from ...errors import RegicideError, TableError
from ...protocol import Answer, AskHint, Bye, Hello, Ping, Pong, Problem, Request
from ..limits import Bucket
from ..problems import problem_of
from ..tables.hub import Hub
from ..tables.live import LiveTable
from ..tables.subscribers import Subscriber
from .gate import Gate, RefusedError, mark_peer

__all__ = ["table_socket"]

HELLO_SECONDS = 10.0
"""How long a client may take to say hello."""

GOING_AWAY, REFUSED, TRY_LATER = 1001, 4000, 4001
"""Close codes: the server stops; do not retry as you are; retry later."""
LATER = ("server.stopping", "reader.too_slow", "limit.connections", "limit.too_fast")

UNREADABLE = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)
"""What decoding raises for frames that are not JSON, or nested too deeply."""

Socket = WebSocket[Any, Any, Any]

encode = msgspec.json.Encoder().encode
read_hello = msgspec.json.Decoder(Hello).decode
read_request = msgspec.json.Decoder(Request).decode
log = structlog.get_logger()


class _ClosedError(Exception):
    """The other side has gone."""


@websocket("/api/tables/{code:str}/socket")
async def table_socket(socket: Socket, code: str, hub: Hub, gate: Gate) -> None:
    """Serve one connection from its greeting to its end."""
    await socket.accept()
    try:
        gate.check_origin(socket)
        address = gate.enter(socket)
    except RefusedError as error:
        await _say_goodbye(socket, problem_of(error))
        return
    try:
        await _serve(socket, code, hub, address)
    except RegicideError as error:
        await _say_goodbye(socket, problem_of(error))
    except _ClosedError:
        pass
    finally:
        gate.leave(address)


async def _serve(socket: Socket, code: str, hub: Hub, address: str) -> None:
    hello = await _greeting(socket)
    live = await hub.find(code.upper())
    subscriber = await live.attach(hello.token, hello.version, address)
    mark_peer(socket, subscriber.seat)
    requests = _Requests(socket, live, subscriber, hub.settings.messages)
    try:
        await _write(socket, subscriber, hub.settings.send_seconds)
    finally:
        live.detach(subscriber)
        await requests.stop()


async def _greeting(socket: Socket) -> Hello:
    try:
        frame = await asyncio.wait_for(_receive(socket), HELLO_SECONDS)
    except TimeoutError:
        raise TableError("hello.missing") from None
    try:
        return read_hello(frame)
    except UNREADABLE as problem:
        raise TableError("request.malformed", detail=str(problem)) from None


class _Requests:
    """Reads the requests of one connection, and answers them."""

    def __init__(
        self, socket: Socket, live: LiveTable, subscriber: Subscriber, a_second: int
    ) -> None:
        """:param a_second: how many requests may come in the long run."""
        self._socket = socket
        self._live = live
        self._subscriber = subscriber
        self._a_second = a_second
        self._asking = asyncio.Lock()
        self._hints: set[asyncio.Task[None]] = set()
        self._reading = asyncio.create_task(self._guarded(self._read))

    async def stop(self) -> None:
        """Read no more requests."""
        # But finish the one at hand.
        async with self._asking:
            self._reading.cancel()
        for hint in self._hints:
            hint.cancel()

    async def _guarded(self, work: Callable[[], Awaitable[None]]) -> None:
        """Do some work; if it fails in a way that no answer can report, close the connection."""
        try:
            await work()
        except _ClosedError:
            self._subscriber.close("reader.gone")
        except RegicideError as error:
            self._subscriber.close(problem_of(error).code)
        except Exception as error:
            log.error("server.error", exc_info=error)
            self._subscriber.close("server.error")

    async def _read(self) -> None:
        """Read requests until the client disconnects.

        :raises _ClosedError: the client has disconnected.
        :raises TableError: it sent far too many.
        """
        clock = asyncio.get_running_loop().time
        rate, burst = self._a_second, 2 * self._a_second
        bucket = Bucket(burst, clock())
        strikes = 0
        while True:
            frame = await _receive(self._socket)
            if bucket.take(rate, burst, clock()):
                # A client that is too fast is told so; one that does not slow down has to go.
                strikes += 1
                if strikes > self._a_second:
                    raise TableError("limit.too_fast", seconds=1)
                self._tell(_refusal(frame, Problem("limit.too_fast", {"seconds": 1})))
                continue
            try:
                request = read_request(frame)
            except UNREADABLE as problem:
                malformed = Problem("request.malformed", {"detail": str(problem)})
                self._tell(_refusal(frame, malformed))
                continue
            await self._take(request)

    async def _take(self, request: Request) -> None:
        version, seat = self._subscriber.version, self._subscriber.seat
        holder = self._subscriber.holder
        match request:
            case Ping():
                self._tell(Pong(request.id, version))
            case _ if seat is None:
                self._tell(Answer(request.id, version, Problem("seat.none")))
            case AskHint():
                # A search takes time; the next request does not wait for it.
                work = partial(self._hint, seat, request)
                hint = asyncio.create_task(self._guarded(work))
                self._hints.add(hint)
                hint.add_done_callback(self._hints.discard)
            case _:
                async with self._asking:
                    await self._answer(await self._live.ask(seat, request, holder))

    async def _hint(self, seat: int, request: AskHint) -> None:
        await self._answer(await self._live.hint(seat, request, self._subscriber.holder))

    async def _answer(self, answer: Answer) -> None:
        if answer.error is not None and answer.error.code == "move.stale":
            await self._live.resync(self._subscriber)
        self._tell(answer)

    def _tell(self, message: Answer | Pong) -> None:
        self._subscriber.tell(encode(message))


async def _write(socket: Socket, subscriber: Subscriber, patience: float) -> None:
    """Send a subscriber's messages; disconnect a client that does not take them."""
    try:
        while (message := await subscriber.next()) is not None:
            async with asyncio.timeout(patience):
                await socket.send(_frame(message))
        if subscriber.closed != "reader.gone":
            await _say_goodbye(socket, Problem(subscriber.closed))
    except TimeoutError:
        subscriber.close("reader.too_slow")
        await _say_goodbye(socket, Problem(subscriber.closed))
    except (WebSocketException, OSError, RuntimeError):
        subscriber.close("reader.gone")


async def _receive(socket: Socket) -> bytes | str:
    """Return the next frame.

    :raises _ClosedError: there is none.
    """
    event: Any = await socket.receive()
    if event["type"] != "websocket.receive":
        raise _ClosedError
    return event.get("text") or event.get("bytes") or b""


async def _say_goodbye(socket: Socket, problem: Problem) -> None:
    """Say why, and close the socket."""
    close = GOING_AWAY if problem.code == "server.stopping" else REFUSED
    if problem.code in LATER and close == REFUSED:
        close = TRY_LATER
    try:
        async with asyncio.timeout(2):
            await socket.send(_frame(encode(Bye(problem))))
            await socket.close(close, problem.code)
    except (TimeoutError, WebSocketException, OSError, RuntimeError):
        pass


def _frame(message: bytes) -> WebSocketSendEvent:
    return {"type": "websocket.send", "bytes": None, "text": message.decode()}


class _WithId(msgspec.Struct):
    id: str = ""


def _refusal(frame: bytes | str, problem: Problem) -> Answer:
    """Return the answer to something that is not a request, with its id if it has one."""
    try:
        name = msgspec.json.decode(frame, type=_WithId).id[:64]
    except UNREADABLE:
        name = ""
    return Answer(name, 0, problem)
