"""The daily deal over HTTP: today and earlier days, their leaderboards, and tables for it."""

from __future__ import annotations

from typing import Annotated

from litestar import get, post
from litestar.params import PathParameter, QueryParameter

from ...core.options import MAX_PLAYERS
from ...errors import TableError
from ...notation import format_seed
from ...protocol import (
    Daily,
    DailyChance,
    DailyLeaderboard,
    DailyPar,
    DailyRow,
    DailyTry,
    Joined,
    NewDaily,
)
from ...table.table import hash_token, seed_hash
from .. import clock
from ..store.leaderboards import LeaderboardRow
from ..store.store import Par
from ..tables.daily import DAY, begin_of, close_of, day_at, is_day, is_sealed
from ..tables.hub import Hub
from .gate import Gate, address_of
from .http import Code, Http, PerhapsDevice, game_seats, medal_name, refusals

__all__ = ["DAILY_HANDLERS"]

LISTED = 100
DAILY_MS = 8
"""What it costs to look up a day and its leaderboards."""

Players = Annotated[int, QueryParameter(name="players", ge=1, le=MAX_PLAYERS)]
Day = Annotated[str, PathParameter(description="A day, as in 2026-11-16.")]


@get("/api/daily", tags=["daily"], responses=refusals(400))
async def today(
    request: Http, hub: Hub, gate: Gate, players: Players, device: PerhapsDevice = None
) -> Daily:
    """Return today's deal: your own try, and the leaderboards."""
    gate.check_work(request, DAILY_MS)
    return await _daily(hub, day_at(clock.now()), players, device)


@get("/api/daily/{day:str}", tags=["daily"], responses=refusals(400, 404))
async def earlier(
    request: Http, hub: Hub, gate: Gate, day: Day, players: Players, device: PerhapsDevice = None
) -> Daily:
    """Return the deal of today or an earlier day."""
    gate.check_work(request, DAILY_MS)
    if not is_day(day) or day > day_at(clock.now()):
        raise TableError("daily.unknown")
    return await _daily(hub, day, players, device)


@post("/api/daily", tags=["daily"], responses=refusals(400, 403, 409, 413))
async def play(request: Http, data: NewDaily, hub: Hub, gate: Gate) -> Joined:
    """Make a table for today's deal and sit down at it."""
    gate.check_new_table(request)
    return await hub.create_daily(data, address_of(request))


@get("/api/tables/{code:str}/daily", tags=["daily"], responses=refusals(400, 404, 409))
async def chance(code: Code, hub: Hub) -> DailyChance:
    """Return whether the next game at a table for the daily deal is ranked."""
    live = await hub.find(code.upper())
    return DailyChance(day_at(clock.now()), await live.would_count())


async def _daily(hub: Hub, day: str, players: int, device: str | None) -> Daily:
    now = clock.now()
    sealed = is_sealed(day, now)
    seed = await _seed(hub, day, players)
    today = day_at(now)
    tries = await hub.store.tries(day, players, [hash_token(device)]) if device else []
    tried = next((DailyTry(each.table, each.game, each.ranked, each.over) for each in tries), None)
    par, coming = await _par(hub, day, players, tried, sealed)
    before, after = await hub.store.days_beside(day, players)
    return Daily(
        day=day,
        players=players,
        today=day == today,
        now=now,
        next_at=begin_of(day_at(now), later=DAY),
        closes_at=close_of(day),
        seed_hash=seed_hash(seed),
        seed=None if sealed else seed,
        tomorrow=await _promised(hub, now) if day == today else [],
        tried=tried,
        people=await _leaderboard(hub, day, players, tried, sealed, with_bots=False),
        with_bots=await _leaderboard(hub, day, players, tried, sealed, with_bots=True),
        par=par,
        par_coming=coming,
        before=before,
        after=after or (None if day == day_at(now) else day_at(now)),
    )


async def _par(
    hub: Hub, day: str, players: int, tried: DailyTry | None, sealed: bool
) -> tuple[DailyPar | None, bool]:
    """Return the strong bot's result as far as a device may know it, and whether it is to come.

    Before their own try nobody is to know what the deal is good for.
    """
    over = tried is not None and tried.ranked and tried.over
    if sealed and not over:
        return None, False
    par = await hub.pars.told(day, players)
    if par is not None:
        return _par_data(par), False
    # Only for a deal that was played: nobody can have every day of the past worked out.
    return None, over and hub.pars.want(day, players)


def _par_data(par: Par) -> DailyPar:
    return DailyPar(par.won, medal_name(par.medal), par.kills, par.moves)


async def _seed(hub: Hub, day: str, players: int) -> str:
    seed, _ = await hub.daily.deal(day, players)
    return format_seed(seed)


async def _promised(hub: Hub, now: int) -> list[str]:
    """Return the hashes of the next day's seeds, by the number of players."""
    day = day_at(begin_of(day_at(now), later=DAY))
    numbers = range(1, MAX_PLAYERS + 1)
    return [seed_hash(await _seed(hub, day, players)) for players in numbers]


async def _leaderboard(
    hub: Hub, day: str, players: int, tried: DailyTry | None, sealed: bool, *, with_bots: bool
) -> DailyLeaderboard:
    own = tried.game if tried else ""
    found = await hub.store.leaderboard(
        day, players, with_bots=with_bots, before=close_of(day), own=own, limit=LISTED
    )
    return DailyLeaderboard([_row(row, own, sealed) for row in found.rows], found.games)


def _row(row: LeaderboardRow, own: str, sealed: bool) -> DailyRow:
    mine = row.game == own
    return DailyRow(
        rank=row.rank,
        seats=game_seats(row.seats),
        won=row.won,
        medal=medal_name(row.medal),
        kills=row.kills,
        moves=row.moves,
        bots=row.bots,
        exact=[fall == "1" for fall in row.exact],
        mine=mine,
        game=row.game if mine or not sealed else None,
    )


DAILY_HANDLERS = [today, earlier, play, chance]
