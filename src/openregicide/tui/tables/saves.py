"""Saved games in a folder.

    <folder>/20260131-184502-2p.rgn           a game that goes on: when it began, how many play
    <folder>/finished/20260131-191500-2p.rgn  a game that is over: when it ended

Each file is the record of one game as `notation.write_record` spells it, UTF-8, with the tags
`Date` (when it began) and, after an undo, `Undone` (how many moves were taken back). Who plays is
in `Player1` and so on for people with a name, in `Bot1` and so on for the specs of bots, and in
`Champion` (counted from 1) who begins at this table by R4. A second game of the same second gets
`-2` behind its name. Every new game has a file of its own, so a file that cannot be read, or that
something else wrote, stays as it is.

Files are written beside their place under a name with `.tmp`, forced to the disk, and renamed:
whenever the machine stops, the old text is there or the new one.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from ...core import Game, Phase
from ...errors import InvalidRecordError, RegicideError
from ...notation import load_game, read_record, write_record

__all__ = [
    "DamagedSave",
    "SavedGame",
    "Saves",
    "default_folder",
    "load",
    "reason_of",
    "system_error",
]

SUFFIX = ".rgn"
FINISHED = "finished"
UNDONE = "Undone"
PLAYER = "Player"
BOT = "Bot"
CHAMPION = "Champion"
STAMP = "%Y%m%d-%H%M%S"
LARGEST = 1_000_000
"""No record comes near this many characters."""


@dataclass(slots=True)
class SavedGame:
    """A game and the file it lives in."""

    game: Game
    path: Path
    tags: dict[str, str] = field(default_factory=dict)
    when: datetime = datetime.min
    """When it was last written."""

    @property
    def undone(self) -> int:
        """How many moves were taken back."""
        text = self.tags.get(UNDONE, "0")
        return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else 0

    def take_back(self) -> None:
        """Note that a move was taken back."""
        self.tags[UNDONE] = str(self.undone + 1)

    @property
    def names(self) -> dict[int, str]:
        """The names of people who have one, by seat."""
        return self._by_seat(PLAYER)

    @property
    def bots(self) -> dict[int, str]:
        """The specs of the bots, by seat."""
        return self._by_seat(BOT)

    @property
    def champion(self) -> int | None:
        """Who begins at this table (R4), if anybody has won there."""
        seats = {str(seat + 1): seat for seat in range(self.game.rules.players)}
        return seats.get(self.tags.get(CHAMPION, ""))

    def note_table(
        self, *, names: Mapping[int, str], bots: Mapping[int, str], champion: int | None
    ) -> None:
        """Note who sits where, so that a game taken up again has them."""
        self.tags |= {f"{PLAYER}{seat + 1}": name for seat, name in names.items()}
        self.tags |= {f"{BOT}{seat + 1}": spec for seat, spec in bots.items()}
        if champion is not None:
            self.tags[CHAMPION] = str(champion + 1)

    def _by_seat(self, tag: str) -> dict[int, str]:
        seats = range(self.game.rules.players)
        found = {seat: self.tags.get(f"{tag}{seat + 1}", "") for seat in seats}
        return {seat: text for seat, text in found.items() if text}


@dataclass(frozen=True, slots=True)
class DamagedSave:
    """A file that should be a saved game and is none; `error` says why."""

    path: Path
    error: RegicideError


class Saves:
    """The folder. Nothing in it is read or written before it is asked for."""

    def __init__(self, folder: Path, *, now: Callable[[], datetime] = datetime.now) -> None:
        self.folder = folder
        self.now = now

    def begin(self, game: Game) -> SavedGame:
        """Give a new game a file name of its own; nothing is written yet."""
        now = self.now()
        path = _free(self.folder, f"{now.strftime(STAMP)}-{game.rules.players}p")
        return SavedGame(game, path, {"Date": now.isoformat(" ", "seconds")})

    def save(self, saved: SavedGame) -> None:
        """Write a game down.

        :raises OSError: the disk is full, the folder is not ours to write in, and the like.
        """
        saved.path.parent.mkdir(parents=True, exist_ok=True)
        temporary = saved.path.with_name(f"{saved.path.name}.{os.getpid()}.tmp")
        try:
            with temporary.open("w", encoding="utf-8", newline="\n") as file:
                file.write(write_record(saved.game.record(saved.tags)))
                file.flush()
                os.fsync(file.fileno())
            temporary.replace(saved.path)
        except BaseException:
            temporary.unlink(missing_ok=True)
            raise

    def finish(self, saved: SavedGame) -> None:
        """Write a finished game down and move it to the others that are over.

        :raises OSError: as for `save`.
        """
        self.save(saved)
        folder = self.folder / FINISHED
        folder.mkdir(exist_ok=True)
        name = f"{self.now().strftime(STAMP)}-{saved.game.rules.players}p"
        saved.path = saved.path.rename(_free(folder, name))

    def look(self) -> tuple[list[SavedGame], list[DamagedSave]]:
        """Return the games that can go on, newest first, and the files that cannot be read."""
        games: list[SavedGame] = []
        damaged: list[DamagedSave] = []
        try:
            paths = sorted(self.folder.glob("*" + SUFFIX))
        except OSError:
            return [], []
        for path in paths:
            try:
                saved = load(path)
                if saved.game.outcome is None:
                    games.append(saved)
                else:
                    # The program ended just before it could move this one.
                    self.finish(saved)
            except RegicideError as error:
                damaged.append(DamagedSave(path, error))
            except OSError as problem:
                damaged.append(DamagedSave(path, system_error(problem)))
        games.sort(key=lambda saved: (saved.when, saved.path.name), reverse=True)
        return games, damaged


def default_folder() -> Path:
    """Return where this user's games are kept unless something else is asked for."""
    if os.name == "nt":
        base = Path(os.environ.get("APPDATA") or Path.home() / "AppData" / "Roaming")
    else:
        base = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return base / "openregicide" / "games"


def load(path: Path) -> SavedGame:
    """Read a saved game.

    :raises RegicideError: the file is no record, or not one of a game dealt from a seed.
    :raises OSError: it cannot be opened.
    """
    try:
        with path.open(encoding="utf-8", newline="") as file:
            text = file.read(LARGEST + 1)
    except UnicodeDecodeError:
        raise InvalidRecordError("save.not_text", text="", at=0) from None
    record = read_record(text)
    game = load_game(text)
    if record.seed is None:
        raise InvalidRecordError("save.no_seed", text="", at=0)
    if not game.seed_checks:
        # Going on would mean other heals than the seed's, and a file that says less than before.
        raise InvalidRecordError("save.seed_differs", text="", at=0)
    if game.view(None).phase is Phase.HEAL:
        # Saved in the middle of a move; the heal comes out the same when it is made again.
        game.pop()
    when = datetime.fromtimestamp(path.stat().st_mtime)
    return SavedGame(game, path, dict(record.tags), when)


def reason_of(problem: OSError) -> str:
    return problem.strerror or type(problem).__name__


def system_error(problem: OSError) -> RegicideError:
    """Return what the system said as an error of ours."""
    return RegicideError("save.system", reason=reason_of(problem))


def _free(folder: Path, stem: str) -> Path:
    """Return a path that nothing lies at."""
    number = 1
    path = folder / (stem + SUFFIX)
    while path.exists() or path.is_symlink():
        number += 1
        path = folder / f"{stem}-{number}{SUFFIX}"
    return path
