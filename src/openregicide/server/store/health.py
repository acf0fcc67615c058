"""Whether the disk takes what is written."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from .. import clock
from .batch import Append, Failures

__all__ = ["DiskHealth"]

OUR_DOING = ("storage.conflict", "storage.closed")
"""Refusals that say nothing about the disk."""


class DiskHealth:
    """What the last writes said about the disk."""

    def __init__(self) -> None:
        self.code = ""
        """Why nothing can be written, as a code; empty if it can."""
        self.written_at = 0.0
        """When something was last written, by the monotonic clock."""
        self.listener: Callable[[bool, int], None] = lambda worked, count: None
        """Is told after every batch whether it was written, and how many appends it had."""

    def note(self, batch: Sequence[Append], failures: Failures) -> None:
        """Note how a batch fared."""
        codes = {each.code for each in failures.values()} - set(OUR_DOING)
        if codes:
            self.code = codes.pop()
            self.listener(False, len(failures))
        else:
            self.worked()
            self.listener(True, len(batch))

    def worked(self) -> None:
        """Note that something was written."""
        self.code = ""
        self.written_at = clock.monotonic()
