"""Coming back: in every phase, after any absence, from several devices at once."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from openregicide.client import Server, new_id
from openregicide.protocol import Begin, Joined, Say
from support.serving import RunningServer, running_server
from support.tables import (
    HARD,
    Line,
    asking,
    bounded,
    connected,
    lose,
    move_once,
    seat_people,
    streamed,
    table_with_jester,
    told,
)

PHASES = ("lobby", "play", "discard", "name_next", "over")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    with running_server(tmp_path_factory.mktemp("server"), phrases=1000) as running:
        yield running


async def table_in(server: RunningServer, phase: str) -> list[Joined]:
    """Make a table of two people in a phase of the game, seat 0 to move."""
    if phase == "name_next":
        people = await table_with_jester(server)
        move = "pX"
    else:
        rules = HARD if phase == "over" else None
        people = await seat_people(server, 2, rules=rules, begin=phase != "lobby", first=0)
        move = {"discard": "y", "over": ""}.get(phase, "-")
    if move != "-":
        async with connected(server, people[0].table, people[0].token) as line:
            await line.move(move)
    view = (await told(server, people[0])).view
    assert (view.phase if view else "lobby") == phase
    return people


async def say(server: RunningServer, who: Joined, phrase: str) -> int:
    answer = await Server(server.url).ask(who.table, who.token, Say(id=new_id(), phrase=phrase))
    assert answer.error is None
    return answer.version


def seen(line: Line) -> tuple[object, ...]:
    return line.version, line.table, line.view, line.moves


@pytest.mark.parametrize("phase", PHASES)
@bounded
async def test_who_comes_back_is_told_what_they_missed_once(
    server: RunningServer, phase: str
) -> None:
    ann, bob = await table_in(server, phase)
    async with connected(server, ann.table, ann.token) as line:
        before = line.version
    assert before is not None
    await say(server, bob, "hello")
    await say(server, bob, "good_luck")
    async with connected(server, ann.table, ann.token, version=before) as line:
        assert not line.updates[0].full
        assert [each.version for each in line.updates[0].news] == [before + 1, before + 2]
        assert [each.phrase for each in line.news] == ["hello", "good_luck"]
        # The game has not moved, so nothing of it is told again.
        assert (line.updates[0].view, line.updates[0].moves) == (None, None)
        latest = line.version
    async with connected(server, ann.table, ann.token, version=latest) as line:
        assert (line.updates[0].news, line.version) == ([], latest)


@pytest.mark.parametrize("phase", PHASES)
@bounded
async def test_who_comes_back_after_the_game_went_on_sees_what_a_newcomer_sees(
    server: RunningServer, phase: str
) -> None:
    ann, bob = await table_in(server, phase)
    async with connected(server, bob.table, bob.token) as line:
        known = line.table
        before = line.version
    async with connected(server, ann.table, ann.token) as line:
        if phase in ("lobby", "over"):
            assert (await line.ask(Begin(id=new_id()))).error is None
        else:
            await line.move()
    async with (
        connected(server, bob.table, bob.token, version=before) as back,
        connected(server, bob.table, bob.token) as new,
    ):
        assert not back.updates[0].full
        assert new.updates[0].full
        assert new.seat == bob.seat
        back.table = back.table or known
        assert seen(back) == seen(new)
        assert back.news == new.news[-len(back.news) :]
        assert len(back.news) == 1


@pytest.mark.parametrize("phase", PHASES)
@bounded
async def test_plain_http_tells_the_same_as_a_socket(server: RunningServer, phase: str) -> None:
    people = await table_in(server, phase)
    since = await say(server, people[1], "hello") - 1
    for who in people:
        async with (
            connected(server, who.table, who.token) as full,
            connected(server, who.table, who.token, version=since) as part,
            streamed(server, who.table, who.token, since=since) as (stream, more),
        ):
            assert await more()
            everything, latest = await told(server, who), await told(server, who, since=since)
            # Who is there may change from one question to the next.
            assert replace(full.updates[0], present=None) == replace(everything, present=None)
            assert replace(part.updates[0], present=None) == replace(latest, present=None)
            assert replace(stream.updates[0], present=None) == replace(latest, present=None)
            assert [each.phrase for each in latest.news] == ["hello"]


@bounded
async def test_a_long_absence_ends_with_everything_told_anew(server: RunningServer) -> None:
    ann, bob = await seat_people(server, 2)
    async with connected(server, ann.table, ann.token) as line:
        before = line.version
    assert before is not None
    async with connected(server, bob.table, bob.token) as line:
        for _ in range(200):
            await line.send(Say(id=new_id(), phrase="hello"))
        await line.until(lambda: len(line.answers) == 200)
        assert all(answer.error is None for answer in line.answers)
    async with connected(server, ann.table, ann.token, version=before) as line:
        first = line.updates[0]
        assert first.full
        assert (first.seat, first.version) == (ann.seat, before + 200)
        assert first.table is not None
        assert first.view is not None
        assert first.moves is not None
        assert line.news
        assert line.news[-1].version == before + 200


@bounded
async def test_a_version_that_never_was_is_answered_with_everything(
    server: RunningServer,
) -> None:
    ann, _ = await seat_people(server, 2)
    async with connected(server, ann.table, ann.token, version=1000) as line:
        assert line.updates[0].full
        assert line.view is not None
    assert (await told(server, ann, since=1000)).full


@bounded
async def test_from_version_0_everything_is_told_by_news(server: RunningServer) -> None:
    ann, _ = await seat_people(server, 2)
    async with connected(server, ann.table, ann.token, version=0) as line:
        assert [each.what for each in line.news] == ["created", "seated", "seated", "began"]
        assert (line.table, line.view) != (None, None)


@bounded
async def test_a_game_through_a_hundred_broken_connections_is_told_without_gap_or_repeat(
    server: RunningServer,
) -> None:
    people = await seat_people(server, 2, rules={"attack": [4, 5, 6]})
    dice = random.Random(4)
    versions: list[int | None] = [None, None]
    news: list[list[int]] = [[], []]
    over = False
    while not over:
        for seat, who in enumerate(people):
            async with connected(server, who.table, who.token, version=versions[seat]) as line:
                # What a client kept of the view is not kept here: a newcomer's will do.
                moves = (await told(server, who)).moves or []
                if moves:
                    await line.send(asking(line, dice.choice(moves).move))
                    if dice.random() < 0.5:
                        await line.until(lambda line=line: bool(line.answers))  # type: ignore[misc]
                    if dice.random() < 0.3:
                        line.socket.transport.abort()
            news[seat] += [each.version for each in line.news]
            versions[seat] = line.version
            over = over or line.over
    for seat, who in enumerate(people):
        async with connected(server, who.table, who.token, version=versions[seat]) as line:
            assert line.version is not None
            told_here = news[seat] + [each.version for each in line.news]
            # The first connection was told all there was; from then on, everything once.
            assert told_here == list(range(1, line.version + 1))


@bounded
async def test_two_devices_on_one_seat_see_and_move_alike(server: RunningServer) -> None:
    ann, bob = await seat_people(server, 2, rules={"attack": [0, 0, 0]}, first=0)
    async with (
        connected(server, ann.table, ann.token) as phone,
        connected(server, ann.table, ann.token) as laptop,
        connected(server, bob.table, bob.token) as other,
    ):
        assert seen(phone) == seen(laptop)
        for device in (phone, laptop, phone):
            answer = await device.move()
            for line in (phone, laptop, other):
                await line.reach(answer.version)
            assert seen(phone) == seen(laptop)
            assert phone.news == laptop.news
            while not phone.moves:
                # More than once if an enemy falls (R16).
                answer = await other.move()
                await phone.reach(answer.version)
                await laptop.reach(answer.version)
        heard = len(other.frames)
        await phone.hang_up()
        await other.until(lambda: len(other.frames) > heard)
        assert list(other.present) == [True, True]
        assert (await laptop.ask(Say(id=new_id(), phrase="hello"))).error is None


@bounded
async def test_both_devices_moving_at_once_make_one_move(server: RunningServer) -> None:
    ann, bob = await seat_people(server, 2, rules={"attack": [0, 0, 0]}, first=0)
    async with (
        connected(server, ann.table, ann.token) as phone,
        connected(server, ann.table, ann.token) as laptop,
        connected(server, bob.table, bob.token) as other,
    ):
        await phone.send(asking(phone, "y"))
        await laptop.send(asking(laptop, "y"))
        await phone.until(lambda: bool(phone.answers))
        await laptop.until(lambda: bool(laptop.answers))
        codes = [line.answers[0].error for line in (phone, laptop)]
        assert sorted(error.code if error else "" for error in codes) == ["", "move.stale"]
        await other.until(lambda: bool(other.moves))
        assert [each.what for each in other.news].count("moved") == 1


@bounded
async def test_a_seat_lives_through_a_stop_and_a_start_of_the_server(
    server: RunningServer,
) -> None:
    people = await seat_people(server, 2, rules={"attack": [0, 0, 0]})
    async with (
        connected(server, people[0].table, people[0].token) as ann,
        connected(server, people[1].table, people[1].token) as bob,
    ):
        await move_once([ann, bob])
        before = [(line.version, line.view, line.moves, line.info) for line in (ann, bob)]
        assert server.stop() == 0
        for line in (ann, bob):
            bye = await line.closed()
            assert bye is not None
            assert bye.code == "server.stopping"
            assert line.socket.close_code == 1001
    server.start()
    for who, (version, view, moves, info) in zip(people, before, strict=True):
        async with connected(server, who.table, who.token) as line:
            assert (line.version, line.view, line.moves, line.info) == (version, view, moves, info)
        async with connected(server, who.table, who.token, version=version) as line:
            assert line.updates[0].news == []
            assert not line.updates[0].full


@bounded
async def test_the_next_game_is_told_to_somebody_who_left_during_the_last(
    server: RunningServer,
) -> None:
    people = await seat_people(server, 2, rules=HARD, first=0)
    async with connected(server, people[1].table, people[1].token) as bob:
        before = bob.version
        hand = bob.view.hands[1].cards if bob.view else []
    async with connected(server, people[0].table, people[0].token) as ann:
        await lose([ann])
        assert (await ann.ask(Begin(id=new_id()))).error is None
    async with connected(server, people[1].table, people[1].token, version=before) as bob:
        assert [each.what for each in bob.news] == ["moved", "began"]
        assert bob.info.game is not None
        assert (bob.info.game.number, bob.info.game.seed) == (2, None)
        assert bob.view is not None
        assert bob.view.ply == 0
        assert bob.view.hands[1].cards != hand
