"""Requests: done once however often they are sent, refused with a reason, never half done."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest

from openregicide.client import Server, new_id
from openregicide.protocol import (
    Begin,
    Chat,
    Joined,
    MakeMove,
    Ping,
    Request,
    Return,
    Say,
    SeatBot,
    Vote,
)
from support.serving import RunningServer, running_server
from support.tables import Line, asking, bounded, connected, move_once, seat_people, told

NO_ATTACK = {"attack": [0, 0, 0]}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    with running_server(tmp_path_factory.mktemp("server"), absent_seconds=0) as running:
        yield running


async def by_http(server: RunningServer, who: Joined, request: Request) -> tuple[int, str]:
    """Return the version and the code that an answer over HTTP has."""
    answer = await Server(server.url).ask(who.table, who.token, request)
    return answer.version, answer.error.code if answer.error else ""


async def by_socket(line: Line, request: Request) -> tuple[int, str]:
    answer = await line.ask(request)
    return answer.version, answer.error.code if answer.error else ""


# Repeats


@bounded
async def test_a_repeat_gets_the_same_answer_and_changes_nothing(server: RunningServer) -> None:
    ann, bob = await seat_people(server, 2, rules=NO_ATTACK, first=0)
    async with connected(server, bob.table, bob.token) as other:
        async with connected(server, ann.table, ann.token) as line:
            request = asking(line, "y")
            first = await by_socket(line, request)
            assert first[1] == ""
            assert await by_socket(line, request) == first
            assert await by_http(server, ann, request) == first
            await other.reach(first[0])
            await other.move("y" if other.view and other.view.may_yield else None)
            # The game has gone on, and the repeat is a repeat all the same.
            assert await by_socket(line, request) == first
        async with connected(server, ann.table, ann.token) as line:
            assert await by_socket(line, request) == first
        moved = [each for each in other.news if each.what == "moved"]
        assert [each.seat for each in moved] == [0, 1]


@bounded
async def test_a_repeat_is_known_after_the_server_was_killed(server: RunningServer) -> None:
    ann, bob = await seat_people(server, 2, rules=NO_ATTACK, first=0)
    request = asking_y(await told_version(server, ann))
    first = await by_http(server, ann, request)
    said = Say(id=new_id(), phrase="hello")
    second = await by_http(server, bob, said)
    assert (first[1], second[1]) == ("", "")
    server.kill()
    server.start()
    async with connected(server, ann.table, ann.token) as line:
        assert await by_socket(line, request) == first
        assert await by_http(server, bob, said) == second
        assert await by_http(server, ann, request) == first
        assert line.version == second[0]
        assert [each.what for each in line.news].count("moved") == 1


def asking_y(version: int) -> MakeMove:
    return MakeMove(id=new_id(), version=version, move="y")


async def told_version(server: RunningServer, who: Joined) -> int:
    return (await told(server, who)).version


@bounded
async def test_a_request_sent_many_times_at_once_is_done_once(server: RunningServer) -> None:
    ann, bob = await seat_people(server, 2, rules=NO_ATTACK, first=0)
    async with (
        connected(server, ann.table, ann.token) as phone,
        connected(server, ann.table, ann.token) as laptop,
        connected(server, bob.table, bob.token) as other,
    ):
        request = asking(phone, "y")
        answers = await asyncio.gather(
            *(by_http(server, ann, request) for _ in range(5)),
            by_socket(phone, request),
            by_socket(laptop, request),
        )
        assert len(set(answers)) == 1
        assert answers[0][1] == ""
        await other.reach(answers[0][0])
        assert [each.what for each in other.news].count("moved") == 1
        assert other.version == answers[0][0]


@bounded
async def test_every_kind_of_request_is_done_once(server: RunningServer) -> None:
    ann, bob, _ = await seat_people(server, 3, begin=False)
    async with connected(server, ann.table, ann.token) as line:
        requests: list[Request] = [
            Say(id=new_id(), phrase="hello"),
            Chat(id=new_id(), text="good evening"),
            SeatBot(id=new_id(), seat=2, bot="random"),
            Begin(id=new_id(), first=0),
            # A repeat is no second vote; who is there alone needs two.
            Vote(id=new_id(), seat=1),
            Vote(id=new_id(), seat=1),
        ]
        for request in requests:
            first = await by_socket(line, request)
            assert first[1] == "", request
            assert await by_socket(line, request) == first
            assert await by_http(server, ann, request) == first
            voted = sum(isinstance(each, Vote) for each in requests[: requests.index(request) + 1])
            assert bool(line.info.seats[1].stand_in) == (voted == 2)
        assert (await by_http(server, bob, Return(id="r")))[1] == ""
        again = await by_http(server, bob, Return(id="r"))
        assert again[1] == ""
        whats = [each.what for each in line.news]
        assert whats.count("voted") == 2
        for what in ("said", "chatted", "began", "stood_in", "returned"):
            assert whats.count(what) == 1, what


@bounded
async def test_seats_may_use_the_same_id(server: RunningServer) -> None:
    ann, bob = await seat_people(server, 2, begin=False)
    assert await by_http(server, ann, Say(id="1", phrase="hello")) == (4, "")
    assert await by_http(server, bob, Say(id="1", phrase="hello")) == (5, "")


@bounded
async def test_what_was_refused_can_be_asked_again_with_the_same_id(
    server: RunningServer,
) -> None:
    ann, _ = await seat_people(server, 2, rules=NO_ATTACK, first=0)
    version = await told_version(server, ann)
    wrong = MakeMove(id="same", version=version, move="d")
    assert (await by_http(server, ann, wrong))[1] != ""
    right = MakeMove(id="same", version=version, move="y")
    assert await by_http(server, ann, right) == (version + 1, "")


# Stale, out of turn, illegal


@bounded
async def test_a_stale_move_gets_the_current_view_and_then_its_refusal(
    server: RunningServer,
) -> None:
    people = await seat_people(server, 2, rules=NO_ATTACK, first=0)
    async with (
        connected(server, people[0].table, people[0].token) as ann,
        connected(server, people[1].table, people[1].token) as bob,
    ):
        old = asking(ann, "y")
        await move_once([ann, bob])
        while not ann.moves:
            await move_once([ann, bob])
        updates, version = len(ann.updates), ann.version
        answer = await ann.ask(old)
        assert answer.error is not None
        assert (answer.error.code, answer.error.values) == ("move.stale", {"version": version})
        # On the wire the view comes before the answer.
        assert len(ann.updates) == updates + 1
        assert '"type":"update"' in ann.frames[-2]
        assert '"type":"answer"' in ann.frames[-1]
        full = ann.updates[-1]
        assert full.full
        assert (full.version, full.seat) == (version, 0)
        assert full.view == (await told(server, people[0])).view
        assert full.moves
        await ann.move()


@bounded
async def test_a_stale_move_over_http_is_refused_with_the_version_to_look_at(
    server: RunningServer,
) -> None:
    ann, _ = await seat_people(server, 2, rules=NO_ATTACK, first=0)
    version = await told_version(server, ann)
    for wrong in (0, version - 1, version + 1):
        assert await by_http(server, ann, asking_y(wrong)) == (version, "move.stale")
    assert await told_version(server, ann) == version


@bounded
async def test_a_phrase_makes_no_move_stale(server: RunningServer) -> None:
    ann, bob = await seat_people(server, 2, rules=NO_ATTACK, first=0)
    version = await told_version(server, ann)
    await by_http(server, bob, Say(id=new_id(), phrase="one_moment"))
    assert await by_http(server, ann, asking_y(version)) == (version + 2, "")


@bounded
async def test_a_move_out_of_turn_is_refused_and_changes_nothing(server: RunningServer) -> None:
    people = await seat_people(server, 3, rules=NO_ATTACK, first=1)
    async with connected(server, people[1].table, people[1].token) as line:
        for who in (people[0], people[2]):
            version = await told_version(server, who)
            answer = await Server(server.url).ask(who.table, who.token, asking_y(version))
            assert answer.error is not None
            assert answer.error.code == "move.not_your_turn"
            assert answer.error.values == {"seat": who.seat, "expected": 1}
        await line.move("y")
        assert line.version == version + 1


@pytest.mark.parametrize(
    ("move", "code"),
    [
        ("d2S", "move.wrong_phase"),
        ("n0", "move.wrong_phase"),
        ("j", "flip.none_left"),
        ("h2S", "move.of_chance"),
        ("z", "move.verb"),
        ("p", "card.rank"),
        ("p2S2S", "card.twice"),
        ("p3S2S", "card.order"),
        ("pJSQSKS", "move.not_in_hand"),
        ("p\u202e", "card.rank"),
    ],
)
@bounded
async def test_a_move_that_the_rules_refuse_is_told_why(
    server: RunningServer, move: str, code: str
) -> None:
    ann, _ = await seat_people(server, 2, first=0)
    async with connected(server, ann.table, ann.token) as line:
        version = line.version
        answer = await line.ask(asking(line, move))
        assert answer.error is not None
        assert answer.error.code == code
        assert answer.version == version
        await line.move()
        assert line.version == (version or 0) + 1


@bounded
async def test_a_move_without_a_game_is_refused(server: RunningServer) -> None:
    ann, _ = await seat_people(server, 2, begin=False)
    version = await told_version(server, ann)
    assert (await by_http(server, ann, asking_y(version)))[1] == "table.no_game"
    assert (await by_http(server, ann, Vote(id=new_id(), seat=1)))[1] == "table.no_game"
    assert (await by_http(server, ann, Return(id=new_id())))[1] == "seat.no_stand_in"


# What is no request


@bounded
async def test_what_is_no_request_is_refused_and_the_connection_stays(
    server: RunningServer,
) -> None:
    ann, _ = await seat_people(server, 2, first=0)
    frames = {
        "": "",
        "{": "",
        "[]": "",
        "null": "",
        '{"type":"move"}': "",
        '{"type":"move","id":"a","version":1}': "a",
        '{"type":"move","id":"a","version":-1,"move":"y"}': "a",
        '{"type":"move","id":"a","version":1,"move":"y","more":1}': "a",
        '{"type":"dance","id":"a"}': "a",
        '{"type":"hello"}': "",
        '{"type":"say","id":"no blanks","phrase":"hello"}': "no blanks",
        '{"type":"say","id":7,"phrase":"hello"}': "",
    }
    async with connected(server, ann.table, ann.token) as line:
        version = line.version
        for place, (frame, name) in enumerate(frames.items(), 1):
            await line.socket.send(frame)
            await line.until(lambda place=place: len(line.answers) == place)  # type: ignore[misc]
            answer = line.answers[-1]
            assert answer.error is not None
            assert (answer.error.code, answer.id) == ("request.malformed", name)
        await line.socket.send(b'{"type":"ping","id":"bytes"}')
        await line.until(lambda: bool(line.pongs))
        assert line.version == version


@bounded
async def test_a_pong_tells_the_version_of_the_table(server: RunningServer) -> None:
    ann, bob = await seat_people(server, 2, begin=False)
    async with connected(server, ann.table, ann.token) as line:
        await line.send(Ping(id="one"))
        await line.until(lambda: len(line.pongs) == 1)
        assert (line.pongs[0].id, line.pongs[0].version) == ("one", line.version)
        await by_http(server, bob, Say(id=new_id(), phrase="hello"))
        await line.send(Ping(id="two"))
        await line.until(lambda: len(line.pongs) == 2)
        assert line.pongs[1].version == 4
    assert await by_http(server, ann, Ping(id="three")) == (4, "")
