"""The server's name in its network, as in `regicide.local`, by multicast DNS.

It needs the library zeroconf and a network that lets such packets pass. Without either there is
no name, and nothing else is missing.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from importlib.util import find_spec
from typing import TYPE_CHECKING

import structlog

from ..protocol import SERVICE

if TYPE_CHECKING:
    from zeroconf.asyncio import AsyncZeroconf

__all__ = ["Announcement", "announce", "can_announce"]

NAME = "regicide"
MOST_NAMES = 20
"""How many servers of one network may have a name."""

ASK_MS = 1000
"""How long to wait for somebody who has a name already."""

log = structlog.get_logger()


def can_announce() -> bool:
    """Return whether the library is installed."""
    return find_spec("zeroconf") is not None


class Announcement:
    """A name that the network knows, until this is closed."""

    def __init__(self, name: str, responder: AsyncZeroconf) -> None:
        self.name = name
        self._responder = responder

    async def close(self) -> None:
        """Take the name back."""
        await self._responder.async_close()


async def announce(addresses: Sequence[str], port: int) -> Announcement | None:
    """Announce a server by a name that nobody in the network has; return `None` if it cannot be.

    :param addresses: the server's, without ports.
    """
    if not addresses or not can_announce():
        return None
    from zeroconf import Error
    from zeroconf.asyncio import AsyncZeroconf

    # It warns of every packet that a network does not take.
    logging.getLogger("zeroconf").setLevel(logging.CRITICAL)
    responder = None
    try:
        responder = AsyncZeroconf(interfaces=list(addresses))
        name = await _announce(responder, addresses, port)
        if name is not None:
            found, responder = Announcement(name, responder), None
            return found
    except (TimeoutError, Error, OSError, RuntimeError) as problem:
        log.debug("mdns.failed", problem=type(problem).__name__)
    finally:
        if responder is not None:
            await responder.async_close()
    return None


async def _announce(responder: AsyncZeroconf, addresses: Sequence[str], port: int) -> str | None:
    from zeroconf import NonUniqueNameException
    from zeroconf.asyncio import AsyncServiceInfo

    for number in range(1, MOST_NAMES + 1):
        label = NAME if number == 1 else f"{NAME}-{number}"
        name = f"{label}.local"
        if await _is_taken(responder, name):
            continue
        service = AsyncServiceInfo(
            SERVICE,
            f"{label}.{SERVICE}",
            port,
            server=f"{name}.",
            parsed_addresses=list(addresses),
        )
        try:
            await (await responder.async_register_service(service))
        except NonUniqueNameException:
            # Somebody was faster.
            continue
        return name
    return None


async def _is_taken(responder: AsyncZeroconf, name: str) -> bool:
    """Return whether any machine answers to a name, be it a server of ours or not."""
    from zeroconf import AddressResolver  # type: ignore[attr-defined]  # exported, but not listed

    return await AddressResolver(f"{name}.").async_request(responder.zeroconf, ASK_MS)
