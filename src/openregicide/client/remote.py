"""A seat at a table on a server, kept through every loss of the connection."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import suppress
from enum import StrEnum
from types import TracebackType
from urllib.parse import quote

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException

from ..core import View
from ..notation import parse_view
from ..protocol import (
    Answer,
    AskHint,
    Begin,
    Change,
    Chat,
    Hints,
    Leave,
    LegalMove,
    MakeMove,
    Request,
    Return,
    Say,
    TableInfo,
    ViewData,
)
from ..table.options import rules_of
from .problems import ProtocolError, read_problem
from .session import Session, new_id
from .timing import Timing

__all__ = ["RemoteTable", "Status"]

MOST_BYTES = 1_000_000
"""No message is longer than this."""

NEWS_KEPT = 1000
"""How many changes wait for a slow consumer of `news`; older ones are dropped."""

CLOSE_SECONDS = 1.0

TRY_AGAIN = (408, 425, 429)
"""HTTP statuses, apart from 5xx, after which it is worth trying again."""

SEAT_GONE = ("seat.lost", "seat.token")
"""How a server says that a seat is no longer ours."""

Listener = Callable[[Sequence[Change]], None]


class Status(StrEnum):
    """The state of the connection."""

    CONNECTING = "connecting"
    ONLINE = "online"
    OFFLINE = "offline"
    """Lost; we are about to reconnect."""
    CLOSED = "closed"
    """For good."""


class RemoteTable:
    """A table as a seat or a spectator knows it; an asynchronous context manager.

    Inside it a lost connection is made again, and until then everything here is what was last
    known.
    """

    def __init__(
        self, url: str, table: str, token: str | None = None, *, timing: Timing | None = None
    ) -> None:
        """:param url: the server's address; `Server.sit` is the usual way here."""
        self.status = Status.CONNECTING
        self.error: ProtocolError | None = None
        """Why the table is closed, if it is."""
        self.timing = timing or Timing()
        self._url = f"ws{url.removeprefix('http')}/api/tables/{quote(table, safe='')}/socket"
        self._session = Session(token)
        self._trouble = ""
        """What went wrong with the last attempt to connect."""
        self._socket: ClientConnection | None = None
        self._waiting: dict[str, asyncio.Future[Answer]] = {}
        self._listeners: list[Listener] = []
        self._changed = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    async def __aenter__(self) -> RemoteTable:
        """Connect, and wait for the first update.

        :raises ProtocolError: the server refuses, or does not answer.
        """
        self._task = asyncio.create_task(self._stay())
        try:
            async with asyncio.timeout(self.timing.sit):
                await self.until(lambda: self._session.version is not None)
        except TimeoutError:
            await self.close()
            raise self._too_late(self.timing.sit) from None
        except BaseException:
            await self.close()
            raise
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Disconnect. The seat stays ours: the token gives it back."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])
            if not self._task.cancelled():
                self._task.result()
        self._end(self.error or ProtocolError("connection.closed"))

    # What is known

    @property
    def version(self) -> int:
        """The version of the table that everything else here belongs to."""
        return self._session.version or 0

    @property
    def seat(self) -> int | None:
        """Our own seat; `None` for a spectator."""
        return self._session.seat

    @property
    def info(self) -> TableInfo:
        table = self._session.table
        if table is None:
            raise ProtocolError("connection.closed")
        return table

    @property
    def view(self) -> ViewData | None:
        """What we see of the game; `None` before the first one."""
        return self._session.view

    @property
    def moves(self) -> Sequence[LegalMove]:
        """Our legal moves; none if it is not our turn."""
        return self._session.moves

    @property
    def present(self) -> Sequence[bool]:
        """Who is connected, by seat."""
        return self._session.present

    @property
    def spectators(self) -> int:
        return self._session.spectators

    @property
    def seconds_left(self) -> float | None:
        """With a clock: how long the player to move has left."""
        until = self._session.move_by
        return None if until is None else max(0.0, until - self._now())

    @property
    def over(self) -> bool:
        """Whether there was a game, and it has ended."""
        return self.view is not None and self.view.phase == "over"

    @property
    def stood_in(self) -> bool:
        """Whether a bot plays for us."""
        return self.seat is not None and bool(self.info.seats[self.seat].stand_in)

    def view_object(self) -> View | None:
        """Return the view as the engine and the bots know it."""
        game = self.info.game
        if self.view is None or game is None:
            return None
        return parse_view(self.view.text, rules_of(game.rules))

    # What happens

    def listen(self, listener: Listener) -> Callable[[], None]:
        """Call a function whenever anything here changes, with the news if there are any.

        :returns: a function that stops this.
        """
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    async def news(self) -> AsyncIterator[Change]:
        """Yield what happens at the table from now on, until the table is closed."""
        waiting: deque[Change] = deque(maxlen=NEWS_KEPT)
        stop = self.listen(waiting.extend)
        try:
            while True:
                while waiting:
                    yield waiting.popleft()
                if self.status is Status.CLOSED:
                    return
                await self._changed.wait()
        finally:
            stop()

    async def until(self, condition: Callable[[], bool]) -> None:
        """Wait until something is true that depends on this table.

        :raises ProtocolError: the table is closed, so it never will be.
        """
        while not condition():
            if self.status is Status.CLOSED:
                raise self.error or ProtocolError("connection.closed")
            await self._changed.wait()

    # Requests

    async def ask(self, request: Request) -> Answer:
        """Send a request until it is answered; by then its changes are known here.

        :raises ProtocolError: the server refuses, or has not answered for too long.
        """
        if self.status is Status.CLOSED:
            raise self.error or ProtocolError("connection.closed")
        future: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._waiting[request.id] = future
        try:
            async with asyncio.timeout(self.timing.answer):
                await self._send(self._session.ask(request, self._now()))
                answer = await future
        except TimeoutError:
            raise self._too_late(self.timing.answer) from None
        finally:
            del self._waiting[request.id]
            self._session.forget(request.id)
        if answer.error is not None:
            raise ProtocolError.of(answer.error)
        return answer

    async def move(self, move: str) -> Answer:
        """Make a move, spelled as in `docs/notation.md`; the view is then the one after it."""
        return await self.ask(MakeMove(id=new_id(), version=self.version, move=move))

    async def hint(self) -> Hints:
        """Ask for hints on our move, where the table allows them."""
        answer = await self.ask(AskHint(id=new_id(), version=self.version))
        if answer.hints is None:
            raise ProtocolError("connection.garbled", url=self._url)
        return answer.hints

    async def say(self, phrase: str) -> Answer:
        """Say one of the ready-made phrases."""
        return await self.ask(Say(id=new_id(), phrase=phrase))

    async def chat(self, text: str) -> Answer:
        """Say anything, where that is allowed."""
        return await self.ask(Chat(id=new_id(), text=text))

    async def begin(self, first: int | None = None) -> Answer:
        """Begin a game, as the host."""
        return await self.ask(Begin(id=new_id(), first=first))

    async def take_back(self) -> Answer:
        """Take our seat back from the bot that stood in."""
        return await self.ask(Return(id=new_id()))

    async def leave(self) -> None:
        """Give up the seat; the server then disconnects, mostly before it answers."""
        try:
            await self.ask(Leave(id=new_id()))
        except ProtocolError as error:
            if error.code not in SEAT_GONE:
                raise

    # The connection

    def _now(self) -> float:
        return asyncio.get_running_loop().time()

    async def _stay(self) -> None:
        """Stay connected until the server refuses for good."""
        attempt = 0
        try:
            while self._session.refused is None:
                self._turn(Status.CONNECTING)
                attempt = 0 if await self._connection() else attempt + 1
                self._turn(Status.OFFLINE)
                if self._session.refused is None:
                    await asyncio.sleep(self.timing.delay(attempt))
            self.error = ProtocolError.of(self._session.refused)
        finally:
            self._end(self.error or ProtocolError("connection.closed"))

    async def _connection(self) -> bool:
        """Use one connection until it is lost; return whether the table was ever online."""
        online = False
        try:
            async with self._connect() as socket:
                self._socket = socket
                await self._send(self._session.opened(self._now()))
                while not self._session.incomplete:
                    await self._receive(socket)
                    online = online or self._session.online
                    if self._session.overdue(self._now(), self.timing.patience):
                        break
                    await self._send(self._session.heartbeat(self._now(), self.timing.heartbeat))
        except InvalidStatus as refusal:
            self._turned_away(refusal)
        except (OSError, TimeoutError, WebSocketException) as problem:
            self._trouble = str(problem)
        finally:
            self._socket = None
            self._session.lost()
        return online

    def _connect(self) -> connect:
        return connect(
            self._url,
            max_size=MOST_BYTES,
            compression=None,
            proxy=None,
            open_timeout=self.timing.call,
            close_timeout=CLOSE_SECONDS,
            # Our own heartbeat asks the table, not just the socket in front of it.
            ping_interval=None,
        )

    async def _receive(self, socket: ClientConnection) -> None:
        """Handle the next message, if one comes soon."""
        try:
            async with asyncio.timeout(min(self.timing.patience, self.timing.heartbeat) / 2):
                data = await socket.recv(decode=False)
        except TimeoutError:
            return
        heard = self._session.heard(data, self._now())
        for answer in heard.answers:
            future = self._waiting.get(answer.id)
            if future is not None and not future.done():
                future.set_result(answer)
        if self._session.online:
            self.status = Status.ONLINE
        self._tell(heard.news)

    async def _send(self, frames: Sequence[bytes]) -> None:
        """Send, if there is a connection; what gets lost is sent again on the next one."""
        socket = self._socket
        if socket is None:
            return
        with suppress(ConnectionClosed, TimeoutError):
            async with asyncio.timeout(self.timing.patience):
                for frame in frames:
                    await socket.send(frame, text=True)

    def _turned_away(self, refusal: InvalidStatus) -> None:
        """Note that the server refused to open a socket."""
        status = refusal.response.status_code
        if 400 <= status < 500 and status not in TRY_AGAIN:
            self._session.refused = read_problem(status, bytes(refusal.response.body))

    def _too_late(self, seconds: float) -> ProtocolError:
        if self.status is not Status.ONLINE and self._trouble:
            return ProtocolError("connection.failed", url=self._url, detail=self._trouble)
        return ProtocolError("connection.too_late", url=self._url, seconds=seconds)

    def _turn(self, status: Status) -> None:
        if status is not self.status:
            self.status = status
            self._tell(())

    def _tell(self, news: Sequence[Change]) -> None:
        for listener in list(self._listeners):
            listener(news)
        self._changed.set()
        self._changed = asyncio.Event()

    def _end(self, error: ProtocolError) -> None:
        """Close for good, and release everyone who waits."""
        self.error = error
        for future in self._waiting.values():
            if not future.done():
                future.set_exception(error)
        self._turn(Status.CLOSED)
