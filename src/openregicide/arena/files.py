"""Writing files whole or not at all, and finding out early that they cannot be written."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

from ..errors import InvalidOptionError

__all__ = ["check_writable", "write_bytes", "write_text"]


def check_writable(paths: Sequence[Path]) -> None:
    """Return if all these files can be written.

    :raises InvalidOptionError: one is no ordinary file, or stands there twice.
    :raises OSError: the folder does not exist, is not ours to write in, and the like.
    """
    seen: set[Path] = set()
    for path in map(_target, paths):
        if path in seen:
            raise InvalidOptionError("arena.same_file", file=str(path))
        seen.add(path)
        if path.exists() and not path.is_file():
            # A device would be replaced by a file, a folder cannot be.
            raise InvalidOptionError("arena.not_a_file", file=str(path))
        _replace(path, lambda temporary: None, keep=False)


def write_text(path: Path, text: str) -> None:
    """Write a file; whenever the machine stops, the old text is there or the new one."""
    write_bytes(path, text.encode())


def write_bytes(path: Path, data: bytes) -> None:
    """Write a file; whenever the machine stops, the old data are there or the new ones."""

    def write(temporary: Path) -> None:
        with temporary.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())

    _replace(_target(path), write, keep=True)


def _target(path: Path) -> Path:
    """Return where a file really lies, so that a link stays a link."""
    return path.resolve()


def _replace(path: Path, write: Callable[[Path], None], *, keep: bool) -> None:
    temporary = path.with_name(f"{path.name}.{os.getpid()}.tmp")
    try:
        temporary.touch()
        write(temporary)
        if keep:
            temporary.replace(path)
    except OSError as error:
        # Nobody asked for the temporary file; name the one they did ask for.
        error.filename = str(path)
        raise
    finally:
        with suppress(OSError):
            temporary.unlink()
