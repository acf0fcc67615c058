"""What happened lately at a table, for clients that were away for a moment."""

from __future__ import annotations

from collections import deque
from typing import NamedTuple

from msgspec import msgpack

from ..core import Card, Event, EventKind
from .entries import Entry, decode_entry, encode_entry

__all__ = ["Memory", "Past"]

NEAR = 4
FAR = 60
"""The last few entries are kept as they are, because everyone is about to be told of them. Older
ones are packed: there are many tables, and hardly anyone asks."""


class Past(NamedTuple):
    """A remembered entry, with its events."""

    version: int
    entry: Entry
    events: tuple[Event, ...]


class Memory:
    """The last entries of a journal: as many as a returning client would want."""

    __slots__ = ("_far", "_near")

    def __init__(self) -> None:
        self._near: deque[Past] = deque()
        self._far: deque[bytes] = deque(maxlen=FAR)

    def add(self, past: Past) -> None:
        self._near.append(past)
        if len(self._near) > NEAR:
            self._far.append(_pack(self._near.popleft()))

    def __len__(self) -> int:
        return len(self._far) + len(self._near)

    def last(self, count: int) -> list[Past]:
        """Return the last entries, oldest first."""
        near = list(self._near)
        if count <= len(near):
            return near[len(near) - count :]
        far = list(self._far)[len(near) - count :]
        return [*map(_unpack, far), *near]


_Packed = tuple[int, bytes, list[tuple[int, int | None, tuple[int, ...], int, int]]]
_decoder: msgpack.Decoder[_Packed] = msgpack.Decoder(_Packed)


def _pack(past: Past) -> bytes:
    events = [(int(e.kind), e.seat, e.cards, e.value, e.total) for e in past.events]
    return msgpack.encode((past.version, encode_entry(past.entry), events))


def _unpack(data: bytes) -> Past:
    version, entry, events = _decoder.decode(data)
    return Past(
        version,
        decode_entry(entry),
        tuple(
            Event(EventKind(kind), seat, tuple(map(Card, cards)), value, total)
            for kind, seat, cards, value, total in events
        ),
    )
