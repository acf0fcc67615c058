"""A session on a network that loses, doubles and reorders: nothing is lost, nothing done twice."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from openregicide.client.session import Heard, Session
from openregicide.core import Game, RuleSet
from openregicide.protocol import (
    Answer,
    AskHint,
    Bye,
    Change,
    Hello,
    LegalMove,
    Message,
    Ping,
    Pong,
    Presence,
    PreviewData,
    Problem,
    Request,
    RulesData,
    Say,
    SeatInfo,
    TableInfo,
    TableSettings,
    Update,
)
from openregicide.table.views import view_data

PATIENCE = 8.0
HEARTBEAT = 20.0
REMEMBERED = 6
"""How many changes the server below can tell again; who missed more gets a full update."""


def table_info(host: int) -> TableInfo:
    settings = TableSettings(rules=RulesData(players=2))
    return TableInfo(id="T", settings=settings, seats=[SeatInfo(holder="free")] * 2, host=host)


class Table:
    """The protocol's other side in a few lines: phrases are kept, and some change what is seen."""

    def __init__(self) -> None:
        self.said: list[str] = []
        self.done: dict[str, int] = {}
        self.told: int | None = None
        """The version that the connection was told; `None` before its hello."""

    @property
    def version(self) -> int:
        return len(self.said)

    def info(self) -> TableInfo:
        return table_info(self.version // 3 % 2)

    def moves(self) -> list[LegalMove]:
        return [LegalMove(f"n{self.version // 2 % 2}", PreviewData())]

    def say(self, phrase: str) -> None:
        self.said.append(phrase)

    def update(self, since: int) -> Update:
        """Tell no more than has changed since a version."""
        news = [
            Change(version=version, what="said", phrase=self.said[version - 1])
            for version in range(since + 1, self.version + 1)
        ]
        return Update(
            version=self.version,
            news=news,
            table=self.info() if since // 3 != self.version // 3 else None,
            moves=self.moves() if since // 2 != self.version // 2 else None,
        )

    def full(self) -> Update:
        return Update(
            version=self.version, full=True, seat=1, table=self.info(), moves=self.moves()
        )

    def publish(self) -> list[Message]:
        if self.told is None or self.told == self.version:
            return []
        update = self.update(self.told)
        self.told = self.version
        return [update]

    def receive(self, frame: bytes) -> list[Message]:
        request: Hello | Request = msgspec.json.decode(frame, type=Hello | Request)
        if isinstance(request, Hello):
            if self.told is not None:
                return []
            self.told = self.version
            known = request.version
            if known is None or not self.version - REMEMBERED <= known <= self.version:
                return [self.full()]
            return [self.update(known)]
        if self.told is None:
            return []
        if isinstance(request, Ping):
            return [Pong(request.id, self.version)]
        assert isinstance(request, Say)
        if request.id not in self.done:
            self.say(request.phrase)
            self.done[request.id] = self.version
        # The answer may come before what it is about.
        return [Answer(request.id, self.done[request.id]), *self.publish()]


class Line:
    """A client and a table with a bad line between them, and a clock."""

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance
        self.now = 0.0
        self.table = Table()
        self.session = Session("token")
        self.open = False
        self.up: list[bytes] = []
        self.down: list[bytes] = []
        self.news: list[int] = []
        self.answers: list[str] = []

    def connect(self) -> None:
        if not self.open:
            self.open = True
            self.up, self.down = self.session.opened(self.now), []
            self.table.told = None

    def cut(self) -> None:
        self.open = False
        self.session.lost()

    def ask(self, number: int) -> None:
        self.up += self.session.ask(Say(id=f"r{number}", phrase=f"p{number}"), self.now)

    def somebody_else(self) -> None:
        self.table.say("something")
        self.down += map(msgspec.json.encode, self.table.publish())

    def carry_up(self, *, bad: bool) -> None:
        for frame in self.taken(self.up, bad=bad):
            self.down += map(msgspec.json.encode, self.table.receive(frame))

    def carry_down(self, *, bad: bool) -> None:
        for frame in self.taken(self.down, bad=bad):
            self.note(self.session.heard(frame, self.now))
        if self.session.incomplete:
            self.cut()

    def taken(self, frames: list[bytes], *, bad: bool) -> list[bytes]:
        """Take one frame off a queue; on a bad line sometimes any, once, twice or never."""
        if not frames:
            return []
        if not bad or self.chance.random() < 0.7:
            return [frames.pop(0)]
        return [frames.pop(self.chance.randrange(len(frames)))] * self.chance.choice((0, 1, 2))

    def note(self, heard: Heard) -> None:
        self.news += [change.version for change in heard.news]
        self.answers += [answer.id for answer in heard.answers]
        for answer in heard.answers:
            assert answer.version <= (self.session.version or 0)

    def wait(self, seconds: float) -> None:
        """What the program around a session does as time goes by."""
        self.now += seconds
        if not self.open:
            self.connect()
        elif self.session.overdue(self.now, PATIENCE):
            self.cut()
        else:
            self.up += self.session.heartbeat(self.now, HEARTBEAT)


STEPS = {"ask": 2, "else": 3, "up": 12, "down": 24, "cut": 1, "connect": 8, "wait": 3}
"""What happens on a bad line, and how often."""


@given(st.integers(0, 2**32), st.integers(0, 200))
def test_on_the_worst_line_every_request_is_done_and_answered_once(seed: int, steps: int) -> None:
    line = Line(random.Random(seed))
    asked = 0
    for step in line.chance.choices([*STEPS], [*STEPS.values()], k=steps):
        match step:
            case "ask":
                line.ask(asked)
                asked += 1
            case "else":
                line.somebody_else()
            case "up":
                line.carry_up(bad=True)
            case "down":
                line.carry_down(bad=True)
            case "cut":
                line.cut()
            case "connect":
                line.connect()
            case "wait":
                line.wait(line.chance.uniform(0, 3))
    # The line gets better, and time passes.
    for _ in range(12):
        for _ in range(2 * asked + 20):
            line.carry_up(bad=False)
            line.carry_down(bad=False)
        line.wait(5)
    phrases = [phrase for phrase in line.table.said if phrase != "something"]
    assert sorted(phrases) == sorted(f"p{number}" for number in range(asked))
    assert sorted(line.answers) == sorted(f"r{number}" for number in range(asked))
    assert line.session.version == line.table.version
    assert line.session.table == line.table.info()
    assert line.session.moves == line.table.moves()
    assert line.news == sorted(set(line.news))


@given(st.integers(0, 2**32), st.integers(0, REMEMBERED), st.integers(0, 30))
def test_whoever_misses_little_hears_all_of_it(seed: int, missed: int, before: int) -> None:
    line = Line(random.Random(seed))
    line.connect()
    line.carry_up(bad=False)
    line.carry_down(bad=False)
    for _ in range(before):
        line.somebody_else()
        line.carry_down(bad=False)
    line.cut()
    for _ in range(missed):
        line.somebody_else()
    line.connect()
    line.carry_up(bad=False)
    line.carry_down(bad=False)
    assert line.news == list(range(1, before + missed + 1))


# One thing at a time


def encoded(message: Message) -> bytes:
    return msgspec.json.encode(message)


def sent(frames: list[bytes]) -> list[dict[str, Any]]:
    return [msgspec.json.decode(frame) for frame in frames]


def online(version: int = 5) -> Session:
    session = Session("token")
    session.opened(0)
    full = Update(version=version, full=True, seat=1, table=table_info(0), present=[True, False])
    session.heard(encoded(full), 0)
    assert session.online
    return session


def test_the_first_thing_said_is_who_one_is_and_what_one_has_seen() -> None:
    session = Session("secret")
    assert sent(session.opened(0)) == [{"type": "hello", "token": "secret", "version": None}]
    session = online(version=5)
    session.lost()
    assert not session.online
    assert sent(session.opened(1))[0]["version"] == 5


def test_a_request_is_sent_again_on_a_new_connection_under_its_id() -> None:
    session = online()
    first = session.ask(Say(id="a", phrase="hello"), 0)
    session.lost()
    later = session.ask(Say(id="b", phrase="thanks"), 1)
    assert later == []
    again = session.opened(2)
    assert again[1:2] == first
    assert [message["type"] for message in sent(again)] == ["hello", "say", "say"]


def test_an_answered_request_is_not_sent_again() -> None:
    session = online(version=5)
    session.ask(Say(id="a", phrase="hello"), 0)
    heard = session.heard(encoded(Answer("a", 5, Problem("talk.too_much"))), 0)
    assert [answer.error for answer in heard.answers] == [Problem("talk.too_much")]
    session.lost()
    assert len(session.opened(1)) == 1


def test_an_answer_waits_for_what_it_is_about() -> None:
    session = online(version=5)
    session.ask(Say(id="a", phrase="hello"), 0)
    assert not session.heard(encoded(Answer("a", 6)), 0).answers
    change = Change(version=6, what="said", phrase="hello")
    heard = session.heard(encoded(Update(version=6, news=[change])), 0)
    assert [answer.id for answer in heard.answers] == ["a"]
    assert heard.news == [change]


@pytest.mark.parametrize("full", [True, False])
@pytest.mark.parametrize("told", [(7, 6), (6, 6, 7), (6, 7, 8)])
def test_changes_out_of_order_or_ahead_of_their_update_are_not_taken(
    full: bool, told: tuple[int, ...]
) -> None:
    session = online(version=5)
    news = [Change(version=version, what="said", phrase="hello") for version in told]
    table = table_info(0) if full else None
    heard = session.heard(encoded(Update(version=7, full=full, table=table, news=news)), 0)
    assert not heard.news
    assert session.incomplete
    assert session.garbled is full
    assert session.version == 5


def test_a_view_of_a_game_we_have_not_heard_of_was_missed_and_is_no_nonsense() -> None:
    view = view_data(Game.new(RuleSet(players=2), 18).view(1))
    change = Change(version=7, what="moved", move="y")
    session = online(version=5)
    assert not session.heard(encoded(Update(version=7, news=[change], view=view)), 0).news
    assert (session.incomplete, session.garbled) == (True, False)
    # Right after what we know there is no excuse.
    session = online(version=6)
    session.heard(encoded(Update(version=7, news=[change], view=view)), 0)
    assert session.garbled


def test_an_answer_nobody_waits_for_is_no_answer() -> None:
    session = online(version=5)
    assert not session.heard(encoded(Answer("z", 5)), 0).answers
    session.ask(Say(id="a", phrase="hello"), 0)
    session.forget("a")
    assert not session.heard(encoded(Answer("a", 5)), 0).answers


def test_what_is_left_out_of_an_update_stays_as_it_was() -> None:
    session = online(version=5)
    move = LegalMove("y", PreviewData())
    change = Change(version=6, what="moved", move="y")
    session.heard(encoded(Update(version=6, news=[change], moves=[move])), 0)
    assert session.moves == [move]
    assert session.table == table_info(0)
    assert session.present == [True, False]
    session.heard(encoded(Update(version=6, moves=[])), 0)
    assert session.moves == []


def test_a_full_update_replaces_everything() -> None:
    session = online(version=5)
    session.heard(encoded(Update(version=9, full=True, table=table_info(1))), 0)
    assert (session.version, session.seat, session.table) == (9, None, table_info(1))
    assert (list(session.moves), session.view) == ([], None)
    assert session.present == [True, False]


def test_an_old_update_changes_nothing() -> None:
    session = online(version=5)
    for full in (False, True):
        session.heard(encoded(Update(version=4, full=full, table=table_info(1))), 0)
        assert (session.version, session.table) == (5, table_info(0))
        assert not session.incomplete


def test_a_server_that_lost_something_is_believed_when_it_says_so_first() -> None:
    session = online(version=5)
    session.lost()
    session.opened(1)
    session.heard(encoded(Update(version=3, full=True, table=table_info(1))), 1)
    assert (session.version, session.table) == (3, table_info(1))


@pytest.mark.parametrize("versions", [[], [7], [6], [8]])
def test_an_update_with_a_gap_before_it_is_not_taken(versions: list[int]) -> None:
    session = online(version=5)
    news = [Change(version=version, what="said") for version in versions]
    heard = session.heard(encoded(Update(version=7, news=news, table=table_info(1))), 0)
    assert session.incomplete
    assert heard == Heard((), [])
    assert (session.version, session.table) == (5, table_info(0))


def test_news_that_are_known_are_not_told_again() -> None:
    session = online(version=5)
    news = [Change(version=version, what="said") for version in (4, 5, 6, 7)]
    heard = session.heard(encoded(Update(version=7, news=news)), 0)
    assert [change.version for change in heard.news] == [6, 7]


def test_presence_says_who_is_there() -> None:
    session = online()
    session.heard(encoded(Presence([True, True], 3)), 0)
    assert (session.present, session.spectators) == ([True, True], 3)


def test_presence_says_from_when_on_a_vote_counts() -> None:
    session = online()
    session.heard(encoded(Presence([True, False], 0, [None, 12.5])), 100)
    assert session.vote_at == [None, 112.5]
    session.heard(encoded(Presence([True, True], 0)), 101)
    assert session.vote_at == []


@pytest.mark.parametrize("waits", [[-1.0], [1e9], [0.0] * 5])
def test_waits_that_cannot_be_are_nonsense(waits: list[float | None]) -> None:
    session = online()
    session.heard(encoded(Presence([True, True], 0, waits)), 100)
    assert session.garbled
    assert session.vote_at == ()


def test_the_clock_runs_from_when_the_message_came() -> None:
    session = online(version=5)
    session.heard(encoded(Update(version=5, move_by=30.0)), 100)
    assert session.move_by == 130
    session.heard(encoded(Presence([True, True], 0)), 110)
    assert session.move_by == 130
    session.heard(encoded(Update(version=5, full=True, table=table_info(0))), 120)
    assert session.move_by is None


@pytest.mark.parametrize("data", [b"", b"\xff", b"[]", b'{"type":"new"}', b'{"type":"update"}'])
def test_what_cannot_be_read_is_as_good_as_lost(data: bytes) -> None:
    session = online(version=5)
    assert session.heard(data, 0) == Heard()
    assert session.online
    assert not session.incomplete


# Patience


def test_a_server_that_does_not_say_how_the_table_stands_is_overdue() -> None:
    session = Session()
    session.opened(100)
    session.heard(encoded(Presence([True], 0)), 101)
    assert not session.overdue(107, PATIENCE)
    assert session.overdue(109, PATIENCE)


def test_an_answer_is_overdue_after_a_while_on_the_same_connection() -> None:
    session = online()
    session.ask(Say(id="a", phrase="hello"), 100)
    assert not session.overdue(107, PATIENCE)
    assert session.overdue(109, PATIENCE)
    session.lost()
    session.opened(200)
    session.heard(encoded(Update(version=5)), 200)
    assert not session.overdue(207, PATIENCE)


def test_a_hint_may_take_its_time() -> None:
    session = online()
    session.ask(AskHint(id="a", version=5), 100)
    assert not session.overdue(160, PATIENCE)
    session.lost()
    # But it is asked for again, like everything else.
    assert [each["type"] for each in sent(session.opened(200))] == ["hello", "hint"]
    session.heard(encoded(Update(version=5)), 200)
    assert not session.overdue(260, PATIENCE)


def test_an_update_that_an_answer_speaks_of_is_overdue_after_a_while() -> None:
    session = online(version=5)
    session.ask(Say(id="a", phrase="hello"), 0)
    session.heard(encoded(Answer("a", 6)), 100)
    assert not session.overdue(107, PATIENCE)
    assert session.overdue(109, PATIENCE)
    session.heard(encoded(Update(version=6, news=[Change(version=6, what="said")])), 109)
    assert not session.overdue(200, PATIENCE)


def test_a_heartbeat_finds_what_was_lost_on_the_way() -> None:
    session = online(version=5)
    assert session.heartbeat(19, HEARTBEAT) == []
    (ping,) = sent(session.heartbeat(20, HEARTBEAT))
    assert session.heartbeat(21, HEARTBEAT) == []
    assert session.overdue(29, PATIENCE)
    session.heard(encoded(Pong(ping["id"], 5)), 29)
    assert not session.overdue(29, PATIENCE)
    (ping,) = sent(session.heartbeat(40, HEARTBEAT))
    session.heard(encoded(Pong(ping["id"], 6)), 40)
    assert session.overdue(49, PATIENCE)


# Goodbyes


def test_a_hello_that_is_refused_is_refused_for_good() -> None:
    session = Session("wrong")
    session.opened(0)
    session.heard(encoded(Bye(Problem("seat.token"))), 0)
    assert session.refused == Problem("seat.token")


@pytest.mark.parametrize(
    "code", ["server.stopping", "limit.connections", "reader.too_slow", "hello.missing"]
)
def test_a_server_that_is_busy_or_stops_is_asked_again(code: str) -> None:
    session = Session("token")
    session.opened(0)
    session.heard(encoded(Bye(Problem(code))), 0)
    assert session.refused is None
    assert session.incomplete


def test_a_seat_that_is_lost_is_lost_for_good() -> None:
    session = online()
    session.heard(encoded(Bye(Problem("seat.lost"))), 0)
    assert session.refused == Problem("seat.lost")
