"""Which deals are for what: tuning, training and evaluation never share one.

A seed has 128 bits: the first 8 name its purpose, the other 120 come from a SHA-256 of the purpose
and some numbers. So two purposes cannot have a seed in common, whatever the numbers.

    first byte   purpose       who uses it
    0xA1         tune          `learning.tune`, to compare weights
    0xA2         tune-check    `learning.tune`, to choose among the best, and to measure
    0xA3         train         `learning.selfplay`, games that become samples
    any other                  evaluation: `regicide arena` hashes with a label of its own

Of the arena's seeds, spread over all 2**128, one in a hundred has one of these first bytes; for it
to be a seed that was used here would take a coincidence of 120 bits.
"""

from __future__ import annotations

import hashlib
from enum import Enum

__all__ = ["Purpose", "deal_seed", "purpose_of"]

HASHED_BITS = 120


class Purpose(Enum):
    """What a deal is for; the value is the first byte of its seed."""

    TUNE = 0xA1
    TUNE_CHECK = 0xA2
    TRAIN = 0xA3

    @property
    def label(self) -> str:
        """Return the name as it is hashed, and as people write it."""
        return self.name.lower().replace("_", "-")


def deal_seed(purpose: Purpose, *numbers: int) -> int:
    """Return the seed for these numbers, such as a run's seed and a game's number."""
    text = "/".join(["openregicide", purpose.label, *map(str, numbers)])
    digest = hashlib.sha256(text.encode()).digest()
    return purpose.value << HASHED_BITS | int.from_bytes(digest[: HASHED_BITS // 8], "big")


def purpose_of(seed: int) -> Purpose | None:
    """Return what a seed is for, or `None` if it is free for evaluation."""
    try:
        return Purpose(seed >> HASHED_BITS)
    except ValueError:
        return None
