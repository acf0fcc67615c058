"""What a check has found: which promise was broken, and how."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["BrokenError", "Finding"]


@dataclass(frozen=True, slots=True)
class Finding:
    rule: str
    """Which promise was broken, such as `answer.lost`."""
    detail: str

    def __str__(self) -> str:
        return f"{self.rule}: {self.detail}"


class BrokenError(Exception):
    """A promise was broken in a way that leaves nothing to go on with."""

    def __init__(self, rule: str, detail: str) -> None:
        super().__init__(rule, detail)
        self.finding = Finding(rule, detail)
