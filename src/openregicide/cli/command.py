"""What a command is, and the error for a wrong use."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from dataclasses import dataclass

__all__ = ["Command", "UsageError", "no_flags"]


class UsageError(Exception):
    """A sentence for the person who typed the command."""


def no_flags(_: ArgumentParser) -> None:
    """Add nothing, for commands without flags."""


@dataclass(frozen=True, slots=True)
class Command:
    """A command of `regicide`."""

    name: str
    about: str
    run: Callable[[Namespace], int]
    """Runs it and returns the exit code."""
    add_flags: Callable[[ArgumentParser], None] = no_flags
