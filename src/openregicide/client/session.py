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

__all__ = ["PASSING", "Heard", "Session", "new_id"]

PASSING = ("server.", "limit.", "reader.", "storage.", "hello.", "request.")
"""Prefixes of the codes with which a server closes a connection for now, not for good.

The last two are about our greeting, which is right unless it was damaged on the way.
"""

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


class Session:
    """A seat, or a spectator, as seen by the client."""

    def __init__(self, token: str | None = None) -> None:
        """:param token: the seat's; without it we are a spectator."""
        self.version: int | None = None
        """The version that everything else here belongs to; `None` before the first update."""
        self.seat: int | None = None
        self.table: TableInfo | None = None
        self.view: ViewData | None = None
        self.moves: Sequence[LegalMove] = ()
        self.present: Sequence[bool] = ()
        self.spectators = 0
        self.move_by: float | None = None
        """With a clock: when the time for the move runs out."""
        self.refused: Problem | None = None
        """Why the server refused this client for good."""
        self.incomplete = False
        """Whether something was missed on this connection; only a new one will bring it."""
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

    # Connections

    def opened(self, now: float) -> list[bytes]:
        """Note a new connection; return what to send on it."""
        self._connected = True
        self.incomplete = self._updated = False
        self._hello_at = self._ping_at = self._mentioned_at = now
        self._mentioned = 0
        self._owed = {}
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
        """Handle a message. One that cannot be read counts as lost."""
        try:
            message = _decoder.decode(data)
        except msgspec.MsgspecError:
            return Heard()
        news: Sequence[Change] = ()
        match message:
            case Update():
                news = self._update(message, now)
            case Presence(present, spectators):
                self.present, self.spectators = present, spectators
            case Answer():
                self._answer(message, now)
            case Pong(id, version):
                self._owed.pop(id, None)
                self._mention(version, now)
            case Bye(error):
                if not error.code.startswith(PASSING):
                    self.refused = error
                self.incomplete = True
        return Heard(news, self._settled())

    def _update(self, update: Update, now: float) -> Sequence[Change]:
        known = -1 if self.version is None else self.version
        news = [change for change in update.news if change.version > known]
        if update.full:
            # The first update counts even if it goes back: the server may have lost something.
            if self._updated and update.version < known:
                return ()
            self.seat, self.table, self.view = update.seat, update.table, update.view
            self.moves = update.moves or ()
        else:
            told = {change.version for change in news}
            if update.version < known:
                return ()
            if self.version is None or told != set(range(known + 1, update.version + 1)):
                self.incomplete = True
                return ()
            self.table = self.table if update.table is None else update.table
            self.view = self.view if update.view is None else update.view
            self.moves = self.moves if update.moves is None else update.moves
        # Presence is not part of the table: even a full update may leave it out.
        self.present = self.present if update.present is None else update.present
        if update.move_by is not None:
            self.move_by = now + update.move_by
        elif update.full or update.view is not None:
            self.move_by = None
        self._updated = True
        self.version = update.version
        return news

    def _answer(self, answer: Answer, now: float) -> None:
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
