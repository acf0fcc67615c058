"""A server goes on with the data that an older one left.

`data/revision_0002.sqlite3` was written when `tables` still had a column `running`. Ann and Ben
are in the middle of a game there, and Ann has lost one alone and the deal of the day.
`data/revision_0003.sqlite3` is the same file, used by a server whose journals were no chains yet;
somebody else has begun a second game with a bot there.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from openregicide.notation import read_record
from openregicide.protocol import Joined
from openregicide.server.store import migrations
from openregicide.verify import Verdict, verify_record
from support.clocked_server import ClockedServer, clocked_server
from support.knocking import web

DATA = Path(__file__).parent / "data"
OLD = ["revision_0002.sqlite3", "revision_0003.sqlite3"]
DEVICE = {"X-Device": "a-device-of-revision-0002"}
TABLE = "FCJF7ALR6D"
ANN = Joined(TABLE, 0, "7cHsboIhZJiGXoSjuMtx5q_UWgMmuBRq")
BEN = Joined(TABLE, 1, "zINwyCPCrkuXNWFMdFuPYSfj7qxsXNtq")
ALONE, DAILY = "syoS5zgPB3vaTK1V", "tfUNWVc80g3qWQsr"
DAY, CLOSED = "2026-11-18", "2026-11-19 12:00"


@pytest.fixture(scope="module", params=OLD)
def server(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[ClockedServer]:
    folder = tmp_path_factory.mktemp("older")
    (folder / "data").mkdir()
    shutil.copy(DATA / request.param, folder / "data" / "tables.sqlite3")
    with clocked_server(folder, CLOSED) as server:
        yield server


@pytest.fixture(scope="module")
def client(server: ClockedServer) -> Iterator[httpx.Client]:
    with web(server) as client:
        yield client


def as_seat(seat: Joined) -> dict[str, str]:
    return {"Authorization": f"Bearer {seat.token}"}


def look(client: httpx.Client, seat: Joined) -> dict[str, Any]:
    told: dict[str, Any] = client.get(f"/api/tables/{TABLE}/update", headers=as_seat(seat)).json()
    return told


def move(client: httpx.Client, seat: Joined, version: int, text: str) -> dict[str, Any]:
    request = {"type": "move", "id": f"m{version}", "version": version, "move": text}
    answer: dict[str, Any] = client.post(
        f"/api/tables/{TABLE}/requests", headers=as_seat(seat), json=request
    ).json()
    return answer


def games(client: httpx.Client) -> list[str]:
    page = client.get("/api/me/games", headers=DEVICE).json()
    return [game["id"] for game in page["games"]]


def test_the_file_is_upgraded_and_the_old_one_kept(
    server: ClockedServer, client: httpx.Client
) -> None:
    copy = server.folder / "data" / f"tables.sqlite3.before-{migrations.HEAD}.bak"
    assert copy.is_file()
    [listed] = client.get("/api/tables").json()["tables"]
    assert listed["id"] == TABLE


def test_a_running_game_is_played_to_its_end(client: httpx.Client) -> None:
    told = look(client, ANN)
    assert told["version"] == 9
    assert told["table"]["game"]["result"] is None
    game = told["table"]["game"]["id"]
    # What was done then is not done again.
    assert move(client, BEN, 8, "d2H3H5S") == {"type": "answer", "id": "m8", "version": 9}
    before = games(client)
    assert game not in before
    while told["table"]["game"]["result"] is None:
        seat = (ANN, BEN)[told["view"]["turn"]]
        told = look(client, seat)
        answer = move(client, seat, told["version"], told["moves"][0]["move"])
        assert "error" not in answer
        told = look(client, seat)
    assert games(client) == [game, *before]


def test_finished_games_are_there(client: httpx.Client) -> None:
    assert games(client)[-2:] == [DAILY, ALONE]
    for game in (DAILY, ALONE):
        record = client.get(f"/api/games/{game}/record").text
        assert {check.verdict for check in verify_record(read_record(record))} == {Verdict.PASSED}
        assert client.get(f"/api/games/{game}/replay?seat=0").json()["steps"]
    rows = client.get("/api/me/statistics", headers=DEVICE).json()["statistics"]
    assert (rows[0]["players"], rows[0]["games"], rows[0]["best_kills"]) == (1, 2, 3)


def test_a_day_has_its_deal_and_its_board(client: httpx.Client) -> None:
    daily = client.get(f"/api/daily/{DAY}?players=1", headers=DEVICE).json()
    assert daily["tried"]["game"] == DAILY
    [row] = daily["people"]["rows"]
    assert (row["game"], row["rank"], row["kills"], row["mine"]) == (DAILY, 1, 3, True)
    # The secret behind the deals is the same, or this would be another one.
    assert daily["seed"] == client.get(f"/api/games/{DAILY}").json()["seed"]
