"""A server in the simulation: started, stopped and crashed, with everything that decides in it.

Its parts are the real ones: the store and its writer, the hub with its tables, the gate, the
handlers of sockets and HTTP. Its own are only the loop, the pool of bots and the network.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random
from typing import Any, TypeVar

import msgspec
from litestar import Request

from openregicide.errors import RegicideError
from openregicide.protocol import Problem
from openregicide.server.metrics import Metrics
from openregicide.server.problems import problem_of
from openregicide.server.refusals import Refusals
from openregicide.server.settings import Settings
from openregicide.server.store import sqlite
from openregicide.server.store.store import Store
from openregicide.server.tables.bot_pool import BotPool
from openregicide.server.tables.hub import Hub
from openregicide.server.tables.lanes import Lane
from openregicide.server.tables.minds import NearMind
from openregicide.server.web.gate import Gate

from .disk import pull_the_plug, read_only
from .loop import Job, NodeLoop
from .network import Connection, Line, scope_of
from .scheduler import Scheduler

__all__ = ["Node"]

T = TypeVar("T")
Handler = Callable[[Any, Hub, Gate], Awaitable[Any]]
encode = msgspec.json.Encoder().encode

SETTINGS = Settings(
    bots=("random", "greedy", "policy"),
    bot_threads=1,
    bot_pause_ms=150,
    stand_in="policy",
    absent_seconds=1,
    queue=16,
    messages=30,
    phrases=20,
    send_seconds=3,
    idle_seconds=2,
    tables_per_address=10_000,
    joins_per_address=10_000,
    requests_per_address=10_000,
)


class ScheduledLane(Lane):
    """A lane whose work is done by jobs of the loop instead of threads."""

    def _start(self, name: str) -> None:
        pass

    def close(self) -> None:
        pass

    def _hand_over(self, job: Any, seconds: float) -> None:
        thought = asyncio.get_running_loop().run_in_executor(None, job.work, seconds)
        thought.add_done_callback(
            lambda done: self._done(
                job, 1.0, None if done.exception() else done.result(), done.exception()
            )
        )


class Node:
    """One server; there may be several in a world."""

    def __init__(self, scheduler: Scheduler, path: Path, chance: Random) -> None:
        self.scheduler = scheduler
        self.up = False
        self.lives = 0
        self.commits = 0
        self.steps = 0
        self.lag = 1.0
        """How many times slower than usual the network is."""
        self.refusing = 0
        """How many commits the disk will still refuse."""
        self.on_step: Callable[[], None] = lambda: None
        self.on_commit: Callable[[], str] = lambda: ""
        """Called before a commit; returns what goes wrong with it, if anything does."""
        self.connections: list[Connection] = []
        self.unexpected: list[str] = []
        self.loop: NodeLoop
        self.hub: Hub
        self.gate: Gate
        self._path = path
        self._chance = chance
        self._store: Store | None = None
        self._loops: list[NodeLoop] = []

    # Its life

    def start(self) -> None:
        self.lives += 1
        # The methods that it lacks are for sockets, pipes and signals.
        self.loop = NodeLoop(  # type: ignore[abstract]
            self.scheduler, Random(self._chance.random())
        )
        self.loop.unexpected = self.unexpected
        self.loop.on_step = self._stepped
        self.loop.perform = self._perform
        self._loops.append(self.loop)
        with self.loop:
            self.loop.create_task(self._run())

    async def _run(self) -> None:
        self._store = await Store.open(self._path)
        metrics = Metrics()
        bot_pool = BotPool(SETTINGS, metrics, ScheduledLane, NearMind)
        self.hub = Hub(SETTINGS, self._store, metrics, bot_pool)
        self.gate = Gate(SETTINGS, Refusals(metrics))
        self.hub.start()
        self.up = True

    def crash(self) -> None:
        """Lose everything that is not on disk; come back a little later."""
        if self.loop.dead:
            return
        # What a thread is doing may still reach the disk, or not.
        for job in list(self.loop.jobs):
            if job.pool == "store-write" and self._chance.random() < 0.5:
                self.loop.jobs.remove(job)
                job.work()
        self._end()

    def stop(self) -> None:
        """Stop as asked to, and come back."""
        if self.up:
            self.up = False
            with self.loop:
                self.loop.create_task(self._stop())

    async def _stop(self) -> None:
        await self.hub.close()
        await asyncio.sleep(0.2)
        assert self._store is not None
        await self._store.close()
        self.scheduler.after(0, self._end)

    def _end(self) -> None:
        if self.loop.dead:
            return
        self.up = False
        self.loop.die()
        for connection in self.connections:
            connection.crashed()
        self.connections.clear()
        if self._store is not None:
            pull_the_plug(self._store, self._path)
            self._store = None
        # A process that dies while it starts lets go of its lock too.
        sqlite.FileLock._held.clear()
        self.scheduler.after(self._chance.uniform(0.05, 1.0), self.start)

    def bury(self) -> None:
        """End for good, at the end of a run."""
        self.loop.die()
        if self._store is not None:
            pull_the_plug(self._store, self._path)
        sqlite.FileLock._held.clear()
        for loop in self._loops:
            loop.bury()

    # What is asked of it without a socket

    def call(
        self,
        handler: Handler,
        *,
        address: str,
        token: str | None,
        done: Callable[[bytes | None], None],
        chance: Random,
    ) -> None:
        """Let a handler of HTTP requests answer; `None` if no answer ever came."""
        there, back = Line(self, chance), Line(self, chance)
        there.carry(self._begin_call, handler, address, token, done, back, chance)

    def _begin_call(
        self,
        handler: Handler,
        address: str,
        token: str | None,
        done: Callable[[bytes | None], None],
        back: Line,
        chance: Random,
    ) -> None:
        loop = self.loop
        if not self.up:
            back.carry(done, None)
            return

        async def answered() -> bytes:
            request: Any = Request(scope_of("http", address, token))  # type: ignore[arg-type]
            try:
                return encode(await handler(request, self.hub, self.gate))
            except RegicideError as error:
                problem: Problem = problem_of(error)
                return encode({"refused": problem})

        with loop:
            task = loop.create_task(answered())
        if chance.random() < 0.03:
            # The client's patience is at an end, and the server drops the request.
            self.scheduler.after(chance.expovariate(200), self._cancel, loop, task)
        task.add_done_callback(lambda task: self._answered(loop, task, done, back))

    def _cancel(self, loop: NodeLoop, task: asyncio.Task[bytes]) -> None:
        if not loop.dead:
            with loop:
                task.cancel()

    def _answered(
        self,
        loop: NodeLoop,
        task: asyncio.Task[bytes],
        done: Callable[[bytes | None], None],
        back: Line,
    ) -> None:
        if task.cancelled():
            back.carry(done, None)
        elif (error := task.exception()) is not None:
            self.unexpected.append(f"http: {error!r}")
        else:
            back.carry(done, task.result())

    # Its insides

    def _stepped(self) -> None:
        self.steps += 1
        self.on_step()

    def _perform(self, job: Job) -> object:
        if job.pool != "store-write" or self._store is None:
            return job.work()
        self.commits += 1
        fault = self.on_commit()
        if self.refusing:
            self.refusing -= 1
            with read_only(self._store):
                return job.work()
        match fault:
            case "crash_before":
                self.scheduler.after(0, self._end)
                raise OSError("nobody will hear of this")
            case "crash_after":
                job.work()
                self.scheduler.after(0, self._end)
                raise OSError("nobody will hear of this")
            case "unheard":
                job.work()
                raise OSError("the answer was lost")
            case "undone":
                raise OSError("it was never written")
        return job.work()
