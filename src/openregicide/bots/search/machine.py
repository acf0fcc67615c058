"""What a search needs of the machine: clocks, the GIL, and fast sums of floats.

Like `core.bits`: the compiled modules take these names from `machine.pxd`.
"""

from __future__ import annotations

import time
from array import array

__all__ = [
    "acquire_gil",
    "add_products",
    "add_rows",
    "floats",
    "now",
    "reals",
    "release_gil",
    "thread_time",
]


def now() -> float:
    """Return seconds on a monotonic clock."""
    return time.perf_counter()


def thread_time() -> float:
    """Return the CPU time of this thread, in seconds."""
    return time.thread_time()


def reals(count: int) -> list[float]:
    """Return scratch space for some floats; in C, on the stack of the calling function."""
    return [0.0] * count


def floats(numbers: array[float]) -> array[float]:
    """Return an array of floats for fast reading; in C, a pointer."""
    return numbers


def add_rows(
    layer: list[float], numbers: array[float], rows: list[int], count: int, width: int
) -> None:
    """Add some rows of a matrix `width` wide to a layer."""
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
    """Add the matrix rows from `start` on, each times its signal where that is positive (ReLU)."""
    for j in range(count):
        signal = signals[j]
        if signal > 0:
            row = start + j * width
            for k in range(width):
                sums[k] += signal * numbers[row + k]


def release_gil() -> object:
    """Let other Python threads run; `acquire_gil` takes what this returns."""
    return None


def acquire_gil(kept: object) -> None:
    """Take the GIL back."""
