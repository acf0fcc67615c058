"""The journal of a table on disk: an entry to a line, as `table.entries` spells it.

A journal only grows. Its first lines are written whole; later ones are appended and forced to the
disk. A machine that stops meanwhile leaves at most one line that is not finished: it is left out
when the journal is read, and overwritten by the next entry.
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
"""Bytes; an evening of a hundred games comes to one million."""


class Journal:
    """All entries of a table, and how many of them are on disk."""

    def __init__(self, path: Path | None = None, text: bytes = b"", *, size: int = 0) -> None:
        """Begin a journal that has no file yet, or go on with one.

        :param size: of the file, with a line that is not finished.
        """
        self.path = path
        self._text = bytearray(text)
        self._kept = len(text)
        """How much of the text is on disk."""
        self._size = size
        """How large the file is, as we left it."""

    def add(self, entry: Entry) -> None:
        """Note an entry; `write` brings it to the disk."""
        self._text += encode_entry(entry) + b"\n"

    def write(self, new_path: Callable[[], Path]) -> None:
        """Force everything to the disk that is not there yet; what fails is done next time.

        :param new_path: where nothing lies yet.
        :raises OSError: the disk is full, the folder is not ours to write in, and the like.
        """
        if self.path is not None and self._is_ours(self.path):
            self._append(self.path)
        else:
            path = new_path()
            path.parent.mkdir(parents=True, exist_ok=True)
            write_bytes(path, bytes(self._text))
            self.path = path
        self._kept = self._size = len(self._text)

    def remove(self) -> None:
        """Take the file away; if anything more is written, it gets another.

        :raises OSError: it cannot be removed.
        """
        if self.path is not None and self._is_ours(self.path):
            self.path.unlink()
        self.path = None

    def _is_ours(self, path: Path) -> bool:
        """Tell whether the file is as we left it: the same game may go on in two windows."""
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
    """Return a journal, to go on with, and its entries.

    :raises InvalidRecordError: a line that is no entry.
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
        except (DecodeError, UnicodeDecodeError):
            raise damaged(number) from None
    return Journal(path, text, size=len(data)), entries


def damaged(line: int) -> InvalidRecordError:
    """Return what is wrong with a file that has no entry in that line, or one out of place."""
    return InvalidRecordError("save.damaged", text="", at=0, line=line)
