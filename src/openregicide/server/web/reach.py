"""Where other devices find this server, and who may be told."""

from __future__ import annotations

import asyncio
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import Any
from urllib.parse import urlsplit

from litestar.connection import ASGIConnection

from .. import clock
from ..addresses import web_addresses
from ..settings import Settings
from ..wire.hosts import Hosts
from ..wire.proxies import Proxies, is_forwarded

__all__ = ["Reach"]

Connection = ASGIConnection[Any, Any, Any, Any]
FRESH_SECONDS = 10.0
"""Machines change networks; until then, looking once is enough."""


class Reach:
    """How this server is reached: its port, its names, and its addresses in the network."""

    def __init__(self, settings: Settings) -> None:
        self.hosts = Hosts(settings.hosts, settings.origins)
        self.port = settings.port
        self._host = settings.host
        self._proxies = Proxies(settings.proxies)
        self._announced: str | None = None
        self._found: list[str] = []
        self._found_at: float | None = None

    def announced(self, name: str) -> None:
        """Note the name by which the network knows this server now."""
        self._announced = name
        self.hosts.add(name)

    async def told_to(self, connection: Connection) -> list[str]:
        """Return the addresses for the links of a client; none if it is a stranger.

        The addresses of a home are nobody's business outside.
        """
        if not self._is_near(connection):
            return []
        named = [] if self._announced is None else [f"http://{self._announced}:{self.port}"]
        return [*await self.addresses(), *named]

    async def addresses(self) -> list[str]:
        """Return where other devices find this server, the likeliest first."""
        now = clock.monotonic()
        if self._found_at is None or now - self._found_at > FRESH_SECONDS:
            # A name server that does not answer would hold up everybody.
            self._found = await asyncio.to_thread(web_addresses, self._host, self.port)
            self._found_at = now
        return self._found

    def _is_near(self, connection: Connection) -> bool:
        """Return whether a client is in a network of ours, with no proxy before it.

        A tunnel may make strangers look like neighbours; they still name the server as they
        know it.
        """
        if is_forwarded(connection.scope["headers"]):
            return False
        client = connection.client
        if client is not None and (client.host in self._proxies or not _is_private(client.host)):
            return False
        name = urlsplit(f"//{connection.headers.get('host', '')}").hostname or ""
        name = name.removesuffix(".")
        known = name == "localhost" or name.endswith(".localhost") or name == self._announced
        return known or _is_private(name)


def _is_private(text: str) -> bool:
    """Return whether a text is an address that only machines nearby have."""
    try:
        address: IPv4Address | IPv6Address = ip_address(text.partition("%")[0])
    except ValueError:
        return False
    # A socket for both kinds gives old addresses a new form, which is private as such.
    if isinstance(address, IPv6Address) and address.ipv4_mapped is not None:
        address = address.ipv4_mapped
    return address.is_private
