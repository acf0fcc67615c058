"""From blocking code to a table model: an event loop in a thread of its own.

    with Bridge() as bridge:
        table = LocalTable(rules, saves)
        bridge.call(table.open())
        bridge.wait(table, lambda: table.turn_of_here is not None)
        view = bridge.read(table.view)
        bridge.call(table.close())

A table model belongs to its loop: read it and call it only through the bridge.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine
from concurrent.futures import Future
from types import TracebackType
from typing import Any, TypeVar

from .model import TableModel

__all__ = ["Bridge"]

T = TypeVar("T")


class Bridge:
    """An event loop beside the caller's thread; a context manager.

    Ctrl-C cancels what the caller waits for and is raised to the caller; the loop and the models in
    it stay as they are. Leaving the context ends the loop with everything in it.
    """

    def __enter__(self) -> Bridge:
        started: Future[asyncio.AbstractEventLoop] = Future()
        self._stop = asyncio.Event()
        self._thread = threading.Thread(
            target=lambda: asyncio.run(self._stay(started)), name="table", daemon=True
        )
        self._thread.start()
        self._loop = started.result()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join()

    async def _stay(self, started: Future[asyncio.AbstractEventLoop]) -> None:
        started.set_result(asyncio.get_running_loop())
        await self._stop.wait()

    def start(self, work: Coroutine[Any, Any, T], done: Callable[[], None]) -> Future[T]:
        """Start work in the loop; `done` is called in the loop's thread at its end."""
        future = asyncio.run_coroutine_threadsafe(work, self._loop)
        future.add_done_callback(lambda _: done())
        return future

    def call(self, work: Coroutine[Any, Any, T], timeout: float | None = None) -> T:
        """Do work in the loop; return what it returns, or raise what it raises.

        :raises TimeoutError: it took longer than that many seconds, and was cancelled.
        """
        future = asyncio.run_coroutine_threadsafe(work, self._loop)
        try:
            return future.result(timeout)
        except BaseException:
            # Ctrl-C as well: nobody waits for it any more.
            future.cancel()
            raise

    def read(self, look: Callable[[], T]) -> T:
        """Call a function that reads a table, in the loop, where nothing changes meanwhile."""

        async def reading() -> T:
            return look()

        return self.call(reading())

    def wait(
        self, model: TableModel, condition: Callable[[], bool], timeout: float | None = None
    ) -> bool:
        """Wait until something is true that depends on a table; return whether it is.

        :param timeout: how many seconds to wait at most.
        :raises RegicideError: the table is closed, so it never will be.
        """

        async def waiting() -> bool:
            try:
                async with asyncio.timeout(timeout):
                    await model.until(condition)
            except TimeoutError:
                return False
            return True

        return self.call(waiting())
