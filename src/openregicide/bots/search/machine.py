"""What a search needs of the machine: a clock, threads, and room for numbers.

Like `core.bits`: the compiled modules take these names from `machine.pxd`.
"""

from __future__ import annotations

import time
from array import array

__all__ = [
    "add_products",
    "add_rows",
    "floats",
    "now",
    "reals",
    "release_threads",
    "spent",
    "take_threads",
]


def now() -> float:
    """Return seconds on a clock that only goes forward."""
    return time.perf_counter()


def spent() -> float:
    """Return the processor time that this thread has taken, in seconds."""
    return time.thread_time()


def reals(count: int) -> list[float]:
    """Return room for some floats; in C it lies on the stack of the calling function."""
    return [0.0] * count


def floats(numbers: array[float]) -> array[float]:
    """Return an array of floats for quick reading."""
    return numbers


def add_rows(
    layer: list[float], numbers: array[float], rows: list[int], count: int, width: int
) -> None:
    """Add some rows of a table of that width to a layer."""
    for i in range(count):
        start = rows[i] * width
        for j in range(width):
            layer[j] += numbers[start + j]


def add_products(
    sums: list[float],
    numbers: array[float],
    start: int,
    signals: list[float],
    count: int,
    width: int,
) -> None:
    """Add the rows of a table from `start` on, each times its signal, where that is positive."""
    for j in range(count):
        signal = signals[j]
        if signal > 0:
            row = start + j * width
            for k in range(width):
                sums[k] += signal * numbers[row + k]


def release_threads() -> object:
    """Let Python's other threads run during a long computation; keep what it returns."""
    return None


def take_threads(kept: object) -> None:
    """End what `release_threads` began."""
