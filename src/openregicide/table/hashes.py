"""What is kept of secrets: their hashes."""

from __future__ import annotations

import hashlib

__all__ = ["hash_token", "seed_hash"]


def hash_token(token: str) -> str:
    """Return what is stored of a seat's token, or of a device's secret.

    A plain hash is enough: both have at least 128 random bits, so there is nothing to guess.
    """
    return hashlib.sha256(token.encode()).hexdigest()


def seed_hash(seed: str) -> str:
    """Return what is shown of a seed before its game is over: SHA-256 of its hex digits."""
    return hashlib.sha256(seed.encode()).hexdigest()
