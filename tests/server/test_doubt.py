"""When nobody can tell at once whether a change is on disk: the disk decides, and all are told."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import msgspec
import pytest

from openregicide.client import new_id
from openregicide.errors import TableError
from openregicide.protocol import (
    Join,
    Leave,
    Message,
    NewTable,
    RulesData,
    Say,
    TableSettings,
    Update,
)
from openregicide.server import clock
from openregicide.server.metrics import Metrics
from openregicide.server.settings import Settings
from openregicide.server.store import store as store_module
from openregicide.server.store.store import Store
from openregicide.server.tables.hub import Hub
from openregicide.server.tables.live import LiveTable
from openregicide.server.tables.subscribers import Subscriber
from openregicide.table.hashes import hash_token
from support.tables import bounded

SERVER = Path(clock.__file__).parent

read = msgspec.json.Decoder(Message).decode


@asynccontextmanager
async def a_table(folder: Path) -> AsyncIterator[tuple[LiveTable, str, str]]:
    """A table with two people; their tokens."""
    store = await Store.open(folder / "tables.sqlite3")
    hub = Hub(Settings(bot_threads=1), store, Metrics())
    ann = await hub.create(NewTable("Ann", TableSettings(RulesData(2))))
    live = await hub.find(ann.table)
    bob = await live.sit(Join("Bob"))
    yield live, ann.token, bob.token
    await hub.close()
    await store.close()


def lose_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on every commit is done, and reported as failed."""
    commit: Callable[..., Any] = vars(store_module)["commit"]

    def unheard(*arguments: Any) -> None:
        commit(*arguments)
        raise OSError("the answer was lost")

    monkeypatch.setattr(store_module, "commit", unheard)


async def told(subscriber: Subscriber) -> Sequence[str]:
    """Return what the next update with news tells."""
    while True:
        message = await subscriber.next(5)
        assert message is not None
        update = read(message)
        if isinstance(update, Update) and update.news and not update.full:
            return [change.what for change in update.news]


@bounded
async def test_a_change_that_was_stored_after_all_is_acknowledged_and_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with a_table(tmp_path) as (live, ann, bob):
        watching = await live.attach(bob, live.table.version)
        lose_answers(monkeypatch)
        answer = await live.ask(0, Say(id=new_id(), phrase="hello"), hash_token(ann))
        assert (answer.error, answer.version) == (None, 4)
        assert await told(watching) == ["said"]
        monkeypatch.undo()
        assert (await live.ask(0, Say(id=new_id(), phrase="hello"), hash_token(ann))).version == 5


@bounded
async def test_a_seat_that_was_stored_after_all_is_given(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with a_table(tmp_path) as (live, _, bob):
        await live.ask(1, Leave(id=new_id()), hash_token(bob))
        lose_answers(monkeypatch)
        again = await live.sit(Join("Bob"))
        assert live.table.check_token(again.token) == again.seat == 1


@bounded
async def test_a_change_whose_request_was_cancelled_is_told_though_nobody_asks(
    tmp_path: Path,
) -> None:
    async with a_table(tmp_path) as (live, ann, bob):
        watching = await live.attach(bob, live.table.version)
        request = Say(id=new_id(), phrase="hello")
        asking = asyncio.create_task(live.ask(0, request, hash_token(ann)))
        while live.table.version < 4:
            await asyncio.sleep(0)
        asking.cancel()
        with suppress(asyncio.CancelledError):
            await asking
        assert await told(watching) == ["said"]


@bounded
async def test_a_connection_cannot_act_for_a_seat_that_was_given_up(tmp_path: Path) -> None:
    async with a_table(tmp_path) as (live, _, bob):
        holder = hash_token(bob)
        line = await live.attach(bob, None)
        assert line.holder == holder
        await live.ask(1, Leave(id=new_id()), holder)
        with pytest.raises(TableError, match=r"seat\.lost"):
            await live.ask(1, Say(id=new_id(), phrase="hello"), holder)
        # Not when somebody else sits there either.
        await live.sit(Join("Cyd"))
        with pytest.raises(TableError, match=r"seat\.lost"):
            await live.ask(1, Say(id=new_id(), phrase="hello"), holder)
        assert live.table.version == 5


def test_the_server_asks_one_clock() -> None:
    others = [
        path.name
        for path in SERVER.rglob("*.py")
        if path.name != "clock.py" and "migrations" not in path.parts
        for line in path.read_text().splitlines()
        if line.startswith(("import time", "from time import"))
    ]
    assert others == []
