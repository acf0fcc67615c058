"""The plug is pulled two hundred times while people and bots play, and nothing acknowledged is
lost, doubled or made up."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import asdict

from openregicide.client import ProtocolError, Server, Timing, new_id
from openregicide.protocol import (
    PHRASES,
    Begin,
    Join,
    Joined,
    MakeMove,
    NewTable,
    RulesData,
    Say,
    TableSettings,
)
from openregicide.table.entries import Began, Moved
from simulation.checker import check
from simulation.history import History
from simulation.world import read_stored
from support.recorded import record
from support.warm_server import WarmServer
from support.witness import Witness, read_journals

KILLS = 200
LONGEST_LIFE = 0.3
"""Seconds from the moment a server listens, or somebody has played on, to its end."""
RESUMED_SECONDS = 60.0
"""Within this time somebody has played on, however busy the machine is."""
SECONDS = 900.0

EAGER = Timing(
    call=5, sit=600, answer=600, patience=5, heartbeat=20, first_delay=0.02, longest_delay=0.08
)

BOTS: Sequence[dict[str, str]] = ({}, {"1": "random"}, {"0": "greedy", "2": "policy"}, {})
PEOPLE = (2, 1, 2, 4)
"""The tables: two people; one and a bot; two and two bots; four people."""


@pytest.fixture
def server(tmp_path: Path) -> Iterator[WarmServer]:
    server = WarmServer(tmp_path, phrases=10**6, log_level="warning")
    server.start()
    yield server
    with suppress(ProcessLookupError):
        server.kill()
    server.close()


def test_whatever_was_acknowledged_survives_two_hundred_kills(server: WarmServer) -> None:
    witness, history = Witness(), History()
    asyncio.run(asyncio.wait_for(_pull_the_plug(server, witness, history), SECONDS))
    for number, seat in enumerate(witness.seats):
        history.tell(0.0, "seated", "", client=number, **asdict(seat))
    assert "Traceback" not in server.logged()
    database = server.folder / "data" / "tables.sqlite3"
    journals = read_journals(database)
    witness.check(journals)
    # What reads the simulation's histories reads that of the real sockets too.
    stored = read_stored(database)
    assert check(history, stored.journals, stored.games) == []
    assert len(history) > 10 * KILLS

    # Or all of this would have been easy.
    assert witness.moves() > KILLS
    entries = [entry for journal in journals.values() for entry in journal]
    by = Counter(entry.by for entry in entries if isinstance(entry, Moved))
    assert by["bot"] > KILLS / 4
    assert sum(isinstance(entry, Began) for entry in entries) > len(PEOPLE)


@dataclass
class Closing:
    """How tables come to an end.

    The host, who alone begins games, leaves first. Else a game that was asked for just before the
    last round could begin without those who have left already, and never end.
    """

    last_round: bool = False
    left: set[str] = field(default_factory=set)
    """The tables whose host has left."""


async def _pull_the_plug(server: WarmServer, witness: Witness, history: History) -> None:
    """Kill the server again and again while everybody plays; then let all games end."""
    chance = Random(4)
    address = Server(server.url, timing=EAGER)
    closing = Closing()
    seats = [
        seat
        for people, bots in zip(PEOPLE, BOTS, strict=True)
        for seat in await _table(address, witness, people, bots)
    ]
    players = [
        asyncio.create_task(_play(address, seat, witness, history, number, closing))
        for number, seat in enumerate(seats)
    ]
    guests = asyncio.create_task(_keep_coming(address, witness))
    for _ in range(KILLS):
        # Half of them are hit while everybody is still coming back.
        if chance.random() < 0.5:
            witness.played.clear()
            await asyncio.wait_for(witness.played.wait(), RESUMED_SECONDS)
        await asyncio.sleep(chance.uniform(0, LONGEST_LIFE))
        await asyncio.to_thread(server.kill)
        await asyncio.to_thread(server.start)
    guests.cancel()
    closing.last_round = True
    await asyncio.gather(*players)
    assert await asyncio.to_thread(server.stop) == 0


async def _table(
    server: Server, witness: Witness, people: int, bots: dict[str, str]
) -> list[Joined]:
    rules = RulesData(players=people + len(bots))
    new = NewTable(name="P", settings=TableSettings(rules=rules), bots=bots)
    first = await server.create(new)
    joined = [first]
    witness.seats.append(first)
    for number in range(1, people):
        joined.append(await server.join(first.table, Join(name=f"P{number}")))
        witness.seats.append(joined[-1])
    return joined


async def _keep_coming(server: Server, witness: Witness) -> None:
    """Make tables and sit down at them all the time, as far as there is a server."""
    while True:
        with suppress(ProtocolError):
            await _table(server, witness, 2, {})
        await asyncio.sleep(0.1)


async def _play(
    server: Server,
    joined: Joined,
    witness: Witness,
    history: History,
    number: int,
    closing: Closing,
) -> None:
    """Play one seat, game after game, and the last game to its end."""
    chance, seat = Random(number), server.sit(joined.table, joined.token)
    record(seat, joined, history, number)
    async with seat:
        seat.listen(lambda news: witness.note(joined.table, news))
        while True:
            await seat.until(
                lambda: (
                    seat.info.deal is None and (bool(seat.moves) or seat.over or seat.view is None)
                )
            )
            host = seat.info.host == joined.seat
            if seat.moves:
                move = chance.choice(seat.moves).move
                await witness.ask(seat, joined, MakeMove(new_id(), seat.version, move))
            elif seat.over and (closing.last_round if host else joined.table in closing.left):
                if host:
                    closing.left.add(joined.table)
                return
            elif host:
                await witness.ask(seat, joined, Begin(new_id()))
            else:
                await asyncio.sleep(0.01)
            if chance.random() < 0.2:
                await witness.ask(seat, joined, Say(new_id(), chance.choice(PHRASES)))
