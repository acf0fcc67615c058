"""Writing files whole or not at all, and reading no more of them than there may be."""

from __future__ import annotations

import errno
import os
import select
import stat
from contextlib import suppress
from pathlib import Path

__all__ = ["check_writing", "read_bytes", "write_bytes", "write_text"]

ANYBODY = 0o666
"""Who may read and write a new file; the user's umask takes from it."""
ONLY_USER = 0o600

PATIENCE = 10.0
"""How many seconds a pipe may be silent."""

PIECE = 65_536


def read_bytes(path: Path, most: int, *, patience: float = PATIENCE) -> bytes:
    """Read a file, a pipe or a device to its end, if that comes soon.

    :param most: how many bytes there may be.
    :param patience: how many seconds a pipe may be silent.
    :raises OSError: there are more, or nothing comes, or the file cannot be read.
    """
    # Without blocking: a pipe that nobody writes to would keep us for ever.
    handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    try:
        mode = os.fstat(handle).st_mode
        if stat.S_ISDIR(mode):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        data = bytearray()
        while True:
            if not stat.S_ISREG(mode) and not _has_something(handle, patience):
                raise TimeoutError(errno.ETIMEDOUT, "nothing comes from it")
            piece = os.read(handle, min(PIECE, most + 1 - len(data)))
            if not piece:
                return bytes(data)
            data += piece
            if len(data) > most:
                raise OSError(errno.EFBIG, f"longer than {most} bytes")
    except OSError as error:
        error.filename = str(path)
        raise
    finally:
        os.close(handle)


def _has_something(handle: int, seconds: float) -> bool:
    """Wait until there is something to read, or the end."""
    if not hasattr(select, "poll"):
        return True
    poll = select.poll()
    poll.register(handle, select.POLLIN)
    return bool(poll.poll(seconds * 1000))


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
