"""Strangers who mean harm to a real server, and people who play there meanwhile.

The people sit at tables of two, each seat on a socket of its own, and come from another address
than the stranger. A move's time is from sending it until the last of the two seats has its update.
The attack runs in a process of its own, so that its work is not measured with theirs.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import random
import re
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from pathlib import Path

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect

from openregicide.protocol import Joined
from support.patience import SECONDS
from support.serving import RunningServer

__all__ = [
    "PEOPLE",
    "STRANGER",
    "Attack",
    "HostileServer",
    "Peer",
    "People",
    "Toll",
    "under_attack",
]

PEOPLE, STRANGER = "127.0.0.2", "127.0.0.3"
"""Where they come from."""
LONGEST = 0.25
"""How long 99 % of moves may take at most until the last seat has seen them, in seconds."""
MOST_MEMORY = 50
"""By how much the server may grow, in MB."""
CALM_SECONDS = 0.7
ATTEMPTS = 3
SAMPLE_SECONDS = 0.05
TELL_SECONDS = 1.5
"""How long after an attack its line may come into the log."""


@dataclass(frozen=True)
class Peer:
    """What an attack needs to know."""

    port: int
    seconds: float
    table: str
    """The code of the first table where people play."""
    address: str = STRANGER


Attack = Callable[[Peer], Awaitable[Counter[str]]]
"""A function at the top of a module; it says how often it got what."""


class HostileServer(RunningServer):
    """A server with the settings that it has if nobody says otherwise."""

    def __init__(self, folder: Path, **settings: object) -> None:
        super().__init__(folder)
        self.settings = {"bot_pause_ms": 0, "log_level": "info", **settings}

    @property
    def memory(self) -> int:
        """What it holds, in bytes."""
        text = Path(f"/proc/{self.process.pid}/status").read_text()
        found = re.search(r"VmRSS:\s+(\d+) kB", text)
        return int(found[1]) * 1024 if found else 0

    @property
    def descriptors(self) -> int:
        return sum(1 for _ in Path(f"/proc/{self.process.pid}/fd").iterdir())

    @property
    def waited_seconds(self) -> float:
        """How long its event loop has waited for a core, while others had them all."""
        text = Path(f"/proc/{self.process.pid}/schedstat").read_text()
        return int(text.split()[1]) / 1e9

    @property
    def processor_seconds(self) -> float:
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@dataclass
class Toll:
    """What people noticed of an attack."""

    times: list[float]
    """Seconds from each move until the last seat had seen it."""
    calm: list[float]
    """The same before the attack."""
    grown: float
    """Memory at its most, above that before the attack, in MB."""
    descriptors: int
    """Open descriptors at their most, above those before."""
    processor: float
    """How much of a core the server took meanwhile."""
    waited: float
    """For how much of the time its event loop waited for a core, from 0 to 1."""
    got: Counter[str]
    """What the attack says about itself."""
    log: str

    def percentile(self, part: float) -> float:
        return percentile(self.times, part)

    def __str__(self) -> str:
        return (
            f"{len(self.times)} moves: p50 {1000 * self.percentile(0.5):.0f} ms, "
            f"p99 {1000 * self.percentile(0.99):.0f} ms, worst {1000 * max(self.times):.0f} ms "
            f"(before: {1000 * percentile(self.calm, 0.99):.0f} ms); "
            f"{self.grown:+.0f} MB, {self.descriptors:+d} descriptors, "
            f"{self.processor:.2f} cores, waiting for one {self.waited:.0%}; {dict(self.got)}"
        )

    def check(self, *kinds: str) -> None:
        """Check that it was within the budget, and that the log names these kinds of refusals."""
        print(self)
        assert self.percentile(0.99) < LONGEST, str(self)
        assert self.grown < MOST_MEMORY, str(self)
        assert "Traceback" not in self.log, self.log
        assert "[error" not in self.log, self.log
        told = [line for line in self.log.splitlines() if "peers.refused" in line]
        assert len(told) == (1 if kinds else 0), self.log
        for kind in kinds:
            assert kind in told[0], told[0]


def percentile(times: list[float], part: float) -> float:
    return sorted(times)[min(len(times) - 1, int(len(times) * part))]


# The people


class Move(msgspec.Struct):
    move: str


class Game(msgspec.Struct):
    result: str | None = None


class Table(msgspec.Struct):
    game: Game | None = None


class Message(msgspec.Struct):
    """What we need of a message."""

    type: str
    version: int = 0
    id: str = ""
    moves: list[Move] | None = None
    table: Table | None = None
    error: object = None


read = msgspec.json.Decoder(Message).decode


@dataclass
class Sitting:
    """A table with its two people."""

    seats: tuple[Joined, Joined]
    sockets: list[ClientConnection] = field(default_factory=list)
    seen: list[int] = field(default_factory=lambda: [0, 0])
    moves: list[list[Move]] = field(default_factory=lambda: [[], []])
    over: bool = True
    news: asyncio.Event = field(default_factory=asyncio.Event)
    answer: Message | None = None

    async def listen(self, seat: int) -> None:
        async for frame in self.sockets[seat]:
            message = read(frame)
            if message.type == "update":
                self.seen[seat] = message.version
                self.moves[seat] = message.moves or []
                if message.table is not None and message.table.game is not None:
                    self.over = message.table.game.result is not None
            elif message.type == "answer":
                self.answer = message
            elif message.type == "bye":
                raise AssertionError(f"a player was sent away: {frame!r}")
            self.news.set()
        raise AssertionError("a player lost the connection")

    async def act(self, chance: random.Random) -> float | None:
        """Make a move, or begin a game; return how long a move took until both had seen it."""
        seat = next((each for each in (0, 1) if self.moves[each]), None)
        name = f"{chance.getrandbits(60):x}"
        request: dict[str, object]
        if seat is None or self.over:
            seat, request = 0, {"type": "begin", "id": name}
        else:
            move = chance.choice(self.moves[seat]).move
            request = {"type": "move", "id": name, "version": self.seen[seat], "move": move}
        self.answer = None
        begun = time.perf_counter()
        await self.sockets[seat].send(msgspec.json.encode(request).decode())
        while self.answer is None or min(self.seen) < self.answer.version:
            self.news.clear()
            await asyncio.wait_for(self.news.wait(), SECONDS)
        assert self.answer.error is None, self.answer
        return time.perf_counter() - begun if request["type"] == "move" else None


class People:
    """People at some tables of a server, who play until the block ends."""

    def __init__(self, sittings: list[Sitting]) -> None:
        self.sittings = sittings

    @classmethod
    @asynccontextmanager
    async def sit(
        cls, server: RunningServer, tables: int = 3, address: str = PEOPLE
    ) -> AsyncIterator[People]:
        """Make tables of two, and connect both seats of each."""
        sittings: list[Sitting] = []
        transport = httpx.AsyncHTTPTransport(local_address=address)
        async with (
            httpx.AsyncClient(base_url=server.url, transport=transport, timeout=SECONDS) as web,
            asyncio.TaskGroup() as listening,
        ):
            for _ in range(tables):
                table = {"name": "Ann", "settings": {"rules": {"players": 2}}}
                host = msgspec.convert((await web.post("/api/tables", json=table)).json(), Joined)
                path = f"/api/tables/{host.table}/seats"
                guest = msgspec.convert((await web.post(path, json={"name": "Bo"})).json(), Joined)
                sittings.append(Sitting((host, guest)))
            listeners = []
            for sitting in sittings:
                for number, joined in enumerate(sitting.seats):
                    socket = await cls.connect(server, joined, address)
                    sitting.sockets.append(socket)
                    listeners.append(listening.create_task(sitting.listen(number)))
                while not all(sitting.seen):
                    await asyncio.sleep(0.01)
            yield cls(sittings)
            for listener in listeners:
                listener.cancel()
            for sitting in sittings:
                for socket in sitting.sockets:
                    socket.transport.abort()

    @staticmethod
    async def connect(server: RunningServer, joined: Joined, address: str) -> ClientConnection:
        """Open a socket and say hello, as a player with a seat does."""
        socket = await connect(
            f"{server.url.replace('http', 'ws')}/api/tables/{joined.table}/socket",
            compression=None,
            proxy=None,
            max_size=None,
            local_addr=(address, 0),
            open_timeout=SECONDS,
        )
        await socket.send(msgspec.json.encode({"type": "hello", "token": joined.token}).decode())
        return socket

    async def play(self, seconds: float, rate: float = 8) -> list[float]:
        """Play at every table for a time; return how long each move took.

        :param rate: moves a second at each table.
        """
        until = time.perf_counter() + seconds
        times: list[float] = []

        async def go_on(sitting: Sitting, chance: random.Random) -> None:
            await asyncio.sleep(chance.random() / rate)
            while (begun := time.perf_counter()) < until:
                took = await sitting.act(chance)
                if took is not None:
                    times.append(took)
                await asyncio.sleep(max(0.0, begun + 1 / rate - time.perf_counter()))

        await asyncio.gather(
            *(go_on(each, random.Random(number)) for number, each in enumerate(self.sittings))
        )
        return times


# The stranger


def _attack(attack: Attack, peer: Peer, pipe: Connection) -> None:
    """The attack's process: wait for the word, attack, tell what came of it."""
    # People have machines of their own; the stranger must not win by taking theirs.
    os.nice(10)

    async def work() -> Counter[str]:
        return await asyncio.wait_for(attack(peer), peer.seconds + SECONDS)

    pipe.send(None)
    pipe.recv()
    pipe.send(asyncio.run(work()))


@contextmanager
def _attacking(attack: Attack, peer: Peer) -> Iterator[Connection]:
    """Start the attack's process; it begins once something is sent to it."""
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=_attack, args=(attack, peer, theirs), daemon=True)
    process.start()
    theirs.close()
    try:
        ours.recv()
        yield ours
    finally:
        process.terminate()
        process.join(SECONDS)
        ours.close()


def under_attack(
    folder: Path, attack: Attack, *, seconds: float = 2.0, tables: int = 3, **settings: object
) -> Toll:
    """Run a server, let people play there, attack it for a time, and tell what they noticed.

    If they waited too long, it is done again, in case the machine was busy with something else.
    """
    for number in range(ATTEMPTS):
        server = HostileServer(folder / str(number), **settings)
        server.start()
        try:
            toll = asyncio.run(_measure(server, attack, seconds, tables))
        finally:
            server.kill()
        if toll.percentile(0.99) < LONGEST:
            break
    return toll


async def _measure(server: HostileServer, attack: Attack, seconds: float, tables: int) -> Toll:
    async with People.sit(server, tables) as people:
        calm = await people.play(CALM_SECONDS)
        peer = Peer(server.port, seconds, people.sittings[0].seats[0].table)
        with _attacking(attack, peer) as pipe:
            memory, descriptors = server.memory, server.descriptors
            most = [memory, descriptors]

            async def sample() -> None:
                while True:
                    most[0] = max(most[0], server.memory)
                    most[1] = max(most[1], server.descriptors)
                    await asyncio.sleep(SAMPLE_SECONDS)

            sampling = asyncio.create_task(sample())
            waited = server.waited_seconds
            used, begun = server.processor_seconds, time.perf_counter()
            pipe.send(None)
            times = await people.play(seconds)
            elapsed = time.perf_counter() - begun
            used = (server.processor_seconds - used) / elapsed
            waited = (server.waited_seconds - waited) / elapsed
            while not pipe.poll():
                # Whoever plays does not stop because the attack is not through yet.
                times += await people.play(0.2)
            got = pipe.recv()
        sampling.cancel()
        if "peers.refused" not in server.logged():
            await people.play(TELL_SECONDS)
        return Toll(
            times=times,
            calm=calm,
            grown=(most[0] - memory) / 2**20,
            descriptors=most[1] - descriptors,
            processor=used,
            waited=waited,
            got=got,
            log=server.logged(),
        )
