"""What a client knows about its table, and what it has to say next; no clock, no network.

A session outlives its connections. It is told when one opens, what arrives and when it is lost,
and returns the frames to send. A request is sent again on every new connection until its answer
has come; ids make sure that it is done once. Versions tell whether something is missing, and then
a new connection brings it: there is no other way to recover, so that one way is enough.
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
"""How the codes begin with which a server says goodbye for the time being.

The last two are about our greeting, which is in order unless something on the way was not.
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
    """Answers to requests, every one once; the table is at least at their version."""


class Session:
    """A seat, or a spectator's place, as it looks from the client's side."""

    def __init__(self, token: str | None = None) -> None:
        """:param token: the seat's; without it one watches."""
        self.version: int | None = None
        """The version of the table that everything else here is of; `None` before it is known."""
        self.seat: int | None = None
        self.table: TableInfo | None = None
        self.view: ViewData | None = None
        self.moves: Sequence[LegalMove] = ()
        self.present: Sequence[bool] = ()
        self.spectators = 0
        self.move_by: float | None = None
        """With a clock: when the time for the move is up."""
        self.refused: Problem | None = None
        """Why the server will not have this client; it makes no sense to come again."""
        self.incomplete = False
        """Whether something was missed on this connection; only another one will bring it."""
        self._token = token
        self._connected = False
        self._updated = False
        """Whether the server has said on this connection how the table stands."""
        self._asked: dict[str, Request] = {}
        self._answered: dict[str, Answer] = {}
        self._owed: dict[str, float] = {}
        """Since when answers are waited for, by the id of the request."""
        self._hello_at = 0.0
        self._ping_at = 0.0
        self._mentioned = 0
        """The highest version that the server has spoken of."""
        self._mentioned_at = 0.0

    # Connections

    def opened(self, now: float) -> list[bytes]:
        """A connection is there; return what to send on it."""
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
        """The connection is gone."""
        self._connected = self._updated = False
        self._owed = {}

    @property
    def online(self) -> bool:
        """Whether there is a connection, and the server has said on it how the table stands."""
        return self._connected and self._updated

    def overdue(self, now: float, patience: float) -> bool:
        """Return whether something that has to come has not come for too long."""
        since = list(self._owed.values())
        if not self._updated:
            since.append(self._hello_at)
        if self._behind:
            since.append(self._mentioned_at)
        return any(now - then > patience for then in since)

    def heartbeat(self, now: float, every: float) -> list[bytes]:
        """Return what to send to learn whether the server is there and nothing was missed."""
        if not self._connected or now - self._ping_at < every:
            return []
        self._ping_at = now
        ping = Ping(id=new_id())
        self._owed[ping.id] = now
        return [_encoder.encode(ping)]

    # Requests

    def ask(self, request: Request, now: float) -> list[bytes]:
        """Ask something of the server; return what to send, if there is a connection."""
        self._asked[request.id] = request
        if not self._connected:
            return []
        self._owe(request, now)
        return [_encoder.encode(request)]

    def _owe(self, request: Request, now: float) -> None:
        # A hint takes as long as the server likes to think; pings tell whether it is there.
        if not isinstance(request, AskHint):
            self._owed[request.id] = now

    def forget(self, request: str) -> None:
        """Wait no longer for the answer to a request. It may have been done all the same."""
        self._asked.pop(request, None)
        self._answered.pop(request, None)
        self._owed.pop(request, None)

    # Messages

    def heard(self, data: bytes, now: float) -> Heard:
        """Take in a message. One that cannot be read is as good as lost."""
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
            # What a server tells first counts even if it goes back: it may have lost something.
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
        # Who is there is no part of the table: not even a full update need say so.
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
        """Return the answers whose consequences are known here; they are then done with."""
        if self.version is None:
            return []
        done = [a for a in self._answered.values() if a.version <= self.version]
        for answer in done:
            del self._answered[answer.id]
        return done
