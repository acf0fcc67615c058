"""Before a game: pledges, a moment to open the shares, and what may go wrong in it."""

from __future__ import annotations

import asyncio
import hashlib
import secrets
from collections.abc import Iterator
from pathlib import Path

import pytest

from openregicide.client import Server, new_id
from openregicide.core import first_by_seed
from openregicide.protocol import (
    Begin,
    Configure,
    DealInfo,
    Joined,
    Leave,
    NewTable,
    OpenShare,
    Pledge,
    RulesData,
    SeatBot,
    TableInfo,
    TableSettings,
)
from openregicide.table.deals import commitment, fair_seed
from openregicide.table.options import rules_of
from support.serving import RunningServer, running_server
from support.tables import Line, bounded, connected, lose, seat_people, told

PATIENT, QUICK = 60_000, 200
HARD = {"attack": [100, 100, 100]}
"""So that a game is over soon."""


@pytest.fixture(scope="module")
def patient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """A server that waits for every share, so that nothing here depends on the time."""
    with running_server(tmp_path_factory.mktemp("patient"), deal_ms=PATIENT) as running:
        yield running


def new_share() -> str:
    return secrets.token_hex(32)


def pledge(share: str) -> Pledge:
    return Pledge(id=new_id(), pledge=hashlib.sha256(share.encode()).hexdigest())


async def pledged(line: Line) -> str:
    share = new_share()
    assert (await line.ask(pledge(share))).error is None
    return share


async def asked_open(line: Line, share: str) -> str:
    """Open a share; return the code of what is wrong with that."""
    answer = await line.ask(OpenShare(id=new_id(), share=share))
    return "" if answer.error is None else answer.error.code


async def about_to_begin(*lines: Line) -> DealInfo:
    """Let the first line begin a game; return what is shown of it."""
    answer = await lines[0].ask(Begin(id=new_id()))
    assert answer.error is None, answer.error
    for line in lines:
        await line.reach(answer.version)
    deal = lines[0].info.deal
    assert deal is not None
    return deal


async def info_of(server: RunningServer, seat: Joined) -> TableInfo:
    info = (await told(server, seat)).table
    assert info is not None
    return info


@bounded
async def test_the_seed_is_made_of_everything_that_was_promised(patient: RunningServer) -> None:
    people = await seat_people(patient, 3, bots={"2": "random"}, rules=HARD, begin=False)
    ann, bob = people
    async with (
        connected(patient, ann.table, ann.token) as here,
        connected(patient, bob.table, bob.token) as there,
        connected(patient, ann.table) as watching,
    ):
        # A later pledge replaces the first.
        await pledged(here)
        shares = [await pledged(line) for line in (here, there)]
        deal = await about_to_begin(here, there)
        assert deal.pledges == [*map(commitment, shares), ""]
        assert (deal.shares, deal.secret) == ([], None)
        assert await asked_open(here, shares[0]) == ""
        # Nobody sees a share before all are in.
        await asyncio.sleep(0.05)
        assert not any(shares[0] in frame for line in (there, watching) for frame in line.frames)
        assert await asked_open(there, shares[1]) == ""
        for line in (here, there, watching):
            await line.until(lambda line=line: line.view is not None)  # type: ignore[misc]
            game = line.info.game
            assert game is not None
            assert game.deal is not None
            assert (game.id, line.info.deal) == (deal.game, None)
            assert game.deal.shares == [*shares, ""]
            assert (game.deal.secret_hash, game.deal.pledges) == (deal.secret_hash, deal.pledges)
            assert game.deal.secret is None
        await lose((here, there))
        await watching.until(lambda: watching.over)
        game = watching.info.game
        assert game is not None
        assert game.deal is not None
        assert game.deal.secret is not None
        assert commitment(game.deal.secret) == deal.secret_hash
        seed = fair_seed(game.deal.secret, {"0": shares[0], "1": shares[1]})
        assert game.seed == seed.hex()
        assert game.deal.begins == "chance"
        assert game.first == first_by_seed(rules_of(game.rules), seed)
        # A share that is known serves no second game.
        assert (await here.ask(Begin(id=new_id()))).error is None
        await here.until(lambda: not here.over)
        assert here.info.game is not None
        assert here.info.game.deal is not None
        assert here.info.game.deal.pledges == ["", "", ""]


@bounded
async def test_while_a_game_is_about_to_begin_all_else_has_to_wait(
    patient: RunningServer,
) -> None:
    ann, bob = await seat_people(patient, 2, begin=False)
    async with (
        connected(patient, ann.table, ann.token) as here,
        connected(patient, bob.table, bob.token) as there,
    ):
        share = new_share()
        assert await asked_open(here, share) == "deal.none"
        share = await pledged(here)
        await about_to_begin(here, there)
        settings = TableSettings(rules=RulesData(players=2))
        for request in (
            Begin(id=new_id()),
            Configure(id=new_id(), settings=settings),
            SeatBot(id=new_id(), seat=1, bot="random"),
            pledge(new_share()),
        ):
            answer = await here.ask(request)
            assert answer.error is not None
            assert answer.error.code == "deal.pending"
        assert await asked_open(here, new_share()) == "deal.other_share"
        # Who pledged nothing has nothing to open, and is not waited for.
        assert await asked_open(there, share) == "deal.other_share"
        assert await asked_open(here, share) == ""
        await here.until(lambda: here.view is not None)
        # A request whose answer was lost comes again.
        assert await asked_open(here, share) == ""
        assert await asked_open(here, new_share()) == "deal.none"
        answer = await here.ask(pledge(new_share()))
        assert answer.error is not None
        assert answer.error.code == "table.game_running"


@bounded
async def test_who_leaves_calls_the_game_off(patient: RunningServer) -> None:
    ann, bob = await seat_people(patient, 2, begin=False)
    client = Server(patient.url)
    async with (
        connected(patient, ann.table, ann.token) as here,
        connected(patient, bob.table, bob.token) as there,
    ):
        shares = [await pledged(line) for line in (here, there)]
        first = await about_to_begin(here, there)
        assert await asked_open(here, shares[0]) == ""
        assert (await client.ask(bob.table, bob.token, Leave(id=new_id()))).error is None
        await here.until(lambda: here.info.deal is None)
        assert here.info.game is None
        assert await asked_open(here, shares[0]) == "deal.none"
    cleo = (await seat_people(patient, 1, begin=False))[0]
    assert cleo.table != ann.table
    # The next game has another secret, and nothing of the one that was called off.
    async with connected(patient, ann.table, ann.token) as here:
        assert (await here.ask(SeatBot(id=new_id(), seat=1, bot="random"))).error is None
        await pledged(here)
        second = await about_to_begin(here)
        assert second.game != first.game
        assert second.secret_hash != first.secret_hash
        assert second.pledges[1] == ""


@bounded
async def test_a_pledge_leaves_with_its_player(patient: RunningServer) -> None:
    ann, bob = await seat_people(patient, 2, begin=False)
    client = Server(patient.url)
    share = new_share()
    assert (await client.ask(bob.table, bob.token, pledge(share))).error is None
    assert (await client.ask(bob.table, bob.token, Leave(id=new_id()))).error is None
    async with connected(patient, ann.table, ann.token) as here:
        assert (await here.ask(SeatBot(id=new_id(), seat=1, bot="random"))).error is None
        answer = await here.ask(Begin(id=new_id()))
        assert answer.error is None
        await here.until(lambda: here.view is not None)
        assert here.info.game is not None
        assert here.info.game.deal is not None
        assert here.info.game.deal.pledges == ["", ""]


@bounded
async def test_everything_goes_by_plain_http_too(patient: RunningServer) -> None:
    client, share = Server(patient.url), new_share()
    new = NewTable("Ann", TableSettings(rules=RulesData(players=1)), begin=True)
    wanted = NewTable(new.name, new.settings, begin=True, pledge=commitment(share))
    ann = await client.create(wanted)
    info = await info_of(patient, ann)
    assert info.deal is not None
    assert info.deal.pledges == [commitment(share)]
    assert info.game is None
    answer = await client.ask(ann.table, ann.token, OpenShare(id=new_id(), share=share))
    assert answer.error is None
    info = await info_of(patient, ann)
    assert info.game is not None
    assert info.game.deal is not None
    assert info.game.deal.shares == [share]


@bounded
async def test_a_share_that_does_not_come_is_not_waited_for(tmp_path: Path) -> None:
    with running_server(tmp_path, deal_ms=QUICK) as server:
        ann, bob = await seat_people(server, 2, begin=False)
        async with (
            connected(server, ann.table, ann.token) as here,
            connected(server, bob.table, bob.token) as there,
        ):
            shares = [await pledged(line) for line in (here, there)]
            await about_to_begin(here, there)
            assert await asked_open(there, shares[1]) == ""
            await here.until(lambda: here.view is not None)
            assert here.info.game is not None
            assert here.info.game.deal is not None
            assert here.info.game.deal.shares == ["", shares[1]]
            assert here.info.game.deal.pledges == list(map(commitment, shares))


@bounded
async def test_pulling_the_plug_in_between_loses_nothing(tmp_path: Path) -> None:
    with running_server(tmp_path, deal_ms=PATIENT) as server:
        ann, bob = await seat_people(server, 2, begin=False)
        async with (
            connected(server, ann.table, ann.token) as here,
            connected(server, bob.table, bob.token) as there,
        ):
            shares = [await pledged(line) for line in (here, there)]
            before = await about_to_begin(here, there)
            assert await asked_open(here, shares[0]) == ""
            server.kill()
            await here.closed()
        server.settings["deal_ms"] = QUICK
        server.start()
        # The deal is the same, the time begins again, and Ann has to send her share again.
        async with connected(server, ann.table, ann.token) as here:
            assert here.info.deal == before
            assert await asked_open(here, shares[0]) == ""
            await here.until(lambda: here.view is not None)
            assert here.info.game is not None
            after = here.info.game.deal
            assert after is not None
            assert (after.game, after.secret_hash) == (before.game, before.secret_hash)
            assert after.shares == [shares[0], ""]
        log = server.logged()
        assert "Traceback" not in log
        assert not any(share in log for share in shares)
