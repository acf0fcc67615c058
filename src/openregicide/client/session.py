"""What a client knows about its table, and what it sends next; no clock, no network.

A session outlives its connections. It is told when one opens, what arrives and when it is lost,
and returns the frames to send. A request is sent again on every new connection until it is
answered; ids make sure that it is done only once. Versions tell whether something was missed; a
new connection then brings it. There is no other way to recover, so there is only one to test.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass

import msgspec

from ..core import View
from ..protocol import (
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
    Problem,
    Request,
    TableInfo,
    Update,
    ViewData,
)
from .received import Garbled, Unreadable, receive
from .sense import check, check_update, check_version
from .witness import Witness

__all__ = ["PASSING", "Heard", "Session", "new_id"]

PASSING = ("server.", "limit.", "reader.", "storage.", "hello.", "request.")
"""Prefixes of the codes with which a server closes a connection for now, not for good.

The last two are about our greeting, which is right unless it was damaged on the way.
"""

MOST_UNREADABLE = 100
"""Messages on one connection that we cannot read. A newer server may have a few new kinds."""

ALLOWANCE = 5000.0
"""How much may come at once, and"""
PER_SECOND = 1000.0
"""how much in the long run: a message counts one, and one more for every"""
WEIGHT = 10_000.0
"""bytes. Nobody can play, or read, a tenth of that."""

_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[Message] = msgspec.json.Decoder(Message)


def new_id() -> str:
    """Return an id that no other request has."""
    return secrets.token_urlsafe(12)


@dataclass(frozen=True, slots=True)
class Heard:
    """What a message brought."""

    news: Sequence[Change] = ()
    """What happened at the table, every change once and in order."""
    answers: Sequence[Answer] = ()
    """Answers to requests, each once; the table is at least at their version."""
    send: Sequence[bytes] = ()
    """What to send in return."""


class Session:
    """A seat, or a spectator, as seen by the client."""

    def __init__(self, token: str | None = None, *, witness: Witness | None = None) -> None:
        """:param token: the seat's; without it we are a spectator.
        :param witness: takes part in the deals, and remembers what we are shown.
        """
        self._witness = witness
        self.version: int | None = None
        """The version that everything else here belongs to; `None` before the first update."""
        self.seat: int | None = None
        self.table: TableInfo | None = None
        self.view: ViewData | None = None
        self.seen: View | None = None
        """The same view as the engine knows it."""
        self.moves: Sequence[LegalMove] = ()
        self.may_undo = False
        """Whether we may take the last move back."""
        self.present: Sequence[bool] = ()
        self.spectators = 0
        self.vote_at: Sequence[float | None] = ()
        """By seat: when a vote for a bot in it counts; `None` where its player is there."""
        self.move_by: float | None = None
        """With a clock: when the time for the move runs out."""
        self.refused: Problem | None = None
        """Why the server refused this client for good."""
        self.parting: Problem | None = None
        """Why the server closed this connection, if it said so."""
        self.garbled = False
        """Whether the server sends what no server of tables sends; then it is left for good."""
        self.incomplete = False
        """Whether something was missed on this connection; only a new one will bring it."""
        self.gained = False
        """Whether this connection has brought anything new."""
        self._token = token
        self._connected = False
        self._updated = False
        """Whether this connection has had an update."""
        self._asked: dict[str, Request] = {}
        self._answered: dict[str, Answer] = {}
        self._owed: dict[str, float] = {}
        """Since when we have waited for each answer, by the id of the request."""
        self._hello_at = 0.0
        self._ping_at = 0.0
        self._mentioned = 0
        """The highest version that the server has mentioned."""
        self._mentioned_at = 0.0
        self._unreadable = 0
        self._allowance = ALLOWANCE
        self._counted_at = 0.0

    # Connections

    def opened(self, now: float) -> list[bytes]:
        """Note a new connection; return what to send on it."""
        self._connected = True
        self.incomplete = self.gained = self._updated = False
        self.parting = None
        self._unreadable = 0
        self._hello_at = self._ping_at = self._mentioned_at = now
        self._mentioned = 0
        self._owed = {}
        if self._witness is not None:
            # It asks again, if there is still something to ask.
            for request_id in self._witness.connected():
                self.forget(request_id)
        for request in self._asked.values():
            self._owe(request, now)
        hello = Hello(token=self._token, version=self.version)
        return [_encoder.encode(message) for message in (hello, *self._asked.values())]

    def lost(self) -> None:
        """Note that the connection is gone."""
        self._connected = self._updated = False
        self._owed = {}

    @property
    def online(self) -> bool:
        """Whether there is a connection that has had an update."""
        return self._connected and self._updated

    def overdue(self, now: float, patience: float) -> bool:
        """Return whether something we expect is too late."""
        since = list(self._owed.values())
        if not self._updated:
            since.append(self._hello_at)
        if self._behind:
            since.append(self._mentioned_at)
        return any(now - then > patience for then in since)

    def heartbeat(self, now: float, every: float) -> list[bytes]:
        """Return what to send to find out whether the server is there and nothing was missed."""
        if not self._connected or now - self._ping_at < every:
            return []
        self._ping_at = now
        ping = Ping(id=new_id())
        self._owed[ping.id] = now
        return [_encoder.encode(ping)]

    # Requests

    def ask(self, request: Request, now: float) -> list[bytes]:
        """Note a request; return what to send, if there is a connection."""
        if self._witness is not None:
            self._witness.asked(request)
        self._asked[request.id] = request
        if not self._connected:
            return []
        self._owe(request, now)
        return [_encoder.encode(request)]

    def _owe(self, request: Request, now: float) -> None:
        # A hint may take as long as the server likes; pings tell whether it is there.
        if not isinstance(request, AskHint):
            self._owed[request.id] = now

    def forget(self, request: str) -> None:
        """Stop waiting for the answer to a request. It may have been done all the same."""
        self._asked.pop(request, None)
        self._answered.pop(request, None)
        self._owed.pop(request, None)

    # Messages

    def heard(self, data: bytes, now: float) -> Heard:
        """Handle a message. One that cannot be read counts as lost; nonsense ends everything."""
        try:
            self._count(data, now)
            message = self._read(data)
            return Heard() if message is None else self._take(message, now)
        except Garbled:
            self.garbled = self.incomplete = True
            return Heard()

    def _count(self, data: bytes, now: float) -> None:
        """Refuse more than anybody could want to know."""
        gained = max(0.0, now - self._counted_at) * PER_SECOND
        self._allowance = min(ALLOWANCE, self._allowance + gained) - 1 - len(data) / WEIGHT
        self._counted_at = now
        if self._allowance < 0:
            raise Garbled("too much")

    def _read(self, data: bytes) -> Message | None:
        try:
            return receive(data, _decoder)
        except Unreadable:
            self._unreadable += 1
            if self._unreadable > MOST_UNREADABLE:
                raise
            return None

    def _take(self, message: Message, now: float) -> Heard:
        news: Sequence[Change] = ()
        send: Sequence[bytes] = ()
        match message:
            case Update():
                news = self._update(message, now)
                send = self._witnessed(now)
            case Presence(present, spectators, vote_in):
                check(message)
                self.present, self.spectators = present, spectators
                self.vote_at = [None if wait is None else now + wait for wait in vote_in]
            case Answer():
                check(message)
                self._answer(message, now)
            case Pong(id, version):
                check_version(version)
                self._owed.pop(id, None)
                self._mention(version, now)
            case Bye(error):
                self.parting = error
                if error.code == "storage.damaged" or not error.code.startswith(PASSING):
                    self.refused = error
                self.incomplete = True
        settled = self._settled()
        self.gained = self.gained or bool(settled)
        return Heard(news, settled, send)

    def _update(self, update: Update, now: float) -> Sequence[Change]:
        known = -1 if self.version is None else self.version
        news = [change for change in update.news if change.version > known]
        if not update.full and (self.version is None or not _follow(news, known, update.version)):
            # Looked at by itself: it may be of a game that this table has not begun, as we know it.
            check(update)
            self.incomplete = self.incomplete or update.version >= known
            return ()
        seen = check_update(update, self.table, self.seat)
        if update.full:
            if not _in_order(news, update.version):
                raise Garbled("news")
            # The first update counts even if it goes back: the server may have lost something.
            if self._updated and update.version < known:
                return ()
            self.seat, self.table = update.seat, update.table
            self.view, self.seen = update.view, seen
            self.moves = update.moves or ()
            self.may_undo = bool(update.may_undo)
        else:
            if update.moves and update.view is None and self.view is not None:
                raise Garbled("moves")
            self.table = self.table if update.table is None else update.table
            if update.view is not None:
                self.view, self.seen = update.view, seen
            self.moves = self.moves if update.moves is None else update.moves
            self.may_undo = self.may_undo if update.may_undo is None else update.may_undo
        # Presence is not part of the table: even a full update may leave it out.
        self.present = self.present if update.present is None else update.present
        if update.move_by is not None:
            self.move_by = now + update.move_by
        elif update.full or update.view is not None:
            self.move_by = None
        self._updated = True
        self.gained = self.gained or update.version > known
        self.version = update.version
        return news

    def _witnessed(self, now: float) -> Sequence[bytes]:
        """Let the witness look; return what it sends."""
        if self._witness is None or self.table is None or self.incomplete:
            return ()
        requests = self._witness.follow(self.seat, self.table, self.view)
        return tuple(frame for request in requests for frame in self.ask(request, now))

    def _answer(self, answer: Answer, now: float) -> None:
        if self._witness is not None:
            self._witness.answered(answer)
        self._owed.pop(answer.id, None)
        if self._asked.pop(answer.id, None) is not None:
            self._answered[answer.id] = answer
            self._mention(answer.version, now)

    def _mention(self, version: int, now: float) -> None:
        if version > self._mentioned:
            self._mentioned, self._mentioned_at = version, now

    @property
    def _behind(self) -> bool:
        return self.version is None or self._mentioned > self.version

    def _settled(self) -> list[Answer]:
        """Return, once, the answers whose changes are known here."""
        if self.version is None:
            return []
        done = [a for a in self._answered.values() if a.version <= self.version]
        for answer in done:
            del self._answered[answer.id]
        return done


def _in_order(news: Sequence[Change], version: int) -> bool:
    """Return whether changes are told in their order, and none that comes after a version."""
    versions = [change.version for change in news]
    return versions == sorted(set(versions)) and all(each <= version for each in versions)


def _follow(news: Sequence[Change], known: int, version: int) -> bool:
    """Tell whether changes are all those after a version, up to another."""
    # All of them are later, so as many as there should be, the last one right, are the right ones.
    return len(news) == version - known and _in_order(news, version)
