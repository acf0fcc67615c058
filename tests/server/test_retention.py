"""Old tables and games leave as the settings say, and nothing else does."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from openregicide.errors import RegicideError
from openregicide.protocol import (
    Begin,
    Joined,
    MakeMove,
    NewTable,
    RulesData,
    TableSettings,
    Update,
)
from openregicide.server import clock
from openregicide.server.metrics import Metrics
from openregicide.server.settings import Settings
from openregicide.server.store.store import Store
from openregicide.server.tables.hub import Hub
from openregicide.table.hashes import hash_token
from support.stored_games import finished_game

DAY = 86400
NOW = 2_000_000_000


class Time:
    def __init__(self) -> None:
        self.now = NOW

    def pass_days(self, days: float) -> None:
        self.now += int(days * DAY)


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> Time:
    time = Time()
    monkeypatch.setattr(clock, "now", lambda: time.now)
    return time


Test = Callable[[Hub, Store], Awaitable[None]]


def with_hub(path: Path, test: Test, **settings: Any) -> None:
    async def run() -> None:
        store = await Store.open(path, rest=0)
        hub = Hub(Settings(data=str(path.parent), **settings), store, Metrics())
        try:
            await test(hub, store)
        finally:
            await hub.close()
            await store.close()

    asyncio.run(run())


async def new_table(hub: Hub, *, begin: bool = True) -> Joined:
    settings = TableSettings(rules=RulesData(players=1))
    return await hub.create(NewTable(name="Ann", settings=settings, begin=begin))


async def play_to_the_end(hub: Hub, seat: Joined) -> str:
    live = await hub.find(seat.table)
    while live.table.running:
        update = await live.update(seat.token, None)
        move = MakeMove(f"m{update.version}", update.version, first_move(update))
        assert (await live.ask(0, move, hash_token(seat.token))).error is None
    game = live.table.game
    assert game is not None
    return game.id


def first_move(update: Update) -> str:
    assert update.moves
    return update.moves[0].move


def forget(hub: Hub) -> None:
    """As after the tables were idle for long."""
    hub._tables.clear()


async def code_of(found: Awaitable[object]) -> str:
    try:
        await found
    except RegicideError as error:
        return error.code
    return ""


def entries_in(path: Path) -> dict[str, int]:
    with closing(sqlite3.connect(path)) as connection:
        return dict(connection.execute("SELECT table_id, count(*) FROM entries GROUP BY table_id"))


def test_tables_leave_when_their_time_is_over(tmp_path: Path, time: Time) -> None:
    path = tmp_path / "tables.sqlite3"

    async def test(hub: Hub, store: Store) -> None:
        done, running, waiting = [await new_table(hub, begin=n < 2) for n in range(3)]
        game = await play_to_the_end(hub, done)
        forget(hub)
        time.pass_days(9.9)
        assert await hub.retention.sweep() == 0
        time.pass_days(0.2)
        assert await hub.retention.sweep() == 1
        assert await code_of(hub.find(done.table)) == "table.gone"
        assert set(entries_in(path)) == {running.table, waiting.table}
        # Its game is kept.
        assert (found := await store.game(game)) is not None
        assert found.record
        time.pass_days(10)
        assert await hub.retention.sweep() == 2
        assert entries_in(path) == {}
        for seat in (running, waiting):
            assert await code_of(hub.find(seat.table)) == "table.gone"
        assert await code_of(hub.find("NEVER")) == "table.unknown"

    with_hub(path, test, keep_tables_days=10, keep_abandoned_days=20)


def test_nothing_leaves_that_is_used_or_kept_for_ever(tmp_path: Path, time: Time) -> None:
    path = tmp_path / "tables.sqlite3"

    async def test(hub: Hub, store: Store) -> None:
        used, moved, left = [await new_table(hub) for _ in range(3)]
        forget(hub)
        time.pass_days(30)
        await hub.find(used.table)
        # A move changes nothing that the lobby shows, but it counts.
        live = await hub.find(moved.table)
        update = await live.update(moved.token, None)
        move = MakeMove("m", update.version, first_move(update))
        await live.ask(0, move, hash_token(moved.token))
        del hub._tables[moved.table]
        time.pass_days(1)
        assert await hub.retention.sweep() == 1
        assert set(entries_in(path)) == {used.table, moved.table}
        assert await code_of(hub.find(left.table)) == "table.gone"

    with_hub(path, test, keep_tables_days=0, keep_abandoned_days=20)


def test_no_table_leaves_by_default_for_months_and_no_game_ever(tmp_path: Path, time: Time) -> None:
    async def test(hub: Hub, store: Store) -> None:
        done, running = await new_table(hub), await new_table(hub)
        game = await play_to_the_end(hub, done)
        forget(hub)
        time.pass_days(89)
        assert await hub.retention.sweep() == 0
        time.pass_days(1000)
        assert await hub.retention.sweep() == 2
        assert await store.game(game) is not None
        assert await code_of(hub.find(running.table)) == "table.gone"

    with_hub(tmp_path / "tables.sqlite3", test)


def test_a_removal_that_was_interrupted_is_finished(tmp_path: Path, time: Time) -> None:
    path = tmp_path / "tables.sqlite3"

    async def test(hub: Hub, store: Store) -> None:
        seat = await new_table(hub)
        forget(hub)
        time.pass_days(1000)
        # The server stopped right after this.
        assert await store.leave(seat.table, time.now)
        assert entries_in(path)
        assert await code_of(hub.find(seat.table)) == "table.gone"
        time.pass_days(1000)
        await hub.retention.sweep()
        assert entries_in(path) == {}

    with_hub(path, test)


def test_games_leave_but_for_the_leaderboards(tmp_path: Path, time: Time) -> None:
    path = tmp_path / "tables.sqlite3"

    async def test(hub: Hub, store: Store) -> None:
        for number, ended in enumerate((NOW - 11 * DAY, NOW - 11 * DAY, NOW - 9 * DAY)):
            game = finished_game(f"g{number}", "device", ended_at=ended)
            await store.append(f"t{number}", 1, [b"x"], finished=game, at=NOW)
        with closing(sqlite3.connect(path)) as connection:
            connection.execute(
                "INSERT INTO daily_games VALUES ('g1', 't1', '2033-05-08', 1, 1, 1, 9, 0, '')"
            )
            connection.commit()
        await hub.retention.sweep()
        left = [await store.game(f"g{number}") is not None for number in range(3)]
        assert left == [False, True, True]
        assert [game.id for game in await store.games_of("device", limit=9)] == ["g2", "g1"]

    with_hub(path, test, keep_games_days=10)


def test_the_file_becomes_shorter(tmp_path: Path, time: Time) -> None:
    path = tmp_path / "tables.sqlite3"

    async def fill() -> None:
        store = await Store.open(path, rest=0)
        for number in range(10):
            await store.append(f"t{number}", 1, [bytes(2000)] * 200, at=NOW)
        await store.close()

    asyncio.run(fill())
    before = path.stat().st_size

    async def empty() -> None:
        store = await Store.open(path, rest=0)
        for number in range(10):
            await store.leave(f"t{number}", NOW + 1)
            while await store.remove_entries(f"t{number}"):
                pass
        while await store.give_back():
            pass
        await store.close()

    asyncio.run(empty())
    assert path.stat().st_size < before / 3
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]


def test_a_new_game_at_an_old_table_gives_it_time(tmp_path: Path, time: Time) -> None:
    async def test(hub: Hub, store: Store) -> None:
        seat = await new_table(hub, begin=False)
        forget(hub)
        time.pass_days(170)
        live = await hub.find(seat.table)
        assert (await live.ask(0, Begin("b"), hash_token(seat.token))).error is None
        forget(hub)
        time.pass_days(170)
        assert await hub.retention.sweep() == 0

    with_hub(tmp_path / "tables.sqlite3", test)
