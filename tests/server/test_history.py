"""Finished games: what a device has played, records, and replays of what everybody saw."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Iterator
from contextlib import AsyncExitStack
from typing import Any

import httpx
import msgspec
import pytest

from openregicide.client import new_id
from openregicide.protocol import Begin, Configure, RulesData, TableSettings, ViewData
from support.serving import RunningServer, running_server
from support.tables import (
    EASY,
    HARD,
    Line,
    bounded,
    browsing,
    connected,
    lose,
    play_at_random,
    seat_people,
    win,
)

PAGE = 50


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    with running_server(tmp_path_factory.mktemp("server")) as running:
        yield running


async def get(server: RunningServer, path: str, device: str | None = None) -> httpx.Response:
    headers = {} if device is None else {"X-Device": device}
    async with browsing() as client:
        return await client.get(f"{server.url}{path}", headers=headers)


async def games_of(server: RunningServer, device: str) -> list[dict[str, Any]]:
    """Return all games of a device, page by page."""
    games: list[dict[str, Any]] = []
    page = (await get(server, "/api/me/games", device)).json()
    while True:
        games += page["games"]
        if page["before"] is None:
            return games
        assert len(page["games"]) == PAGE
        page = (await get(server, f"/api/me/games?before={page['before']}", device)).json()


def new_device() -> str:
    return secrets.token_urlsafe(24)


# What a device has played


@bounded
async def test_the_games_of_a_device_are_counted_by_players(server: RunningServer) -> None:
    phone, laptop = new_device(), new_device()

    async def play(players: int, end: Any, rules: dict[str, Any], *moves: str) -> str:
        people = await seat_people(
            server, players, rules=rules, first=0, devices=[phone, laptop, laptop]
        )
        async with AsyncExitStack() as stack:
            lines = [
                await stack.enter_async_context(connected(server, each.table, each.token))
                for each in people
            ]
            for move in moves:
                await lines[0].move(move)
            await end(lines)
            assert lines[0].info.game is not None
            return lines[0].info.game.id

    solo = EASY | {"hand_limit": 12}
    played = [
        await play(1, win, solo),
        await play(1, win, solo, "j"),
        await play(1, win, solo, "j", "j"),
        await play(1, lose, HARD | {"flips": 0}),
        await play(3, win, EASY),
        await play(3, lose, HARD),
    ]
    told = (await get(server, "/api/me/statistics", phone)).json()["statistics"]
    assert told == [
        {
            "players": 1, "games": 4, "wins": 3, "gold": 1, "silver": 1, "bronze": 1,
            "best_kills": 12,
        },
        {
            "players": 3, "games": 2, "wins": 1, "gold": 0, "silver": 0, "bronze": 0,
            "best_kills": 12,
        },
    ]  # fmt: skip
    # Two seats of one device are still one game.
    told = (await get(server, "/api/me/statistics", laptop)).json()["statistics"]
    assert [(each["players"], each["games"], each["wins"]) for each in told] == [(3, 2, 1)]
    assert {each["id"] for each in await games_of(server, phone)} == set(played)
    assert {each["id"] for each in await games_of(server, laptop)} == set(played[4:])
    assert await games_of(server, new_device()) == []


@bounded
async def test_a_long_history_comes_page_by_page(server: RunningServer) -> None:
    device, count = new_device(), 2 * PAGE + 3
    (ann,) = await seat_people(server, 1, rules=HARD | {"flips": 0}, devices=[device])
    ids = []
    async with connected(server, ann.table, ann.token) as line:
        for number in range(1, count + 1):
            await lose([line])
            assert line.info.game is not None
            assert line.info.game.number == number
            ids.append(line.info.game.id)
            assert (await line.ask(Begin(id=new_id()))).error is None
    games = await games_of(server, device)
    assert len(games) == len({each["id"] for each in games}) == count
    assert {each["id"] for each in games} == set(ids)
    ended = [each["ended_at"] for each in games]
    assert ended == sorted(ended, reverse=True)
    assert all("record" not in each for each in games)


@pytest.mark.parametrize("device", [None, "", "short", "x" * 65, "?" * 30])
@bounded
async def test_who_is_no_device_has_no_history(server: RunningServer, device: str | None) -> None:
    for path in ("/api/me/games", "/api/me/statistics"):
        response = await get(server, path, device)
        assert response.status_code == 400
        assert response.json()["error"]["code"] == "request.malformed"


@bounded
async def test_a_game_that_runs_has_no_history_yet(server: RunningServer) -> None:
    device = new_device()
    (ann,) = await seat_people(server, 1, devices=[device])
    async with connected(server, ann.table, ann.token) as line:
        assert line.info.game is not None
        for path in ("", "/record", "/replay", "/replay?seat=0"):
            response = await get(server, f"/api/games/{line.info.game.id}{path}")
            assert response.status_code == 404
            assert response.json()["error"]["code"] == "game.unknown"
    assert await games_of(server, device) == []


# Replays


def seen(line: Line) -> list[dict[str, Any]]:
    """Return a game's views, moves and events in the order that a reader was told them."""
    steps: list[dict[str, Any]] = []
    for update in line.updates:
        if update.view is None:
            continue
        (change,) = update.news
        assert change.what in ("began", "moved")
        steps.append(
            {
                "view": msgspec.to_builtins(update.view),
                "seat": change.seat if change.what == "moved" else None,
                "move": change.move,
                "events": msgspec.to_builtins(change.events),
            }
        )
    return steps


@pytest.mark.parametrize("players", [1, 2, 3, 4])
@bounded
async def test_a_replay_shows_every_view_that_somebody_had(
    server: RunningServer, players: int
) -> None:
    people = await seat_people(server, players, begin=False, rules={"attack": [5, 7, 9]})
    async with AsyncExitStack() as stack:
        lines = [
            await stack.enter_async_context(connected(server, each.table, each.token))
            for each in people
        ]
        watching = await stack.enter_async_context(connected(server, people[0].table))
        assert (await lines[0].ask(Begin(id=new_id()))).error is None
        await asyncio.gather(*map(play_at_random, lines))
        await watching.until(lambda: watching.over)
        assert watching.info.game is not None
        game = watching.info.game.id
        for line in (*lines, watching):
            await line.reach(watching.version or 0)
            whose = "" if line.seat is None else f"?seat={line.seat}"
            replay = (await get(server, f"/api/games/{game}/replay{whose}")).json()
            assert replay["steps"] == seen(line)
            views = [msgspec.convert(step["view"], ViewData) for step in replay["steps"]]
            assert views[0].ply == 0
            assert views[-1].phase == "over"
    response = await get(server, f"/api/games/{game}/replay?seat={players}")
    assert response.status_code == 400
    code = response.json()["error"]["code"]
    assert code == ("seat.unknown" if players < 4 else "request.malformed")


@bounded
async def test_a_record_is_a_file_to_keep(server: RunningServer) -> None:
    (ann,) = await seat_people(server, 1, rules=HARD | {"flips": 0})
    async with connected(server, ann.table, ann.token) as line:
        await lose([line])
        assert line.info.game is not None
        game = line.info.game
    response = await get(server, f"/api/games/{game.id}/record")
    assert response.headers["content-type"] == "text/plain; charset=utf-8"
    assert response.headers["content-disposition"].startswith("attachment;")
    assert f'"{game.seed_hash}"' in response.text
    assert '"Ann"' in response.text


@bounded
async def test_a_finished_game_stays_as_it_was_when_the_table_changes(
    server: RunningServer,
) -> None:
    (ann,) = await seat_people(server, 1, rules=HARD | {"flips": 0})
    async with connected(server, ann.table, ann.token) as line:
        await lose([line])
        assert line.info.game is not None
        path = f"/api/games/{line.info.game.id}"
        before = [(await get(server, path + way)).text for way in ("", "/record", "/replay")]
        settings = TableSettings(rules=RulesData(players=1, hand_limit=3))
        assert (await line.ask(Configure(id=new_id(), settings=settings))).error is None
        assert (await line.ask(Begin(id=new_id()))).error is None
        after = [(await get(server, path + way)).text for way in ("", "/record", "/replay")]
        assert before == after
