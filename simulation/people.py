"""People with a client: the real session of the Python client, and somebody who uses it."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any

import msgspec

from openregicide.client.session import Session
from openregicide.protocol import (
    FACES,
    PHRASES,
    PUBLIC_FACTS,
    Begin,
    Chat,
    ChooseFace,
    Configure,
    GiveUp,
    Join,
    Joined,
    Leave,
    MakeMove,
    NewTable,
    Ping,
    Request,
    Return,
    RulesData,
    Say,
    SeatBot,
    TableSettings,
    TakeBack,
    Vote,
)
from openregicide.server.web import http

from .history import History
from .network import Connection
from .node import Node
from .plan import PersonPlan, TablePlan

__all__ = ["Meeting", "Person"]

THINK_SECONDS = 0.15
PATIENCE_SECONDS = 3.0
HEARTBEAT_SECONDS = 2.0
REPEATED = 8
"""How many requests back a client may still send one again."""

encode = msgspec.json.Encoder().encode


class Meeting:
    """Where the people of one table meet: its code, once somebody has made it."""

    def __init__(self, plan: TablePlan) -> None:
        self.plan = plan
        self.code = ""
        self.tokens: dict[int, str] = {}
        """By the number of the person."""

    def settings(self, chance: Random) -> TableSettings:
        """Return settings that the host may choose at any time."""
        talk: Any = "open" if self.plan.open_talk else "strict"
        rules = RulesData(players=self.plan.players, talk=talk)
        return TableSettings(
            rules=rules,
            clock=self.plan.clock,
            open=chance.random() < 0.5,
            spectators=chance.random() < 0.95,
        )


class Person:
    """One client with its user: what they do, and what is noted of it."""

    def __init__(
        self, plan: PersonPlan, meeting: Meeting, node: Node, history: History, seed: int, acts: int
    ) -> None:
        self.plan = plan
        self.acts = acts
        """What this person is still going to do."""
        self.doubled = 0
        """How many of the next frames are sent twice."""
        self.connection: Connection | None = None
        self.session: Session | None = None
        self.asked: set[str] = set()
        """The requests over the socket that are not answered yet."""
        self._meeting = meeting
        self._node = node
        self._history = history
        self._dice = Random(f"person {seed} {plan.number}")
        self._chance = Random(f"network {seed} {plan.number}")
        self._address = f"10.0.0.{plan.number + 1}"
        self._calls = 0
        self._connections = 0
        self._calling = False
        self._token: str | None = None
        self._old: list[Request] = []
        self._seen: list[tuple[int, str]] = []
        """Versions with a move that was legal then."""
        self._name = ""
        self._again_at = 0.0
        self._think()

    @property
    def settled(self) -> bool:
        """Whether nothing is open between this client and the server."""
        session = self.session
        if session is None:
            return not self._calling
        return bool(session.online and not self.asked)

    @property
    def version(self) -> int | None:
        return None if self.session is None else self.session.version

    @property
    def table(self) -> str:
        """The code of the table."""
        return self._meeting.code

    @property
    def out(self) -> bool:
        """Whether the server has refused this client for good."""
        return self.session is not None and self.session.refused is not None

    # From moment to moment

    def _think(self) -> None:
        self._node.scheduler.after(self._dice.expovariate(1 / THINK_SECONDS), self._tick)

    def _tick(self) -> None:
        self._think()
        if self.session is None:
            if not self._calling and self._node.scheduler.now >= self._again_at:
                self._take_seat()
            return
        now = self._node.scheduler.now
        if self.connection is None:
            if now >= self._again_at and self.session.refused is None:
                self._connect(self.session)
            elif self.session.refused is not None and self.acts > 0:
                self._start_over()
            return
        if self.session.incomplete or self.session.overdue(now, PATIENCE_SECONDS):
            self._leave()
            return
        self._send(self.session.heartbeat(now, HEARTBEAT_SECONDS))
        if self.acts > 0:
            self.acts -= 1
            self._act(self.session)

    # Taking a seat

    def _take_seat(self) -> None:
        meeting, role = self._meeting, self.plan.role
        if role == "host" and not meeting.code:
            bots = {
                str(meeting.plan.players - 1 - number): spec
                for number, spec in enumerate(meeting.plan.bots)
            }
            self._name = f"Host {self.plan.number} {self._calls}"
            new = NewTable(
                name=self._name,
                settings=meeting.settings(self._dice),
                bots=bots,
                begin=len(bots) == meeting.plan.players - 1,
            )
            self._call(
                lambda request, hub, gate: http.create.fn(request, new, hub, gate), self._sat
            )
        elif not meeting.code:
            return
        elif role in ("host", "guest"):
            code = meeting.code
            join = Join(name=f"Guest {self.plan.number} {self._calls}")
            self._call(
                lambda request, hub, gate: http.join.fn(request, code, join, hub, gate), self._sat
            )
        elif role == "spectator":
            self.session = Session(None)
        elif self.plan.twin in meeting.tokens:
            self._begin_session(meeting.tokens[self.plan.twin])

    def _sat(self, told: Any) -> None:
        if told is None or "refused" in told:
            self._again_at = self._node.scheduler.now + 1.0
            return
        joined = msgspec.convert(told, Joined)
        self._history.tell(
            self._node.scheduler.now, "seated", "",
            client=self.plan.number, table=joined.table, seat=joined.seat, token=joined.token,
        )  # fmt: skip
        self._meeting.code = joined.table
        self._meeting.tokens[self.plan.number] = joined.token
        self._begin_session(joined.token)

    def _begin_session(self, token: str) -> None:
        self._token = token
        self.session = Session(token)

    def _start_over(self) -> None:
        """Try to get another seat, or the new one of a twin."""
        self._again_at = self._node.scheduler.now + 1.0
        if self._meeting.tokens.get(self.plan.number) == self._token:
            self._meeting.tokens.pop(self.plan.number, None)
        self.session = None
        self.asked.clear()
        self._old.clear()
        self._seen.clear()

    # The connection

    def _connect(self, session: Session) -> None:
        self._connections += 1
        name = f"{self.plan.number}.{self._connections}"
        now = self._node.scheduler.now
        self._history.tell(now, "opened", name, client=self.plan.number, table=self._meeting.code)

        def heard(frame: bytes) -> None:
            self._history.note(self._node.scheduler.now, "heard", name, frame)
            self._heard(session, frame)

        def lost() -> None:
            self._history.note(self._node.scheduler.now, "lost", name)
            self._lost(session)

        self.connection = Connection(
            self._node, self._chance,
            address=self._address, table=self._meeting.code, heard=heard, lost=lost,
        )  # fmt: skip
        self._connection_name = name
        self._send(session.opened(now))

    def _send(self, frames: list[bytes]) -> None:
        for frame in frames:
            assert self.connection is not None
            for _ in range(2 if self.doubled else 1):
                now = self._node.scheduler.now
                self._history.note(now, "sent", self._connection_name, frame)
                self.connection.send(frame)
            self.doubled = max(0, self.doubled - 1)

    def _heard(self, session: Session, frame: bytes) -> None:
        heard = session.heard(frame, self._node.scheduler.now)
        self.asked.difference_update(answer.id for answer in heard.answers)
        if session.moves and session.version is not None:
            self._seen.append((session.version, session.moves[0].move))
            del self._seen[:-4]

    def _lost(self, session: Session) -> None:
        session.lost()
        self.connection = None
        self._again_at = self._node.scheduler.now + self._dice.uniform(0.02, 0.5)

    def _leave(self) -> None:
        """Give a connection up that brings nothing any more."""
        assert self.connection is not None
        assert self.session is not None
        self._history.note(self._node.scheduler.now, "lost", self._connection_name)
        self.connection.leave()
        self._lost(self.session)

    # What people do

    def _act(self, session: Session) -> None:
        dice = self._dice.random()
        if self.plan.restless and dice < 0.3 and self._may_leave(session):
            self._ask(Leave(self._id()))
            self._ask(Say(self._id(), self._dice.choice(PHRASES)))
        elif (session.may_undo and dice < 0.2) or dice < 0.01:
            # Now and then when it is too late, or was never possible.
            self._ask(TakeBack(self._id(), session.version or 1))
        elif session.moves and dice < 0.75:
            self._move(session)
        elif self._old and dice < 0.82:
            self._send([encode(self._dice.choice(self._old[-REPEATED:]))])
        elif self._seen and dice < 0.87:
            version, move = self._dice.choice(self._seen)
            self._ask(MakeMove(self._id(), version, move))
        elif dice < 0.88:
            self._send([b'{"type": "move", "id": "broken"'])
        elif dice < 0.91:
            self._look()
        else:
            self._ask(self._talk(session))

    @staticmethod
    def _may_leave(session: Session) -> bool:
        table = session.table
        between = table is not None and (table.game is None or table.game.result is not None)
        return between and session.seat is not None

    def _move(self, session: Session) -> None:
        assert session.version is not None
        move = self._dice.choice(session.moves).move
        # Some look at an old table, and send what is legal now.
        old = self._dice.random() < 0.08
        version = max(1, session.version - self._dice.randint(1, 3)) if old else session.version
        request = MakeMove(self._id(), version, move)
        if self._dice.random() < 0.1:
            self._ask_by_http(request)
        else:
            self._ask(request)

    def _talk(self, session: Session) -> Request:
        """Return something else to ask for, as far as it makes sense."""
        dice, name, table = self._dice.random(), self._id(), session.table
        if table is not None and session.seat is not None:
            running = table.game is not None and table.game.result is None
            if table.host == session.seat and not running and dice < 0.6:
                if any(seat.holder == "free" for seat in table.seats) and dice < 0.1:
                    return SeatBot(name, self._dice.randrange(len(table.seats)), "random")
                if dice < 0.03:
                    return Configure(name, self._meeting.settings(self._dice))
                return Begin(name, again=dice > 0.5)
            if table.seats[session.seat].stand_in:
                return Return(name)
            away = [seat for seat, here in enumerate(session.present) if not here]
            if running and away and dice < 0.7:
                return Vote(name, self._dice.choice(away))
            giving_up = table.game is not None and bool(table.game.giving_up)
            if running and (dice > 0.88 or (giving_up and dice > 0.3)):
                return GiveUp(name, session.version or 1, self._dice.random() < 0.8)
            if not running and dice > 0.98:
                return Leave(name)
        if dice < 0.75:
            return Say(name, self._dice.choice(PHRASES + PUBLIC_FACTS))
        if dice < 0.8:
            return ChooseFace(name, self._dice.choice(FACES))
        return Chat(name, "Well met")

    def _ask(self, request: Request) -> None:
        assert self.session is not None
        self._old.append(request)
        self.asked.add(request.id)
        self._send(self.session.ask(request, self._node.scheduler.now))

    def _id(self) -> str:
        return f"{self.plan.number}-{self._dice.getrandbits(40):010x}"

    # By plain HTTP

    def _ask_by_http(self, request: Request) -> None:
        code, data = self._meeting.code, encode(request)
        name = self._http_name(token=self._token, since=None)
        self._history.note(self._node.scheduler.now, "sent", name, data)
        self._call(
            lambda asked, hub, gate: http.ask.fn(asked, code, request, hub),
            lambda told: self._told_by_http(name, told),
        )

    def _look(self) -> None:
        """Ask by HTTP what is new, or only which version there is."""
        code, since = self._meeting.code, self.version
        if self._token is not None and self._dice.random() < 0.5:
            self._ask_by_http(Ping(self._id()))
            return
        name = self._http_name(token=self._token, since=since)
        self._call(
            lambda asked, hub, gate: http.update.fn(asked, code, hub, since),
            lambda told: self._told_by_http(name, told),
        )

    def _http_name(self, *, token: str | None, since: int | None) -> str:
        self._connections += 1
        name = f"{self.plan.number}.{self._connections}"
        self._history.tell(
            self._node.scheduler.now, "opened", name,
            client=self.plan.number, table=self._meeting.code, token=token, since=since,
        )  # fmt: skip
        return name

    def _told_by_http(self, name: str, told: Any) -> None:
        if told is not None and "refused" not in told:
            self._history.note(self._node.scheduler.now, "heard", name, json.dumps(told).encode())
        self._history.note(self._node.scheduler.now, "lost", name)

    def _call(self, handler: Callable[..., Any], done: Callable[[Any], None]) -> None:
        self._calls += 1
        self._calling = True

        def returned(body: bytes | None) -> None:
            self._calling = False
            done(None if body is None else json.loads(body))

        self._node.call(
            handler,
            address=self._address,
            token=self._token,
            done=returned,
            chance=self._chance,
        )
