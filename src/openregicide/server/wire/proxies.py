"""Which addresses are trusted proxies, and whether a request came through any proxy at all."""

from __future__ import annotations

from collections.abc import Iterable
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

__all__ = ["Proxies", "is_forwarded"]

MARKS = (b"forwarded", b"via", b"x-real-ip")
"""Headers that proxies add, beside all that begin with `X-Forwarded-`."""


class Proxies:
    """The trusted proxies, as the setting names them: addresses, networks, or `*` for all."""

    def __init__(self, names: Iterable[str]) -> None:
        self._all = "*" in names
        self._literals = frozenset(names)
        self._networks: list[IPv4Network | IPv6Network] = []
        for name in names:
            try:
                self._networks.append(ip_network(name, strict=False))
            except ValueError:
                continue

    def __contains__(self, address: str) -> bool:
        if self._all or address in self._literals:
            return True
        if not self._networks:
            return False
        try:
            found: IPv4Address | IPv6Address = ip_address(address)
        except ValueError:
            return False
        return any(found in network for network in self._networks)


def is_forwarded(headers: Iterable[tuple[bytes, bytes]]) -> bool:
    """Return whether a proxy has left its marks on a request."""
    return any(name in MARKS or name.startswith(b"x-forwarded-") for name, _ in headers)
