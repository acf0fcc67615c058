"""Which requests are let in: by host, by origin, and by rate for each address."""

from __future__ import annotations

from typing import Any

from litestar.connection import ASGIConnection
from litestar.enums import ScopeType
from litestar.types import Scope

from ...errors import RegicideError
from ..limits import Counts, Rate, network_of
from ..refusals import Refusals
from ..settings import Settings
from ..wire.hosts import Hosts
from ..wire.peers import Peer

__all__ = ["Gate", "RefusedError", "address_of", "mark_peer"]

Connection = ASGIConnection[Any, Any, Any, Any]
HOUR = 3600.0
SCHEMES = {"ws": "http", "wss": "https"}
FILES_EACH = 10
"""How many pages and files may be asked for in the time of one other request."""
LONGEST_WAIT = 5.0
"""How long a page or a file is kept waiting at most, in seconds."""
WORK_SHARE = 0.004
"""How many seconds of work an address may ask for with each request that it may make."""


class RefusedError(RegicideError):
    """A request that is not let in; `status` is the HTTP status."""

    def __init__(self, status: int, code: str, **values: object) -> None:
        super().__init__(code, **values)
        self.status = status


class Gate:
    """The limits of one server."""

    def __init__(self, settings: Settings, refusals: Refusals, hosts: Hosts | None = None) -> None:
        """:param hosts: the names of this server, which may become more; those of the settings."""
        self._refusals = refusals
        self._hosts = hosts or Hosts(settings.hosts, settings.origins)
        self._origins = frozenset(settings.origins)
        a_second = settings.requests_per_address
        self._requests = Rate(a_second, 2 * a_second)
        self._handshakes = Rate(a_second, 2 * a_second)
        self._files = Rate(FILES_EACH * a_second, 2 * FILES_EACH * a_second)
        # In thousandths of a second.
        self._work = Rate(1000 * WORK_SHARE * a_second, 10_000 * WORK_SHARE * a_second)
        self._tables = Rate(settings.tables_per_address / HOUR, settings.tables_per_address)
        self._joins = Rate(settings.joins_per_address / HOUR, settings.joins_per_address)
        self._sockets = Counts(settings.sockets_per_address)

    def check_host(self, scope: Scope) -> None:
        """Refuse requests that came by a name that is not ours.

        :raises RefusedError: no name, or another one.
        """
        hosts = [value.strip(b" \t") for name, value in scope["headers"] if name == b"host"]
        if len(hosts) != 1:
            raise self._noted(scope, RefusedError(400, "host.missing"))
        if hosts[0] not in self._hosts:
            raise self._noted(scope, RefusedError(421, "host.unknown"))

    def check_rate(self, scope: Scope) -> None:
        """Count a request or a handshake.

        :raises RefusedError: too many from one address.
        """
        rate = self._requests if scope["type"] == ScopeType.HTTP else self._handshakes
        self._take(rate, scope)

    def seconds_to_wait(self, scope: Scope) -> float:
        """Return how long a page or a file is kept waiting; it is not refused."""
        return self._files.queue(_network(scope), LONGEST_WAIT)

    def check_origin(self, connection: Connection) -> None:
        """Refuse pages of other sites; programs that are not browsers send no origin.

        :raises RefusedError: another site's page.
        """
        origin = connection.headers.get("origin")
        if origin is None or origin in self._origins:
            return
        scheme = SCHEMES.get(connection.scope["scheme"], connection.scope["scheme"])
        if origin != f"{scheme}://{connection.headers.get('host', '')}":
            raise self._noted(connection.scope, RefusedError(403, "origin.unknown"))

    def check_work(self, connection: Connection, milliseconds: float) -> None:
        """Count work that takes the server this long, as far as anyone knows.

        :raises RefusedError: too much for one address.
        """
        self._take(self._work, connection.scope, milliseconds)

    def check_new_table(self, connection: Connection) -> None:
        self._take(self._tables, connection.scope)

    def check_join(self, connection: Connection) -> None:
        self._take(self._joins, connection.scope)

    def enter(self, connection: Connection) -> str:
        """Count a lasting connection; pass the returned network to `leave`.

        :raises RefusedError: too many from one address.
        """
        network = _network(connection.scope)
        if not self._sockets.take(network):
            raise self._noted(
                connection.scope, RefusedError(429, "limit.connections", most=self._sockets.most)
            )
        return network

    def leave(self, network: str) -> None:
        self._sockets.give_back(network)

    def _take(self, rate: Rate, scope: Scope, cost: float = 1) -> None:
        wait = rate.take(_network(scope), cost)
        if wait:
            raise self._noted(
                scope, RefusedError(429, "limit.too_fast", seconds=max(1, round(wait + 0.5)))
            )

    def _noted(self, scope: Scope, error: RefusedError) -> RefusedError:
        """Count a refusal, and return it."""
        self._refusals.note(error.code, _network(scope))
        return error


def address_of(connection: Connection) -> str:
    """Return what stands for whoever connects: one address, or a network that one house has."""
    return _network(connection.scope)


def _network(scope: Scope) -> str:
    client = scope.get("client")
    return network_of(client[0]) if client else "local"


def mark_peer(connection: Connection, seat: int | None) -> None:
    """Note that a connection follows a table, so that it is not pushed out by newcomers."""
    peer: Peer | None = connection.scope["state"].get("peer")
    if peer is not None and seat is None:
        peer.watches()
    elif peer is not None:
        peer.is_seated()
