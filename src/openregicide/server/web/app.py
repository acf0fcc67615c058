"""The application: routes, their dependencies, and error handlers."""

from __future__ import annotations

from typing import Any

import structlog
from litestar import Litestar
from litestar import Request as HttpRequest
from litestar.di import Provide
from litestar.enums import ScopeType
from litestar.exceptions import HTTPException, ValidationException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.response import Response
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from ... import __version__
from ...errors import RegicideError, StorageError, TableError
from ...protocol import Problem, Refusal
from ..problems import problem_of
from ..tables.hub import Hub
from .daily import DAILY_HANDLERS
from .gate import Gate, RefusedError
from .http import HANDLERS
from .lessons import LEARN_HANDLERS
from .pages import Assets, pages, send_file
from .sockets import table_socket

__all__ = ["create_app"]

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

NOT_FOUND = ("table.unknown", "game.unknown", "daily.unknown")
FORBIDDEN = ("table.no_spectators", "daily.sealed")
NOT_YOURS = ("seat.token",)

Http = HttpRequest[Any, Any, Any]
log = structlog.get_logger()


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


def create_app(hub: Hub) -> ASGIApp:
    """Return the server as an ASGI application."""
    # Around everything: unknown addresses are answered before any middleware runs.
    return with_headers(_routes(hub))


def _routes(hub: Hub) -> Litestar:
    settings, metrics = hub.settings, hub.metrics
    gate, assets = Gate(settings), Assets()

    def refuse(status: int, problem: Problem, **headers: str) -> Response[Refusal]:
        metrics.http.labels(problem.code).inc()
        return Response(
            Refusal(problem),
            status_code=status,
            media_type="application/json",
            headers=headers,
        )

    def regicide_error(_: Http, error: RegicideError) -> Response[Refusal]:
        problem = problem_of(error)
        if isinstance(error, RefusedError):
            status = error.status
        elif isinstance(error, StorageError):
            status = 503
        elif isinstance(error, TableError):
            status = 404 if error.code in NOT_FOUND else 403 if error.code in FORBIDDEN else 409
            status = 401 if error.code in NOT_YOURS else status
        else:
            status = 400
        seconds = problem.values.get("seconds")
        return refuse(status, problem, **({"Retry-After": str(seconds)} if seconds else {}))

    def invalid(_: Http, error: ValidationException) -> Response[Refusal]:
        details = [
            {name: str(value) for name, value in each.items()}
            for each in error.extra or ()
            if isinstance(each, dict)
        ]
        return refuse(400, Problem("request.malformed", {"detail": details or error.detail}))

    def unreadable(_: Http, error: RecursionError | UnicodeDecodeError) -> Response[Refusal]:
        return refuse(400, Problem("request.malformed", {"detail": str(error)}))

    def http_error(request: Http, error: HTTPException) -> Response[Any]:
        path = request.scope["path"]
        if error.status_code == 404 and not path.startswith(("/api/", "/a/")):
            # Someone who mistyped an address gets the page, which says so in words.
            return send_file(request, assets.page, status=404)
        if error.status_code == 400:
            return refuse(400, Problem("request.malformed", {"detail": error.detail}))
        return refuse(error.status_code, Problem(f"http.{error.status_code}"))

    def unexpected(request: Http, error: Exception) -> Response[Refusal]:
        # The traceback goes to the log without the values of variables: no cards, no tokens.
        log.error("server.error", path=request.scope["path"].split("/")[1], exc_info=error)
        return refuse(500, Problem("server.error"))

    async def check_origin(request: Http) -> None:
        gate.check_request(request)
        if request.method not in ("GET", "HEAD", "OPTIONS"):
            gate.check_origin(request)

    return Litestar(
        [*HANDLERS, *DAILY_HANDLERS, *LEARN_HANDLERS, table_socket, pages(assets)],
        before_request=check_origin,
        dependencies={
            "hub": Provide(lambda: hub, sync_to_thread=False),
            "gate": Provide(lambda: gate, sync_to_thread=False),
        },
        exception_handlers={
            RegicideError: regicide_error,
            ValidationException: invalid,
            RecursionError: unreadable,
            UnicodeDecodeError: unreadable,
            HTTPException: http_error,
            Exception: unexpected,
        },
        request_max_body_size=settings.message_bytes,
        openapi_config=OpenAPIConfig(
            title="OpenRegicide",
            version=__version__,
            path="/api/schema",
            # The other plugins load scripts from other sites.
            render_plugins=[JsonRenderPlugin()],
        ),
        logging_config=None,
    )
