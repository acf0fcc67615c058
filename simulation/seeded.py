"""For the time of a run: the server's clock and all its randomness come from the seed."""

from __future__ import annotations

import gc
import os
import secrets
from base64 import urlsafe_b64encode
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from random import Random
from typing import Any, TypeVar
from unittest.mock import patch

from openregicide.server import clock

__all__ = ["seeded"]

T = TypeVar("T")


@contextmanager
def seeded(chance: Random, source: clock.Source) -> Iterator[None]:
    """Put a clock and a generator in for those of the machine."""

    def token_bytes(count: int | None = None) -> bytes:
        return chance.randbytes(32 if count is None else count)

    def token_urlsafe(count: int | None = None) -> str:
        return urlsafe_b64encode(token_bytes(count)).rstrip(b"=").decode()

    def choice(options: Sequence[T]) -> T:
        return chance.choice(options)

    drawn: dict[str, Any] = {
        "token_bytes": token_bytes,
        "token_hex": lambda count=None: token_bytes(count).hex(),
        "token_urlsafe": token_urlsafe,
        "randbits": chance.getrandbits,
        "randbelow": chance.randrange,
        "choice": choice,
    }
    with (
        patch.multiple(secrets, **drawn),
        patch.object(os, "urandom", chance.randbytes),
        patch.object(clock, "source", source),
    ):
        # When garbage is collected depends on everything that the process has done before.
        gc.disable()
        try:
            yield
        finally:
            gc.enable()
