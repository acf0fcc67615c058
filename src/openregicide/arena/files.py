"""Finding out early whether files can be written."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ..errors import InvalidOptionError
from ..files import check_writing

__all__ = ["check_writable"]


def check_writable(paths: Sequence[Path]) -> None:
    """Check that all these files can be written.

    :raises InvalidOptionError: one is not a regular file, or is named twice.
    :raises OSError: the folder does not exist, is not writable, and the like.
    """
    seen: set[Path] = set()
    for path in (path.resolve() for path in paths):
        if path in seen:
            raise InvalidOptionError("arena.same_file", file=str(path))
        seen.add(path)
        if path.exists() and not path.is_file():
            # A device would be replaced by a file; a folder cannot be.
            raise InvalidOptionError("arena.not_a_file", file=str(path))
        check_writing(path)
