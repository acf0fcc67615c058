"""A table at this keyboard, with its journal."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from ...core import STREAM_BYTES, RuleSet, Seed, View, view_for
from ...protocol import Begin, GiveUp, MakeMove, TableSettings, TakeBack
from ...table.entries import Entry
from ...table.finished import FinishedGame
from ...table.memory import Past
from ...table.options import rules_data
from ...table.table import Fresh, Table, TableRequest
from .journal import Journal

__all__ = ["SavedTable"]

ONCE = ""
"""The id of a request: at a keyboard none is ever repeated."""


@dataclass(slots=True)
class SavedTable:
    """The table in memory, and everything about it that is on disk, or will be.

    The table decides what may be done; `add` makes it happen.
    """

    table: Table = field(default_factory=lambda: Table(""))
    journal: Journal = field(default_factory=Journal)
    past: list[Past] = field(default_factory=list)
    """Every entry, with its events."""
    over: list[FinishedGame] = field(default_factory=list)
    """Finished games without a record on disk yet."""
    record: Path | None = None
    """The file of the newest record."""
    last_record: str = ""
    """The record of the last finished game."""
    older: Path | None = None
    """The record in which an older version saved this table, until the journal is on disk."""
    when: datetime = datetime.min
    """When it was last written."""

    @classmethod
    def lay(
        cls,
        rules: RuleSet,
        *,
        bots: Mapping[int, str],
        names: Mapping[int, str],
        hints: bool = True,
        now: int,
    ) -> SavedTable:
        """Lay a new table.

        :raises RegicideError: invalid bots, seats or names.
        """
        settings = TableSettings(rules_data(rules), hints=hints)
        saved = cls()
        saved.add(Table.lay(settings, bots=bots, names=names, now=now))
        return saved

    @property
    def path(self) -> Path | None:
        """The file that holds the game, or its record once it is over."""
        unfinished = self.table.running or bool(self.over)
        return self.journal.path or self.older if unfinished else self.record

    @property
    def view(self) -> View:
        """What anyone may see of the game."""
        assert self.table.game is not None
        return view_for(self.table.game.state, None)

    # Deciding

    def begin(
        self, first: int | None, seed: Seed | None, *, now: int, again: bool = False
    ) -> list[Entry]:
        """Return the entries for a new game; chance decides what is `None`.

        :param again: with the cards of the last game.
        :raises RegicideError: the table does not allow it.
        """
        return self._decide(self.host, Begin(ONCE, first, again), seed, now)

    def make(self, seat: int, move: str, *, now: int) -> list[Entry]:
        """Return the entries for a move by the person in a seat.

        :raises RegicideError: the table or the rules do not allow it.
        """
        return self._decide(seat, MakeMove(ONCE, self.table.version, move), None, now)

    def take_back(self, *, now: int) -> list[Entry]:
        """Return the entries for the last move to be taken back, by the player who made it.

        :raises RegicideError: the table does not allow it.
        """
        seat = self.table.undoable
        request = TakeBack(ONCE, self.table.version)
        return self._decide(self.host if seat is None else seat, request, None, now)

    def give_up(self, seat: int, *, wanted: bool, now: int) -> list[Entry]:
        """Return the entries for a vote to give the game up, or against it.

        :raises RegicideError: the table does not allow it.
        """
        return self._decide(seat, GiveUp(ONCE, self.table.version, wanted), None, now)

    @property
    def host(self) -> int:
        host = self.table.host
        assert host is not None
        return host

    def _decide(self, seat: int, request: TableRequest, seed: Seed | None, now: int) -> list[Entry]:
        players = len(self.table.seats)

        def fresh() -> Fresh:
            return Fresh(
                game=secrets.token_urlsafe(12),
                seed=secrets.token_bytes(STREAM_BYTES) if seed is None else seed,
                first=secrets.randbelow(players),
            )

        # Everyone at a keyboard is present, so nobody ever needs a stand-in.
        present = [True] * players
        return self.table.decide(
            seat,
            request,
            now=now,
            present=present,
            vote_in=lambda _: 0.0,
            stand_in="",
            fresh=fresh,
        )

    # Following

    def add(self, entries: Iterable[Entry]) -> None:
        """Add entries to the table and to its journal, which `Saves.write` writes to disk."""
        for entry in entries:
            self.follow(entry)
            self.journal.add(entry)

    def follow(self, entry: Entry) -> None:
        """Follow an entry that is already in the journal."""
        events = self.table.absorb(entry)
        self.past.append(Past(self.table.version, entry, events))
        finished = self.table.finished()
        if finished is not None:
            self.over.append(finished)
            self.last_record = finished.record
