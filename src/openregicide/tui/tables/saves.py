"""Saved games in a folder.

    <folder>/20260131-184502-2p.journal       a table with an unfinished game: when it began, and
                                              the number of players
    <folder>/finished/20260131-191500-2p.rgn  the record of a finished game: when it ended
    <folder>/20260131-184502-2p.rgn           a game that an older version saved; it becomes a
                                              journal with its next move

A table has a journal while a game runs. Every game has its own file name; if two would be the
same, the second ends in `-2`. A file that cannot be read, or that another program wrote, is left
alone.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from itertools import count
from pathlib import Path

from ...errors import RegicideError
from ...files import write_text
from ...table.finished import FinishedGame
from .journal import damaged, read_journal
from .records import carried_over, load_record
from .saved_table import SavedTable

__all__ = [
    "FINISHED",
    "RECORD",
    "DamagedSave",
    "Saves",
    "default_folder",
    "load",
    "reason_of",
    "system_error",
]

JOURNAL = ".journal"
RECORD = ".rgn"
FINISHED = "finished"
STAMP = "%Y%m%d-%H%M%S"


@dataclass(frozen=True, slots=True)
class DamagedSave:
    """A file that should be a saved game but cannot be read; `error` says why."""

    path: Path
    error: RegicideError


class Saves:
    """The folder. Nothing is read or written before a method is called."""

    def __init__(self, folder: Path, *, now: Callable[[], datetime] = datetime.now) -> None:
        self.folder = folder
        self.now = now

    def write(self, saved: SavedTable) -> None:
        """Write what is not on disk yet; what fails is done next time.

        :raises OSError: the disk is full, the folder is not writable, and the like.
        """
        saved.journal.write(lambda: self._new_path(saved))
        if saved.older is not None:
            with suppress(OSError):
                saved.older.unlink()
            saved.older = None
        while saved.over:
            saved.record = self._put_away(saved.over[0])
            del saved.over[0]
        if not saved.table.running:
            saved.journal.remove()

    def look(self) -> tuple[list[SavedTable], list[DamagedSave]]:
        """Return the unfinished games, the newest first, and the files that cannot be read."""
        games: list[tuple[datetime, str, SavedTable]] = []
        broken: list[DamagedSave] = []
        try:
            paths = sorted([*self.folder.glob("*" + JOURNAL), *self.folder.glob("*" + RECORD)])
        except OSError:
            return [], []
        for path in paths:
            try:
                saved = load(path)
                if saved.table.running:
                    games.append((saved.when, path.name, saved))
                else:
                    # The program stopped just before it could put this one away.
                    self.write(saved)
            except RegicideError as error:
                broken.append(DamagedSave(path, error))
            except OSError as problem:
                broken.append(DamagedSave(path, system_error(problem)))
        games.sort(key=lambda game: game[:2], reverse=True)
        return [saved for _, _, saved in games], broken

    def _new_path(self, saved: SavedTable) -> Path:
        """Return the path for a journal that has no file yet."""
        stem = f"{self.now().strftime(STAMP)}-{saved.table.rules.players}p"
        if saved.older is not None:
            stem = saved.older.stem
        return next(path for path in _paths(self.folder, stem, JOURNAL) if not _lies_at(path))

    def _put_away(self, finished: FinishedGame) -> Path:
        """Write the record of a finished game, unless it is there already; return its path."""
        folder = self.folder / FINISHED
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        ended = datetime.fromtimestamp(finished.ended_at)
        for path in _paths(folder, f"{ended.strftime(STAMP)}-{finished.players}p", RECORD):
            if not _lies_at(path):
                write_text(path, finished.record, private=True)
                return path
            if path.is_file() and path.read_bytes() == finished.record.encode():
                return path
        raise AssertionError("there are always more names")


def load(path: Path) -> SavedTable:
    """Read a saved game: a journal, or an older version's record.

    :raises RegicideError: the file is neither.
    :raises OSError: it cannot be opened.
    """
    when = datetime.fromtimestamp(path.stat().st_mtime)
    if path.suffix == RECORD:
        saved = carried_over(load_record(path), now=int(when.timestamp()))
        saved.older = path
    else:
        saved = _load_journal(path)
    saved.when = when
    return saved


def _load_journal(path: Path) -> SavedTable:
    journal, entries = read_journal(path)
    saved = SavedTable(journal=journal)
    for line, entry in enumerate(entries, 1):
        try:
            saved.follow(entry)
        except Exception:
            # A well-formed entry that does not belong here may fail in any way.
            raise damaged(line) from None
    if saved.table.game is None:
        raise damaged(len(entries) + 1)
    # Earlier games have their records: those were written before the next game began.
    saved.over = saved.over[-1:] if not saved.table.running else []
    return saved


def default_folder() -> Path:
    """Return the default folder of this user's games."""
    if os.name == "nt":
        base = Path(os.environ.get("APPDATA") or Path.home() / "AppData" / "Roaming")
    else:
        base = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return base / "openregicide" / "games"


def reason_of(problem: OSError) -> str:
    return problem.strerror or type(problem).__name__


def system_error(problem: OSError) -> RegicideError:
    """Return an error of the operating system as one of ours."""
    return RegicideError("save.system", reason=reason_of(problem))


def _paths(folder: Path, stem: str, suffix: str) -> Iterator[Path]:
    """Yield the paths that a file may have, in order of preference."""
    yield folder / (stem + suffix)
    for number in count(2):
        yield folder / f"{stem}-{number}{suffix}"


def _lies_at(path: Path) -> bool:
    return path.exists() or path.is_symlink()
