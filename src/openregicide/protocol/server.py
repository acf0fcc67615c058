"""What a server says about itself."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

__all__ = ["SERVICE", "Health", "ServerInfo"]

SERVICE = "_regicide._tcp.local."
"""What servers announce themselves as in their network, by multicast DNS."""


class ServerInfo(Struct, frozen=True):
    """What a client needs to know about a server first."""

    version: str
    languages: list[str]
    bots: list[str]
    bot_ms: int
    phrases: list[str]
    after_jester: list[str]
    public_facts: list[str]
    """Phrases with a number that the table fills in."""
    addresses: list[str] = []
    """Where other devices in its network find the server, the likeliest first, a name last; told
    only there."""


class Health(Struct, frozen=True):
    """The server can read and write tables."""

    status: Literal["ok"]
    version: str
