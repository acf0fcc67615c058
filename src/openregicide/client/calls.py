"""Single requests over HTTP, with nothing but the standard library."""

from __future__ import annotations

import asyncio
import io
import ssl
from contextlib import suppress
from http.client import HTTPException, HTTPResponse
from typing import Any, cast
from urllib.parse import urlsplit

from .. import __version__
from ..showable import showable
from .problems import ProtocolError, read_problem

__all__ = ["MOST_BYTES", "call"]

MOST_BYTES = 4_000_000
"""No response of a server is longer than this."""

LONGEST_DETAIL = 200


async def call(
    url: str,
    method: str,
    path: str,
    *,
    body: bytes | None = None,
    token: str | None = None,
    seconds: float,
) -> bytes:
    """Send one request on a connection of its own; return the body of the response.

    :raises ProtocolError: no server there, no response in time, nonsense, or a refusal.
    """
    try:
        async with asyncio.timeout(seconds):
            answer = await _exchange(url, _request(url, method, path, body, token))
    except TimeoutError:
        raise ProtocolError("connection.too_late", url=url, seconds=seconds) from None
    except OSError as problem:
        # A certificate may be quoted in it.
        detail = showable(str(problem), LONGEST_DETAIL)
        raise ProtocolError("connection.failed", url=url, detail=detail) from None
    try:
        status, content = _read(answer)
    except (HTTPException, ValueError, OverflowError):
        raise ProtocolError("connection.garbled", url=url) from None
    # We follow no redirects: who was asked for has to answer.
    if not 200 <= status < 300:
        raise ProtocolError.of(read_problem(status, content))
    return content


def _request(url: str, method: str, path: str, body: bytes | None, token: str | None) -> bytes:
    parts = urlsplit(url)
    lines = [
        f"{method} {parts.path}{path} HTTP/1.1",
        f"Host: {parts.netloc}",
        f"User-Agent: openregicide/{__version__}",
        "Accept: application/json, text/plain",
        "Connection: close",
    ]
    if token is not None:
        lines.append(f"Authorization: Bearer {token}")
    if body is not None:
        lines += ["Content-Type: application/json", f"Content-Length: {len(body)}"]
    return "\r\n".join([*lines, "", ""]).encode() + (body or b"")


async def _exchange(url: str, request: bytes) -> bytes:
    """Send bytes; return everything that comes back until the server disconnects."""
    parts = urlsplit(url)
    tls = ssl.create_default_context() if parts.scheme == "https" else None
    port = parts.port or (443 if tls else 80)
    reader, writer = await asyncio.open_connection(parts.hostname, port, ssl=tls)
    try:
        writer.write(request)
        await writer.drain()
        answer = bytearray()
        while len(answer) <= MOST_BYTES and (some := await reader.read(65_536)):
            answer += some
        return bytes(answer)
    finally:
        writer.transport.abort()
        with suppress(OSError):
            await writer.wait_closed()


class _Received:
    """Received bytes, as `HTTPResponse` wants them: behind a socket's `makefile`."""

    def __init__(self, data: bytes) -> None:
        self._data = data

    def makefile(self, mode: str) -> io.BytesIO:
        return io.BytesIO(self._data)


def _read(answer: bytes) -> tuple[int, bytes]:
    if len(answer) > MOST_BYTES:
        raise ValueError
    response = HTTPResponse(cast(Any, _Received(answer)))
    try:
        response.begin()
        return response.status, response.read()
    finally:
        response.close()
