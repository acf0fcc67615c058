"""What a server sends, before anything else of ours sees it: read, bounded, and cleaned.

Every byte of an answer or a message comes through `receive`, every page of text through
`receive_text`. What they return holds no character that a terminal would obey and no number that
something of ours cannot count; the walk goes through the decoded value whatever its fields are, so
that a new field cannot be forgotten.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, TypeVar

import msgspec

from ..protocol import Pong, Presence, Update
from ..showable import LONGEST, showable, showable_lines

__all__ = ["Garbled", "Unreadable", "receive", "receive_text"]

T = TypeVar("T")

DEEPEST = 12
"""How far values may lie inside one another; nothing of ours goes beyond 6."""

LARGEST = 2**53
"""No number is larger; beyond it browsers no longer count."""

MOST_ITEMS = 20_000
"""The most items in one list."""

# What may need cleaning: an escape, or anything but printable ASCII; a text or number too long.
SUSPECT = re.compile(rb"[^ -\[\]-~]|[0-9.eE+-]{16}|[^\"]{%d}" % LONGEST)

TYPED_THROUGHOUT = (Update, Presence, Pong)
"""Messages without a value of any kind, which could lie as deep as it likes."""


class Garbled(ValueError):  # noqa: N818 - said of an answer
    """What came is nothing that a server of tables sends."""


class Unreadable(Garbled):
    """It is not even of a form that we know; a newer server may have others."""


def receive(data: bytes, decoder: msgspec.json.Decoder[T]) -> T:
    """Decode what a server sent, with every text in it fit to be shown.

    :raises Unreadable: it is something else.
    :raises Garbled: nothing of ours goes as far as a number or a list in it.
    """
    try:
        value = decoder.decode(data)
    except (msgspec.MsgspecError, UnicodeError, RecursionError, MemoryError) as problem:
        # Not from the problem: it quotes the server.
        raise Unreadable(type(problem).__name__) from None
    if isinstance(value, TYPED_THROUGHOUT) and not SUSPECT.search(data):
        return value
    cleaned: T = _clean(value, DEEPEST)
    return cleaned


def receive_text(data: bytes) -> str:
    """Return a page of text that a server sent, fit to be shown.

    :raises Garbled: it is not text.
    """
    try:
        return showable_lines(data.decode())
    except UnicodeDecodeError:
        raise Unreadable("UnicodeDecodeError") from None


def _clean(value: Any, depth: int) -> Any:
    kind = type(value)
    if kind is str:
        return showable(value)
    if kind is int and abs(value) > LARGEST:
        raise Garbled("number")
    if kind is list:
        return _cleaned_list(value, depth)
    if kind is dict:
        return dict(
            zip(_cleaned_list(value, depth), _cleaned_list(value.values(), depth), strict=True)
        )
    if isinstance(value, msgspec.Struct):
        return _cleaned_struct(value, depth)
    # Numbers, true, false and null, and the members of an enumeration.
    return value


def _cleaned_list(values: Iterable[Any], depth: int) -> list[Any]:
    if not depth:
        raise Garbled("depth")
    cleaned = [_clean(each, depth - 1) for each in values]
    if len(cleaned) > MOST_ITEMS:
        raise Garbled("items")
    return cleaned


def _cleaned_struct(value: msgspec.Struct, depth: int) -> msgspec.Struct:
    changed: dict[str, Any] = {}
    for name in value.__struct_fields__:
        before = getattr(value, name)
        after = _clean(before, depth - 1)
        if after is not before:
            changed[name] = after
    return msgspec.structs.replace(value, **changed) if changed else value
