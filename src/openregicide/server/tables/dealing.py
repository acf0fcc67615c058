"""The players' shares of the next game's seed: pledged before it begins, opened as it begins.

A pledge is kept in memory only; a client makes another when it connects again. Once a game is
about to begin, the pledges in it are in the journal, and the shares are collected here until all
are in or the time is up. After a restart the time begins again, and clients send their shares
again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager
from typing import NamedTuple

import structlog

from ...errors import StorageError
from ...protocol import OpenShare, Pledge
from ...table.entries import Entry
from ...table.table import Table, TableRequest
from .. import clock
from ..logs import table_tag

__all__ = ["Dealing", "SeatRequest"]

SeatRequest = TableRequest | Pledge | OpenShare
"""What a seat asks for that may change the table or its next game."""

RETRY_SECONDS = 2.0
"""How soon a game is begun again after the disk refused it."""

log = structlog.get_logger()


class _Pledged(NamedTuple):
    pledge: str
    holder: str
    """Who held the seat, by the hash of its token: nobody else can open the share."""


class Dealing:
    """Pledges and shares at one table, and how long a game waits for them."""

    def __init__(
        self,
        table: Callable[[], Table],
        *,
        held: Callable[[], AbstractAsyncContextManager[None]],
        commit: Callable[[Sequence[Entry]], Awaitable[None]],
        seconds: float,
    ) -> None:
        """:param table: returns the table as it is now; `held` may replace it.
        :param held: holds the table's lock.
        :param commit: makes entries part of the table, under its lock.
        :param seconds: how long a game waits for shares.
        """
        self._table = table
        self._held = held
        self._commit = commit
        self._seconds = seconds
        self._pledged: dict[int, _Pledged] = {}
        self._shares: dict[int, str] = {}
        """What players have opened for the game that is about to begin, by seat."""
        self._game = ""
        """The id of that game."""
        self._timer: asyncio.TimerHandle | None = None
        self._task: asyncio.Task[None] | None = None

    @property
    def busy(self) -> bool:
        """Whether a game is about to begin."""
        return self._timer is not None or (self._task is not None and not self._task.done())

    def pledges(self, present: Sequence[bool]) -> dict[int, str]:
        """Return the pledges for a game that begins now: of the people who are here."""
        seats = self._table().seats
        return {
            seat: pledged.pledge
            for seat, pledged in self._pledged.items()
            if present[seat] and seats[seat].token_hash == pledged.holder
        }

    def take(self, seat: int, request: Pledge | OpenShare) -> Sequence[Entry]:
        """Keep a pledge or a share; the last share begins the game.

        :raises TableError: it is not the time for it, or the share was not pledged.
        """
        table = self._table()
        if isinstance(request, Pledge):
            table.check_may_pledge()
            self._pledged[seat] = _Pledged(request.pledge, table.seats[seat].token_hash)
            return ()
        if table.has_opened(seat, request.share):
            # The answer to the first request was lost.
            return ()
        expected = table.check_share(seat, request.share)
        self._shares[seat] = request.share
        if expected <= self._shares.keys():
            return table.dealt(self._shares, now=clock.now())
        return ()

    def go_on(self) -> None:
        """Note whether a game is about to begin, and see that it does not wait for ever."""
        deal = self._table().deal
        game = "" if deal is None else deal.game
        if game == self._game:
            return
        self._game, self._shares = game, {}
        self._stop_timer()
        if deal is not None:
            for seat in deal.pledges:
                # The game after it needs another share.
                self._pledged.pop(int(seat), None)
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(self._seconds, self._time_is_up, game)

    def stop(self) -> None:
        """Begin no more games."""
        self._stop_timer()
        if self._task is not None:
            self._task.cancel()

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = None

    def _time_is_up(self, game: str) -> None:
        self._timer = None
        self._task = asyncio.create_task(self._deal_without_the_rest(game))

    async def _deal_without_the_rest(self, game: str) -> None:
        """Begin a game that has waited long enough, with the shares that are in."""
        while True:
            try:
                async with self._held():
                    table = self._table()
                    if table.deal is not None and table.deal.game == game:
                        await self._commit(table.dealt(self._shares, now=clock.now()))
                return
            except StorageError as error:
                log.error("deal.not_stored", table=table_tag(self._table().id), code=error.code)
                await asyncio.sleep(RETRY_SECONDS)
