"""A WebSocket to a server that nobody has to trust: everything about it has a limit."""

from __future__ import annotations

import asyncio
import logging

from websockets.asyncio import client
from websockets.asyncio.client import ClientConnection

__all__ = ["MOST_BYTES", "connect"]

MOST_BYTES = 1_000_000
"""No message is longer than this."""

MOST_WAITING = 4
"""How many messages wait to be handled; behind them the server has to wait."""

MOST_UNSENT = 1_000_000
"""How many bytes wait to be sent. We ask little; but every ping is answered."""

AT_ONCE = 16_384
"""How many bytes are read at once."""

CLOSE_SECONDS = 1.0

_log = logging.getLogger(__name__)
# It would quote the server on the terminal.
_log.addHandler(logging.NullHandler())


class _Line(ClientConnection):
    """A connection that is given up when its other end sends and sends, and does not read."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        if hasattr(transport, "max_size"):
            # So that thousands of tiny frames do not keep the loop from everything else.
            transport.max_size = AT_ONCE

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        transport: asyncio.Transport = self.transport
        if transport.get_write_buffer_size() > MOST_UNSENT:
            transport.abort()


class connect(client.connect):  # noqa: N801 - as it is called there
    """Connect to an address and to no other, within some seconds."""

    def __init__(self, url: str, seconds: float) -> None:
        super().__init__(
            url,
            create_connection=_Line,
            max_size=MOST_BYTES,
            max_queue=MOST_WAITING,
            # A few bytes that unpack to gigabytes are not for us.
            compression=None,
            proxy=None,
            open_timeout=seconds,
            close_timeout=CLOSE_SECONDS,
            logger=_log,
            # Our own heartbeat asks the table, not just the socket in front of it.
            ping_interval=None,
        )

    def process_redirect(self, exc: Exception) -> Exception | str:
        """Follow no redirects: who was asked for has to answer."""
        return exc
