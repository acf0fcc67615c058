"""The journal of a table on disk: one entry per line, as `table.entries` encodes it.

A journal only grows. Its first lines are written as a whole file; later ones are appended and
synced to disk. A crash leaves at most one unfinished line: it is skipped when the journal is read,
and overwritten by the next entry.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from msgspec import DecodeError

from ...errors import InvalidRecordError
from ...files import write_bytes
from ...table.entries import Entry, decode_entry, encode_entry

__all__ = ["Journal", "damaged", "read_journal"]

LARGEST = 50_000_000
"""In bytes; a hundred games come to about one million."""


class Journal:
    """All entries of a table, and how many of them are on disk."""

    def __init__(self, path: Path | None = None, text: bytes = b"", *, size: int = 0) -> None:
        """Begin a journal that has no file yet, or continue one.

        :param size: of the file, including an unfinished line.
        """
        self.path = path
        self._text = bytearray(text)
        self._kept = len(text)
        """How much of the text is on disk."""
        self._size = size
        """The size of the file, as we left it."""

    def add(self, entry: Entry) -> None:
        """Add an entry; `write` writes it to disk."""
        self._text += encode_entry(entry) + b"\n"

    def write(self, new_path: Callable[[], Path]) -> None:
        """Write everything that is not on disk yet, and sync; what fails is done next time.

        :param new_path: returns a path where there is no file yet.
        :raises OSError: the disk is full, the folder is not writable, and the like.
        """
        if self.path is not None and self._is_ours(self.path):
            self._append(self.path)
        else:
            path = new_path()
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            # It holds the seed of a game that may be running.
            write_bytes(path, bytes(self._text), private=True)
            self.path = path
        self._kept = self._size = len(self._text)

    def remove(self) -> None:
        """Remove the file; if anything more is written, it goes to a new one.

        :raises OSError: it cannot be removed.
        """
        if self.path is not None and self._is_ours(self.path):
            self.path.unlink()
        self.path = None

    def _is_ours(self, path: Path) -> bool:
        """Return whether the file is as we left it: the same game may be open in two windows."""
        with suppress(FileNotFoundError):
            return path.stat().st_size == self._size
        return False

    def _append(self, path: Path) -> None:
        with path.open("r+b", buffering=0) as file:
            try:
                file.truncate(self._kept)
                file.seek(self._kept)
                rest = memoryview(bytes(self._text[self._kept :]))
                while rest:
                    rest = rest[file.write(rest) :]
                os.fsync(file.fileno())
            finally:
                self._size = os.fstat(file.fileno()).st_size


def read_journal(path: Path) -> tuple[Journal, list[Entry]]:
    """Return a journal, to be continued, and its entries.

    :raises InvalidRecordError: a line is not an entry.
    :raises OSError: it cannot be opened.
    """
    with path.open("rb") as file:
        data = file.read(LARGEST + 1)
    if len(data) > LARGEST:
        raise damaged(1)
    text = data[: data.rfind(b"\n") + 1]
    entries: list[Entry] = []
    for number, line in enumerate(text.split(b"\n")[:-1], 1):
        try:
            entries.append(decode_entry(line))
        except (DecodeError, UnicodeDecodeError, RecursionError):
            raise damaged(number) from None
    return Journal(path, text, size=len(data)), entries


def damaged(line: int) -> InvalidRecordError:
    """Return the error for a file without a valid entry in that line."""
    return InvalidRecordError("save.damaged", text="", at=0, line=line)
