"""A glance at a table: for the player of a seat, and nobody else; and it is no presence."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import httpx
import msgspec
import pytest

from openregicide.protocol import Glance, Joined
from support.serving import RunningServer, running_server
from support.tables import (
    EASY,
    HARD,
    bounded,
    browsing,
    connected,
    move_once,
    play_at_random,
    seat_people,
)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    with running_server(tmp_path_factory.mktemp("server")) as running:
        yield running


async def ask(server: RunningServer, table: str, token: str | None) -> httpx.Response:
    headers = {} if token is None else {"Authorization": f"Bearer {token}"}
    async with browsing() as client:
        return await client.get(f"{server.url}/api/tables/{table}/glance", headers=headers)


async def glance(server: RunningServer, seat: Joined) -> Glance:
    answer = await ask(server, seat.table, seat.token)
    assert answer.status_code == 200, answer.text
    return msgspec.json.decode(answer.content, type=Glance)


@bounded
async def test_a_glance_tells_games_apart(server: RunningServer) -> None:
    people = await seat_people(server, 2, rules=EASY, first=0)
    mine, other = [await glance(server, each) for each in people]
    assert (mine.seat, mine.mine, mine.fallen) == (0, True, 0)
    assert (other.seat, other.mine) == (1, False)
    assert mine.enemy is not None
    assert mine.enemy[0] == "J"
    assert mine.changed_at > 0
    assert mine.table == other.table
    async with connected(server, people[0].table, people[0].token) as line:
        await move_once([line])
        after = await glance(server, people[0])
        # With these royals every card kills.
        assert after.fallen == 1
        assert line.view is not None
        assert after.enemy == line.view.enemy
        # To look in passing is not to be there.
        await glance(server, people[1])
        assert list(line.present) == [True, False]


@bounded
async def test_before_a_game_and_after_one_there_is_less_to_see(server: RunningServer) -> None:
    (waiting,) = await seat_people(server, 1, begin=False)
    seen = await glance(server, waiting)
    assert (seen.enemy, seen.fallen, seen.mine, seen.changed_at) == (None, 0, False, 0)
    assert seen.table.game is None
    (lost,) = await seat_people(server, 1, rules=HARD)
    async with connected(server, lost.table, lost.token) as line:
        await play_at_random(line)
    seen = await glance(server, lost)
    assert seen.table.game is not None
    assert seen.table.game.result == "lost"
    assert not seen.mine


@bounded
async def test_it_is_for_the_player_of_a_seat_alone(server: RunningServer) -> None:
    one, other = await asyncio.gather(seat_people(server, 1), seat_people(server, 1))
    for token in (None, "nonsense", other[0].token):
        refused = await ask(server, one[0].table, token)
        assert refused.status_code in (401, 403)
        assert refused.json()["error"]["code"] == "seat.token"
    assert (await ask(server, "AAAAABBBBB", one[0].token)).status_code == 404
