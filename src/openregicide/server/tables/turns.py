"""The moves that the server makes at a table: for bots, and when a player's time is up."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager

import structlog

from ...core import View, view_for
from ...errors import StorageError, TableError
from ...notation import format_move
from ...table.entries import Entry
from ...table.table import Mover, Table
from .. import clock
from ..logs import table_tag
from ..metrics import Metrics
from ..settings import Settings
from .bot_pool import BotPool, Chosen
from .lanes import Source

__all__ = ["Turns"]

LEAST_CLOCK_SECONDS = 5.0
"""How much time is left at least for the move when someone comes back to an empty table."""
SECOND_THOUGHTS = 2
"""How many times its pause a bot waits while a player may still take the last move back."""
RETRY_SECONDS = 2.0
"""How soon a bot's move is tried again after the disk refused it."""

log = structlog.get_logger()


Turn = tuple[int, Mover | None]
"""A version of the game, and whose move it is."""


class Turns:
    """Lets bots move, and the clock run for people; but only while someone is there to see it."""

    def __init__(
        self,
        table: Callable[[], Table],
        *,
        attended: Callable[[], bool],
        source: Callable[[], Source],
        held: Callable[[], AbstractAsyncContextManager[None]],
        commit: Callable[[Sequence[Entry]], Awaitable[None]],
        settings: Settings,
        bot_pool: BotPool,
        metrics: Metrics,
    ) -> None:
        """:param table: returns the table as it is now; `held` may replace it.
        :param attended: tells whether anyone is at the table.
        :param source: says for whom bots think.
        :param held: holds the table's lock.
        :param commit: makes entries part of the table, under its lock.
        """
        self._table = table
        self._attended = attended
        self._source = source
        self._held = held
        self._commit = commit
        self._settings = settings
        self._bot_pool = bot_pool
        self._metrics = metrics
        self._bots: asyncio.Task[None] | None = None
        self._thoughts: dict[asyncio.Task[Chosen], Turn] = {}
        self._clock: asyncio.TimerHandle | None = None
        self._clock_for: Turn = (-1, None)
        self._deadline: float | None = None
        self._paused: float | None = None
        """How many seconds were left when the last person went away."""
        self._before: tuple[int, float] | None = None
        """Who moved last while the clock ran, and how many seconds were left."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._log = log.bind(table=table_tag(table().id))

    @property
    def busy(self) -> bool:
        """Whether a bot thinks, or the clock runs."""
        thinking = bool(self._tasks) or (self._bots is not None and not self._bots.done())
        return thinking or self._clock is not None

    @property
    def seconds_left(self) -> float | None:
        """How many seconds are left for the move, if the clock runs."""
        if self._deadline is None:
            return None
        return max(0.0, self._deadline - asyncio.get_running_loop().time())

    def go_on(self) -> None:
        """Let a bot think if it is its turn, and the clock run if it is a person's.

        While nobody is there, neither happens.
        """
        attended, turn = self._attended(), self._turn()
        for thought, wanted_for in self._thoughts.items():
            if not attended or wanted_for != turn:
                thought.cancel()
        if not attended:
            self._pause()
            return
        mover = turn[1]
        if mover is not None and mover.bot and (self._bots is None or self._bots.done()):
            self._bots = asyncio.create_task(self._play_bots())
        if self._clock_for != turn:
            self._set_clock(turn)
        elif self._paused is not None:
            self._start_clock(max(self._paused, LEAST_CLOCK_SECONDS), turn)

    def stop(self) -> None:
        """Make no more moves."""
        if self._clock is not None:
            self._clock.cancel()
        for task in (self._bots, *self._tasks):
            if task is not None:
                task.cancel()

    def _turn(self) -> Turn:
        table = self._table()
        return table.game_version, table.mover

    # Bots

    async def _choose(self, spec: str, view: View, turn: Turn) -> Chosen | None:
        """Return a bot's move; `None` if nobody needs it any more."""
        thought = asyncio.create_task(self._bot_pool.choose(spec, view, self._source()))
        self._thoughts[thought] = turn
        try:
            await asyncio.wait((thought,))
        finally:
            del self._thoughts[thought]
            thought.cancel()
        return None if thought.cancelled() else thought.result()

    async def _play_bots(self) -> None:
        """Make moves while bots are to move; if the disk refuses one, try again."""
        while True:
            try:
                if not await self._play_bot():
                    return
            except StorageError as error:
                if error.code == "storage.damaged":
                    return
                self._log.debug("bot.not_stored", code=error.code)
                await asyncio.sleep(RETRY_SECONDS)

    async def _play_bot(self) -> bool:
        """Make one move for a bot, if it is a bot's turn.

        :raises StorageError: the move could not be stored.
        """
        begun = clock.monotonic()
        async with self._held():
            table = self._table()
            mover, game, version = table.mover, table.game, table.version
            if mover is None or game is None or not mover.bot or not self._attended():
                return False
            turn, view = self._turn(), view_for(game.state, mover.seat)
            undoable = table.undoable is not None
        chosen = await self._choose(mover.bot, view, turn)
        if chosen is None:
            return self._attended()
        self._metrics.thinking.observe(clock.monotonic() - begun)
        # So that people can follow, and a quick move tells nothing about a bot's hand.
        pause = self._settings.bot_pause_ms / 1000
        if undoable:
            pause *= SECOND_THOUGHTS
        await asyncio.sleep(max(0.0, begun + pause - clock.monotonic()))
        if self._attended():
            await self._move_for(mover.seat, chosen, version, by_clock=False)
        return True

    async def _move_for(self, seat: int, chosen: Chosen, version: int, *, by_clock: bool) -> None:
        """Make a move that the server chose, if the game still waits for it.

        :raises StorageError: it could not be stored.
        """
        async with self._held():
            table = self._table()
            make = table.clock_move if by_clock else table.bot_move
            # The person may have been quicker, or be back.
            with contextlib.suppress(TableError):
                move = format_move(chosen.move)
                await self._commit(
                    make(seat, move, version=version, now=clock.now(), late=chosen.late)
                )

    # The clock

    def _set_clock(self, turn: Turn) -> None:
        """Begin a turn with all its time, if a person is to move and there is a clock."""
        last, left = self._clock_for[1], self.seconds_left
        before, self._before = self._before, None
        if last is not None and left is not None:
            self._before = last.seat, left
        self._clock_for = turn
        self._halt()
        self._paused = None
        seconds, mover = self._table().settings.clock, turn[1]
        if seconds and mover is not None and not mover.bot:
            # Whoever takes a move back goes on with the time that was left for it.
            if before is not None and before[0] == mover.seat and self._table().took_back:
                self._start_clock(max(before[1], min(LEAST_CLOCK_SECONDS, seconds)), turn)
            else:
                self._start_clock(seconds, turn)

    def _start_clock(self, seconds: float, turn: Turn) -> None:
        loop = asyncio.get_running_loop()
        self._halt()
        self._paused = None
        self._deadline = loop.time() + seconds
        self._clock = loop.call_later(seconds, self._time_is_up, turn)

    def _pause(self) -> None:
        """Stop the clock where it is."""
        if self._clock is not None:
            self._paused = self.seconds_left
            self._halt()

    def _halt(self) -> None:
        if self._clock is not None:
            self._clock.cancel()
        self._clock, self._deadline = None, None

    def _time_is_up(self, turn: Turn) -> None:
        self._clock = None
        task = asyncio.create_task(self._move_by_clock(turn))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _move_by_clock(self, turn: Turn) -> None:
        game = self._table().game
        while game is not None and turn[1] is not None and self._turn() == turn:
            view = view_for(game.state, turn[1].seat)
            chosen = await self._choose(self._settings.stand_in, view, turn)
            if self._turn() != turn:
                return
            if not self._attended():
                self._paused = 0.0
                return
            if chosen is None:
                continue
            try:
                await self._move_for(turn[1].seat, chosen, turn[0], by_clock=True)
                return
            except StorageError as error:
                if error.code == "storage.damaged":
                    return
                self._log.debug("clock.not_stored", code=error.code)
                await asyncio.sleep(RETRY_SECONDS)
