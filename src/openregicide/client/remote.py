"""A seat at a table on a server, kept through every loss of the connection."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import suppress
from enum import StrEnum
from types import TracebackType
from urllib.parse import quote

from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException

from ..core import View
from ..protocol import (
    Answer,
    AskHint,
    Begin,
    Change,
    Chat,
    GiveUp,
    Hints,
    Leave,
    LegalMove,
    MakeMove,
    Request,
    Return,
    Say,
    TableInfo,
    TakeBack,
    ViewData,
)
from ..showable import showable
from .calls import call
from .line import connect
from .problems import ProtocolError, read_problem
from .received import Garbled, receive_text
from .session import Session, new_id
from .timing import Timing
from .witness import Case, Fairness, Seal, Witness

__all__ = ["RemoteTable", "Status"]

NEWS_KEPT = 1000
"""How many changes wait for a slow consumer of `news`; older ones are dropped."""

MOST_BARREN = 30
"""How many connections in a row may break soon and bring nothing before we give up."""

MOST_BREAKS = 1000
"""How many may break soon in all, with none between them that held."""

LONGEST_TROUBLE = 200

TRY_AGAIN = (408, 425, 429)
"""HTTP statuses, apart from 5xx, after which it is worth trying again."""

SEAT_GONE = ("seat.lost", "seat.token")
"""How a server says that a seat is no longer ours."""

log = logging.getLogger(__name__)

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
        self,
        url: str,
        table: str,
        token: str | None = None,
        *,
        timing: Timing | None = None,
        witness: Witness | None = None,
    ) -> None:
        """:param url: the server's address; `Server.sit` is the usual way here.
        :param witness: what is already known of this seat's deals.
        """
        self.status = Status.CONNECTING
        self.error: ProtocolError | None = None
        """Why the table is closed, if it is."""
        self.timing = timing or Timing()
        self._server = url
        self._url = f"ws{url.removeprefix('http')}/api/tables/{quote(table, safe='')}/socket"
        self._witness = witness or Witness()
        self._session = Session(token, witness=self._witness)
        self._trouble = ""
        """What went wrong with the last attempt to connect."""
        self._breaks = 0
        """How many connections broke soon since one last held."""
        self._barren = 0
        """How many of them, the latest, brought nothing."""
        self._socket: ClientConnection | None = None
        self._waiting: dict[str, asyncio.Future[Answer]] = {}
        self._listeners: list[Listener] = []
        self._changed = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._checking: asyncio.Task[None] | None = None

    async def __aenter__(self) -> RemoteTable:
        """Connect, and wait for the first update.

        :raises ProtocolError: the server refuses, or does not answer.
        """
        self._task = asyncio.create_task(self._stay())
        try:
            async with asyncio.timeout(self.timing.sit):
                await self.until(lambda: self._session.version is not None)
                # A game is a moment away: nobody needs to know that there was one.
                await self._dealt()
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
        if self._checking is not None:
            await asyncio.wait([self._checking], timeout=self.timing.check)
            self._checking.cancel()
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
    def vote_in(self) -> Sequence[float | None]:
        """By seat: in how many seconds a vote for a bot in it counts.

        `None` for a seat that no bot may take over, because its player is there.
        """
        now = self._now()
        return [None if at is None else max(0.0, at - now) for at in self._session.vote_at]

    @property
    def seconds_left(self) -> float | None:
        """With a clock: how long the player to move has left."""
        until = self._session.move_by
        return None if until is None else max(0.0, until - self._now())

    @property
    def over(self) -> bool:
        """Whether there was a game, and it has ended."""
        game = None if self._session.table is None else self._session.table.game
        return game is not None and game.result is not None

    @property
    def stood_in(self) -> bool:
        """Whether a bot plays for us."""
        return self.seat is not None and bool(self.info.seats[self.seat].stand_in)

    @property
    def seal(self) -> Seal | None:
        """What we found out about the deal of the last game that is over; soon after its end."""
        return self._witness.seal

    @property
    def fairness(self) -> Fairness | None:
        """The same in one word."""
        return None if self.seal is None else self.seal.fairness

    def view_object(self) -> View | None:
        """Return the view as the engine and the bots know it."""
        return self._session.seen

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

    @property
    def may_undo(self) -> bool:
        """Whether we may take the last move back."""
        return self._session.may_undo

    async def undo(self) -> Answer:
        """Take our last move back; the view is then the one before it."""
        return await self.ask(TakeBack(id=new_id(), version=self.version))

    async def give_up(self, *, wanted: bool = True) -> Answer:
        """Vote to give the game up, or object; it ends when all who are there want it."""
        return await self.ask(GiveUp(id=new_id(), version=self.version, wanted=wanted))

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

    async def begin(self, first: int | None = None, *, again: bool = False) -> Answer:
        """Begin a game, as the host; every player's share of its seed is then in.

        :param again: with the cards of the last game.
        """
        answer = await self.ask(Begin(id=new_id(), first=first, again=again))
        try:
            async with asyncio.timeout(self.timing.answer):
                await self._dealt()
        except TimeoutError:
            raise self._too_late(self.timing.answer) from None
        return answer

    async def _dealt(self) -> None:
        """Wait until no game is about to begin: it has, or was called off."""
        await self.until(lambda: self.info.deal is None)

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
        """Stay connected until the server refuses for good, or is no server of tables."""
        attempt = 0
        try:
            while not self._over:
                self._turn(Status.CONNECTING)
                attempt = 0 if await self._connection() else attempt + 1
                self._turn(Status.OFFLINE)
                if not self._over:
                    await asyncio.sleep(self.timing.delay(attempt))
            self.error = self._why()
        finally:
            self._end(self.error or ProtocolError("connection.closed"))

    @property
    def _over(self) -> bool:
        session = self._session
        unstable = self._barren > MOST_BARREN or self._breaks > MOST_BREAKS
        return session.refused is not None or session.garbled or unstable

    def _why(self) -> ProtocolError:
        """Return why the server is left for good."""
        problem = self._session.refused or self._session.parting
        if self._session.garbled:
            return ProtocolError("connection.garbled", url=self._url)
        if problem is not None:
            return ProtocolError.of(problem)
        return ProtocolError("connection.unstable", url=self._url)

    async def _connection(self) -> bool:
        """Use one connection until it is lost; return whether the table was ever online."""
        online = False
        began: float | None = None
        try:
            async with connect(self._url, self.timing.call) as socket:
                began = self._now()
                self._socket = socket
                await self._send(self._session.opened(began))
                while not self._session.incomplete:
                    await self._receive(socket)
                    online = online or self._session.online
                    if self._session.overdue(self._now(), self.timing.patience):
                        break
                    await self._send(self._session.heartbeat(self._now(), self.timing.heartbeat))
                if self._session.garbled:
                    # No goodbye: it would be waited for.
                    socket.transport.abort()
        except InvalidStatus as refusal:
            self._turned_away(refusal)
        except (OSError, TimeoutError, WebSocketException) as problem:
            self._trouble = showable(str(problem), LONGEST_TROUBLE)
            if began is None and isinstance(problem, WebSocketException):
                # Somebody is there, but speaks something else.
                self._breaks += 1
        finally:
            if self._socket is not None:
                # We may have been cancelled while we waited for the other end to close.
                self._socket.transport.abort()
            self._socket = None
            self._session.lost()
        return online and self._held(began)

    def _held(self, began: float | None) -> bool:
        """Count a connection that broke; return whether it was good for something."""
        if began is None:
            # Nobody there: a server may be away for as long as it likes.
            return False
        if self._now() - began > self.timing.patience:
            self._breaks = self._barren = 0
            return True
        self._breaks += 1
        self._barren = 0 if self._session.gained else self._barren + 1
        return self._session.gained

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
        await self._send(heard.send)
        self._tell(heard.news)
        self._check_deal()

    # The deal

    def _check_deal(self) -> None:
        """Begin to check the deal of a game that has just ended."""
        case = self._witness.case(self._session.table)
        if case is not None:
            self._checking = asyncio.create_task(self._judge(case))

    async def _judge(self, case: Case) -> None:
        """Compare what we were shown with the record; say so if it does not fit."""
        record: str | None = None
        with suppress(ProtocolError, Garbled):
            path = f"/api/games/{quote(case.game.id, safe='')}/record"
            data = await call(self._server, "GET", path, seconds=self.timing.call)
            record = receive_text(data)
        # In a thread: a long game takes a while, and what a server sends may be anything.
        seal = await asyncio.to_thread(case.judge, record)
        self._witness.seal = seal
        if seal.fairness is Fairness.BROKEN:
            log.warning("game %s: the deal does not fit: %s", seal.game, ", ".join(seal.reasons))
        self._tell(())

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
        if 300 <= status < 500 and status not in TRY_AGAIN:
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
