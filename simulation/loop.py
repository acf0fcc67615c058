"""An event loop for one node of the simulation: real tasks, virtual time, no threads.

What is ready runs in the order that asyncio promises, one callback at a time; every callback
takes a little time. So whatever comes from outside, a frame, a timer, a finished job or a fault,
may come between any two awaits. A node that crashes leaves its loop behind, which from then on
ignores everything.
"""

from __future__ import annotations

import asyncio
from asyncio import events
from collections import deque
from collections.abc import Callable, Coroutine, Generator
from contextvars import Context
from random import Random
from typing import Any, TypeVar, TypeVarTuple, Unpack

from .scheduler import Occasion, Scheduler

__all__ = ["Job", "NodeLoop"]

T = TypeVar("T")
Ts = TypeVarTuple("Ts")

CALLBACK_SECONDS = 0.0001
"""How long a callback takes on average."""
JOB_SECONDS = 0.003
"""How long a thread takes on average to begin a job, and to report it done."""


class NumberedTask(asyncio.Task[Any]):
    """A task whose place in a set does not depend on its address in memory."""

    def __init__(self, number: int, coroutine: Any, **options: Any) -> None:
        self._number = number
        super().__init__(coroutine, **options)

    def __hash__(self) -> int:
        return self._number

    def __eq__(self, other: object) -> bool:
        return self is other


class Job:
    """Some work that in a real server is given to a thread."""

    def __init__(self, pool: str, work: Callable[[], object]) -> None:
        self.pool = pool
        """The name of the pool of threads; empty for the loop's own."""
        self.work = work
        self.future: asyncio.Future[Any]


class NodeLoop(asyncio.AbstractEventLoop):
    """The event loop of one node, from its start to its crash."""

    def __init__(self, scheduler: Scheduler, chance: Random) -> None:
        self.dead = False
        self.steps = 0
        """How many callbacks have run."""
        self.on_step: Callable[[], None] = lambda: None
        self.perform: Callable[[Job], object] = lambda job: job.work()
        """How a job is done, with the disk's faults."""
        self.unexpected: list[str] = []
        """What no code of the server has handled."""
        self.jobs: list[Job] = []
        """Given to a thread, and not done yet."""
        self._scheduler = scheduler
        self._chance = chance
        self._ready: deque[asyncio.Handle] = deque()
        self._waiting: Occasion | None = None
        self._tasks: dict[int, NumberedTask] = {}
        self._count = 0

    # What happens

    def call_soon(
        self,
        callback: Callable[[Unpack[Ts]], object],
        *args: *Ts,
        context: Context | None = None,
    ) -> asyncio.Handle:
        handle = asyncio.Handle(callback, args, self, context)
        self._make_ready(handle)
        return handle

    call_soon_threadsafe = call_soon

    def call_later(
        self,
        delay: float,
        callback: Callable[[Unpack[Ts]], object],
        *args: *Ts,
        context: Context | None = None,
    ) -> asyncio.TimerHandle:
        return self.call_at(self.time() + delay, callback, *args, context=context)

    def call_at(
        self,
        when: float,
        callback: Callable[[Unpack[Ts]], object],
        *args: *Ts,
        context: Context | None = None,
    ) -> asyncio.TimerHandle:
        timer = asyncio.TimerHandle(when, callback, args, self, context)
        if not self.dead:
            self._scheduler.at(when, self._make_ready, timer)
        return timer

    def _timer_handle_cancelled(self, handle: asyncio.TimerHandle) -> None:
        pass

    def _make_ready(self, handle: asyncio.Handle) -> None:
        if self.dead or handle.cancelled():
            return
        self._ready.append(handle)
        if self._waiting is None:
            self._waiting = self._scheduler.after(self._moment(CALLBACK_SECONDS), self._step)

    def _step(self) -> None:
        """Run one callback."""
        self._waiting = None
        if self.dead or not self._ready:
            return
        handle = self._ready.popleft()
        self.steps += 1
        with self:
            handle._run()
        if self._ready and self._waiting is None:
            self._waiting = self._scheduler.after(self._moment(CALLBACK_SECONDS), self._step)
        self.on_step()

    def __enter__(self) -> None:
        events._set_running_loop(self)

    def __exit__(self, *_: object) -> None:
        events._set_running_loop(None)

    def _moment(self, mean: float) -> float:
        return self._chance.expovariate(1 / mean)

    @property
    def idle(self) -> bool:
        return not self._ready and not self.jobs

    # Tasks and threads

    def create_future(self) -> asyncio.Future[Any]:
        return asyncio.Future(loop=self)

    def create_task(
        self,
        coro: Generator[Any, None, Any] | Coroutine[Any, Any, Any],
        *,
        name: str | None = None,
        context: Context | None = None,
        **_: Any,
    ) -> NumberedTask:
        self._count += 1
        task = NumberedTask(self._count, coro, loop=self, name=name, context=context)
        self._tasks[self._count] = task
        task.add_done_callback(self._drop)
        return task

    def _drop(self, task: asyncio.Task[Any]) -> None:
        self._tasks.pop(hash(task), None)

    def run_in_executor(
        self, executor: Any, func: Callable[[Unpack[Ts]], T], *args: *Ts
    ) -> asyncio.Future[T]:
        job = Job(getattr(executor, "_thread_name_prefix", ""), lambda: func(*args))
        job.future = self.create_future()
        self.jobs.append(job)
        self._scheduler.after(self._moment(JOB_SECONDS), self._run_job, job)
        return job.future

    def _run_job(self, job: Job) -> None:
        if self.dead:
            return
        settle: Callable[[Any], None]
        try:
            settle, found = job.future.set_result, self.perform(job)
        except Exception as error:
            settle, found = job.future.set_exception, error
        if not self.dead:
            self._scheduler.after(self._moment(JOB_SECONDS), self._report, job, settle, found)

    def _report(self, job: Job, settle: Callable[[Any], None], found: Any) -> None:
        if self.dead:
            return
        self.jobs.remove(job)
        if not job.future.done():
            settle(found)

    # The end

    def die(self) -> None:
        """Stop for good, between two callbacks."""
        self.dead = True
        self._ready.clear()

    def bury(self) -> None:
        """Close what has stopped in the middle, so that nothing of it runs at a later moment."""
        for task in self._tasks.values():
            task._log_destroy_pending = False  # type: ignore[attr-defined]
            coroutine: Any = task.get_coro()
            for _ in range(10):
                try:
                    coroutine.close()
                except RuntimeError:
                    continue  # it awaits something in a `finally`
                except BaseException:
                    pass
                break
        self._tasks.clear()

    # The rest of what asyncio asks of a loop

    def time(self) -> float:
        return self._scheduler.now

    def get_debug(self) -> bool:
        return False

    def is_running(self) -> bool:
        return not self.dead

    def is_closed(self) -> bool:
        return self.dead

    def call_exception_handler(self, context: dict[str, Any]) -> None:
        if not self.dead:
            error = context.get("exception")
            self.unexpected.append(f"{context['message']}: {error!r}")
