"""Par: what the strong bot reaches with a daily deal, for those who have had their try.

It plays every seat of the deal once, from what each seat may know, in time that no table wants.
Only the result is kept, never a move: until the day is closed others still play the same deal.
"""

from __future__ import annotations

import asyncio

import structlog

from ...core import Game, Heal, RuleSet
from ...errors import StorageError
from ..store.store import Par, Store
from .bot_pool import BotPool
from .daily import DailyDeals
from .lanes import Source
from .minds import ThoughtError

__all__ = ["Pars"]

WAITING = 16
"""How many deals may wait to be played; whoever asks for more asks again later."""

log = structlog.get_logger()


class Pars:
    """The strong bot's results with the daily deals: played once, then kept."""

    def __init__(self, store: Store, deals: DailyDeals, bot_pool: BotPool) -> None:
        self._store = store
        self._deals = deals
        self._bot_pool = bot_pool
        self._waiting: dict[tuple[str, int], None] = {}
        """The deals to play, the one being played first."""
        self._failed: set[tuple[str, int]] = set()
        """Not tried again before the server is started again."""
        self._task: asyncio.Task[None] | None = None

    async def told(self, day: str, players: int) -> Par | None:
        """Return the result with a deal, if it is there."""
        return await self._store.par(day, players)

    def want(self, day: str, players: int) -> bool:
        """Have a deal played; return whether its result will come."""
        deal = (day, players)
        if not self._bot_pool.searches or deal in self._failed:
            return False
        if deal not in self._waiting and len(self._waiting) < WAITING:
            self._waiting[deal] = None
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._run())
        return True

    def close(self) -> None:
        """Play no more; what was begun is played again after the next start."""
        if self._task is not None:
            self._task.cancel()

    async def _run(self) -> None:
        while self._waiting:
            day, players = deal = next(iter(self._waiting))
            try:
                # Perhaps it was finished between the question and the wish.
                if await self.told(day, players) is None:
                    await self._store.keep_par(day, players, await self._play(day, players))
            except (StorageError, ThoughtError) as error:
                self._failed.add(deal)
                log.error("daily.no_par", day=day, players=players, error=str(error))
            del self._waiting[deal]

    async def _play(self, day: str, players: int) -> Par:
        seed, first = await self._deals.deal(day, players)
        game, source = Game.new(RuleSet(players=players), seed, first=first), Source("", "par")
        while game.outcome is None:
            game.push(await self._bot_pool.ponder(game.view(game.state.seat), source))
        return Par(
            won=game.outcome.won,
            medal=game.outcome.medal.value,
            kills=int(game.state.castle_at),
            moves=sum(not isinstance(token.action, Heal) for token in game.tokens),
        )
