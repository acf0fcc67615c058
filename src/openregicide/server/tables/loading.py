"""A table from its journal: whole, or as far as it is sound."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ...errors import StorageError, TableError
from ...table.entries import Began, Entry, decode_entry
from ...table.table import Table
from ..store.store import Journal, Store

__all__ = ["Remains", "load_table", "remains_of"]


@dataclass(frozen=True, slots=True)
class Remains:
    """A damaged table as it was before the damage."""

    table: Table | None
    """`None` if not even its first entry is sound."""
    games: tuple[str, ...]
    """The ids of the games that began there."""
    damage: str
    """What is wrong after that, as a code."""


async def load_table(store: Store, code: str) -> Table:
    """Return a table as it is on disk.

    :raises TableError: there is none, or none any more.
    :raises StorageError: it is damaged, or cannot be read now.
    """
    journal = await store.journal(code)
    if journal.left:
        raise TableError("table.gone")
    if not journal.entries and not journal.damage:
        raise TableError("table.unknown")
    if journal.damage or (table := _fold(code, journal.entries)[0]) is None:
        raise StorageError("storage.damaged")
    return table


async def remains_of(store: Store, code: str) -> Remains:
    """Return as much of a table as can be trusted."""
    return _remains(code, await store.journal(code))


def _remains(code: str, journal: Journal) -> Remains:
    table, sound = _fold(code, journal.entries)
    damage = journal.damage
    if table is None:
        # An entry that is what was written, but not what a table can follow.
        damage = "entry.impossible"
        table = _fold(code, journal.entries[: len(sound)])[0] if sound else None
    games = tuple(entry.game for entry in sound if isinstance(entry, Began))
    return Remains(table, games, damage)


def _fold(code: str, data: Sequence[bytes]) -> tuple[Table | None, list[Entry]]:
    """Return the table that some entries make, if they make one, and the entries it followed.

    What refuses an entry, and why, stays here: it would name cards.
    """
    table = Table(code)
    followed: list[Entry] = []
    try:
        for each in data:
            entry = decode_entry(each)
            table.absorb(entry)
            followed.append(entry)
    except Exception:
        return None, followed
    return table if followed else None, followed
