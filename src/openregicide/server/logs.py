"""Structured logs, which never contain tokens, names, cards or seeds."""

from __future__ import annotations

import logging
import sys
from asyncio import CancelledError
from contextlib import suppress
from hashlib import sha256
from typing import TextIO, cast

import structlog

from .settings import Settings

__all__ = ["configure_logs", "table_tag"]


def configure_logs(settings: Settings) -> None:
    """Log to standard error, one event a line."""
    level = getattr(logging, settings.log_level.upper())
    last: structlog.types.Processor = (
        structlog.processors.JSONRenderer()
        if settings.log_format == "json"
        else structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty())
    )
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso"),
            structlog.processors.format_exc_info,
            last,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.PrintLoggerFactory(cast(TextIO, _Enduring(sys.stderr))),
        cache_logger_on_first_use=True,
    )
    # Libraries only log when something is wrong.
    logging.basicConfig(handlers=[_Passing()], level=logging.WARNING, force=True)
    for name in ("uvicorn", "uvicorn.error", "litestar"):
        logging.getLogger(name).setLevel(logging.WARNING)
    logging.getLogger("uvicorn.access").disabled = True


class _Enduring:
    """A stream that loses what it cannot write.

    The log may lie on the very disk that is full, and nothing must fail because of it.
    """

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        with suppress(OSError):
            return self._stream.write(text)
        return 0

    def flush(self) -> None:
        with suppress(OSError):
            self._stream.flush()


class _Passing(logging.Handler):
    """Passes what libraries log on to our own log."""

    def emit(self, record: logging.LogRecord) -> None:
        problem = record.exc_info
        if problem is not None and isinstance(problem[1], UnicodeDecodeError | CancelledError):
            # A client sent bytes that are not text, or was still connected when we stopped.
            return
        structlog.get_logger().log(
            record.levelno,
            "library.said",
            library=record.name,
            message=record.getMessage(),
            exc_info=problem,
        )


def table_tag(table: str) -> str:
    """Return a name for a table that is safe to log: its code would be an invitation."""
    return sha256(table.encode()).hexdigest()[:12]
