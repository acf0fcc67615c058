"""The seats that people at this machine hold on servers, so that they can come back.

    <folder>/seats/ABCDEFGHJK-0f3a9c52.link   the link to the seat, and whose it is
    <folder>/seats/ABCDEFGHJK-0f3a9c52.deal   what was promised about its deals

The link has the seat's token, and the other file our shares of the seeds: nobody but the user may
read them.
"""

from __future__ import annotations

import hashlib
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

import msgspec

from ...client import Kept, Link, Witness, format_link, parse_link
from ...errors import RegicideError
from ...files import write_text

__all__ = ["HeldSeat", "HeldSeats"]

FOLDER = "seats"
SUFFIX = ".link"
DEAL = ".deal"
ONLY_USER_FOLDER = 0o700
LARGEST = 10_000
LARGEST_DEAL = 1_000_000


@dataclass(frozen=True, slots=True)
class HeldSeat:
    """A link with a token, and the name of the player."""

    link: Link
    name: str


class HeldSeats:
    """The folder of held seats. Nothing is read or written before a method is called."""

    def __init__(self, folder: Path) -> None:
        """:param folder: the folder of the saved games."""
        self.folder = folder / FOLDER

    def hold(self, seat: HeldSeat) -> None:
        """Remember a seat.

        :raises OSError: the disk is full, the folder is not writable, and the like.
        """
        self.folder.mkdir(mode=ONLY_USER_FOLDER, parents=True, exist_ok=True)
        write_text(self._path(seat), f"{format_link(seat.link)}\n{seat.name}\n", private=True)

    def find(self, link: Link, name: str | None = None) -> list[HeldSeat]:
        """Return the seats held at a table, the newest first; with a name, only that player's."""
        found: list[tuple[int, HeldSeat]] = []
        with suppress(OSError):
            for path in sorted(self.folder.glob(f"{link.table}-*{SUFFIX}")):
                seat = _read(path)
                if seat is not None and replace(seat.link, token=None) == replace(link, token=None):
                    found.append((path.stat().st_mtime_ns, seat))
        found.sort(key=lambda pair: pair[0], reverse=True)
        return [seat for _, seat in found if name is None or _same(seat.name, name)]

    def release(self, seat: HeldSeat) -> None:
        """Forget a seat that is no longer ours."""
        for path in (self._path(seat), self._path(seat).with_suffix(DEAL)):
            with suppress(OSError):
                path.unlink()

    def witness(self, seat: HeldSeat) -> Witness:
        """Return a witness that remembers what was promised about a seat's deals."""
        path = self._path(seat).with_suffix(DEAL)

        def keep(kept: Kept) -> None:
            # Without it a deal can still be checked, as long as this program runs.
            with suppress(OSError):
                self.folder.mkdir(mode=ONLY_USER_FOLDER, parents=True, exist_ok=True)
                write_text(path, msgspec.json.encode(kept).decode(), private=True)

        return Witness(_read_kept(path), keep=keep)

    def _path(self, seat: HeldSeat) -> Path:
        whose = f"{seat.link.url} {seat.name.casefold()}"
        digest = hashlib.sha256(whose.encode()).hexdigest()[:8]
        return self.folder / f"{seat.link.table}-{digest}{SUFFIX}"


def _read(path: Path) -> HeldSeat | None:
    """Return the seat in a file; `None` if the file has none."""
    try:
        with path.open(encoding="utf-8") as file:
            text, name = file.read(LARGEST).split("\n")[:2]
        link = parse_link(text)
    except (OSError, ValueError, RegicideError):
        return None
    return None if link.token is None else HeldSeat(link, name)


def _read_kept(path: Path) -> Kept | None:
    try:
        with path.open("rb") as file:
            return msgspec.json.decode(file.read(LARGEST_DEAL), type=Kept)
    except (OSError, msgspec.MsgspecError):
        return None


def _same(name: str, other: str) -> bool:
    return name.casefold() == " ".join(other.split()).casefold()
