"""Second thoughts at a real server: taking back, giving up and playing on, all at once."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from openregicide.client import ProtocolError, RemoteTable, Server, new_id
from openregicide.protocol import GiveUp, Joined, MakeMove, TakeBack
from support.serving import RunningServer, running_server
from support.tables import bounded, seat_people

NO_ATTACK = {"attack": [0, 0, 0]}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    with running_server(tmp_path_factory.mktemp("server"), bot_pause_ms=400) as running:
        yield running


def sit(server: RunningServer, seat: Joined) -> RemoteTable:
    return Server(server.url).sit(seat.table, seat.token)


async def outcome_of(work: Any) -> str:
    """Return what came of a request: `done`, or the code of the refusal."""
    try:
        await work
    except ProtocolError as error:
        return error.code
    return "done"


@bounded
async def test_two_who_press_at_once_leave_one_table(server: RunningServer) -> None:
    """One takes a yield back while the other plays on; one of them is too late, and told so."""
    seen = set()
    for _ in range(8):
        seats = await seat_people(server, 2, rules=NO_ATTACK, first=0)
        async with sit(server, seats[0]) as ann, sit(server, seats[1]) as bob:
            await ann.move("y")
            await bob.until(lambda: bool(bob.moves))
            assert (ann.may_undo, bob.may_undo) == (True, False)
            came = await asyncio.gather(
                outcome_of(ann.undo()), outcome_of(bob.move(bob.moves[0].move))
            )
            seen.add(tuple(came))
            assert sorted(came) in (["done", "move.stale"], ["done", "undo.too_late"])
            version = max(ann.version, bob.version)
            for each in (ann, bob):
                await each.until(lambda: each.version >= version)  # noqa: B023 - awaited at once
            assert ann.view is not None
            assert bob.view is not None
            assert ann.view.turn == bob.view.turn
            assert ann.info.game == bob.info.game
            assert ann.info.game is not None
            assert ann.info.game.undone == (came[0] == "done")
    assert seen


@bounded
async def test_an_undo_and_a_vote_at_once_never_end_a_game_that_goes_on(
    server: RunningServer,
) -> None:
    for _ in range(5):
        seats = await seat_people(server, 2, rules=NO_ATTACK, first=0)
        async with sit(server, seats[0]) as ann, sit(server, seats[1]) as bob:
            await ann.move("y")
            await bob.give_up()
            await ann.until(lambda: ann.info.game is not None and ann.info.game.giving_up == [1])
            came = await asyncio.gather(outcome_of(ann.undo()), outcome_of(bob.give_up()))
            # Taken back first, the vote is a new one; voted first, it was there already.
            assert came[0] == "done"
            assert came[1] in ("done", "vote.twice")
            assert ann.info.game is not None
            assert ann.info.game.result is None


@bounded
async def test_both_agree_at_once_and_the_game_ends_once(server: RunningServer) -> None:
    seats = await seat_people(server, 2, rules=NO_ATTACK, first=0)
    async with sit(server, seats[0]) as ann, sit(server, seats[1]) as bob:
        assert (
            sorted(
                await asyncio.gather(
                    outcome_of(ann.give_up()), outcome_of(bob.give_up()), outcome_of(bob.give_up())
                )
            )[0]
            == "done"
        )
        for each in (ann, bob):
            await each.until(lambda: each.over)  # noqa: B023 - awaited at once
            assert each.info.game is not None
            assert (each.info.game.result, each.info.game.given_up) == ("lost", True)
            assert not each.moves
        game = ann.info.game
        assert game is not None
        assert await outcome_of(ann.give_up()) == "table.no_game"
        assert await outcome_of(ann.undo()) == "table.no_game"
        # Once more with the same cards, or with others.
        assert await outcome_of(bob.begin(again=True)) == "table.host_only"
        await ann.begin(again=True)
        again = ann.info.game
        assert again is not None
        assert (again.again, again.seed_hash) == (game.id, game.seed_hash)
        await bob.until(lambda: bob.info.game is not None and bob.info.game.id == again.id)
        await asyncio.gather(outcome_of(ann.give_up()), outcome_of(bob.give_up()))
        await ann.until(lambda: ann.over)
        await ann.begin()
        fresh = ann.info.game
        assert fresh is not None
        assert (fresh.again, fresh.seed_hash == game.seed_hash) == (None, False)
    async with httpx.AsyncClient() as http:
        answer = await http.get(f"{server.url}/api/games/{game.id}")
        assert answer.json()["won"] is False
        replay = await http.get(f"{server.url}/api/games/{again.id}/replay")
        assert replay.status_code == 200


@bounded
async def test_a_bot_leaves_time_for_second_thoughts_and_then_plays_on(
    server: RunningServer,
) -> None:
    (seat,) = await seat_people(server, 2, bots={"1": "greedy"}, rules=NO_ATTACK, first=0)
    async with sit(server, seat) as ann:
        await ann.move("y")
        assert ann.may_undo
        await ann.undo()
        # The bot had begun to think; what it thought is dropped.
        assert ann.view is not None
        assert (ann.view.turn, ann.may_undo, bool(ann.moves)) == (0, False, True)
        await ann.move("y")
        await ann.until(lambda: bool(ann.moves))
        assert not ann.may_undo
        assert await outcome_of(ann.undo()) == "undo.too_late"


@bounded
async def test_what_asks_for_it_in_a_strange_way_changes_nothing(server: RunningServer) -> None:
    (seat,) = await seat_people(server, 1, rules=NO_ATTACK)
    headers = {"Authorization": f"Bearer {seat.token}"}
    path = f"{server.url}/api/tables/{seat.table}/requests"
    async with sit(server, seat) as ann, httpx.AsyncClient(headers=headers) as http:
        version = ann.version
        for strange in (
            {"type": "take_back", "id": "a"},
            {"type": "take_back", "id": "a", "version": -1},
            {"type": "take_back", "id": "a", "version": 1, "move": "y"},
            {"type": "give_up", "id": "a", "version": "now"},
            {"type": "give_up", "id": "a", "version": 1, "wanted": None},
            {"type": "begin", "id": "a", "again": "yes"},
        ):
            assert (await http.post(path, json=strange)).status_code == 400
        for request, code in (
            (TakeBack(new_id(), version), "game.nothing_to_undo"),
            (GiveUp(new_id(), 2**31), "move.stale"),
            (GiveUp(new_id(), version, wanted=False), "vote.nothing"),
            (MakeMove(new_id(), version, "n3"), "move.wrong_phase"),
        ):
            assert await outcome_of(ann.ask(request)) == code
        assert ann.version == version
