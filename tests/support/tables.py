"""Tables on a real server, for tests: people who sit down, read along and move."""

from __future__ import annotations

import asyncio
import functools
import random
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any, ParamSpec, TypeVar

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from openregicide.client import Server, new_id
from openregicide.protocol import (
    Answer,
    Begin,
    Bye,
    Change,
    Hello,
    Join,
    Joined,
    LegalMove,
    MakeMove,
    Message,
    NewTable,
    Pong,
    Presence,
    Problem,
    Request,
    RulesData,
    TableInfo,
    TableSettings,
    Update,
    ViewData,
)
from support.patience import SECONDS
from support.serving import RunningServer

__all__ = [
    "EASY",
    "HARD",
    "NAMES",
    "Line",
    "Sight",
    "asking",
    "bounded",
    "browsing",
    "connected",
    "lose",
    "move_once",
    "play_at_random",
    "seat_people",
    "streamed",
    "table_with_jester",
    "told",
    "win",
]

P = ParamSpec("P")
T = TypeVar("T")

NAMES = ("Ann", "Bob", "Cleo", "Dan")
EASY: dict[str, Any] = {"health": [1, 1, 1], "attack": [0, 0, 0], "hand_limit": 10}
"""Options for a table where every card kills: sure to be won."""
HARD: dict[str, Any] = {"health": [250, 250, 250], "attack": [250, 250, 250]}
"""Options for a table where nobody can pay: lost with the first card."""

encode = msgspec.json.encode
_decoder: msgspec.json.Decoder[Message] = msgspec.json.Decoder(Message)


def bounded(test: Callable[P, Coroutine[Any, Any, None]]) -> Callable[P, None]:
    """Run an asynchronous test, for so long and no longer."""

    @functools.wraps(test)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        async def in_time() -> None:
            async with asyncio.timeout(SECONDS):
                await test(*args, **kwargs)

        asyncio.run(in_time())

    return run


class Sight:
    """What a reader was told, frame by frame; a gap or a repeat among the news is an error."""

    def __init__(self, version: int | None = None) -> None:
        """:param version: the last one seen before."""
        self.frames: list[str] = []
        self.version = version
        self.seat: int | None = None
        self.table: TableInfo | None = None
        self.view: ViewData | None = None
        self.moves: Sequence[LegalMove] = ()
        self.present: Sequence[bool] = ()
        self.spectators = 0
        self.vote_in: Sequence[float | None] = ()
        self.updates: list[Update] = []
        self.news: list[Change] = []
        self.answers: list[Answer] = []
        self.pongs: list[Pong] = []
        self.bye: Problem | None = None

    @property
    def info(self) -> TableInfo:
        assert self.table is not None
        return self.table

    @property
    def over(self) -> bool:
        return self.view is not None and self.view.phase == "over"

    def take(self, frame: str) -> None:
        self.frames.append(frame)
        match _decoder.decode(frame):
            case Update() as update:
                self._update(update)
            case Presence(present, spectators, vote_in):
                self.present, self.spectators, self.vote_in = present, spectators, vote_in
            case Answer() as answer:
                self.answers.append(answer)
            case Pong() as pong:
                self.pongs.append(pong)
            case Bye(error):
                self.bye = error

    def _update(self, update: Update) -> None:
        self.updates.append(update)
        versions = [change.version for change in update.news]
        if update.full:
            assert versions == list(range(update.version - len(versions) + 1, update.version + 1))
            assert update.table is not None
            self.seat, self.view, self.moves = update.seat, None, ()
        else:
            assert self.version is not None
            assert versions == list(range(self.version + 1, update.version + 1))
        self.news += [each for each in update.news if each.version > (self.version or 0)]
        self.version = update.version
        self.table = self.table if update.table is None else update.table
        self.view = self.view if update.view is None else update.view
        self.moves = self.moves if update.moves is None else update.moves
        self.present = self.present if update.present is None else update.present


class Line(Sight):
    """A socket at a table."""

    def __init__(self, socket: ClientConnection, version: int | None) -> None:
        super().__init__(version)
        self.socket = socket
        self.asked: list[Request] = []
        self._changed = asyncio.Event()
        self._reading = asyncio.create_task(self._read())

    async def _read(self) -> None:
        try:
            async for frame in self.socket:
                assert isinstance(frame, str)
                self.take(frame)
                self._changed.set()
        except ConnectionClosed:
            pass
        finally:
            self._changed.set()

    async def until(self, condition: Callable[[], bool]) -> None:
        """Wait until something is true that depends on what is told here."""
        while not condition():
            if self._reading.done():
                self._reading.result()
                raise AssertionError(f"the connection has ended: {self.bye}")
            self._changed.clear()
            await self._changed.wait()

    async def reach(self, version: int) -> None:
        """Wait until a version is told."""
        await self.until(lambda: (self.version or 0) >= version)

    async def closed(self) -> Problem | None:
        """Wait for the server to hang up; return why it did."""
        await self._reading
        return self.bye

    async def hang_up(self) -> None:
        await self.socket.close()
        await self._reading

    async def send(self, request: Request) -> None:
        self.asked.append(request)
        await self.socket.send(encode(request).decode())

    async def ask(self, request: Request) -> Answer:
        """Send a request and wait for its answer, a further one if it had one before."""
        before = len(self._answers_to(request.id))
        await self.send(request)
        await self.until(lambda: len(self._answers_to(request.id)) > before)
        return self._answers_to(request.id)[-1]

    def _answers_to(self, request: str) -> list[Answer]:
        return [answer for answer in self.answers if answer.id == request]

    async def move(self, move: str | None = None) -> Answer:
        """Make a move, the first legal one if none is given; it has to succeed."""
        answer = await self.ask(asking(self, move))
        assert answer.error is None, answer.error
        return answer


def asking(sight: Sight, move: str | None = None) -> MakeMove:
    """Return the request for a move, the first legal one if none is given."""
    assert sight.version is not None
    return MakeMove(id=new_id(), version=sight.version, move=move or sight.moves[0].move)


def browsing() -> httpx.AsyncClient:
    """Return a client for plain HTTP; without TLS, because reading certificates takes longer."""
    return httpx.AsyncClient(timeout=SECONDS, trust_env=False, verify=False)


@asynccontextmanager
async def connected(
    server: RunningServer, table: str, token: str | None = None, *, version: int | None = None
) -> AsyncIterator[Line]:
    """Connect to a table, and wait until it is told how things stand; or why they do not."""
    url = f"ws{server.url.removeprefix('http')}/api/tables/{table}/socket"
    async with connect(url, compression=None, proxy=None, ping_interval=None) as socket:
        await socket.send(encode(Hello(token=token, version=version)).decode())
        line = Line(socket, version)
        try:
            await line.until(lambda: bool(line.updates) or line.bye is not None)
            yield line
        finally:
            await line.hang_up()


@asynccontextmanager
async def streamed(
    server: RunningServer, table: str, token: str | None = None, *, since: int | None = None
) -> AsyncIterator[tuple[Sight, Callable[[], Awaitable[bool]]]]:
    """Read along without a socket: a sight, and a function that waits for one line more.

    The function tells whether there was one.
    """
    headers = {} if token is None else {"Authorization": f"Bearer {token}"}
    parameters = {} if since is None else {"since": since}
    path = f"{server.url}/api/tables/{table}/stream"
    async with (
        browsing() as client,
        client.stream("GET", path, headers=headers, params=parameters) as response,
    ):
        assert response.status_code == 200
        assert response.headers["content-type"] == "application/x-ndjson"
        lines, sight = response.aiter_lines(), Sight(since)

        async def more() -> bool:
            line = await anext(lines, None)
            if line is not None:
                sight.take(line)
            return line is not None

        yield sight, more


# Tables


async def seat_people(
    server: RunningServer,
    players: int,
    *,
    bots: Mapping[str, str] | None = None,
    rules: Mapping[str, Any] | None = None,
    settings: Mapping[str, Any] | None = None,
    begin: bool = True,
    first: int | None = None,
    devices: Sequence[str | None] = (),
) -> list[Joined]:
    """Make a table with people in every seat that is no bot's, and let the host begin.

    :param devices: of the people, in the order of their seats.
    """
    client = Server(server.url)
    own = iter(devices)
    wanted = NewTable(
        name=NAMES[0],
        settings=TableSettings(rules=RulesData(players=players, **(rules or {})), **settings or {}),
        bots=dict(bots or {}),
        device=next(own, None),
    )
    people = [await client.create(wanted)]
    for name in NAMES[1 : players - len(wanted.bots)]:
        join = Join(name=name, device=next(own, None))
        people.append(await client.join(people[0].table, join))
    if begin:
        host = people[0]
        answer = await client.ask(host.table, host.token, Begin(id=new_id(), first=first))
        assert answer.error is None, answer.error
    return people


async def table_with_jester(server: RunningServer, **options: Any) -> list[Joined]:
    """Make a table of two people where seat 0 begins with a jester in its hand."""
    rules = {"jesters": 2, "hand_limit": 12, "attack": [0, 0, 0]} | options.pop("rules", {})
    for _ in range(64):
        people = await seat_people(server, 2, rules=rules, first=0, **options)
        update = await told(server, people[0])
        if any(each.move == "pX" for each in update.moves or ()):
            return people
    raise AssertionError("64 hands without a jester")


async def told(
    server: RunningServer, seat: Joined, *, watching: bool = False, since: int | None = None
) -> Update:
    """Return what plain HTTP tells a seat, or somebody who watches its table."""
    headers = {} if watching else {"Authorization": f"Bearer {seat.token}"}
    parameters = {} if since is None else {"since": since}
    async with browsing() as client:
        path = f"{server.url}/api/tables/{seat.table}/update"
        response = await client.get(path, headers=headers, params=parameters)
    assert response.status_code == 200, response.text
    return msgspec.json.decode(response.content, type=Update)


# Playing


async def play_at_random(line: Line, seed: int = 0) -> None:
    """Make legal moves whenever it is this seat's turn, until the game is over."""
    dice = random.Random(seed)
    while True:
        await line.until(lambda: line.over or bool(line.moves))
        if line.over:
            return
        answer = await line.ask(asking(line, dice.choice(line.moves).move))
        assert answer.error is None, answer.error


async def move_once(lines: Sequence[Line], move: str | None = None) -> Line:
    """Let whoever is to move do so, and wait until everybody has seen it; return who it was."""
    mover = await next_mover(lines)
    assert mover is not None, "the game is over"
    answer = await mover.move(move)
    for line in lines:
        await line.reach(answer.version)
    return mover


async def next_mover(lines: Sequence[Line]) -> Line | None:
    """Wait for the bots between; return the line that is to move, or none if the game is over."""
    while True:
        latest = max(line.version or 0 for line in lines)
        for line in lines:
            await line.reach(latest)
        mover = next((line for line in lines if line.moves), None)
        if mover is not None or lines[0].over:
            return mover
        await lines[0].reach(latest + 1)


async def win(lines: Sequence[Line]) -> Line:
    """Play an easy table to its end; return the line of the champion."""
    while not lines[0].over:
        mover = next(line for line in lines if line.moves)
        kills = [each.move for each in mover.moves if each.preview.falls]
        champion = await move_once(lines, kills[0] if kills else "y")
    assert lines[0].info.game is not None
    assert lines[0].info.game.result == "won"
    return champion


async def lose(lines: Sequence[Line]) -> None:
    """Play a hard table to its end, with bots in the other seats."""
    while await next_mover(lines) is not None:
        await move_once(lines)
    assert lines[0].info.game is not None
    assert lines[0].info.game.result == "lost"
