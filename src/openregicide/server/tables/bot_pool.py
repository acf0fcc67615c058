"""Bots at the server's tables: which are allowed, and the lanes they think in.

There are three lanes, so that no kind of work waits for another: one for bots that move at once,
one for hints, and one for bots that search.
"""

from __future__ import annotations

import asyncio
import math
import secrets
import threading
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

import structlog

from ...bots import make_bot
from ...bots.api.guard import guarded_move
from ...bots.api.specs import split_spec, tidy_spec
from ...bots.players.search_bot import DEFAULT_MS, Candidate
from ...core import Move, View
from ...core.rng import SEED_BITS
from ...errors import InvalidOptionError, TableError
from .. import clock
from ..metrics import Metrics
from ..settings import Settings
from .lanes import Lane, Source
from .minds import FarMind, Mind, NearMind, ThoughtError

__all__ = ["BotPool", "Chosen"]

SEARCH = "search"
AT_ONCE = ("random", "greedy", "policy")
"""The bots that move within milliseconds. Of other packages' bots nobody knows."""

LEAST_SECONDS = 0.02
"""How long a search takes at least; for less it is not worth the while."""
LEAST_HORIZON = 1.0
"""Within what time everything that waits should be done, if bots may not take longer anyway."""
STEP = 1.25
"""From one length of a search to the next."""
GRACE_SECONDS = 2.0
"""How late a bot may be before another moves for it."""
HINT_GRACE_SECONDS = 1.2
"""How late a hint may be before it is refused."""
FIRST_HINT_SECONDS = 4.0
"""How much later the first one may be: a process begins for it, on a machine of any speed."""
RECENT_SECONDS = 60.0
"""How long a table counts as one where bots search, after the last time they did."""
COMPLAIN_SECONDS = 60.0
"""How often the log tells of bots that were late."""

HINTS = 3
"""How many moves a hint names."""

log = structlog.get_logger()


class Chosen(NamedTuple):
    """A bot's move."""

    move: Move
    late: bool = False
    """Whether the bot was late, so that the policy chose."""


class BotPool:
    """The threads that wait for the bots of all tables to think, each with a mind of its own."""

    def __init__(
        self,
        settings: Settings,
        metrics: Metrics,
        lane: type[Lane] = Lane,
        searching: Callable[[], Mind] = FarMind,
    ) -> None:
        """:param lane: where jobs run: in threads, unless a simulation has no threads.
        :param searching: makes what searches.
        """
        self._settings = settings
        self._metrics = metrics
        self._new_searcher = searching
        self._most_seconds = settings.bot_ms / 1000
        horizon = max(LEAST_HORIZON, self._most_seconds)
        hint_horizon = max(LEAST_HORIZON, settings.hint_ms / 1000)
        self._at_once = lane("bot", 1, horizon)
        self._hints = lane("hint", 1, hint_horizon, least=LEAST_SECONDS)
        self._searches = lane("search", settings.bot_threads, horizon, least=LEAST_SECONDS)
        # As many tables as can search in the time of one round, for a sensible time each.
        self._searching = _Searching(int(settings.bot_threads * horizon / LEAST_SECONDS))
        self._hinted = False
        """Whether there has been a hint."""
        self._mind = threading.local()
        self._minds: list[Mind] = []
        self._late: Counter[str] = Counter()
        self._complained = -COMPLAIN_SECONDS

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

    def admit(self, spec: str, source: Source) -> None:
        """Note that a bot is to sit at a table.

        :raises TableError: it searches, and there is no room for more of these from there.
        """
        if not _moves_at_once(spec) and not self._searching.enter(source):
            raise TableError("bot.server_full")

    async def choose(self, spec: str, view: View, source: Source) -> Chosen:
        """Return a bot's move; if it is late or goes wrong, the policy's.

        Cancel it, and a thought that was not begun takes no time from others.
        """
        lane = self._at_once
        if not _moves_at_once(spec):
            lane = self._searches
            self._searching.note(source)
        thought = lane.do(source, partial(self._think, spec, view))
        patience = self._most_seconds + GRACE_SECONDS
        move, fault = await guarded_move(asyncio.wait_for(thought, patience), view)
        late = fault is not None and isinstance(fault.cause, TimeoutError)
        if late:
            self._complain(spec)
        elif fault is not None and fault.cause is not None:
            known = isinstance(fault.cause, ThoughtError)
            error = str(fault.cause) if known else type(fault.cause).__name__
            log.error("bot.raised", bot=spec, error=error)
        elif fault is not None:
            log.error("bot.illegal_move", bot=spec)
        chosen_by = "late" if late else "failed" if fault is not None else split_spec(spec)[0]
        self._metrics.bot_moves.labels(chosen_by).inc()
        return Chosen(move, late)

    async def hint(self, view: View, source: Source) -> Sequence[Candidate]:
        """Return the moves that the search finds best, from what the viewer may know.

        :raises TimeoutError: too many hints are asked for already.
        """
        thought = self._hints.do(source, partial(self._analyse, view))
        patience = self._settings.hint_ms / 1000 + HINT_GRACE_SECONDS
        if not self._hinted:
            patience += FIRST_HINT_SECONDS
        found = await asyncio.wait_for(thought, patience)
        self._hinted = True
        return found

    @property
    def searches(self) -> bool:
        """Whether the strong bot plays on this server."""
        return SEARCH in self._settings.bots

    async def ponder(self, view: View, source: Source) -> Move:
        """Return the strong bot's move, found in time that nobody else wants.

        :raises ThoughtError: it failed.
        """
        work = partial(self._think, SEARCH, view)
        move, fault = await guarded_move(self._searches.do(source, work, spare=True), view)
        if fault is not None:
            raise ThoughtError(fault.code) from fault.cause
        return move

    def _complain(self, spec: str) -> None:
        """Say in the log that bots are late, but not for each of them."""
        self._late[spec] += 1
        now = clock.monotonic()
        if now >= self._complained + COMPLAIN_SECONDS:
            log.warning("bot.too_late", moves=self._late.total(), bots=sorted(self._late))
            self._complained = now
            self._late.clear()

    def close(self) -> None:
        """Think about nothing more."""
        for lane in (self._at_once, self._hints, self._searches):
            lane.close()
        for mind in self._minds:
            mind.close()

    # In the threads

    def _think(self, spec: str, view: View, seconds: float) -> Move:
        mind = self._mind_of(NearMind if _moves_at_once(spec) else self._new_searcher)
        spec = _in_time(spec, seconds, self._most_seconds)
        return mind.choose(spec, view, secrets.randbits(SEED_BITS))

    def _analyse(self, view: View, seconds: float) -> Sequence[Candidate]:
        spec, most = f"{SEARCH}:ms={self._settings.hint_ms}", self._settings.hint_ms / 1000
        mind = self._mind_of(self._new_searcher)
        spec = _in_time(spec, seconds, most)
        return mind.analyse(spec, view, secrets.randbits(SEED_BITS))[:HINTS]

    def _mind_of(self, new: Callable[[], Mind]) -> Mind:
        """Return this thread's own mind."""
        mind: Mind | None = getattr(self._mind, "mind", None)
        if mind is None:
            mind = self._mind.mind = new()
            self._minds.append(mind)
        return mind


class _Searching:
    """The tables where bots search, shared out by address."""

    def __init__(self, room: int) -> None:
        self._room = room
        self._last: dict[Source, float] = {}

    def note(self, source: Source) -> None:
        """Note that a bot searches at a table."""
        # To the end, so that the first is the one that was not heard of for longest.
        self._last.pop(source, None)
        self._last[source] = clock.monotonic()
        self._forget()

    def enter(self, source: Source) -> bool:
        """Let one table more in, if there is room for it; return whether there was.

        An address without a share of its own gets one, however many others have.
        """
        self._forget()
        if source not in self._last:
            tables = Counter(each.address for each in self._last)
            addresses = len(tables.keys() | {source.address})
            if len(self._last) >= self._room and tables[source.address] >= self._room // addresses:
                return False
        self.note(source)
        return True

    def _forget(self) -> None:
        old = clock.monotonic() - RECENT_SECONDS
        while self._last and next(iter(self._last.values())) < old:
            del self._last[next(iter(self._last))]


def _moves_at_once(spec: str) -> bool:
    return split_spec(spec)[0] in AT_ONCE


def _in_time(spec: str, share: float, most: float) -> str:
    """Return the spec of the same bot that searches no longer than it may.

    :param share: its share of the time, in seconds.
    :param most: how long any bot may search, in seconds.
    """
    name, options = split_spec(spec)
    if name != SEARCH:
        return spec
    wanted = most
    if "ms" in options or "iterations" not in options:
        wanted = min(most, int(options.get("ms", DEFAULT_MS)) / 1000)
    if share < wanted:
        # In steps, so that a thread can use the same bot for many shares.
        step = STEP ** math.floor(math.log(share, STEP))
        wanted = min(wanted, max(LEAST_SECONDS, step))
    options["ms"] = str(max(1, int(1000 * wanted)))
    # It has one thread. And a processor's time says nothing about when a search ends.
    for option in ("threads", "clock"):
        options.pop(option, None)
    return f"{name}:" + ",".join(f"{option}={value}" for option, value in options.items())
