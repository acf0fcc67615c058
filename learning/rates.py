"""Win rates with their uncertainty."""

from __future__ import annotations

from math import sqrt

__all__ = ["interval"]

Z95 = 1.959964


def interval(wins: int, games: int) -> tuple[float, float]:
    """Return where the true rate lies with 95 % confidence (Wilson's interval)."""
    if not games:
        return 0.0, 1.0
    rate = wins / games
    spread = Z95**2 / games
    middle = (rate + spread / 2) / (1 + spread)
    half = Z95 * sqrt(rate * (1 - rate) / games + spread / (4 * games)) / (1 + spread)
    return max(0.0, middle - half), min(1.0, middle + half)
