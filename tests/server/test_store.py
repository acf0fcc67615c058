"""What the store keeps, and how it is found again."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import Connection, Engine, event

from openregicide.core import Medal
from openregicide.errors import StorageError
from openregicide.server.store.store import DeviceStatistics, Store
from support.stored_games import finished_game, table_row

Use = Callable[[Store], Awaitable[None]]


@asynccontextmanager
async def opened(path: Path) -> AsyncIterator[Store]:
    store = await Store.open(path, rest=0)
    try:
        yield store
    finally:
        await store.close()


def with_store(path: Path, use: Use) -> None:
    async def run() -> None:
        async with opened(path) as store:
            await use(store)

    asyncio.run(run())


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "regicide.db"


@contextmanager
def watched(name: str, watch: Callable[..., None]) -> Iterator[None]:
    """Hear of something in every engine of SQLAlchemy."""
    event.listen(Engine, name, watch)
    try:
        yield
    finally:
        event.remove(Engine, name, watch)


def code_of(outcome: object) -> str | None:
    assert outcome is None or isinstance(outcome, StorageError), outcome
    return outcome.code if outcome else None


# Journals.


def test_a_journal_comes_back_in_its_order_also_after_closing(path: Path) -> None:
    versions = [b"entry %d" % version for version in range(1, 13)]

    async def write(store: Store) -> None:
        await store.append("a", 1, versions[:2])
        await store.append("b", 1, [b"other"])
        for version in range(3, 13):
            await store.append("a", version, [versions[version - 1]])
        assert await store.load("a") == versions

    async def read(store: Store) -> None:
        assert await store.load("a") == versions
        assert await store.load("b") == [b"other"]

    with_store(path, write)
    with_store(path, read)


def test_an_unknown_table_has_an_empty_journal(path: Path) -> None:
    async def use(store: Store) -> None:
        await store.append("a", 1, [b"x"])
        assert await store.load("b") == []
        assert not await store.exists("b")
        assert await store.exists("a")

    with_store(path, use)


def test_a_version_is_taken_once(path: Path) -> None:
    async def use(store: Store) -> None:
        await store.append("a", 1, [b"1", b"2"])
        with pytest.raises(StorageError) as refusal:
            await store.append("a", 2, [b"again", b"3"])
        assert refusal.value.code == "storage.conflict"
        assert await store.load("a") == [b"1", b"2"]

    with_store(path, use)


@pytest.mark.parametrize("version", [0, -1, 4, 7])
def test_a_journal_gets_no_gaps(path: Path, version: int) -> None:
    async def use(store: Store) -> None:
        await store.append("a", 1, [b"1", b"2"])
        with pytest.raises(StorageError) as refusal:
            await store.append("a", version, [b"x"])
        assert refusal.value.code == "storage.conflict"
        with pytest.raises(StorageError):
            await store.append("new", version, [b"x"])
        assert await store.load("a") == [b"1", b"2"]
        assert await store.load("new") == []

    with_store(path, use)


def test_appends_that_wait_are_committed_together(path: Path) -> None:
    commits = 0

    def committed(_connection: Connection) -> None:
        nonlocal commits
        commits += 1

    async def use(store: Store) -> None:
        nonlocal commits
        commits = 0
        await asyncio.gather(*(store.append(f"t{i}", 1, [b"x"]) for i in range(300)))
        assert commits <= 2
        assert all([await store.exists(f"t{i}") for i in range(300)])

    with watched("commit", committed):
        with_store(path, use)


def test_an_append_that_does_not_fit_fails_alone(path: Path) -> None:
    async def use(store: Store) -> None:
        await store.append("taken", 1, [b"x"], finished=finished_game("g", "d"))
        outcomes = await asyncio.gather(
            store.append("a", 1, [b"a"], row=table_row("a")),
            store.append("taken", 1, [b"y"], row=table_row("taken")),
            store.append("b", 1, [b"b"]),
            store.append("c", 1, [b"c"], row=table_row("c"), finished=finished_game("g", "e")),
            store.append("d", 1, [b"d"], finished=finished_game("h", "d")),
            return_exceptions=True,
        )
        codes = [code_of(outcome) for outcome in outcomes]
        assert codes == [None, "storage.conflict", None, "storage.conflict", None]
        # Nothing of those two is there, neither entries nor rows nor games.
        assert await store.load("taken") == [b"x"]
        assert await store.load("c") == []
        assert [row.id for row in await store.listed_tables(9)] == ["a"]
        assert await store.games_of("e", limit=9) == []
        assert [game.id for game in await store.games_of("d", limit=9)] == ["h", "g"]

    with_store(path, use)


def test_what_follows_a_failed_append_fails_too(path: Path) -> None:
    async def use(store: Store) -> None:
        await store.append("a", 1, [b"1"])
        outcomes = await asyncio.gather(
            store.append("a", 1, [b"again"], finished=finished_game("g")),
            store.append("a", 2, [b"2"], finished=finished_game("g")),
            store.append("a", 3, [b"3"]),
            store.append("a", 5, [b"5"]),
            return_exceptions=True,
        )
        codes = [code_of(outcome) for outcome in outcomes]
        assert codes == ["storage.conflict", None, None, "storage.conflict"]
        assert await store.load("a") == [b"1", b"2", b"3"]

    with_store(path, use)


def test_a_cancelled_caller_does_not_take_the_append_back(path: Path) -> None:
    async def use(store: Store) -> None:
        impatient = asyncio.create_task(store.append("a", 1, [b"1"]))
        await asyncio.sleep(0)
        impatient.cancel()
        with pytest.raises(asyncio.CancelledError):
            await impatient
        await store.append("a", 2, [b"2"])
        assert await store.load("a") == [b"1", b"2"]

    with_store(path, use)


def test_closing_writes_what_waits_and_takes_nothing_more(path: Path) -> None:
    async def run() -> None:
        store = await Store.open(path)
        waiting = [asyncio.create_task(store.append(f"t{i}", 1, [b"x"])) for i in range(50)]
        await asyncio.sleep(0)
        await store.close()
        assert all(task.done() and task.exception() is None for task in waiting)
        with pytest.raises(StorageError) as refusal:
            await store.append("late", 1, [b"x"])
        assert refusal.value.code == "storage.closed"
        with pytest.raises(StorageError) as refusal:
            await store.load("t0")
        assert refusal.value.code == "storage.closed"
        await store.close()

    asyncio.run(run())
    # Everything is in the one file.
    assert sorted(p.name for p in path.parent.iterdir()) == ["regicide.db", "regicide.db.lock"]


def test_commits_wait_for_the_disk_and_keep_foreign_keys(path: Path) -> None:
    found = set()

    def look(connection: Connection) -> None:
        pragmas = ("journal_mode", "synchronous", "foreign_keys")
        found.add(tuple(connection.exec_driver_sql(f"PRAGMA {p}").scalar() for p in pragmas))

    async def use(store: Store) -> None:
        with watched("commit", look):
            await store.append("a", 1, [b"x"])

    with_store(path, use)
    assert found == {("wal", 2, 1)}


def test_a_reader_sees_one_moment_while_the_writer_goes_on(path: Path) -> None:
    async def use(store: Store) -> None:
        async def write() -> None:
            for version in range(1, 61):
                await store.append("a", version, [b"%d" % version])

        writing = asyncio.create_task(write())
        seen = 0
        while not writing.done():
            journal = await store.load("a")
            assert journal == [b"%d" % version for version in range(1, len(journal) + 1)]
            assert len(journal) >= seen
            seen = len(journal)
        await writing

    with_store(path, use)


Steps = st.lists(st.tuples(st.sampled_from("abc"), st.integers(1, 6), st.integers(1, 3)))


def test_any_appends_give_what_one_after_the_other_would(path: Path) -> None:
    """Each step is a table, a first version and a number of entries, fitting or not."""
    examples = count(1)

    async def play(store: Store, batches: list[list[tuple[str, int, int]]]) -> None:
        example = next(examples)
        model: dict[str, list[bytes]] = {"a": [], "b": [], "c": []}
        for batch in batches:
            expected, calls = [], []
            for number, (table, first, length) in enumerate(batch):
                data = [b"%d.%d" % (number, place) for place in range(length)]
                fits = first == len(model[table]) + 1
                if fits:
                    model[table] += data
                expected.append(None if fits else "storage.conflict")
                calls.append(store.append(f"{table}{example}", first, data))
            outcomes = await asyncio.gather(*calls, return_exceptions=True)
            assert [code_of(outcome) for outcome in outcomes] == expected
        for table, journal in model.items():
            assert await store.load(f"{table}{example}") == journal

    with asyncio.Runner() as runner:
        store = runner.run(Store.open(path, rest=0))

        @settings(max_examples=50)
        @given(st.lists(Steps, max_size=4))
        def check(batches: list[list[tuple[str, int, int]]]) -> None:
            runner.run(play(store, batches))

        try:
            check()
        finally:
            runner.run(store.close())


# The lobby.


def test_the_lobby_lists_the_latest_change_first(path: Path) -> None:
    async def use(store: Store) -> None:
        for number, table in enumerate("abcd"):
            row = table_row(table, changed_at=number, listed=table != "c")
            await store.append(table, 1, [b"x"], row=row)
        assert [row.id for row in await store.listed_tables(9)] == ["d", "b", "a"]
        assert [row.id for row in await store.listed_tables(2)] == ["d", "b"]

    with_store(path, use)


def test_a_row_replaces_what_was_known(path: Path) -> None:
    async def use(store: Store) -> None:
        first = table_row("a")
        await store.append("a", 1, [b"x"], row=first)
        assert await store.listed_tables(9) == [first]
        second = replace(first, changed_at=7, summary=b"other")
        await store.append("a", 2, [b"x"], row=second)
        assert await store.listed_tables(9) == [second]
        await store.append("a", 3, [b"x"])
        assert await store.listed_tables(9) == [second]
        await store.append("a", 4, [], row=replace(second, listed=False))
        assert await store.listed_tables(9) == []

    with_store(path, use)


# Finished games.


def test_a_finished_game_comes_back_whole(path: Path) -> None:
    game = finished_game("g", "device", "", "other", won=True, medal=Medal.SILVER)

    async def use(store: Store) -> None:
        await store.append("table", 1, [b"x"], finished=game)
        assert await store.game("g") == game
        assert await store.game("h") is None

    with_store(path, use)


def test_a_devices_games_are_listed_page_by_page(path: Path) -> None:
    # Several end in the same second, and some are of other devices.
    games = [
        finished_game(f"g{i:02}", "me" if i % 3 else "you", "", ended_at=1000 + i // 4)
        for i in range(30)
    ]
    mine = [replace(game, record="") for game in reversed(games) if game.seats[0].device == "me"]

    async def use(store: Store) -> None:
        for version, game in enumerate(games, 1):
            await store.append("table", version, [b"x"], finished=game)
        assert await store.games_of("me", limit=100) == mine
        pages, before = [], None
        while page := await store.games_of("me", before=before, limit=7):
            pages.append(page)
            before = page[-1].ended_at, page[-1].id
        assert [len(page) for page in pages] == [7, 7, 6]
        assert [game for page in pages for game in page] == mine

    with_store(path, use)


def test_seats_without_a_device_are_nobodys(path: Path) -> None:
    async def use(store: Store) -> None:
        await store.append("table", 1, [b"x"], finished=finished_game("g", "", ""))
        assert await store.games_of("", limit=9) == []
        assert await store.statistics("") == []

    with_store(path, use)


def test_statistics_go_by_the_number_of_players(path: Path) -> None:
    games = [
        finished_game("a", "me", won=True, medal=Medal.GOLD, kills=12),
        finished_game("b", "me", won=True, medal=Medal.BRONZE, kills=12),
        finished_game("c", "me", won=True, medal=Medal.BRONZE, kills=12),
        finished_game("d", "me", kills=2),
        finished_game("e", "you", won=True, medal=Medal.SILVER, kills=12),
        finished_game("f", "me", "you", kills=5),
        finished_game("g", "me", "", kills=9),
        # Two seats, one game.
        finished_game("h", "me", "you", "me", won=True, kills=12),
    ]

    async def use(store: Store) -> None:
        for version, game in enumerate(games, 1):
            await store.append("table", version, [b"x"], finished=game)
        assert await store.statistics("me") == [
            DeviceStatistics(1, games=4, wins=3, gold=1, silver=0, bronze=2, best_kills=12),
            DeviceStatistics(2, games=2, wins=0, gold=0, silver=0, bronze=0, best_kills=9),
            DeviceStatistics(3, games=1, wins=1, gold=0, silver=0, bronze=0, best_kills=12),
        ]
        assert [game.id for game in await store.games_of("me", limit=9)].count("h") == 1
        # Many questions at once get their own answers.
        answers = await asyncio.gather(*(store.game(game.id) for game in games * 5))
        assert answers == games * 5
        assert await store.statistics("nobody") == []

    with_store(path, use)


def test_no_question_is_answered_by_reading_a_whole_table(path: Path) -> None:
    asked: list[tuple[str, Any]] = []

    def note(
        _connection: object, _cursor: object, statement: str, parameters: Any, *_: object
    ) -> None:
        asked.append((statement, parameters))

    plans: list[str] = []

    def explain(connection: Connection) -> None:
        for statement, parameters in asked:
            rows = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", parameters)
            plans.extend(f"{row[3]} | {statement}" for row in rows)

    async def use(store: Store) -> None:
        game = finished_game("g", "me", "you")
        await store.append("a", 1, [b"x"], row=table_row("a"), finished=game)
        with watched("before_cursor_execute", note):
            await store.load("a")
            await store.exists("a")
            await store.listed_tables(20)
            await store.game("g")
            await store.games_of("me", limit=20)
            await store.games_of("me", before=(3000, "z"), limit=20)
            await store.statistics("me")
        asked[:] = [(s, p) for s, p in asked if s.startswith("SELECT")]
        with watched("commit", explain):
            await store.append("a", 2, [b"x"])

    with_store(path, use)
    assert len(asked) == 13
    assert len(plans) >= len(asked)
    scans = [plan for plan in plans if plan.startswith("SCAN")]
    # The lobby reads an index that holds nothing else.
    assert [scan.split(" | ")[0] for scan in scans] == ["SCAN tables USING INDEX ix_tables_listed"]
    sorts = [plan for plan in plans if plan.startswith("USE TEMP B-TREE")]
    assert [sort.split(" | ")[0] for sort in sorts] == ["USE TEMP B-TREE FOR GROUP BY"]
