"""Defects put in on purpose, to show that the checker finds them.

Each is a patch of the running process, applied for as long as a block lasts; the program itself
has no flag for any of them.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from typing import Any
from unittest.mock import patch

from openregicide.core import Event, visible_to
from openregicide.server.store.store import Store
from openregicide.server.tables.live import LiveTable
from openregicide.table import views
from openregicide.table.fold import Fold
from openregicide.table.table import Table

__all__ = ["DEFECTS", "defect"]

Patch = Callable[[], AbstractContextManager[Any]]


def acknowledged_before_commit() -> AbstractContextManager[Any]:
    """The store says that a change is on disk when it has only been queued."""
    put = Store.put

    def too_early(self: Store, *arguments: Any, **more: Any) -> asyncio.Future[None]:
        waiting = put(self, *arguments, **more)
        waiting.add_done_callback(lambda done: done.cancelled() or done.exception())
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        done.set_result(None)
        return done

    return patch.object(Store, "put", too_early)


def missed_resync() -> AbstractContextManager[Any]:
    """A client that comes back is told what happens next, but not all that it missed."""
    changes_since = Fold.changes_since

    def one_short(self: Fold, version: int) -> Any:
        changes = changes_since(self, version)
        return changes[1:] if changes and len(changes) > 1 else changes

    return patch.object(Fold, "changes_since", one_short)


def repeat_done_twice() -> AbstractContextManager[Any]:
    """Nobody remembers which requests were done already."""

    def forgotten(self: Fold, seat: int, request: str) -> None:
        return None

    return patch.object(Fold, "answered", forgotten)


def stale_move_accepted() -> AbstractContextManager[Any]:
    """A move is done if it is legal now, whatever its player was looking at."""
    return patch.object(Table, "_check_seen", lambda self, version: None)


def hidden_card_told() -> AbstractContextManager[Any]:
    """Of the cards that others draw, a seat is told the last one."""

    def seen(seat: int | None, events: Sequence[Event]) -> Sequence[Event]:
        shown = list(visible_to(seat, events))
        for number in range(len(shown) - 1, -1, -1):
            if shown[number] != events[number]:
                shown[number] = events[number]
                break
        return shown

    return patch.object(views, "visible_to", seen)


def lost_seat_still_asks() -> AbstractContextManager[Any]:
    """A connection may go on asking for a seat that has been given up.

    The first defect that this simulation found by itself.
    """
    return patch.object(LiveTable, "_check_holder", lambda self, seat, holder: None)


DEFECTS: dict[str, Patch] = {
    "acknowledged-before-commit": acknowledged_before_commit,
    "missed-resync": missed_resync,
    "repeat-done-twice": repeat_done_twice,
    "stale-move-accepted": stale_move_accepted,
    "hidden-card-told": hidden_card_told,
    "lost-seat-still-asks": lost_seat_still_asks,
}


@contextmanager
def defect(name: str | None) -> Iterator[None]:
    """Put a defect in by its name; with `None`, none."""
    if name is None:
        yield
    else:
        with DEFECTS[name]():
            yield
