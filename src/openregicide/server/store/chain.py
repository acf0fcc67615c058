"""The chain that makes damage visible: every entry carries a digest of all before it.

A digest covers the one before, the table, the version and the entry itself. So a changed, missing,
doubled or moved entry breaks the chain of its table there, and of no other table. The last digest
is kept once more in `journals`, with its version: a journal whose end is missing does not lead
there. SHA-256, of which half is kept: 128 bits are more than enough against accidents. It is no
signature: who can write the file can also compute digests.
"""

from __future__ import annotations

import sqlite3
from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass, field
from hashlib import sha256
from struct import Struct
from typing import NamedTuple

from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError

from .sqlite import is_damage

__all__ = ["DIGEST_BYTES", "NOTHING", "End", "Ends", "Journal", "digest_of", "read_journal"]

DIGEST_BYTES = 16
KNOWN_ENDS = 4096
"""Of how many tables the end is remembered; another one takes a query."""

_numbers = Struct(">QH").pack


class End(NamedTuple):
    """How far a journal goes."""

    version: int
    digest: bytes


NOTHING = End(0, bytes(DIGEST_BYTES))
"""The end of a journal without entries."""


def digest_of(before: bytes, table: str, version: int, data: bytes) -> bytes:
    """Return the digest of an entry that follows one with the digest `before`."""
    name = table.encode()
    return sha256(before + _numbers(version, len(name)) + name + data).digest()[:DIGEST_BYTES]


class Ends:
    """The ends of journals, as they are on disk; for the one thread that writes."""

    def __init__(self, most: int = KNOWN_ENDS) -> None:
        self._most = most
        self._known: OrderedDict[str, End] = OrderedDict()

    def of(self, connection: Connection, names: Iterable[str]) -> dict[str, End]:
        """Return the ends of some tables' journals."""
        found = {}
        unknown = []
        for name in names:
            end = self._known.get(name)
            if end is None:
                unknown.append(name)
            else:
                found[name] = end
        for name in unknown:
            end = _end_of(connection, name)
            if end is not None:
                found[name] = end
        return {name: found.get(name, NOTHING) for name in names}

    def keep(self, ends: dict[str, End]) -> None:
        """Note where journals end, once that is on disk."""
        self._known.update(ends)
        for name in ends:
            self._known.move_to_end(name)
        while len(self._known) > self._most:
            self._known.popitem(last=False)

    def forget(self, names: Iterable[str]) -> None:
        """Ask the database again where these journals end."""
        for name in names:
            self._known.pop(name, None)


# As the driver gives it: what is damaged may have another type than its column.
_END = "SELECT version, digest FROM journals WHERE table_id = ?"
_ENTRIES = "SELECT version, data, digest FROM entries WHERE table_id = ? ORDER BY version"


def _end_of(connection: Connection, table: str) -> End | None:
    row = connection.exec_driver_sql(_END, (table,)).first()
    return None if row is None else End(row.version, row.digest)


@dataclass(slots=True)
class Journal:
    """What can be read of a journal."""

    entries: list[bytes] = field(default_factory=list)
    """As far as they are sound."""
    damage: str = ""
    """What is wrong after that, as a code; empty if nothing is."""
    left: bool = False
    """Whether the table was removed, because nobody had come for long."""


def read_journal(connection: Connection, table: str) -> Journal:
    """Read a table's journal up to the first damage.

    :raises DBAPIError: the disk cannot be read just now.
    """
    journal = Journal()
    end = NOTHING
    try:
        known = _end_of(connection, table)
        expected = NOTHING if known is None else known
        if known == NOTHING:
            # What is left of its entries is being removed.
            journal.left = True
            return journal
        for version, data, digest in connection.exec_driver_sql(_ENTRIES, (table,)):
            if version != end.version + 1:
                journal.damage = "entry.missing"
                return journal
            if not isinstance(data, bytes) or digest != digest_of(end.digest, table, version, data):
                journal.damage = "entry.changed"
                return journal
            journal.entries.append(data)
            end = End(version, digest)
    except (DBAPIError, sqlite3.Error, UnicodeDecodeError) as error:
        if not (isinstance(error, UnicodeDecodeError) or is_damage(error)):
            raise
        journal.damage = "entry.unreadable"
        return journal
    if end != expected:
        journal.damage = "end.missing" if end.version < expected.version else "end.changed"
    return journal
