"""The current time, in one place, so that tests can change the day."""

from __future__ import annotations

import time

__all__ = ["now"]


def now() -> int:
    """Return the Unix time in seconds."""
    return int(time.time())
