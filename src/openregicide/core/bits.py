"""The few things that C says differently: 64-bit masks, and what the compiler left behind.

The compiled modules take these names from `bits.pxd`, where they are single machine
instructions; everywhere else this file is what runs. The rules use nothing else that
exists twice.
"""

from __future__ import annotations

__all__ = ["DIGEST", "ONE", "WORD", "highest", "lowest", "room", "size"]

ONE = 1
"""A one that is 64 bits wide in C, so that `ONE << card` never overflows."""

WORD = 0xFFFFFFFF
"""The lower 32 bits."""

DIGEST = b""
"""In a compiled module: the digest of the sources it was built from; see `engine.py`."""


def lowest(mask: int) -> int:
    """Return the number of the lowest bit set in a mask that is not empty."""
    return (mask & -mask).bit_length() - 1


def highest(mask: int) -> int:
    """Return the number of the highest bit set in a mask that is not empty."""
    return mask.bit_length() - 1


def size(mask: int) -> int:
    """Return how many bits are set."""
    return mask.bit_count()


def room(count: int) -> list[int]:
    """Return room for some masks or moves; in C it lies on the stack of the calling function."""
    return [0] * count
