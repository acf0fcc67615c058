"""Clients take part in every deal by themselves, and notice every lie about one."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator
from contextlib import AsyncExitStack

import msgspec
import pytest
from msgspec.structs import replace

from openregicide.client import Fairness, Kept, RemoteTable, Seal, Server, Witness
from openregicide.client.witness import MISSING, WRONG
from openregicide.core import Heal
from openregicide.i18n import Catalogue
from openregicide.notation import read_record
from openregicide.protocol import (
    DealInfo,
    Join,
    NewTable,
    OpenShare,
    Pledge,
    RulesData,
    SeatInfo,
    TableInfo,
    TableSettings,
)
from openregicide.table.deals import commitment
from openregicide.verify import Verdict, verify_record
from support.lying_server import LyingServer, lying_server
from support.tables import bounded

WEAK = [3, 5, 8]
"""So that games are long, with heals in them."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LyingServer]:
    with lying_server(tmp_path_factory.mktemp("lying"), deal_ms=500) as running:
        yield running


async def play_a_game(server: LyingServer, players: int = 2) -> tuple[list[RemoteTable], str]:
    """Let people play at random; return their seats, and the record."""
    client, dice = Server(server.url), random.Random(18)
    rules = RulesData(players=players, attack=WEAK)
    ann = await client.create(NewTable("Ann", TableSettings(rules=rules), begin=players == 1))
    tokens = [ann.token]
    if players == 2:
        tokens.append((await client.join(ann.table, Join("Bob"))).token)
    async with AsyncExitStack() as stack:
        seats = [await stack.enter_async_context(client.sit(ann.table, token)) for token in tokens]
        if players == 2:
            await seats[0].begin()
        await asyncio.gather(*(play(seat, dice) for seat in seats))
        # Leaving the tables waits until everything is checked.
        game = seats[0].info.game
        assert game is not None
    return seats, await client.record(game.id)


async def play(seat: RemoteTable, dice: random.Random) -> None:
    while not seat.over:
        if seat.moves:
            await seat.move(dice.choice(seat.moves).move)
        await seat.until(lambda: seat.over or bool(seat.moves))


def has_a_choice_of_heals(record: str) -> bool:
    """Return whether some heal could have gone in more than one order."""
    tokens = read_record(record).tokens
    return any(isinstance(token.action, Heal) and len(token.action) > 1 for token in tokens)


def seal_of(seat: RemoteTable) -> Seal:
    assert seat.seal is not None
    return seat.seal


def failures(record: str) -> set[str]:
    checks = verify_record(read_record(record))
    return {check.code for check in checks if check.verdict is Verdict.FAILED}


@pytest.mark.parametrize("players", [1, 2])
@bounded
async def test_an_honest_deal_is_checked_without_being_asked(
    server: LyingServer, players: int
) -> None:
    server.lie("")
    seats, record = await play_a_game(server, players)
    for seat in seats:
        game = seat.info.game
        assert game is not None
        assert seal_of(seat) == Seal(game.id, Fairness.CHECKED)
        assert seat.fairness is Fairness.CHECKED
        assert game.deal is not None
        assert all(game.deal.shares)
    checks = {check.code: check.verdict for check in verify_record(read_record(record))}
    assert set(checks.values()) == {Verdict.PASSED}
    assert {"commitments", "shares", "first"} <= set(checks)


LIES = {
    "other_secret": ({"secret"}, {"commitments"}),
    "other_seed": ({"seed"}, {"shares"}),
    "share_swapped": ({"pledges", "share_left_out"}, {"commitments"}),
    "pledge_swapped": ({"commitments", "pledges", "share_left_out"}, set()),
    "share_left_out": ({"share_left_out"}, set()),
    "hand": ({"hand"}, {"deal"}),
    "enemies": ({"record"}, {"deal"}),
    "heal": ({"heal"}, {"heals"}),
    "first": ({"first"}, {"first"}),
    "first_by_host": ({"first"}, set()),
}
"""What Ann's client says to each lie, and what the record alone gives away."""


@pytest.mark.parametrize("lie", LIES)
@bounded
async def test_a_lie_is_noticed(
    server: LyingServer, lie: str, caplog: pytest.LogCaptureFixture
) -> None:
    server.lie(lie)
    seats, record = await play_a_game(server)
    while lie == "heal" and not has_a_choice_of_heals(record):
        seats, record = await play_a_game(server)
    told, written = LIES[lie]
    assert seal_of(seats[0]).fairness is Fairness.BROKEN
    assert told <= set(seal_of(seats[0]).reasons)
    assert failures(record) >= written
    assert written or not failures(record)
    # Nobody has to look for it.
    assert "does not fit" in caplog.text


@bounded
async def test_a_share_that_the_server_never_takes_is_told_to_its_owner(
    server: LyingServer,
) -> None:
    server.lie("share_never_taken")
    (ann, bob), record = await play_a_game(server)
    assert seal_of(ann).fairness is Fairness.UNKNOWN
    assert seal_of(ann).reasons == ("share_late",)
    assert seal_of(bob).fairness is Fairness.CHECKED
    checks = {check.code: check for check in verify_record(read_record(record))}
    assert checks["left_out"].verdict is Verdict.UNKNOWN
    assert checks["left_out"].values == {"players": "1"}


def test_every_reason_can_be_put_into_words() -> None:
    t = Catalogue("en")
    written = {key.rpartition(".")[2] for key in t.texts if key.startswith("tui.deal.why.")}
    assert written == {*WRONG, *MISSING}


def test_a_share_serves_one_game_only() -> None:
    """A server that knows our share must not get a secret of its choice to go with it."""
    witness = Witness()
    table = about_to_begin(witness, "one", "a" * 64)
    (opened,) = witness.follow(0, table, None)
    assert isinstance(opened, OpenShare)
    # Not again on this connection; on the next one, to a server that has forgotten it.
    assert witness.follow(0, table, None) == []
    witness.connected()
    (again,) = witness.follow(0, table, None)
    assert isinstance(again, OpenShare)
    assert again.share == opened.share
    # Another secret for the same game, or the same pledge for another game.
    for game, secret_hash in (("one", "b" * 64), ("two", "a" * 64)):
        witness.connected()
        assert table.deal is not None
        deal = replace(table.deal, game=game, secret_hash=secret_hash)
        assert witness.follow(0, replace(table, deal=deal), None) == []


def test_what_was_promised_outlives_the_program() -> None:
    stored: list[bytes] = []
    witness = Witness(keep=lambda kept: stored.append(msgspec.json.encode(kept)))
    table = about_to_begin(witness, "one", "a" * 64)
    later = Witness(msgspec.json.decode(stored[-1], type=Kept))
    (opened,) = later.follow(0, table, None)
    assert isinstance(opened, OpenShare)
    assert table.deal is not None
    assert commitment(opened.share) == table.deal.pledges[0]


def about_to_begin(witness: Witness, game: str, secret_hash: str) -> TableInfo:
    """Return a table where a game with the witness's pledge is about to begin."""
    settings = TableSettings(rules=RulesData(players=2))
    seats = [SeatInfo("person", "Ann"), SeatInfo("person", "Bob")]
    table = TableInfo("T", settings, seats, 0)
    (pledge,) = witness.follow(0, table, None)
    assert isinstance(pledge, Pledge)
    deal = DealInfo(game, secret_hash, [pledge.pledge, ""])
    return replace(table, deal=deal)
