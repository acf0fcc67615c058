"""Notes of everything that a server told its clients, to be held against its journals."""

from __future__ import annotations

import asyncio
import sqlite3
from collections import Counter
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from openregicide.client import RemoteTable
from openregicide.protocol import Begin, Change, Joined, MakeMove, Say
from openregicide.table.entries import Began, Entry, Moved, Prepared, Said, Seated, decode_entry
from openregicide.table.hashes import hash_token
from openregicide.table.table import Table

__all__ = ["Journals", "Witness", "read_journals"]

Asked = MakeMove | Say | Begin
Journals = dict[str, list[Entry]]


@dataclass
class Witness:
    """What the server has told everybody, and so must never take back."""

    answers: dict[tuple[str, int, str], tuple[int, Asked]] = field(default_factory=dict)
    """By table, seat and id: the version of the answer, and what was asked."""
    sent: set[tuple[str, str]] = field(default_factory=set)
    changes: dict[tuple[str, int], Change] = field(default_factory=dict)
    seats: list[Joined] = field(default_factory=list)
    played: asyncio.Event = field(default_factory=asyncio.Event)
    """Set whenever a request is answered."""

    def note(self, table: str, news: Sequence[Change]) -> None:
        for change in news:
            known = self.changes.setdefault((table, change.version), change)
            # Seats see different cards of an event, but all see that it happened.
            assert (known.what, known.seat, known.move) == (change.what, change.seat, change.move)

    async def ask(self, seat: RemoteTable, joined: Joined, request: Asked) -> None:
        """Ask for something, and note that it was acknowledged."""
        self.sent.add((joined.table, request.id))
        answer = await seat.ask(request)
        self.answers[joined.table, joined.seat, request.id] = (answer.version, request)
        self.played.set()

    def moves(self) -> int:
        """Return how many moves were acknowledged."""
        return sum(isinstance(request, MakeMove) for _, request in self.answers.values())

    def check(self, journals: Journals) -> None:
        """Check that what was told is in the journals once, and nothing that nobody sent."""
        for (table, seat, name), (version, request) in self.answers.items():
            found = [
                (model, entry)
                for model, entry in enumerate(journals[table], 1)
                if entry.request == name and entry.asked_by == seat
            ]
            assert len(found) == 1, (table, seat, name)
            assert found[0][0] == version
            _check_it_is_what_was_asked(found[0][1], request)

        for (table, version), change in self.changes.items():
            entry = journals[table][version - 1]
            assert entry.seat == change.seat
            if isinstance(entry, Moved):
                assert (change.what, entry.move, entry.by) == ("moved", change.move, change.by)

        for joined in self.seats:
            hashes = [e.token_hash for e in journals[joined.table] if isinstance(e, Seated)]
            assert hash_token(joined.token) in hashes

        for table, journal in journals.items():
            asked = Counter(entry.request for entry in journal if entry.request)
            assert not [name for name, count in asked.items() if count > 1]
            # Clients open their shares by themselves, and the last one begins the game.
            opened = {entry.request for entry in journal if isinstance(entry, Began)}
            assert all((table, name) in self.sent for name in asked.keys() - opened)
            assert Table.load(table, journal).version == len(journal)


def _check_it_is_what_was_asked(entry: Entry, request: Asked) -> None:
    match request:
        case MakeMove():
            assert isinstance(entry, Moved)
            assert entry.move == request.move
            assert entry.by == "player"
        case Say():
            assert isinstance(entry, Said)
            assert entry.phrase == request.phrase
        case Begin():
            # Players have pledged shares of the seed, which the game waits for.
            assert isinstance(entry, Prepared | Began)


def read_journals(file: Path) -> Journals:
    """Read every table's journal with no help from the server's code; there may be no gaps."""
    journals: Journals = {}
    with closing(sqlite3.connect(file)) as connection:
        rows = connection.execute("SELECT table_id, version, data FROM entries ORDER BY 1, 2")
        for table, version, data in rows:
            journal = journals.setdefault(table, [])
            journal.append(decode_entry(data))
            assert version == len(journal)
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    return journals
