"""Why something was refused."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

__all__ = ["Problem", "Refusal"]


class Problem(Struct, frozen=True):
    """Why something was refused: a code and its values."""

    code: str
    values: dict[str, Any] = {}


class Refusal(Struct, frozen=True):
    """The body of every HTTP response that is not a success."""

    error: Problem
