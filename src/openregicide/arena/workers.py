"""Playing games in several processes.

Each worker makes its bots once and plays one game after another. A bot that crashes its process
loses one game: the arena records that and continues with a new worker.
"""

from __future__ import annotations

import multiprocessing
import signal
import sys
from collections.abc import Generator, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess

from ..bots import Bot
from ..notation import write_record
from .plan import Plan
from .results import GameResult, died, result_of

__all__ = ["Played", "play_all", "play_one"]

TICK = 0.5
"""How often, in seconds, `play_all` returns control to its caller."""


@dataclass(frozen=True, slots=True)
class Played:
    result: GameResult
    record: str | None
    """The game's record, if asked for; `None` if its process died."""


def play_one(plan: Plan, number: int, bots: list[Bot], *, records: bool) -> Played:
    """Play a game in this process."""
    match = plan.play(number, bots)
    result = result_of(plan, number, match)
    if not records:
        return Played(result, None)
    tags = {f"Seat{seat}": spec for seat, spec in enumerate(plan.seats)}
    tags["Game"] = str(number)
    if result.fault is not None:
        tags["Fault"] = result.fault.error
    return Played(result, write_record(match.game.record(tags)))


def play_all(
    plan: Plan, numbers: Iterable[int], *, jobs: int, records: bool = False
) -> Generator[Played | None]:
    """Play games in several processes and yield them as they end, in any order.

    Yields `None` now and then when nothing has happened but time has passed. Closing the generator
    stops the games in play.
    """
    todo = iter(numbers)
    idle = [_Worker(plan, records) for _ in range(jobs)]
    busy: list[_Worker] = []
    try:
        while True:
            while idle and (number := next(todo, None)) is not None:
                worker = idle.pop()
                worker.begin(number)
                busy.append(worker)
            if not busy:
                return
            ready = wait([worker.pipe for worker in busy], TICK)
            if not ready:
                yield None
            for worker in [worker for worker in busy if worker.pipe in ready]:
                busy.remove(worker)
                idle.append(worker)
                yield worker.take()
    finally:
        for worker in (*idle, *busy):
            worker.stop()


class _Worker:
    """One process, started when there is a game for it, and again if it died."""

    def __init__(self, plan: Plan, records: bool) -> None:
        self.plan = plan
        self.records = records
        self.number = 0
        self.process: SpawnProcess | None = None
        self.pipe: Connection

    def begin(self, number: int) -> None:
        if self.process is None:
            self._start()
        self.number = number
        # If it has died already, `take` will notice.
        with suppress(OSError):
            self.pipe.send(number)

    def take(self) -> Played:
        try:
            played: Played = self.pipe.recv()
            return played
        except (EOFError, OSError):
            return Played(died(self.plan, self.number, self._obituary()), None)

    def stop(self) -> None:
        if self.process is not None:
            self.pipe.close()
            self.process.kill()
            self.process.join()
            self.process = None

    def _start(self) -> None:
        context = multiprocessing.get_context("spawn")
        self.pipe, other = context.Pipe()
        self.process = context.Process(
            target=_work, args=(self.plan, self.records, other), daemon=True
        )
        with _without_interruptions():
            self.process.start()
        # Close our copy of the worker's end, so that its death closes the pipe.
        other.close()

    def _obituary(self) -> str:
        assert self.process is not None
        self.process.join()
        code = self.process.exitcode
        self.stop()
        if code is not None and code < 0:
            return signal.Signals(-code).name
        return f"exit code {code}"


def _work(plan: Plan, records: bool, pipe: Connection) -> None:
    """Run in a worker: play the games that are asked for until the pipe closes."""
    # What bots print must not mix with the results.
    sys.stdout = sys.stderr
    bots = plan.make_bots()
    while True:
        try:
            pipe.send(play_one(plan, pipe.recv(), bots, records=records))
        except (EOFError, OSError):
            return


@contextmanager
def _without_interruptions() -> Iterator[None]:
    """Start processes that ignore Ctrl-C: stopping them is up to the arena.

    Blocked signals stay blocked in a new process; here they are delivered later.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    # Started later, by the first process, it would unblock the signals again.
    resource_tracker.ensure_running()
    old = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, old)
