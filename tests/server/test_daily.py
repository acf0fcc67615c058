"""The deal of the day: the same for everybody, one try that counts, and no way to look ahead."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import itertools
import secrets
import sqlite3
from collections.abc import Iterator
from contextlib import AsyncExitStack, closing
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import msgspec
import pytest

from openregicide.client import ProtocolError, Server, new_id
from openregicide.core import Medal, RuleSet
from openregicide.errors import StorageError
from openregicide.notation import read_record
from openregicide.protocol import (
    Begin,
    Configure,
    Join,
    Joined,
    NewDaily,
    RulesData,
    SeatBot,
    TableSettings,
    Vote,
)
from openregicide.server.store.store import Store
from openregicide.table.daily import DailyGame, DailyResult
from openregicide.table.options import rules_of
from openregicide.verify import Verdict, verify_record
from support.clocked_server import ClockedServer, clocked_server
from support.stored_games import finished_game
from support.tables import NAMES, bounded, browsing, connected, play_at_random, told

YESTERDAY, TODAY = "2026-11-15", "2026-11-16"


BEGINNING = date(2026, 11, 1)


class Days(NamedTuple):
    """The days of one test; no other test has been there."""

    today: str
    tomorrow: str


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ClockedServer]:
    folder = tmp_path_factory.mktemp("server")
    beginning = f"{BEGINNING} 18:00"
    with clocked_server(folder, beginning, stand_in="random", absent_seconds=0) as server:
        yield server


@pytest.fixture(scope="module")
def calendar() -> Iterator[date]:
    return (BEGINNING + timedelta(days=3 * count) for count in itertools.count())


@pytest.fixture
def days(calendar: Iterator[date]) -> Days:
    today = next(calendar)
    return Days(today.isoformat(), (today + timedelta(days=1)).isoformat())


@pytest.fixture
def server(running: ClockedServer, days: Days) -> Iterator[ClockedServer]:
    running.set(f"{days.today} 18:00")
    yield running
    log = running.logged()
    assert "Traceback" not in log
    assert not [n for day in days for n in (1, 2, 3, 4) if seed_of(running, day, n) in log]


def new_device() -> str:
    return secrets.token_urlsafe(24)


def secret_of(server: ClockedServer) -> bytes:
    with closing(sqlite3.connect(server.folder / "data" / "tables.sqlite3")) as connection:
        ((value,),) = connection.execute("SELECT value FROM secrets WHERE name = 'daily'")
        return bytes(value)


def seed_of(server: ClockedServer, day: str, players: int) -> str:
    """Work out a seed as only somebody with the database can."""
    about = f"{day} {players} stream".encode()
    return hmac.digest(secret_of(server), about, hashlib.sha256).hex()


async def get(server: ClockedServer, path: str, device: str | None = None) -> httpx.Response:
    headers = {} if device is None else {"X-Device": device}
    async with browsing() as client:
        return await client.get(f"{server.url}{path}", headers=headers)


async def daily(
    server: ClockedServer, players: int = 1, device: str | None = None, day: str | None = None
) -> dict[str, Any]:
    path = "/api/daily" if day is None else f"/api/daily/{day}"
    response = await get(server, f"{path}?players={players}", device)
    assert response.status_code == 200, response.text
    found: dict[str, Any] = response.json()
    return found


async def post(server: ClockedServer, wanted: NewDaily) -> httpx.Response:
    async with browsing() as client:
        return await client.post(f"{server.url}/api/daily", content=msgspec.json.encode(wanted))


async def sit(
    server: ClockedServer, players: int = 1, device: str | None = None, bot: str | None = None
) -> Joined:
    response = await post(server, NewDaily(players, NAMES[0], bot, device))
    assert response.status_code == 201, response.text
    return msgspec.json.decode(response.content, type=Joined)


async def begin(server: ClockedServer, host: Joined) -> str:
    """Let a host begin; return the code of what is wrong with that."""
    answer = await Server(server.url).ask(host.table, host.token, Begin(id=new_id()))
    return answer.error.code if answer.error else ""


async def finish(server: ClockedServer, *people: Joined, seed: int = 0) -> str:
    """Play at random to the end; return the game."""
    async with AsyncExitStack() as stack:
        lines = [
            await stack.enter_async_context(connected(server, each.table, each.token))
            for each in people
        ]
        await asyncio.gather(*(play_at_random(line, seed) for line in lines))
        assert lines[0].info.game is not None
        return lines[0].info.game.id


async def start_of(server: ClockedServer, seat: Joined) -> tuple[object, ...]:
    """Return all that a deal shows at the start."""
    update = await told(server, seat)
    assert update.table is not None
    assert update.table.game is not None
    assert update.view is not None
    assert update.view.ply == 0
    game = update.table.game
    return game.daily, game.seed_hash, game.first, update.view.text


async def is_ranked(server: ClockedServer, seat: Joined) -> bool:
    update = await told(server, seat)
    assert update.table is not None
    assert update.table.game is not None
    assert update.table.game.daily is not None
    return update.table.game.ranked


# The deal


@bounded
async def test_everybody_gets_the_same_deal(server: ClockedServer, days: Days) -> None:
    ann, bob, stranger = [
        await sit(server, device=one) for one in (new_device(), new_device(), new_device())
    ]
    deal = await start_of(server, ann)
    assert deal[:2] == (
        days.today,
        hashlib.sha256(seed_of(server, days.today, 1).encode()).hexdigest(),
    )
    assert deal == await start_of(server, bob) == await start_of(server, stranger)
    assert deal[1] == (await daily(server))["seed_hash"]
    # With others at the table there are other deals, by the rulebook, and the same for all.
    for players in (2, 3, 4):
        here, there = [await sit(server, players, new_device(), "random") for _ in range(2)]
        hashes = set()
        for seat in (here, there):
            info = (await told(server, seat)).table
            assert info is not None
            assert info.game is not None
            hashes.add((info.game.seed_hash, info.game.first))
            assert rules_of(info.game.rules) == RuleSet(players=players)
        ((found, _),) = hashes
        assert found == (await daily(server, players))["seed_hash"] != deal[1]
    server.set(f"{days.tomorrow} 00:00")
    later = await start_of(server, await sit(server, device=new_device()))
    assert later[0] == days.tomorrow
    assert later[1] not in (deal[1], (await daily(server, 2))["seed_hash"])


@bounded
async def test_nothing_about_the_deal_can_be_changed(server: ClockedServer) -> None:
    host = await sit(server, 2, new_device())
    client = Server(server.url)
    for request in (
        Begin(id=new_id(), first=1),
        Configure(id=new_id(), settings=TableSettings(rules=RulesData(players=2, hand_limit=9))),
        Configure(id=new_id(), settings=TableSettings(rules=RulesData(players=2))),
    ):
        if isinstance(request, Begin):
            seated = SeatBot(id=new_id(), seat=1, bot="random")
            assert (await client.ask(host.table, host.token, seated)).error is None
        answer = await client.ask(host.table, host.token, request)
        assert answer.error is not None
        assert answer.error.code == "daily.fixed"
    # Whoever watched would know the deal before their own try.
    response = await get(server, f"/api/tables/{host.table}/update")
    assert (response.status_code, response.json()["error"]["code"]) == (403, "table.no_spectators")
    assert await client.tables() == []


@bounded
async def test_there_is_no_deal_of_a_day_to_come(server: ClockedServer, days: Days) -> None:
    for day in (days.tomorrow, "9999-12-31", "2026-11-31", "20261116", "today", "2026-W46-1"):
        response = await get(server, f"/api/daily/{day}?players=1")
        assert (response.status_code, response.json()["error"]["code"]) == (404, "daily.unknown")
    assert (await daily(server, day="0001-01-01"))["people"] == {"rows": [], "games": 0}


# One try that counts


@bounded
async def test_the_first_game_of_a_device_counts_and_the_others_do_not(
    server: ClockedServer,
) -> None:
    device = new_device()
    assert (await daily(server, 1, device))["tried"] is None
    first = await sit(server, 1, device)
    assert await is_ranked(server, first)
    assert (await daily(server, 1, device))["people"]["rows"] == []
    game = await finish(server, first)
    tried = {"table": first.table, "game": game, "ranked": True, "over": True}
    (row,) = (await daily(server, 1, device))["people"]["rows"]
    assert (row["rank"], row["mine"], row["game"]) == (1, True, game)
    assert row["seats"] == [{"seat": 0, "name": "Ann", "bot": ""}]
    assert row["kills"] == len(row["exact"])
    # Another table, and another game at the same one, are free tries.
    second = await sit(server, 1, device)
    assert not await is_ranked(server, second)
    await finish(server, second, seed=1)
    assert await begin(server, first) == ""
    assert not await is_ranked(server, first)
    await finish(server, first, seed=2)
    now = await daily(server, 1, device)
    assert (now["tried"], now["people"]["rows"]) == (tried, [row])
    # With another number of players it is another deal, and another try.
    assert await is_ranked(server, await sit(server, 2, device, "random"))


@bounded
async def test_without_a_device_nobody_sees_the_deal(server: ClockedServer) -> None:
    """They could come back with a device, and have their first try with open eyes."""
    for wanted in (NewDaily(1, "Ann"), NewDaily(2, "Ann"), NewDaily(2, "Ann", "random")):
        refused = await post(server, wanted)
        assert (refused.status_code, refused.json()["error"]["code"]) == (409, "daily.no_device")
    host = await sit(server, 2, new_device())
    with pytest.raises(ProtocolError) as error:
        await Server(server.url).join(host.table, Join(name="Bob"))
    assert error.value.code == "daily.no_device"
    assert await begin(server, host) == "table.seats_free"
    assert (await daily(server))["people"]["games"] == 0


@bounded
async def test_the_deal_is_promised_the_day_before(server: ClockedServer, days: Days) -> None:
    promised = (await daily(server))["tomorrow"]
    assert len(set(promised)) == 4
    server.set(f"{days.tomorrow} 00:00")
    assert [(await daily(server, players))["seed_hash"] for players in (1, 2, 3, 4)] == promised
    assert (await daily(server, day=days.today))["tomorrow"] == []


@bounded
async def test_who_leaves_a_ranked_game_gets_no_other_before_it_is_over(
    server: ClockedServer,
) -> None:
    device = new_device()
    first = await sit(server, 1, device)
    start = await start_of(server, first)
    refused = await post(server, NewDaily(1, "Ann", None, device))
    assert (refused.status_code, refused.json()["error"]["code"]) == (409, "daily.unfinished")
    # Nor at a table of friends who would show how the deal goes on.
    host = await sit(server, 2, device)
    friend = await Server(server.url).join(host.table, Join(name="Bob", device=new_device()))
    assert await begin(server, host) == ""
    other = await sit(server, 2, new_device())
    await Server(server.url).join(other.table, Join(name="Cleo", device=device))
    assert await begin(server, other) == "daily.unfinished"
    await finish(server, host, friend)
    assert await begin(server, other) == ""
    # Pulling the plug changes nothing about it.
    server.kill()
    server.start()
    assert await start_of(server, first) == start
    refused = await post(server, NewDaily(1, "Ann", None, device))
    assert refused.json()["error"]["code"] == "daily.unfinished"
    tried = (await daily(server, 1, device))["tried"]
    assert (tried["table"], tried["ranked"], tried["over"]) == (first.table, True, False)
    async with connected(server, first.table, first.token) as line:
        await line.move()
    server.kill()
    server.start()
    await finish(server, first)
    assert [row["mine"] for row in (await daily(server, 1, device))["people"]["rows"]] == [True]


@bounded
async def test_people_who_try_together_have_to_be_new_to_the_deal(
    server: ClockedServer, days: Days
) -> None:
    ann, bob, cleo = new_device(), new_device(), new_device()

    async def table(*devices: str | None) -> list[Joined]:
        people = [await sit(server, 2, devices[0])]
        join = Join(name="Bob", device=devices[1])
        people.append(await Server(server.url).join(people[0].table, join))
        return people

    async def counts(seat: Joined) -> bool:
        chance = (await get(server, f"/api/tables/{seat.table}/daily")).json()
        assert chance["day"] == days.today
        ranked: bool = chance["ranked"]
        assert await begin(server, seat) == ""
        assert await is_ranked(server, seat) == ranked
        return ranked

    both = await table(ann, bob)
    assert await counts(both[0])
    game = await finish(server, *both)
    for device in (ann, bob):
        (row,) = (await daily(server, 2, device))["people"]["rows"]
        assert (row["mine"], row["game"], row["bots"]) == (True, game, 0)
    # Whoever plays along with somebody who knows the deal knows it too.
    mixed = await table(cleo, bob)
    assert not await counts(mixed[0])
    await finish(server, *mixed)
    tried = (await daily(server, 2, cleo))["tried"]
    assert (tried["ranked"], tried["over"]) == (False, True)
    assert not await counts((await table(cleo, new_device()))[0])
    # One device with two hands is one person who sees both.
    twice = new_device()
    assert not await counts((await table(twice, twice))[0])
    assert (await daily(server, 2))["people"]["games"] == 1
    elsewhere = (await get(server, f"/api/tables/{'A' * 10}/daily")).json()
    assert elsewhere["error"]["code"] == "table.unknown"


# The board

RESULTS = (
    ("gold", 12, Medal.GOLD, 50, 0),
    ("silver", 12, Medal.SILVER, 30, 0),
    ("long", 12, Medal.SILVER, 31, 0),
    ("eleven first", 11, Medal.NONE, 20, 0),
    ("eleven", 11, Medal.NONE, 20, 0),
    ("none", 0, Medal.NONE, 1, 0),
    ("with bots", 12, Medal.NONE, 10, 2),
)
"""Names, royals, medals, moves and bots: the best first, except that bots are a board apart."""


async def fill(store: Store) -> None:
    """Play all these games on two days; the worse a result, the earlier it was there."""
    for late, (name, kills, medal, moves, bots) in enumerate(reversed(RESULTS)):
        for day in (YESTERDAY, TODAY):
            game, ended_at = f"{name} {day}", 1000 + (0 if name == "eleven first" else late)
            begun = DailyGame(game, "t", day, 2, True, 900, frozenset({name}))
            ended = finished_game(game, name, "", kills=kills, medal=medal, ended_at=ended_at)
            result = DailyResult(day, moves, bots, "0" * kills)
            await store.append(game, 1, [b"1"], begun=begun)
            await store.append(game, 2, [b"2"], finished=replace(ended, daily=result))


@bounded
async def test_more_royals_are_better_then_the_medal_then_fewer_moves(tmp_path: Path) -> None:
    store = await Store.open(tmp_path / "regicide.db")

    async def ranks(limit: int = 9, own: str = "", **more: Any) -> list[tuple[int, str]]:
        asked = {"with_bots": False, "before": 2000, **more}
        board = await store.leaderboard(TODAY, 2, own=own, limit=limit, **asked)
        return [(row.rank, row.game.removesuffix(f" {TODAY}")) for row in board.rows]

    await fill(store)
    names = [name for name, _, _, _, bots in RESULTS if not bots]
    everybody = list(zip((1, 2, 3, 4, 4, 6), names, strict=True))
    assert await ranks() == everybody
    assert await ranks(2) == everybody[:2]
    assert await ranks(2, f"none {TODAY}") == [*everybody[:2], (6, "none")]
    assert await ranks(with_bots=True) == [(1, "with bots")]
    # What ended too late does not count.
    assert await ranks(before=1003) == [(1, "eleven first"), (1, "eleven"), (3, "none")]
    assert await store.days_beside(TODAY, 2) == (YESTERDAY, None)
    assert await store.days_beside(YESTERDAY, 2) == (None, TODAY)
    assert await store.days_beside(TODAY, 1) == (None, None)
    await store.close()


@bounded
async def test_no_device_gets_two_ranked_games_of_a_deal(tmp_path: Path) -> None:
    """Whatever the server believes: the database refuses."""
    store = await Store.open(tmp_path / "regicide.db")

    async def begin(game: str, *devices: str, ranked: bool = True) -> None:
        begun = DailyGame(game, "t", TODAY, 2, ranked, 1, frozenset(devices))
        await store.append(game, 1, [b"1"], begun=begun)

    await begin("one", "ann", "bob")
    with pytest.raises(StorageError) as refused:
        await begin("two", "bob", "cleo")
    assert refused.value.code == "storage.conflict"
    assert await store.load("two") == []
    await begin("three", "bob", "cleo", ranked=False)
    tries = await store.tries(TODAY, 2, ["ann", "bob", "cleo", "dan"])
    assert {(each.device, each.game) for each in tries} == {
        ("ann", "one"), ("bob", "one"), ("cleo", "three"),
    }  # fmt: skip
    await store.close()


@bounded
async def test_tables_with_bots_have_a_board_of_their_own(server: ClockedServer) -> None:
    device = new_device()
    game = await finish(server, await sit(server, 3, device, "random"))
    found = await daily(server, 3, device)
    assert found["people"] == {"rows": [], "games": 0}
    (row,) = found["with_bots"]["rows"]
    assert (row["game"], row["bots"], found["with_bots"]["games"]) == (game, 2, 1)
    assert [seat["bot"] for seat in row["seats"]] == ["", "random", "random"]
    # A bot that plays for somebody who went away is one as well.
    host = await sit(server, 2, new_device())
    friend = await Server(server.url).join(host.table, Join(name="Bob", device=new_device()))
    assert await begin(server, host) == ""
    async with connected(server, host.table, host.token) as line:
        for _ in range(2):
            assert (await line.ask(Vote(id=new_id(), seat=friend.seat))).error is None
        await play_at_random(line)
    found = await daily(server, 2)
    assert found["people"]["games"] == 0
    assert [row["bots"] for row in found["with_bots"]["rows"]] == [1]
    assert [row["game"] for row in found["with_bots"]["rows"]] == [None]


# Days


@bounded
async def test_a_game_counts_for_the_day_it_began_on_until_noon_of_the_next(
    server: ClockedServer,
    days: Days,
) -> None:
    server.set(f"{days.today} 23:59")
    in_time, late = new_device(), new_device()
    first, second = await sit(server, 1, in_time), await sit(server, 1, late)
    now = await daily(server)
    assert now["next_at"] - now["now"] == 60
    assert now["closes_at"] - now["next_at"] == 12 * 3600
    server.set(f"{days.tomorrow} 11:59")
    # Today is another day, with another try, whatever is still open of the one before.
    today = await daily(server, 1, in_time)
    assert (today["day"], today["tried"], today["after"]) == (days.tomorrow, None, None)
    assert today["before"] == days.today
    await finish(server, first)
    server.set(f"{days.tomorrow} 12:00")
    await finish(server, second)
    before = await daily(server, 1, in_time, days.today)
    assert (before["today"], before["after"]) == (False, days.tomorrow)
    assert [row["mine"] for row in before["people"]["rows"]] == [True]
    assert (await daily(server, 1, late, days.today))["people"]["games"] == 1
    assert (await daily(server, 1, late, days.today))["tried"]["over"]
    # Playing again at the same table is a try of the new day.
    assert await begin(server, first) == ""
    assert await is_ranked(server, first)
    assert (await start_of(server, first))[0] == days.tomorrow


# What stays a secret, and for how long


@bounded
async def test_nothing_tells_the_deal_before_its_day_is_closed(
    server: ClockedServer, days: Days
) -> None:
    device, seed = new_device(), seed_of(server, days.today, 1)
    seat = await sit(server, 1, device)
    game = await finish(server, seat)
    told_now = await everything_told(server, days, seat, game, device)
    assert not [path for path, text in told_now.items() if seed in text]
    for path in (f"/api/games/{game}/record", f"/api/games/{game}/replay"):
        for whose in (None, new_device()):
            refused = await get(server, path, whose)
            assert refused.status_code == 403
            assert refused.json()["error"] == {
                "code": "daily.sealed",
                "values": {"day": days.today},
            }
    assert (await get(server, f"/api/games/{game}/record", device)).status_code == 403
    # Whoever has played it may watch it again.
    replayed = await get(server, f"/api/games/{game}/replay?seat=0", device)
    assert replayed.status_code == 200
    assert len(replayed.json()["steps"]) > 1
    assert (await daily(server))["people"]["rows"][0]["game"] is None
    server.set(f"{days.tomorrow} 11:59")
    assert (await get(server, f"/api/games/{game}/replay")).status_code == 403
    # Then everything can be checked.
    server.set(f"{days.tomorrow} 12:00")
    assert (await daily(server, day=days.today))["seed"] == seed
    assert (await daily(server, day=days.today))["people"]["rows"][0]["game"] == game
    assert (await get(server, f"/api/games/{game}")).json()["seed"] == seed
    assert (await get(server, f"/api/games/{game}/replay")).status_code == 200
    record = read_record((await get(server, f"/api/games/{game}/record")).text)
    assert {check.verdict for check in verify_record(record)} == {Verdict.PASSED}
    assert (await daily(server))["seed"] is None


async def everything_told(
    server: ClockedServer, days: Days, seat: Joined, game: str, device: str
) -> dict[str, str]:
    """Return all that can be asked about a game, by everybody who may ask."""
    found = {"update": msgspec.json.encode(await told(server, seat)).decode()}
    async with connected(server, seat.table, seat.token) as line:
        found["socket"] = "".join(line.frames)
    for path in (
        f"/api/tables/{seat.table}",
        f"/api/tables/{seat.table}/daily",
        f"/api/games/{game}",
        f"/api/games/{game}/record",
        f"/api/games/{game}/replay",
        f"/api/games/{game}/replay?seat=0",
        "/api/me/games",
        "/api/me/statistics",
        "/api/daily?players=1",
        f"/api/daily/{days.today}?players=1",
        "/api/tables",
        "/metrics",
    ):
        for whose in (None, device):
            found[f"{path} {whose}"] = (await get(server, path, whose)).text
    assert f'"id":"{game}"' in found[f"/api/me/games {device}"]
    return found
