"""Finding out before hours of games whether their files can be written."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ..errors import InvalidOptionError
from ..files import check_place

__all__ = ["check_writable"]


def check_writable(paths: Sequence[Path]) -> None:
    """Return if all these files can be written.

    :raises InvalidOptionError: one is no ordinary file, or stands there twice.
    :raises OSError: the folder does not exist, is not ours to write in, and the like.
    """
    seen: set[Path] = set()
    for path in (path.resolve() for path in paths):
        if path in seen:
            raise InvalidOptionError("arena.same_file", file=str(path))
        seen.add(path)
        if path.exists() and not path.is_file():
            # A device would be replaced by a file, a folder cannot be.
            raise InvalidOptionError("arena.not_a_file", file=str(path))
        check_place(path)
