"""What every request passes, before it is routed: its host, its rate, and protective headers."""

from __future__ import annotations

from functools import cache
from typing import Any, cast

import msgspec
from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from ...i18n import PLURALS, Catalogue
from ...protocol import Problem, Refusal
from ..metrics import Metrics
from ..problems import problem_of
from .gate import Gate, RefusedError

__all__ = ["with_checks", "with_headers"]

HEADERS = {
    "content-security-policy": "; ".join(
        (
            "default-src 'none'",
            "script-src 'self'",
            "style-src 'self'",
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
    "cross-origin-opener-policy": "same-origin",
}
RESPONSES = {"http": "http.response", "websocket": "websocket.http.response"}


def with_headers(app: ASGIApp) -> ASGIApp:
    """Add the headers that protect a browser to every response, refusals too."""
    extra = [(name.encode(), value.encode()) for name, value in HEADERS.items()]

    async def wrapped(scope: Scope, receive: Receive, send: Send) -> None:
        async def send_more(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = [*message["headers"], *extra]
                if not any(name.lower() == b"cache-control" for name, _ in headers):
                    headers.append((b"cache-control", b"no-store"))
                message["headers"] = headers
            await send(message)

        # Socket messages have no headers, and there are many of them.
        await app(scope, receive, send_more if scope["type"] == ScopeType.HTTP else send)

    return wrapped


def with_checks(app: ASGIApp, gate: Gate, metrics: Metrics) -> ASGIApp:
    """Refuse what came by another name, or too fast; that costs far less than routing."""

    async def wrapped(scope: Scope, receive: Receive, send: Send) -> None:
        try:
            gate.check_host(scope)
            gate.check_rate(scope)
        except RefusedError as error:
            problem = problem_of(error)
            metrics.http.labels(problem.code).inc()
            await _refuse(scope, send, error.status, problem)
            return
        await app(scope, receive, send)

    return wrapped


async def _refuse(scope: Scope, send: Send, status: int, problem: Problem) -> None:
    api = scope["type"] == ScopeType.WEBSOCKET or scope["path"].startswith(("/api/", "/metrics"))
    if api:
        kind, body = b"application/json", msgspec.json.encode(Refusal(problem))
    else:
        # Someone who types an address reads this; there is no page that could put it in words.
        kind = b"text/plain; charset=utf-8"
        body = _sentence(_language(scope), problem).encode()
    headers = [(b"content-type", kind), (b"content-length", str(len(body)).encode())]
    if "seconds" in problem.values:
        headers.append((b"retry-after", str(problem.values["seconds"]).encode()))
    response = RESPONSES[scope["type"]]
    for message in (
        {"type": f"{response}.start", "status": status, "headers": headers},
        {"type": f"{response}.body", "body": body, "more_body": False},
    ):
        await send(cast(Any, message))


def _sentence(language: str, problem: Problem) -> str:
    return _catalogue(language)(f"error.{problem.code}", **problem.values) + "\n"


@cache
def _catalogue(language: str) -> Catalogue:
    return Catalogue(language)


def _language(scope: Scope) -> str:
    """Return the first language of ours that a browser asks for."""
    accepted = dict(scope["headers"]).get(b"accept-language", b"").decode("latin-1")
    for word in accepted[:200].lower().split(","):
        language = word.partition(";")[0].strip().partition("-")[0]
        if language in PLURALS:
            return language
    return "en"
