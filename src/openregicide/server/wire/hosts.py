"""The names that this server answers to.

A page of another site can give its own name our address, and its scripts are then, for the
browser, scripts of our own origin (DNS rebinding). They still have to send the name that they used.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from ipaddress import AddressValueError, IPv4Address, IPv6Address
from urllib.parse import urlsplit

__all__ = ["Hosts"]

LONGEST = 270
"""The longest name, in brackets or with a dot behind it, and a port."""
SHAPE = re.compile(r"(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9_.-]+)(:[0-9]{1,5})?")
LOCAL = "localhost"
REMEMBERED = 256


class Hosts:
    """What `Host` may say."""

    def __init__(self, names: Iterable[str], origins: Iterable[str]) -> None:
        of_origins = (urlsplit(origin).hostname for origin in origins)
        self._names = {name.lower() for name in (*names, *of_origins) if name}
        self._known: dict[bytes, bool] = {}

    def add(self, name: str) -> None:
        """Answer to one more name from now on."""
        self._names.add(name.lower())
        self._known.clear()

    def __contains__(self, header: bytes) -> bool:
        """Return whether a `Host` header is an address, localhost, or a name of ours."""
        known = self._known.get(header)
        if known is None:
            known = self._allows(header)
            if len(self._known) >= REMEMBERED:
                self._known.clear()
            if len(header) <= LONGEST:
                self._known[header] = known
        return known

    def _allows(self, header: bytes) -> bool:
        if len(header) > LONGEST:
            return False
        found = SHAPE.fullmatch(header.decode("latin-1"))
        if found is None:
            return False
        name = found[1].lower()
        try:
            if name.startswith("["):
                IPv6Address(name[1:-1])
                return True
            # A name may end in the dot of the root; an address may not.
            if name.removesuffix(".") in self._names:
                return True
            IPv4Address(name)
        except AddressValueError:
            return name.removesuffix(".") == LOCAL or name.removesuffix(".").endswith(f".{LOCAL}")
        return True
