"""Bots at the server's tables: which are allowed, and the threads they think in."""

from __future__ import annotations

import asyncio
import secrets
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from functools import partial
from queue import SimpleQueue
from typing import Any, TypeVar

import structlog

from ...bots import make_bot
from ...bots.api.bot import Bot
from ...bots.api.guard import guarded_move
from ...bots.api.specs import split_spec, tidy_spec
from ...bots.players.search_bot import Candidate, SearchBot
from ...core import Generator, Move, View
from ...core.rng import SEED_BITS
from ...errors import InvalidOptionError
from ..settings import Settings

__all__ = ["BotPool"]

T = TypeVar("T")

SEARCH = "search"
KEPT = 4
"""How many bots a thread keeps for the next table; a search may hold tens of megabytes."""
HINTS = 3
"""How many moves a hint names."""
GRACE_SECONDS = 5.0
"""How late a bot may be before we stop waiting."""

log = structlog.get_logger()


class BotPool:
    """The threads that think for the bots of all tables."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._jobs: SimpleQueue[tuple[Future[Any], Callable[[], Any]]] = SimpleQueue()
        self._kept = threading.local()
        for number in range(settings.bot_threads):
            # Daemons: a stopping server does not wait for a bot that thinks for a minute.
            threading.Thread(target=self._work, name=f"bot-{number}", daemon=True).start()

    def _work(self) -> None:
        while True:
            future, job = self._jobs.get()
            if not future.set_running_or_notify_cancel():
                continue
            try:
                future.set_result(job())
            except BaseException as problem:
                future.set_exception(problem)

    def check(self, spec: str) -> str:
        """Return a bot's spec in its canonical form, if tables here may seat it.

        :raises InvalidOptionError: no such bot, not allowed here, or one that thinks too long.
        """
        name, options = split_spec(spec)
        allowed = self._settings.bots
        if name not in allowed:
            raise InvalidOptionError("bot.not_allowed", name=name, known=allowed)
        make_bot(spec)
        if name == SEARCH:
            limits = {
                "ms": self._settings.bot_ms,
                "iterations": self._settings.bot_iterations,
                "threads": 1,
            }
            for option, most in limits.items():
                if int(options.get(option, 1)) > most:
                    raise InvalidOptionError(
                        "option.out_of_range",
                        option=option,
                        value=options[option],
                        least=1,
                        most=most,
                    )
        return tidy_spec(spec)

    async def choose(self, spec: str, view: View) -> Move:
        """Return a bot's move; if anything goes wrong, some legal move."""
        thought = self._do(partial(self._think, spec, view), self._settings.bot_ms)
        move, fault = await guarded_move(thought, view)
        if fault is not None:
            if isinstance(fault.cause, TimeoutError):
                log.error("bot.too_late", bot=spec)
            elif fault.cause is not None:
                log.error("bot.raised", bot=spec, error=type(fault.cause).__name__)
            else:
                log.error("bot.illegal_move", bot=spec)
        return move

    async def hint(self, view: View) -> Sequence[Candidate]:
        """Return the moves that the search finds best, from what the viewer may know.

        :raises TimeoutError: too many bots are thinking already.
        """
        return await self._do(partial(self._analyse, view), self._settings.hint_ms)

    async def _do(self, job: Callable[[], T], milliseconds: int) -> T:
        """Let a thread do a job that takes about this long.

        :raises TimeoutError: it takes much longer.
        """
        future: Future[T] = Future()
        self._jobs.put((future, job))
        patience = milliseconds / 1000 + GRACE_SECONDS
        return await asyncio.wait_for(asyncio.wrap_future(future), patience)

    def _think(self, spec: str, view: View) -> Move:
        return self._bot(spec).choose(view, Generator(secrets.randbits(SEED_BITS)))

    def _analyse(self, view: View) -> Sequence[Candidate]:
        search = self._bot(f"{SEARCH}:ms={self._settings.hint_ms}")
        assert isinstance(search, SearchBot)
        found = search.analyse(view, Generator(secrets.randbits(SEED_BITS)))
        return [each for each in found.candidates if each.visits][:HINTS]

    def _bot(self, spec: str) -> Bot:
        """Return this thread's own bot for a spec: a bot never serves two tables at once."""
        bots: dict[str, Bot] = self._kept.__dict__.setdefault("bots", {})
        bot = bots.pop(spec, None) or make_bot(spec)
        bots[spec] = bot
        while len(bots) > KEPT:
            del bots[next(iter(bots))]
        return bot
