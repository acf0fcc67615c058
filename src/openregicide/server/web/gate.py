"""Which requests are let in: by origin, and by rate for each address."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from litestar.connection import ASGIConnection

from ...errors import RegicideError
from ..limits import Counts, Rate
from ..settings import Settings

__all__ = ["Gate", "RefusedError"]

Connection = ASGIConnection[Any, Any, Any, Any]
HOUR = 3600.0
SCHEMES = {"ws": "http", "wss": "https"}


class RefusedError(RegicideError):
    """A request that is not let in; `status` is the HTTP status."""

    def __init__(self, status: int, code: str, **values: object) -> None:
        super().__init__(code, **values)
        self.status = status


class Gate:
    """The limits of one server."""

    def __init__(self, settings: Settings) -> None:
        self._origins = frozenset(settings.origins)
        self._requests = Rate(settings.requests_per_address, 2 * settings.requests_per_address)
        self._tables = Rate(settings.tables_per_address / HOUR, settings.tables_per_address)
        self._joins = Rate(settings.joins_per_address / HOUR, settings.joins_per_address)
        self._sockets = Counts(settings.sockets_per_address)

    def check_origin(self, connection: Connection) -> None:
        """Refuse pages of other sites; programs that are not browsers send no origin.

        :raises RefusedError: another site's page.
        """
        origin = connection.headers.get("origin")
        if origin is None or origin in self._origins:
            return
        scheme = SCHEMES.get(connection.scope["scheme"], connection.scope["scheme"])
        own = f"{scheme}://{connection.headers.get('host', '')}"
        if origin != own or not urlsplit(origin).netloc:
            raise RefusedError(403, "origin.unknown")

    def check_request(self, connection: Connection) -> None:
        self._take(self._requests, connection)

    def check_new_table(self, connection: Connection) -> None:
        self._take(self._tables, connection)

    def check_join(self, connection: Connection) -> None:
        self._take(self._joins, connection)

    def enter(self, connection: Connection) -> str:
        """Count a lasting connection; pass the returned address to `leave`.

        :raises RefusedError: too many from one address.
        """
        address = address_of(connection)
        if not self._sockets.take(address):
            raise RefusedError(429, "limit.connections", most=self._sockets.most)
        return address

    def leave(self, address: str) -> None:
        self._sockets.give_back(address)

    def _take(self, rate: Rate, connection: Connection) -> None:
        wait = rate.take(address_of(connection))
        if wait:
            raise RefusedError(429, "limit.too_fast", seconds=max(1, round(wait + 0.5)))


def address_of(connection: Connection) -> str:
    return connection.client.host if connection.client else "local"
