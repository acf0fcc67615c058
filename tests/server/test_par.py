"""Par: what the strong bot reaches with a daily deal, and who is told so."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Iterator
from contextlib import AsyncExitStack
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest

from openregicide.client import Server, new_id
from openregicide.core import Game, Move, RuleSet, View
from openregicide.protocol import Begin, Join, Joined, NewDaily
from openregicide.server.metrics import Metrics
from openregicide.server.settings import Settings
from openregicide.server.store.pars import Par
from openregicide.server.store.store import Store
from openregicide.server.tables import par as pars
from openregicide.server.tables.bot_pool import BotPool
from openregicide.server.tables.daily import DailyDeals
from openregicide.server.tables.lanes import Lane, Source
from openregicide.server.tables.minds import NearMind, ThoughtError
from openregicide.server.tables.par import Pars
from support.clocked_server import ClockedServer, clocked_server
from support.tables import NAMES, bounded, browsing, connected, play_at_random

TODAY, TOMORROW = "2026-11-16", "2026-11-17"
FIELDS = {"won", "medal", "kills", "moves"}


@pytest.fixture
def server(tmp_path: Path) -> Iterator[ClockedServer]:
    with clocked_server(tmp_path, f"{TODAY} 18:00", bot_ms=20) as running:
        yield running


def new_device() -> str:
    return secrets.token_urlsafe(24)


async def daily(
    server: ClockedServer, device: str | None, day: str = TODAY, players: int = 1
) -> dict[str, Any]:
    headers = {} if device is None else {"X-Device": device}
    async with browsing() as client:
        path = f"{server.url}/api/daily/{day}?players={players}"
        found: dict[str, Any] = (await client.get(path, headers=headers)).json()
    return found


async def par_of(server: ClockedServer, device: str | None) -> tuple[Any, bool]:
    found = await daily(server, device)
    return found["par"], found["par_coming"]


async def sit(
    server: ClockedServer, device: str, players: int = 1, bot: str | None = None
) -> Joined:
    wanted = NewDaily(players, NAMES[0], bot, device)
    async with browsing() as client:
        answer = await client.post(f"{server.url}/api/daily", content=msgspec.json.encode(wanted))
    assert answer.status_code == 201, answer.text
    return msgspec.json.decode(answer.content, type=Joined)


async def finish(server: ClockedServer, *people: Joined) -> None:
    async with AsyncExitStack() as stack:
        lines = [
            await stack.enter_async_context(connected(server, each.table, each.token))
            for each in people
        ]
        await asyncio.gather(*(play_at_random(line) for line in lines))


async def awaited(server: ClockedServer, device: str) -> dict[str, Any]:
    while True:
        par, coming = await par_of(server, device)
        if par is not None:
            assert not coming
            found: dict[str, Any] = par
            return found
        assert coming
        await asyncio.sleep(0.1)


@bounded
async def test_only_those_who_have_had_their_try_are_told(server: ClockedServer) -> None:
    ann, bob, eve = new_device(), new_device(), new_device()
    nothing = (None, False)
    # Before, nobody; nor is anything worked out for them.
    assert [await par_of(server, each) for each in (None, ann)] == [nothing, nothing]
    begun = await sit(server, ann)
    assert await par_of(server, ann) == nothing
    await finish(server, begun)
    par = await awaited(server, ann)
    assert par.keys() == FIELDS
    assert 0 <= par["kills"] <= 12
    assert par["won"] == (par["kills"] == 12)
    assert par["moves"] > 0
    # It is there now, but not for those who have yet to play, or are in the middle.
    await sit(server, bob)
    assert [await par_of(server, each) for each in (None, bob, eve)] == [nothing] * 3
    # It stays what it is, and survives the server.
    server.kill()
    server.start()
    assert await par_of(server, ann) == (par, False)
    # Another deal has another one, which nobody has earned.
    other = await daily(server, ann, players=2)
    assert (other["par"], other["par_coming"]) == nothing
    # Once the day is closed it is no secret.
    server.set(f"{TOMORROW} 11:59")
    assert await par_of(server, eve) == nothing
    server.set(f"{TOMORROW} 12:00")
    assert [await par_of(server, each) for each in (None, eve)] == [(par, False)] * 2
    assert "Traceback" not in server.log.read_text()


@bounded
async def test_a_free_try_tells_nothing(server: ClockedServer) -> None:
    ann, bob = new_device(), new_device()
    await finish(server, await sit(server, ann, 2, "random"))
    # Ann knows the deal, so the game of the two is not ranked; Bob has no other try.
    host = await sit(server, ann, 2)
    table = Server(server.url)
    guest = await table.join(host.table, Join(NAMES[1], None, bob))
    answer = await table.ask(host.table, host.token, Begin(id=new_id()))
    assert answer.error is None
    await finish(server, host, guest)
    found = await daily(server, bob, players=2)
    assert found["tried"]["over"]
    assert not found["tried"]["ranked"]
    assert (found["par"], found["par_coming"]) == (None, False)
    assert (await daily(server, ann, players=2))["tried"]["ranked"]


@bounded
async def test_days_of_the_past_are_not_worked_out_on_demand(server: ClockedServer) -> None:
    device = new_device()
    for day in ("2026-11-01", "2026-11-02", "2026-11-14"):
        found = await daily(server, device, day)
        assert found["seed"]
        assert (found["par"], found["par_coming"]) == (None, False)


# How it is worked out


class CountingPool(BotPool):
    """A pool whose strong bot moves at once, and which counts its games by their first views."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(Settings(**settings), Metrics())
        self.first_moves: list[int] = []
        self.fails = False

    async def ponder(self, view: View, source: Source) -> Move:
        await asyncio.sleep(0)
        if self.fails:
            raise ThoughtError("out of thoughts")
        if view.ply == 0:
            self.first_moves.append(view.rules.players)
        assert view.seat == view.turn
        return NearMind().choose("policy", view, 1)


async def settled(made: Pars) -> None:
    assert made._task is not None
    await made._task


@bounded
async def test_a_deal_is_played_once_by_every_seat_and_kept(tmp_path: Path) -> None:
    store, pool = await Store.open(tmp_path / "test.sqlite3"), CountingPool()
    deals = DailyDeals(store)
    made = Pars(store, deals, pool)
    for _ in range(5):
        assert made.want(TODAY, 3)
    await settled(made)
    par = await made.told(TODAY, 3)
    assert par is not None
    assert pool.first_moves == [3]
    # A wish that crossed with the end plays nothing, neither here nor after a restart.
    for again in (made, Pars(store, deals, pool)):
        again.want(TODAY, 3)
        await settled(again)
        assert await again.told(TODAY, 3) == par
    assert pool.first_moves == [3]
    # It is the deal of that day: the same policy gets as far with it at a table.
    seed, first = await deals.deal(TODAY, 3)
    game = Game.new(RuleSet(players=3), seed, first=first)
    while game.outcome is None:
        game.push(NearMind().choose("policy", game.view(game.state.seat), 1))
    assert (par.won, par.kills) == (game.outcome.won, game.state.castle_at)
    assert par.moves == sum(token.actor is not None for token in game.tokens)
    assert not await store.keep_par(TODAY, 3, Par(won=False, medal=0, kills=0, moves=1))
    assert await store.par(TODAY, 3) == par
    pool.close()
    await store.close()


@bounded
async def test_only_so_many_deals_wait(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pars, "WAITING", 2)
    store, pool = await Store.open(tmp_path / "test.sqlite3"), CountingPool()
    made = Pars(store, DailyDeals(store), pool)
    for players in (1, 2, 3, 4):
        made.want(TODAY, players)
    await settled(made)
    assert sorted(pool.first_moves) == [1, 2]
    pool.close()
    await store.close()


@bounded
async def test_without_the_strong_bot_there_is_no_par(tmp_path: Path) -> None:
    store = await Store.open(tmp_path / "test.sqlite3")
    pool = CountingPool(bots=("policy",))
    assert not Pars(store, DailyDeals(store), pool).want(TODAY, 1)
    pool.close()
    await store.close()


@bounded
async def test_a_bot_that_fails_is_not_asked_again_and_again(tmp_path: Path) -> None:
    store, pool = await Store.open(tmp_path / "test.sqlite3"), CountingPool()
    pool.fails = True
    made = Pars(store, DailyDeals(store), pool)
    assert made.want(TODAY, 1)
    await settled(made)
    assert not made.want(TODAY, 1)
    assert await made.told(TODAY, 1) is None
    # Another start is another chance.
    pool.fails = False
    again = Pars(store, DailyDeals(store), pool)
    assert again.want(TODAY, 1)
    await settled(again)
    assert await again.told(TODAY, 1) is not None
    pool.close()
    await store.close()


@bounded
async def test_what_can_wait_is_done_when_nobody_else_waits() -> None:
    lane, order = Lane("test", 1, 1.0), list[str]()
    here = Source("here", "a table")

    def first(_: float) -> None:
        # By now all of them wait.
        while len(futures) < 4:
            time.sleep(0.001)
        order.append("first")

    futures: list[asyncio.Future[None]] = []
    futures.append(lane.do(here, first))
    futures.append(lane.do(here, lambda _: order.append("par"), spare=True))
    dropped = lane.do(here, lambda _: order.append("dropped"), spare=True)
    dropped.cancel()
    futures += [lane.do(here, partial(_note, order, name)) for name in ("a", "b")]
    await asyncio.gather(*futures)
    assert order == ["first", "a", "b", "par"]
    # It has counted for nobody's share.
    assert not lane._wanted
    lane.close()


def _note(order: list[str], name: str, _: float) -> None:
    order.append(name)
