"""Tables that nobody needs leave memory, and come back as they were."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator

import pytest

from openregicide.client import ProtocolError, Server, new_id
from openregicide.protocol import Join, NewTable, RulesData, Say, TableSettings
from support.serving import RunningServer, running_server
from support.tables import HARD, bounded, browsing, connected, lose, move_once, seat_people, told


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    with running_server(tmp_path_factory.mktemp("server"), idle_seconds=1) as running:
        yield running


async def figure(server: RunningServer, name: str) -> float:
    async with browsing() as client:
        text = (await client.get(f"{server.url}/metrics")).text
    found = re.search(rf"^{re.escape(name)} (\S+)$", text, re.MULTILINE)
    assert found is not None, text
    return float(found[1])


async def until_tables(server: RunningServer, count: int) -> None:
    while await figure(server, "regicide_tables") != count:
        await asyncio.sleep(0.1)


@bounded
async def test_idle_tables_leave_memory_and_come_back(server: RunningServer) -> None:
    lobby = await seat_people(server, 3, begin=False)
    playing = await seat_people(server, 2, rules={"attack": [0, 0, 0]})
    ended = await seat_people(server, 2, rules=HARD)
    async with (
        connected(server, ended[0].table, ended[0].token) as ann,
        connected(server, ended[1].table, ended[1].token) as bob,
    ):
        await lose([ann, bob])
    everybody = [*lobby, *playing, *ended]
    before = [await told(server, each) for each in everybody]
    assert await figure(server, "regicide_tables") == 3
    await until_tables(server, 0)
    for who, update in zip(everybody, before, strict=True):
        async with connected(server, who.table, who.token) as line:
            assert line.version == update.version
            assert (line.view, line.table) == (update.view, update.table)
            assert list(line.moves) == (update.moves or [])
        async with connected(server, who.table, who.token, version=update.version) as line:
            assert (line.updates[0].news, line.updates[0].full) == ([], False)
    async with (
        connected(server, playing[0].table, playing[0].token) as ann,
        connected(server, playing[1].table, playing[1].token) as bob,
    ):
        await move_once([ann, bob])
    await until_tables(server, 0)


@bounded
async def test_a_table_that_somebody_reads_stays(server: RunningServer) -> None:
    await until_tables(server, 0)
    ann, _ = await seat_people(server, 2)
    passing, _ = await seat_people(server, 2)
    async with connected(server, ann.table, ann.token) as line:
        # Once the other table has gone, the sweeper has been here, too.
        await until_tables(server, 1)
        assert (await line.ask(Say(id=new_id(), phrase="hello"))).error is None
    async with connected(server, passing.table) as line:
        assert line.view is not None


@bounded
async def test_whatever_wakes_a_table_it_remembers_everything(server: RunningServer) -> None:
    client = Server(server.url)
    request = Say(id=new_id(), phrase="hello")
    repeating, *_ = await seat_people(server, 2, begin=False)
    first = await client.ask(repeating.table, repeating.token, request)
    assert first.error is None
    full, *_ = await seat_people(server, 2, begin=False)
    crowded, *_ = await seat_people(server, 2)
    new = NewTable(name="Ann", settings=TableSettings(rules=RulesData(players=2)))
    free, taken = await client.create(new), await client.create(new)
    (host,) = await seat_people(server, 4, bots=dict.fromkeys("123", "greedy"), first=1)
    await until_tables(server, 0)

    assert await client.ask(repeating.table, repeating.token, request) == first
    assert (await client.join(free.table, Join(name="Bob"))).seat == 1
    for table, name, code in ((full, "Eve", "table.full"), (taken, "ann", "name.taken")):
        with pytest.raises(ProtocolError) as refusal:
            await client.join(table.table, Join(name=name))
        assert refusal.value.code == code
    # Many at once wake one table, not one for each of them.
    updates = await asyncio.gather(*(told(server, crowded) for _ in range(8)))
    assert len({update.version for update in updates}) == 1
    assert await figure(server, "regicide_tables") == 5
    # The bots had played on alone, until it was a person's turn.
    update = await told(server, host)
    assert update.view is not None
    assert update.moves or update.view.phase == "over"
    assert {each.by for each in update.news if each.what == "moved"} == {"bot"}
