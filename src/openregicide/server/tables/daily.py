"""The daily deal: one for each number of players, the same for everyone on this server.

A deal is the HMAC-SHA256 of the day and the number of players, with a secret from the database:
nobody can work it out before or during a game, and nothing has to be prepared. Its hash is shown
from the day before on. Deals of before an upgrade keep their seeds for the fast generator. Days
change at midnight UTC. A game that began in time may end until noon of the next day; then the day
is closed, and its deal is no longer secret.
"""

from __future__ import annotations

import hmac
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

from ...core import RuleSet, Seed, first_by_seed
from ...core.rng import SEED_BITS
from ...errors import TableError
from ...table.table import Fresh
from ..store.store import Store, Try

__all__ = ["DailyDeals", "begin_of", "close_of", "day_at", "is_day", "is_sealed"]

SECRET = "daily"
STREAM = "daily_stream"
"""Since when the deals come from the stream."""
GENERATOR_BYTES = SEED_BITS // 8
DAY = timedelta(days=1)
LATE = timedelta(hours=12)
"""How long after its day a ranked game may end."""


def day_at(now: int) -> str:
    """Return the day of a time, as in 2026-11-16."""
    return datetime.fromtimestamp(now, UTC).date().isoformat()


def is_day(text: str) -> bool:
    """Return whether a text is a day, exactly as we write it."""
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def begin_of(day: str, *, later: timedelta = timedelta()) -> int:
    """Return when a day begins, or a time that much later."""
    return int((datetime.fromisoformat(day).replace(tzinfo=UTC) + later).timestamp())


def close_of(day: str) -> int:
    """Return when a day closes: games that end later do not count."""
    return begin_of(day, later=DAY + LATE)


def is_sealed(day: str, now: int) -> bool:
    """Return whether a day's deal is still secret: others may play it for the leaderboard."""
    return now < close_of(day)


class DailyDeals:
    """The deals of one server, and who has tried them."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._secret = b""
        self._stream_since = ""

    async def deal(self, day: str, players: int) -> tuple[Seed, int]:
        """Return the seed of a day's deal, and the seat that begins."""
        if not self._secret:
            self._stream_since = await self._store.since(STREAM)
            self._secret = await self._store.secret(SECRET)
        if day < self._stream_since:
            digest = self._digest(f"{day} {players}")
            seed, more = digest[:GENERATOR_BYTES], digest[GENERATOR_BYTES:]
            return int.from_bytes(seed, "big"), int.from_bytes(more, "big") % players
        stream = self._digest(f"{day} {players} stream")
        return stream, first_by_seed(RuleSet(players=players), stream)

    def _digest(self, about: str) -> bytes:
        return hmac.digest(self._secret, about.encode(), "sha256")

    async def would_count(self, players: int, devices: Sequence[str], now: int) -> bool:
        """Return whether a game that these people begin now is ranked.

        :param devices: the hashed devices of all people at the table; empty where one has none.
        """
        return _count(devices, await self._tries(players, devices, now))

    async def fresh(self, chance: Fresh, devices: Sequence[str], players: int, now: int) -> Fresh:
        """Return a new game's chance with today's deal in it.

        :raises TableError: one of these people has no device, and could look at the deal before
            their try; or is in the middle of a ranked game with it, and a second game would give
            away how it continues.
        """
        if not all(devices):
            raise TableError("daily.no_device")
        tries = await self._tries(players, devices, now)
        if any(each.ranked and not each.over for each in tries):
            raise TableError("daily.unfinished")
        day = day_at(now)
        seed, first = await self.deal(day, players)
        ranked = _count(devices, tries)
        return replace(chance, seed=seed, first=first, daily=day, ranked=ranked)

    async def _tries(self, players: int, devices: Sequence[str], now: int) -> list[Try]:
        known = [device for device in devices if device]
        return await self._store.tries(day_at(now), players, known)


def _count(devices: Sequence[str], tries: Sequence[Try]) -> bool:
    """Return whether it is everyone's first game with this deal, each on their own device."""
    return all(devices) and len(set(devices)) == len(devices) and not tries
