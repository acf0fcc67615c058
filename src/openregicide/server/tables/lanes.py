"""Lanes: threads that think, and before them a queue that is shared out fairly.

A lane goes round the addresses that want something of it, and for each address round its tables.
So a stranger with fifty tables waits for themselves and not before everyone else, and gets
fiftieths of the time that others get in one piece.
"""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections import Counter, OrderedDict, deque
from collections.abc import Callable
from dataclasses import dataclass
from queue import SimpleQueue
from typing import Any, Generic, NamedTuple, TypeVar

from .. import clock

__all__ = ["Lane", "Source"]

T = TypeVar("T")

LEARNING = 0.1
"""How much one job says about how long the next ones take."""


class Source(NamedTuple):
    """Who wants something thought about."""

    address: str
    """Where the table's people come from; any text that is the same for the same people."""
    table: str


@dataclass(eq=False, slots=True)
class _Job(Generic[T]):
    source: Source
    work: Callable[[float], T]
    future: asyncio.Future[T]
    spare: bool


class Lane:
    """Threads for one kind of work. To be used from one event loop."""

    def __init__(self, name: str, threads: int, horizon: float, *, least: float = 0.0) -> None:
        """:param horizon: the time within which everything that waits should be done, in seconds.
        :param least: the least share of the time that is worth the while, in seconds.
        """
        self._threads = threads
        self._horizon = horizon
        self._least = least
        self._slowness = 1.0
        """How much longer work takes than it should: more than 1 on a busy machine."""
        self._idle = threads
        self._waiting: OrderedDict[str, OrderedDict[str, deque[_Job[Any]]]] = OrderedDict()
        self._wanted: Counter[str] = Counter()
        """How much of each address waits or is being done."""
        self._spare: deque[_Job[Any]] = deque()
        """What is done while nobody waits for anything."""
        self._handed: SimpleQueue[tuple[_Job[Any], float] | None] = SimpleQueue()
        self._start(name)

    def _start(self, name: str) -> None:
        for number in range(self._threads):
            # Daemons: a stopping server does not wait for a bot that thinks for a minute.
            threading.Thread(target=self._run, name=f"{name}-{number}", daemon=True).start()

    def _hand_over(self, job: _Job[Any], seconds: float) -> None:
        """Let a thread do a job; it ends in `_done`."""
        self._handed.put((job, seconds))

    def close(self) -> None:
        """Let the threads end, each after the job it has."""
        for _ in range(self._threads):
            self._handed.put(None)

    def do(
        self, source: Source, work: Callable[[float], T], *, spare: bool = False
    ) -> asyncio.Future[T]:
        """Have some work done in its turn; cancel the future to drop it.

        :param work: called in a thread, with its share of the time in seconds.
        :param spare: whether it can wait for as long as anyone wants anything else.
        """
        job = _Job(source, work, asyncio.get_running_loop().create_future(), spare)
        if spare:
            self._spare.append(job)
            self._hand_out()
            return job.future
        tables = self._waiting.setdefault(source.address, OrderedDict())
        tables.setdefault(source.table, deque()).append(job)
        self._wanted[source.address] += 1
        job.future.add_done_callback(lambda _: self._drop(job))
        self._hand_out()
        return job.future

    def _share(self, job: _Job[Any]) -> float:
        """Return how long a job may take, for all of its address to be done in time."""
        share = 1.0
        if not job.spare:
            threads = self._threads / len(self._wanted)
            share = threads / self._wanted[job.source.address] / self._slowness
        return max(self._least, self._horizon * min(1.0, share))

    def _hand_out(self) -> None:
        while self._idle and self._waiting:
            job = self._take()
            if job.future.cancelled():
                self._leave(job.source.address)
                continue
            self._idle -= 1
            self._hand_over(job, self._share(job))
        while self._idle and self._spare:
            job = self._spare.popleft()
            if not job.future.cancelled():
                self._idle -= 1
                self._hand_over(job, self._share(job))

    def _take(self) -> _Job[Any]:
        """Take the next job: the address that waited longest, and of its tables the same."""
        address, tables = self._waiting.popitem(last=False)
        table, jobs = tables.popitem(last=False)
        job = jobs.popleft()
        # What is left goes to the end of the round.
        if jobs:
            tables[table] = jobs
        if tables:
            self._waiting[address] = tables
        return job

    def _drop(self, job: _Job[Any]) -> None:
        """Forget a job that nobody waits for any more, if it was not begun."""
        address, table = job.source
        tables = self._waiting.get(address)
        jobs = tables.get(table) if tables else None
        if not tables or jobs is None or job not in jobs:
            return
        jobs.remove(job)
        if not jobs:
            del tables[table]
        if not tables:
            del self._waiting[address]
        self._leave(address)

    def _leave(self, address: str) -> None:
        self._wanted[address] -= 1
        if not self._wanted[address]:
            del self._wanted[address]

    def _done(
        self, job: _Job[Any], slowness: float, result: Any, problem: BaseException | None
    ) -> None:
        self._idle += 1
        self._slowness += (max(1.0, slowness) - self._slowness) * LEARNING
        if not job.spare:
            self._leave(job.source.address)
        if not job.future.done():
            if problem is None:
                job.future.set_result(result)
            else:
                job.future.set_exception(problem)
        self._hand_out()

    # In the threads

    def _run(self) -> None:
        while (handed := self._handed.get()) is not None:
            job, seconds = handed
            result, problem, begun = None, None, clock.monotonic()
            try:
                result = job.work(seconds)
            except BaseException as error:
                problem = error
            took = (clock.monotonic() - begun) / seconds
            # A loop that has ended needs no answer.
            with contextlib.suppress(RuntimeError):
                job.future.get_loop().call_soon_threadsafe(self._done, job, took, result, problem)
            del handed, job, result, problem
