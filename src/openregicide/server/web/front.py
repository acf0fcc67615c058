"""What every request passes, before it is routed: protective headers, its host, and its rate.

Pages and the client's files are answered here. They are never refused for coming too often: a
browser that is new to us asks for many at once, and whoever sits beside it has the same address.
"""

from __future__ import annotations

import asyncio
from typing import Any, cast

from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from ...protocol import Problem
from ..metrics import Metrics
from ..problems import problem_of
from .answers import STYLE_HASH, is_for_people, language_of, refuse
from .gate import Gate, RefusedError
from .pages import Assets, send_file

__all__ = ["with_checks", "with_headers"]

HEADERS = {
    "content-security-policy": "; ".join(
        (
            "default-src 'none'",
            "script-src 'self'",
            f"style-src 'self' {STYLE_HASH}",
            "img-src 'self' data:",
            "font-src 'self'",
            "connect-src 'self'",
            "manifest-src 'self'",
            "worker-src 'self'",
            "base-uri 'none'",
            "form-action 'none'",
            "frame-ancestors 'none'",
        )
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
}
FOR_SECURE_PAGES = {"cross-origin-opener-policy": "same-origin"}
"""Other pages ignore these, and browsers complain about them."""

SECURE_NAMES = (b"localhost", b"127.", b"[::1]")
"""How a name begins whose pages are secure without https."""

READING = ("GET", "HEAD")
RESPONSES = {"http": "http.response", "websocket": "websocket.http.response"}


def with_headers(app: ASGIApp) -> ASGIApp:
    """Add the headers that protect a browser to every response, refusals too."""
    every = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
    secure = [(name.encode(), value.encode()) for name, value in FOR_SECURE_PAGES.items()]

    async def wrapped(scope: Scope, receive: Receive, send: Send) -> None:
        async def send_more(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = [*message["headers"], *every, *(secure if _is_secure(scope) else ())]
                if not any(name.lower() == b"cache-control" for name, _ in headers):
                    headers.append((b"cache-control", b"no-store"))
                message["headers"] = headers
            await send(message)

        # Socket messages have no headers, and there are many of them.
        await app(scope, receive, send_more if scope["type"] == ScopeType.HTTP else send)

    return wrapped


def _is_secure(scope: Scope) -> bool:
    host = dict(scope["headers"]).get(b"host", b"")
    return scope["scheme"] == "https" or host.startswith(SECURE_NAMES)


def with_checks(app: ASGIApp, gate: Gate, metrics: Metrics, assets: Assets) -> ASGIApp:
    """Answer for pages and files, and refuse what came by another name or too fast.

    Both cost far less than routing.
    """

    async def wrapped(scope: Scope, receive: Receive, send: Send) -> None:
        try:
            gate.check_host(scope)
            if await _answered(scope, send, gate, assets):
                return
            gate.check_rate(scope)
        except RefusedError as error:
            problem = problem_of(error)
            metrics.http.labels(problem.code).inc()
            await _refuse(scope, send, error.status, problem)
            return
        await app(scope, receive, send)

    return wrapped


async def _answered(scope: Scope, send: Send, gate: Gate, assets: Assets) -> bool:
    """Answer if a page or a file is asked for; return whether that was so.

    :raises RefusedError: there is no such file.
    """
    path = scope["path"]
    if scope["type"] != ScopeType.HTTP or scope["method"] not in READING:
        return False
    if path.startswith(("/api/", "/metrics")):
        return False
    wait = gate.seconds_to_wait(scope)
    if wait:
        await asyncio.sleep(wait)
    found = assets.find(path)
    if found is not None:
        file, for_ever = found
        await send_file(scope, send, file, for_ever=for_ever)
        return True
    headers = dict(scope["headers"])
    if path.startswith("/a/") and not is_for_people(path, headers):
        raise RefusedError(404, "http.404")
    language = language_of(headers)
    page = assets.find_page(path, language)
    if page is not None:
        await send_file(scope, send, page)
    else:
        # Someone who mistyped an address gets the page, which says so in words.
        await send_file(scope, send, assets.no_page(language), status=404)
    return True


async def _refuse(scope: Scope, send: Send, status: int, problem: Problem) -> None:
    headers, body = refuse(scope["path"], dict(scope["headers"]), status, problem)
    response = RESPONSES[scope["type"]]
    for message in (
        {"type": f"{response}.start", "status": status, "headers": headers},
        {"type": f"{response}.body", "body": body, "more_body": False},
    ):
        await send(cast(Any, message))
