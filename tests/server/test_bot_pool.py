"""The threads that bots think in: who comes next, for how long, and who is not waited for."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from openregicide.bots import make_bot
from openregicide.core import Generator, RuleSet, View, moves_of, new_state, view_for
from openregicide.errors import TableError
from openregicide.protocol import (
    AskHint,
    MakeMove,
    NewTable,
    RulesData,
    SeatBot,
    TableSettings,
)
from openregicide.server.metrics import Metrics
from openregicide.server.settings import Settings
from openregicide.server.store.store import Store
from openregicide.server.tables import bot_pool
from openregicide.server.tables.bot_pool import BotPool
from openregicide.server.tables.hub import Hub
from openregicide.server.tables.lanes import Lane, Source
from openregicide.table.hashes import hash_token
from support.tables import bounded

VIEW = view_for(new_state(RuleSet(players=2), 5, first=0), 0)
HERE = Source("here", "a table")
ANY = Source("elsewhere", "another")


class Gate:
    """Work that takes until it may end."""

    def __init__(self) -> None:
        self.begun, self._open = threading.Event(), threading.Event()

    def __call__(self, _: float) -> None:
        self.begun.set()
        self._open.wait(60)

    def open(self) -> None:
        self._open.set()

    async def reached(self) -> None:
        while not self.begun.is_set():
            await asyncio.sleep(0.001)


@pytest.fixture
def gate() -> Iterator[Gate]:
    gate = Gate()
    yield gate
    gate.open()


PoolOf = Callable[..., tuple[BotPool, Metrics]]


@pytest.fixture
def pool_of() -> Iterator[PoolOf]:
    pools: list[BotPool] = []

    def make(**settings: Any) -> tuple[BotPool, Metrics]:
        metrics = Metrics()
        pools.append(BotPool(Settings(**settings), metrics))
        return pools[-1], metrics

    yield make
    for pool in pools:
        pool.close()


def policy_move(view: View) -> int:
    return make_bot("policy").choose(view, Generator(0))


def chosen(metrics: Metrics) -> dict[str, float]:
    (family,) = metrics.bot_moves.collect()
    return {
        sample.labels["chosen"]: sample.value
        for sample in family.samples
        if sample.name.endswith("_total")
    }


# Who comes next


@bounded
async def test_a_lane_goes_round_addresses_and_round_their_tables(gate: Gate) -> None:
    lane, order = Lane("test", 1, 1.0), list[str]()
    first = lane.do(ANY, gate)
    await gate.reached()

    def work(name: str) -> Callable[[float], None]:
        return lambda _: order.append(name)

    wanted = [("x", "1", "x1a"), ("x", "1", "x1b"), ("x", "2", "x2a"), ("x", "3", "x3a")]
    wanted += [("y", "1", "y1a"), ("z", "1", "z1a"), ("z", "2", "z2a")]
    futures = [lane.do(Source(address, table), work(name)) for address, table, name in wanted]
    gate.open()
    await asyncio.gather(first, *futures)
    assert order == ["x1a", "y1a", "z1a", "x2a", "z2a", "x3a", "x1b"]


@bounded
async def test_time_is_shared_by_address_first_and_then_by_table(gate: Gate) -> None:
    lane, shares = Lane("test", 1, 1.0), list[float]()
    first = lane.do(ANY, gate)
    await gate.reached()
    futures = [
        lane.do(Source(address, str(number)), shares.append)
        for address, tables in (("few", 1), ("many", 10))
        for number in range(tables)
    ]
    gate.open()
    await asyncio.gather(first, *futures)
    # While both want something, each has half of the thread.
    assert shares[0] == pytest.approx(1 / 2)
    assert shares[1] == pytest.approx(1 / 10)
    # Who is left has it alone, and more for each the fewer wait.
    assert shares[2:] == pytest.approx([1 / left for left in range(9, 0, -1)])


@bounded
async def test_on_a_busy_machine_everyone_gets_less_but_never_too_little() -> None:
    lane, shares = Lane("test", 1, 0.01, least=0.004), list[float]()

    def slow(share: float) -> None:
        shares.append(share)
        time.sleep(3 * share)

    for _ in range(40):
        await lane.do(HERE, slow)
    assert shares[0] == 0.01
    assert shares == sorted(shares, reverse=True) or min(shares) < 0.005
    assert shares[-1] == 0.004
    # And again more once it is over.
    for _ in range(60):
        await lane.do(HERE, shares.append)
    assert shares[-1] > 0.008


@bounded
async def test_what_nobody_waits_for_any_more_is_not_done(gate: Gate) -> None:
    lane, done = Lane("test", 1, 1.0), list[int]()

    def note(name: int, _: float) -> None:
        done.append(name)

    first = lane.do(ANY, gate)
    await gate.reached()
    futures = [lane.do(HERE, partial(note, name)) for name in range(4)]
    futures[1].cancel()
    futures[3].cancel()
    gate.open()
    # As it is handed out in the same step, and in a later one.
    await first
    await asyncio.gather(futures[0], futures[2])
    assert done == [0, 2]
    shares: list[float] = []
    await lane.do(HERE, shares.append)
    assert shares == [1.0]


@bounded
async def test_an_error_in_a_thread_comes_back_and_the_lane_goes_on() -> None:
    lane = Lane("test", 1, 1.0)
    with pytest.raises(ZeroDivisionError):
        await lane.do(HERE, lambda _: 1 / 0)
    assert await lane.do(HERE, lambda _: "still there") == "still there"


@bounded
async def test_quick_bots_and_hints_do_not_wait_behind_a_search(
    pool_of: PoolOf, gate: Gate
) -> None:
    pool, _ = pool_of(bot_threads=1, hint_ms=20)
    pool._searches.do(ANY, gate)
    await gate.reached()
    for spec in ("random", "greedy", "policy"):
        assert (await pool.choose(spec, VIEW, HERE)).move in moves_of(VIEW)
    assert await pool.hint(VIEW, HERE)


@bounded
async def test_only_the_first_hint_may_wait_for_a_process_to_begin(
    pool_of: PoolOf, gate: Gate, monkeypatch: pytest.MonkeyPatch
) -> None:
    pool, _ = pool_of(hint_ms=1)
    monkeypatch.setattr(bot_pool, "HINT_GRACE_SECONDS", 0.0)
    monkeypatch.setattr(bot_pool, "FIRST_HINT_SECONDS", 60.0)
    held = pool._hints.do(ANY, gate)
    await gate.reached()
    hinted = asyncio.create_task(pool.hint(VIEW, HERE))
    # Longer than any hint after it would be waited for.
    await asyncio.sleep(0.05)
    assert not hinted.done()
    gate.open()
    await held
    assert await hinted
    slow = Gate()
    waiting = pool._hints.do(ANY, slow)
    await slow.reached()
    with pytest.raises(TimeoutError):
        await pool.hint(VIEW, HERE)
    slow.open()
    await waiting


# How long


@pytest.mark.parametrize(
    "spec",
    [
        "search:iterations=100000000",
        "search:ms=600000",
        "search:ms=600000,iterations=100000000",
        "search:iterations=100000000,clock=cpu",
        "search:ms=600000,threads=2",
    ],
)
@bounded
async def test_no_bot_thinks_longer_than_it_may(pool_of: PoolOf, spec: str) -> None:
    # As in `stand_in`, which is not checked as a guest's bot is.
    pool, metrics = pool_of(bot_ms=100)
    begun = time.monotonic()
    found = await pool.choose(spec, VIEW, HERE)
    # Uncapped it would be minutes.
    assert time.monotonic() - begun < 2
    assert not found.late
    assert chosen(metrics) == {"search": 1}


@pytest.mark.parametrize(
    ("spec", "share", "searched"),
    [
        ("search", 1.0, "search:ms=100"),
        ("search:ms=1000", 1.0, "search:ms=1000"),
        ("search:ms=1000", 0.6, "search:ms=512"),
        ("search:ms=1000", 0.001, "search:ms=20"),
        ("search:ms=5", 0.001, "search:ms=5"),
        ("search:ms=5000,objective=gold", 1.0, "search:ms=1000,objective=gold"),
        ("search:iterations=9", 0.3, "search:iterations=9,ms=262"),
        ("greedy", 0.001, "greedy"),
        ("search:threads=2,clock=cpu", 1.0, "search:ms=100"),
    ],
)
def test_a_search_is_cut_to_its_share(spec: str, share: float, searched: str) -> None:
    assert bot_pool._in_time(spec, share, 1.0) == searched
    make_bot(searched)


@bounded
async def test_for_a_late_bot_the_policy_moves(
    pool_of: PoolOf, gate: Gate, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot_pool, "GRACE_SECONDS", 0.05)
    pool, metrics = pool_of(bot_threads=1, bot_ms=10)
    pool._searches.do(ANY, gate)
    await gate.reached()
    found = await pool.choose("search:ms=10", VIEW, HERE)
    assert found == (policy_move(VIEW), True)
    assert found.move != moves_of(VIEW, minimal=True)[0]
    assert chosen(metrics) == {"late": 1}
    monkeypatch.undo()
    gate.open()
    # The thread has nothing to do for a bot that is not waited for.
    assert not (await pool.choose("search:ms=10", VIEW, HERE)).late


@bounded
async def test_a_hint_is_given_in_time_or_refused_in_time(pool_of: PoolOf, gate: Gate) -> None:
    pool, _ = pool_of()
    assert await pool.hint(VIEW, HERE)
    pool._hints.do(ANY, gate)
    await gate.reached()
    begun = time.monotonic()
    with pytest.raises(TimeoutError):
        await pool.hint(VIEW, HERE)
    assert time.monotonic() - begun < 2
    gate.open()
    assert await pool.hint(VIEW, HERE)


# How many


def test_there_is_room_for_so_many_tables_and_for_everyone_in_turn(pool_of: PoolOf) -> None:
    pool, _ = pool_of(bot_threads=2, bot_ms=1000)

    def let_in(address: str, tables: int) -> int:
        for number in range(tables):
            try:
                pool.admit("search:ms=1000", Source(address, f"{address}{number}"))
            except TableError:
                return number
        return tables

    assert let_in("many", 150) == 100
    # A second bot at the same table, and one that needs no search, is no question.
    pool.admit("search", Source("many", "many7"))
    pool.admit("greedy", Source("many", "many149"))
    # Another address has half of the room, a third a third.
    assert let_in("other", 60) == 50
    assert let_in("third", 60) == 33


def test_tables_where_no_bot_searches_any_more_make_room(
    pool_of: PoolOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    pool, _ = pool_of(bot_threads=1, bot_ms=20)
    now = [1000.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    for number in range(50):
        pool.admit("search", Source("x", str(number)))
    with pytest.raises(TableError):
        pool.admit("search", Source("x", "50"))
    now[0] += 61
    for number in range(50, 55):
        pool.admit("search", Source("x", str(number)))


# At a table


@asynccontextmanager
async def hub_of(folder: Path, **settings: Any) -> AsyncIterator[Hub]:
    store = await Store.open(folder / "tables.sqlite3")
    hub = Hub(Settings(**settings), store, Metrics())
    try:
        yield hub
    finally:
        await hub.close()
        await store.close()


@bounded
async def test_a_hint_for_a_game_that_went_on_takes_no_time(tmp_path: Path, gate: Gate) -> None:
    async with hub_of(tmp_path) as hub:
        hub.bot_pool._hints.do(ANY, gate)
        await gate.reached()
        wanted = NewTable("Ann", TableSettings(RulesData(1), hints=True), begin=True)
        seat = await hub.create(wanted)
        live = await hub.find(seat.table)
        update, holder = await live.update(seat.token, None), hash_token(seat.token)
        asked = asyncio.create_task(live.hint(0, AskHint("h", update.version), holder))
        gone = asyncio.create_task(live.hint(0, AskHint("g", update.version), holder))
        await asyncio.sleep(0.05)
        # Its socket was closed.
        gone.cancel()
        assert update.moves is not None
        moved = await live.ask(0, MakeMove("m", update.version, update.moves[0].move), holder)
        assert moved.error is None
        answer = await asked
        assert answer.error is not None
        assert answer.error.code == "move.stale"
        # While the lane is still held up, nothing of it waits there.
        assert not hub.bot_pool._hints._waiting


@bounded
async def test_a_full_server_refuses_strong_bots_and_changes_nothing(tmp_path: Path) -> None:
    async with hub_of(tmp_path, bot_threads=1) as hub:
        for number in range(50):
            hub.bot_pool.admit("search", Source("here", str(number)))
        settings = TableSettings(RulesData(2))
        with pytest.raises(TableError) as refused:
            await hub.create(NewTable("Ann", settings, bots={"1": "search"}), "here")
        assert refused.value.code == "bot.server_full"
        seat = await hub.create(NewTable("Ann", settings, bots={"1": "policy"}), "here")
        live = await hub.find(seat.table)
        before = live.table.version
        answer = await live.ask(0, SeatBot("a", 1, "search:ms=10"), hash_token(seat.token))
        assert answer.error is not None
        assert answer.error.code == "bot.server_full"
        assert (live.table.version, live.table.seats[1].bot) == (before, "policy")
        # Who comes from elsewhere has a share too.
        assert (
            await hub.create(NewTable("Bob", settings, bots={"1": "search"}), "there")
        ).seat == 0
