"""The application: routes, their dependencies, and error handlers."""

from __future__ import annotations

from typing import Any

import structlog
from litestar import Litestar
from litestar import Request as HttpRequest
from litestar.di import Provide
from litestar.exceptions import HTTPException, ValidationException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.response import Response
from litestar.types import ASGIApp

from ... import __version__
from ...errors import RegicideError, StorageError, TableError
from ...protocol import Problem
from ..problems import problem_of
from ..refusals import Refusals
from ..tables.hub import Hub
from .answers import refuse
from .daily import DAILY_HANDLERS
from .damaged import DAMAGED_HANDLERS
from .front import with_checks, with_headers
from .gate import Gate, RefusedError
from .http import HANDLERS
from .lessons import LEARN_HANDLERS
from .pages import Assets
from .reach import Reach
from .replays import Replays
from .sockets import table_socket

__all__ = ["create_app"]

NOT_FOUND = ("table.unknown", "table.gone", "game.unknown", "daily.unknown")
FORBIDDEN = ("table.no_spectators", "daily.sealed")
NOT_YOURS = ("seat.token",)

Http = HttpRequest[Any, Any, Any]
log = structlog.get_logger()


def create_app(hub: Hub, refusals: Refusals, reach: Reach) -> ASGIApp:
    """Return the server as an ASGI application."""
    gate = Gate(hub.settings, refusals, reach.hosts)
    assets = Assets(plain=hub.settings.plain_modules)
    # Around everything: unknown addresses are answered before any middleware runs.
    return with_headers(with_checks(_routes(hub, gate, reach), gate, hub.metrics, assets))


def _routes(hub: Hub, gate: Gate, reach: Reach) -> Litestar:
    settings, metrics = hub.settings, hub.metrics
    replays = Replays()

    def refused(request: Http, status: int, problem: Problem) -> Response[bytes]:
        metrics.http.labels(problem.code).inc()
        headers, body = refuse(request.url.path, dict(request.scope["headers"]), status, problem)
        given = {name.decode(): value.decode() for name, value in headers}
        # Litestar says itself which characters a text has.
        kind = given.pop("content-type").partition(";")[0]
        return Response(body, status_code=status, media_type=kind, headers=given)

    def regicide_error(request: Http, error: RegicideError) -> Response[bytes]:
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
        return refused(request, status, problem)

    def invalid(request: Http, error: ValidationException) -> Response[bytes]:
        details = [
            {name: str(value) for name, value in each.items()}
            for each in error.extra or ()
            if isinstance(each, dict)
        ]
        return malformed(request, details or error.detail)

    def unreadable(request: Http, error: RecursionError | UnicodeDecodeError) -> Response[bytes]:
        return malformed(request, str(error))

    def malformed(request: Http, detail: object) -> Response[bytes]:
        return refused(request, 400, Problem("request.malformed", {"detail": detail}))

    def http_error(request: Http, error: HTTPException) -> Response[bytes]:
        if error.status_code == 400:
            return malformed(request, error.detail)
        return refused(request, error.status_code, Problem(f"http.{error.status_code}"))

    def unexpected(request: Http, error: Exception) -> Response[bytes]:
        # The traceback goes to the log without the values of variables: no cards, no tokens.
        log.error("server.error", path=request.scope["path"].split("/")[1], exc_info=error)
        return refused(request, 500, Problem("server.error"))

    async def check_origin(request: Http) -> None:
        if request.method not in ("GET", "HEAD", "OPTIONS"):
            gate.check_origin(request)

    return Litestar(
        [
            *HANDLERS,
            *DAMAGED_HANDLERS,
            *DAILY_HANDLERS,
            *LEARN_HANDLERS,
            table_socket,
        ],
        before_request=check_origin,
        dependencies={
            "hub": Provide(lambda: hub, sync_to_thread=False),
            "gate": Provide(lambda: gate, sync_to_thread=False),
            "reach": Provide(lambda: reach, sync_to_thread=False),
            "replays": Provide(lambda: replays, sync_to_thread=False),
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
