"""Plain values that several messages share, with their limits."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from ..core.options import MAX_PLAYERS

__all__ = [
    "DEVICE_PATTERN",
    "FACES",
    "MAX_VERSION",
    "DeviceSecret",
    "Digest",
    "Face",
    "MedalName",
    "MoveText",
    "Name",
    "PlayerCount",
    "RequestId",
    "SeatNumber",
    "Spec",
    "Version",
]

RequestId = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{1,64}$")]
"""Chosen by the client, a new one for every request: a repeat is answered, not done again."""

PlayerCount = Annotated[int, Meta(ge=1, le=MAX_PLAYERS)]
SeatNumber = Annotated[int, Meta(ge=0, le=MAX_PLAYERS - 1)]

MAX_VERSION = 2**31
Version = Annotated[int, Meta(ge=0, le=MAX_VERSION)]

Name = Annotated[str, Meta(min_length=1, max_length=64)]
"""As it arrives; `openregicide.table.names` decides which names are accepted."""

FACES = (
    "badger", "bear", "cat", "fox", "frog", "hare",
    "hedgehog", "mouse", "owl", "raven", "stag", "wolf",
)  # fmt: skip
"""The faces that a player may choose."""

Face = Annotated[str, Meta(max_length=32)]
"""One of `FACES`, or empty: then others see the initial of the name."""

Spec = Annotated[str, Meta(min_length=1, max_length=200)]
"""A bot with its options, as in `search:ms=100`."""

MoveText = Annotated[str, Meta(min_length=1, max_length=40)]

DEVICE_PATTERN = r"^[A-Za-z0-9_-]{22,64}$"
DeviceSecret = Annotated[str, Meta(pattern=DEVICE_PATTERN)]
"""At least 128 random bits that a device chose; its games are counted under them."""

MedalName = Literal["none", "bronze", "silver", "gold"]

Digest = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
"""SHA-256, or as many random digits, in hexadecimal."""
