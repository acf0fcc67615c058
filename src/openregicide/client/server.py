"""A server, as a client sees it: everything it answers without a seat."""

from __future__ import annotations

from contextlib import suppress
from typing import TypeVar
from urllib.parse import quote

import msgspec

from ..errors import InvalidOptionError
from ..protocol import (
    Answer,
    GameSummary,
    Join,
    Joined,
    Lobby,
    NewTable,
    Request,
    ServerInfo,
    TableInfo,
    Update,
)
from .calls import call
from .links import TOKEN, parse_url
from .problems import ProtocolError
from .received import Garbled, receive, receive_text
from .remote import RemoteTable
from .sense import check
from .timing import Timing
from .witness import Witness

__all__ = ["Server"]

T = TypeVar("T")


class Server:
    """A server with tables. Every method that asks it may raise a `ProtocolError`."""

    def __init__(self, url: str, *, timing: Timing | None = None) -> None:
        """Take the address of a server; nothing is sent yet.

        :raises InvalidOptionError: the text is not such an address.
        """
        self.url = parse_url(url)
        self.timing = timing or Timing()
        self._witnesses: dict[str, Witness] = {}
        """Of the seats taken here, by their tokens."""

    async def create(self, table: NewTable) -> Joined:
        """Make a table, and sit down at it.

        A game that begins at once has our share in its seed, and has begun when this returns.
        """
        witness = Witness()
        if table.begin and table.pledge is None:
            table = msgspec.structs.replace(table, pledge=witness.new_share())
        joined = await self._json(Joined, "POST", "/api/tables", table)
        self._witnesses[joined.token] = witness
        if table.begin:
            # Whoever sits down there can open the share as well.
            with suppress(ProtocolError):
                await self._open(joined, witness)
        return joined

    async def _open(self, joined: Joined, witness: Witness) -> None:
        for request in witness.follow(joined.seat, await self.table(joined.table), None):
            witness.answered(await self.ask(joined.table, joined.token, request))

    async def join(self, table: str, join: Join) -> Joined:
        """Take a free seat at a table."""
        return await self._json(Joined, "POST", f"{_path(table)}/seats", join)

    async def info(self) -> ServerInfo:
        """Return what the server offers, and its addresses if it is in our network."""
        return await self._json(ServerInfo, "GET", "/api/info")

    async def tables(self) -> list[TableInfo]:
        """Return the tables that are open to everyone."""
        return (await self._json(Lobby, "GET", "/api/tables")).tables

    async def table(self, table: str) -> TableInfo:
        return await self._json(TableInfo, "GET", _path(table))

    async def update(
        self, table: str, token: str | None = None, *, since: int | None = None
    ) -> Update:
        """Return what happened since a version, or everything, without connecting."""
        query = "" if since is None else f"?since={since}"
        return await self._json(Update, "GET", f"{_path(table)}/update{query}", token=token)

    async def ask(self, table: str, token: str, request: Request) -> Answer:
        """Send a request without a socket; a refusal is in the answer."""
        return await self._json(Answer, "POST", f"{_path(table)}/requests", request, token=token)

    async def game(self, game: str) -> GameSummary:
        """Return the summary of a finished game."""
        return await self._json(GameSummary, "GET", f"/api/games/{quote(game, safe='')}")

    async def record(self, game: str) -> str:
        """Return the record of a finished game."""
        data = await self._call("GET", f"/api/games/{quote(game, safe='')}/record")
        try:
            return receive_text(data)
        except Garbled:
            raise ProtocolError("connection.garbled", url=self.url) from None

    def sit(
        self, table: str, token: str | None = None, *, witness: Witness | None = None
    ) -> RemoteTable:
        """Return a seat to enter with `async with`; without a token, a spectator's.

        :param witness: what is already known of the seat's deals.
        :raises InvalidOptionError: the text cannot be a token.
        """
        _check(token)
        if witness is None and token is not None:
            witness = self._witnesses.get(token)
        return RemoteTable(self.url, table, token, timing=self.timing, witness=witness)

    async def _json(
        self,
        kind: type[T],
        method: str,
        path: str,
        body: msgspec.Struct | None = None,
        *,
        token: str | None = None,
    ) -> T:
        data = await self._call(method, path, body, token=token)
        try:
            value = receive(data, msgspec.json.Decoder(kind))
            check(value)
            return value
        except Garbled:
            raise ProtocolError("connection.garbled", url=self.url) from None

    async def _call(
        self,
        method: str,
        path: str,
        body: msgspec.Struct | None = None,
        *,
        token: str | None = None,
    ) -> bytes:
        _check(token)
        content = None if body is None else msgspec.json.encode(body)
        return await call(
            self.url, method, path, body=content, token=token, seconds=self.timing.call
        )


def _path(table: str) -> str:
    return f"/api/tables/{quote(table, safe='')}"


def _check(token: str | None) -> None:
    # It goes into a header, where a line break would start another header.
    if token is not None and not TOKEN.fullmatch(token):
        raise InvalidOptionError("link.token")
