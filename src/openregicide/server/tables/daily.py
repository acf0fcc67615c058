"""The deal of the day: one for each number of players, the same for everybody on this server.

A deal is what HMAC-SHA256 makes of the day and the number of players, with a secret that lies in
the database: nobody can work it out before or during a game, and it needs no preparation. Days
change at midnight UTC. A game that began in time may end until noon of the next day; then the day
is closed, and everything about its deal is told.
"""

from __future__ import annotations

import hmac
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

from ...core.rng import SEED_BITS
from ...errors import TableError
from ...table.table import Fresh
from ..store.store import Store, Try

__all__ = ["DailyDeals", "begin_of", "close_of", "day_at", "is_day", "is_sealed"]

SECRET = "daily"
SEED_BYTES = SEED_BITS // 8
DAY = timedelta(days=1)
LATE = timedelta(hours=12)
"""How long after its day a ranked game may end."""


def day_at(now: int) -> str:
    """Return the day of a moment, as in 2026-11-16."""
    return datetime.fromtimestamp(now, UTC).date().isoformat()


def is_day(text: str) -> bool:
    """Tell whether this is how a day is written, and no other spelling."""
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def begin_of(day: str, *, later: timedelta = timedelta()) -> int:
    """Return the moment a day begins, or one so much later."""
    return int((datetime.fromisoformat(day).replace(tzinfo=UTC) + later).timestamp())


def close_of(day: str) -> int:
    """Return the moment from which nothing counts for a day any more."""
    return begin_of(day, later=DAY + LATE)


def is_sealed(day: str, now: int) -> bool:
    """Tell whether a day's deal is a secret still, because others may play it for the board."""
    return now < close_of(day)


class DailyDeals:
    """The deals of one server, and who has tried them."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._secret = b""

    async def deal(self, day: str, players: int) -> tuple[int, int]:
        """Return the seed of a day's deal, and the seat that begins."""
        if not self._secret:
            self._secret = await self._store.secret(SECRET)
        digest = hmac.digest(self._secret, f"{day} {players}".encode(), "sha256")
        seed, more = digest[:SEED_BYTES], digest[SEED_BYTES:]
        return int.from_bytes(seed, "big"), int.from_bytes(more, "big") % players

    async def would_count(self, players: int, devices: Sequence[str], now: int) -> bool:
        """Tell whether a game that these people begin now is ranked.

        :param devices: of all the people at the table, as hashes; empty if one has none.
        """
        return _count(devices, await self._tries(players, devices, now))

    async def fresh(self, chance: Fresh, devices: Sequence[str], players: int, now: int) -> Fresh:
        """Return today's deal for people who want to begin, in place of mere chance.

        :raises TableError: one of them is in the middle of a ranked game with it, and another one
            would tell how that goes on.
        """
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
    """Tell whether it is everybody's first game with this deal, on a device of their own."""
    return all(devices) and len(set(devices)) == len(devices) and not tries
