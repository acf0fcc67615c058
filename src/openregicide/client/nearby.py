"""Servers in the same network: which of them has a table, when only its code is known."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Iterable
from contextlib import aclosing, suppress
from importlib.util import find_spec
from ipaddress import ip_address
from typing import TYPE_CHECKING, Any

from ..errors import InvalidOptionError
from ..protocol import SERVICE
from .links import Link, format_code, parse_code
from .problems import ProtocolError
from .server import Server
from .timing import Timing

if TYPE_CHECKING:
    from zeroconf.asyncio import AsyncZeroconf

__all__ = ["HERE", "find_table", "servers_nearby"]

HERE = "http://localhost:8420"
"""Where a server of this machine usually is."""

SEARCH_SECONDS = 3.0
"""How long to wait for servers to say that they are there."""

ASK_SECONDS = 3.0
ADDRESS_MS = 1000
"""How long a server has to say where it is."""

MOST_SERVERS = 50


async def find_table(
    code: str, *, known: Iterable[str] = (HERE,), seconds: float = SEARCH_SECONDS
) -> Link:
    """Find a table by its code, on a server in the same network.

    :param known: servers to ask first; they need not be there.
    :raises InvalidOptionError: the text is not a code.
    :raises ProtocolError: no server in the network has such a table.
    """
    code = parse_code(code)
    found: asyncio.Future[Link] = asyncio.get_running_loop().create_future()

    async def ask(url: str) -> None:
        link = await _ask(url, code)
        if link is not None and not found.done():
            found.set_result(link)

    async def search() -> None:
        async with asyncio.TaskGroup() as asking, aclosing(servers_nearby(seconds)) as nearby:
            for url in known:
                asking.create_task(ask(url))
            async for url in nearby:
                asking.create_task(ask(url))

    searching = asyncio.create_task(search())
    try:
        either: set[asyncio.Future[Any]] = {searching, found}
        await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
        if found.done():
            return found.result()
        await searching
    finally:
        searching.cancel()
        await asyncio.wait({searching})
    raise ProtocolError("network.no_such_table", table=format_code(code))


async def _ask(url: str, code: str) -> Link | None:
    """Return the table's link if this server has it."""
    with suppress(ProtocolError, InvalidOptionError):
        server = Server(url, timing=Timing(call=ASK_SECONDS))
        await server.table(code)
        return Link(server.url, code)
    return None


async def servers_nearby(seconds: float = SEARCH_SECONDS) -> AsyncGenerator[str, None]:
    """Yield the address of each server that says it is in the network, as it is heard.

    None are heard where the library zeroconf is missing, or no network lets them speak.
    """
    if find_spec("zeroconf") is None:
        return
    from zeroconf import Error
    from zeroconf.asyncio import AsyncZeroconf

    try:
        network = AsyncZeroconf()
    except (Error, OSError, RuntimeError):
        return
    try:
        async with aclosing(_heard(network, seconds)) as heard:
            async for url in heard:
                yield url
    finally:
        await network.async_close()


async def _heard(network: AsyncZeroconf, seconds: float) -> AsyncGenerator[str, None]:
    from zeroconf import ServiceStateChange, Zeroconf
    from zeroconf.asyncio import AsyncServiceBrowser

    names: asyncio.Queue[str] = asyncio.Queue(MOST_SERVERS)

    def noticed(
        zeroconf: Zeroconf, service_type: str, name: str, state_change: ServiceStateChange
    ) -> None:
        if state_change is ServiceStateChange.Added:
            with suppress(asyncio.QueueFull):
                names.put_nowait(name)

    browser = AsyncServiceBrowser(network.zeroconf, SERVICE, handlers=[noticed])
    try:
        clock = asyncio.get_running_loop().time
        end = clock() + seconds
        with suppress(TimeoutError):
            for _ in range(MOST_SERVERS):
                name = await asyncio.wait_for(names.get(), end - clock())
                if (url := await _address_of(network, name)) is not None:
                    yield url
    finally:
        await browser.async_cancel()


async def _address_of(network: AsyncZeroconf, name: str) -> str | None:
    """Return the web address of an announced server, if it is one of a network like ours."""
    found = await network.async_get_service_info(SERVICE, name, ADDRESS_MS)
    if found is None or not found.port:
        return None
    for text in found.parsed_addresses():
        # Nobody may send us outside by announcing an address there.
        address = ip_address(text.partition("%")[0])
        if address.is_private and not address.is_link_local:
            host = f"[{address}]" if address.version == 6 else str(address)
            return f"http://{host}:{found.port}"
    return None
