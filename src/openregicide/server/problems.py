"""Errors as they are sent: a code and values that JSON can hold."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum

from ..core import Card
from ..errors import RegicideError, StorageError
from ..notation import format_card
from ..protocol import Problem

__all__ = ["problem_of"]

LONGEST = 200
"""How much of a text from a client is echoed in an error."""


TOLD = ("storage.full", "storage.conflict", "storage.closed", "storage.damaged")
"""The storage errors that clients are told by name; the others are `storage.failed`."""


def problem_of(error: RegicideError) -> Problem:
    """Return what a client is told about an error."""
    if isinstance(error, StorageError):
        return Problem(error.code if error.code in TOLD else "storage.failed")
    return Problem(error.code, {name: _plain(name, value) for name, value in error.values.items()})


def _plain(name: str, value: object) -> object:
    if name == "card" and isinstance(value, int):
        return format_card(Card(value))
    if name == "cards" and isinstance(value, Sequence) and not isinstance(value, str):
        return [format_card(card) for card in value]
    if isinstance(value, Enum):
        return value.name.lower()
    if isinstance(value, str):
        return value[:LONGEST]
    if value is None or isinstance(value, bool | int | float):
        return value
    if isinstance(value, Sequence):
        return [_plain("", part) for part in value]
    return str(value)[:LONGEST]
