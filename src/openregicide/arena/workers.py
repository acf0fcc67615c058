"""Games in processes of their own.

Each worker makes its bots once and plays one game after another. A bot that takes its process
down takes one game with it: the arena notes that, and goes on with a new worker.
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
"""Seconds after which `play_all` gives its caller a chance to look around."""


@dataclass(frozen=True, slots=True)
class Played:
    result: GameResult
    record: str | None
    """The game as a record, if records were asked for and its process lived to write it."""


def play_one(plan: Plan, number: int, bots: list[Bot], *, records: bool) -> Played:
    """Play a game here and now."""
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
    """Play games in several processes and return them as they end, in any order.

    Now and then there is `None`: nothing has happened, but time has passed. Whoever stops early
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
            doors = wait([worker.door for worker in busy], TICK)
            if not doors:
                yield None
            for worker in [worker for worker in busy if worker.door in doors]:
                busy.remove(worker)
                idle.append(worker)
                yield worker.take()
    finally:
        for worker in (*idle, *busy):
            worker.stop()


class _Worker:
    """One process. It is started when there is a game for it, and again if it died."""

    def __init__(self, plan: Plan, records: bool) -> None:
        self.plan = plan
        self.records = records
        self.number = 0
        self.process: SpawnProcess | None = None
        self.door: Connection

    def begin(self, number: int) -> None:
        if self.process is None:
            self._start()
        self.number = number
        # If it is gone already, that is noticed when the game is taken.
        with suppress(OSError):
            self.door.send(number)

    def take(self) -> Played:
        try:
            played: Played = self.door.recv()
            return played
        except (EOFError, OSError):
            return Played(died(self.plan, self.number, self._obituary()), None)

    def stop(self) -> None:
        if self.process is not None:
            self.door.close()
            self.process.kill()
            self.process.join()
            self.process = None

    def _start(self) -> None:
        context = multiprocessing.get_context("spawn")
        self.door, other = context.Pipe()
        self.process = context.Process(
            target=_work, args=(self.plan, self.records, other), daemon=True
        )
        with _without_interruptions():
            self.process.start()
        # Ours only: when the worker dies, nobody holds the other end.
        other.close()

    def _obituary(self) -> str:
        assert self.process is not None
        self.process.join()
        code = self.process.exitcode
        self.stop()
        if code is not None and code < 0:
            return signal.Signals(-code).name
        return f"exit code {code}"


def _work(plan: Plan, records: bool, door: Connection) -> None:
    """What a worker does: play the games it is told, until nobody tells it any more."""
    # What bots print must not end up in the result.
    sys.stdout = sys.stderr
    bots = plan.make_bots()
    while True:
        try:
            door.send(play_one(plan, door.recv(), bots, records=records))
        except (EOFError, OSError):
            return


@contextmanager
def _without_interruptions() -> Iterator[None]:
    """Start processes that Ctrl-C does not reach: it is for the arena to stop them.

    Blocked signals stay blocked in a new process. Here they wait and are not lost.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    # It would let the signals through again when the first process starts it.
    resource_tracker.ensure_running()
    old = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, old)
