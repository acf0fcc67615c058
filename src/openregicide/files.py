"""Writing files whole or not at all."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

__all__ = ["check_writing", "write_bytes", "write_text"]

ANYBODY = 0o666
"""Who may read and write a new file; the user's umask takes from it."""
ONLY_USER = 0o600


def write_text(path: Path, text: str, *, private: bool = False) -> None:
    """Write a text as UTF-8; see `write_bytes`."""
    write_bytes(path, text.encode(), private=private)


def write_bytes(path: Path, data: bytes, *, private: bool = False) -> None:
    """Write a file; whenever the machine stops, the old content is there or the new one.

    :param private: nobody but the user may ever read it.
    :raises OSError: the disk is full, the folder is not ours to write in, and the like.
    """
    _replace(path, data, private=private)


def check_writing(path: Path) -> None:
    """Return if a file can be written there; nothing is changed.

    :raises OSError: as for `write_bytes`.
    """
    _replace(path, None, private=False)


def _replace(path: Path, data: bytes | None, *, private: bool) -> None:
    # Where the file really lies, so that a link stays a link.
    path = path.resolve()
    temporary = path.with_name(f"{path.name}.{os.getpid()}.tmp")
    try:
        temporary.unlink(missing_ok=True)
        # With its rights from the start: there is no moment at which others could read it.
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
        handle = os.open(temporary, flags, ONLY_USER if private else ANYBODY)
        with os.fdopen(handle, "wb") as file:
            if data is not None:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
        if data is not None:
            temporary.replace(path)
    except OSError as error:
        # Nobody asked for the temporary file; name the one they did ask for.
        error.filename = str(path)
        raise
    finally:
        with suppress(OSError):
            temporary.unlink()
