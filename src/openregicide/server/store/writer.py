"""Group commit: everything that waits to be written goes into one transaction.

A commit waits for the disk, which takes as long for one append as for a hundred. So while one batch
is being written the next one gathers, and each caller is told when its own batch is on disk.
"""

from __future__ import annotations

import asyncio
import math
from asyncio import Future
from collections.abc import Awaitable, Callable, Sequence

from ...errors import StorageError
from .batch import Append, Failures

__all__ = ["Writer"]

CROWD = 300
"""From how many appends a second on batches rest."""


class Writer:
    """Gathers appends, and hands them batch by batch to `commit`.

    When very much happens, batches begin at least `rest` seconds apart: fewer and larger commits
    cost less, and then the time is short. Otherwise nobody waits for that.
    """

    def __init__(
        self, commit: Callable[[Sequence[Append]], Awaitable[Failures]], *, rest: float
    ) -> None:
        self._commit = commit
        self._rest = rest
        self._rate = 0.0
        """How many appends there were in the last second, older ones counting less and less."""
        self._waiting: list[tuple[Append, Future[None]]] = []
        self._something = asyncio.Event()
        self._closing = False
        self._task = asyncio.create_task(self._run())

    def put(self, append: Append) -> Future[None]:
        """Queue an append; the future is done once it is on disk.

        Whoever stops waiting for it does not take the append back.
        """
        if self._closing:
            raise StorageError("storage.closed")
        done: Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((append, done))
        self._something.set()
        return done

    async def close(self) -> None:
        """Write what waits, and accept nothing more."""
        self._closing = True
        self._something.set()
        await self._task

    async def _run(self) -> None:
        loop = asyncio.get_running_loop()
        began = loop.time()
        while True:
            await self._something.wait()
            self._something.clear()
            while self._waiting:
                before, began = began, loop.time()
                batch, self._waiting = self._waiting, []
                self._rate = self._rate * math.exp(before - began) + len(batch)
                await self._write(batch)
                if self._rate > CROWD and not self._closing:
                    await asyncio.sleep(max(0.0, began + self._rest - loop.time()))
            if self._closing:
                return

    async def _write(self, batch: list[tuple[Append, Future[None]]]) -> None:
        try:
            failures = await self._commit([append for append, _ in batch])
        except Exception as cause:
            failures = {index: _unforeseen(cause) for index in range(len(batch))}
        for index, (_, done) in enumerate(batch):
            if done.done():
                continue  # the caller was cancelled
            if index in failures:
                done.set_exception(failures[index])
            else:
                done.set_result(None)


def _unforeseen(cause: Exception) -> StorageError:
    error = StorageError("storage.failed")
    error.__cause__ = cause
    return error
