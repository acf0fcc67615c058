"""Who may read the data: nobody but the user who runs the server."""

from __future__ import annotations

import stat
from pathlib import Path

import structlog

__all__ = ["keep_private", "make_folder"]

FOLDER, FILE = 0o700, 0o600
OTHERS = 0o077

log = structlog.get_logger()


def make_folder(folder: Path) -> None:
    """Make a folder for the data, if there is none.

    :raises OSError: it cannot be made.
    """
    if not folder.exists():
        folder.mkdir(mode=FOLDER, parents=True)
        # Whatever the umask says.
        folder.chmod(FOLDER)


def keep_private(folder: Path, database: str, *, own_folder: bool) -> None:
    """Take from others what they may do with what is ours.

    :param own_folder: whether the folder is ours alone; another one may hold other things, so that
        its rights are not for us to change.
    """
    tightened = 0
    if own_folder:
        tightened += _tighten(folder, FOLDER)
    for path in folder.glob(f"{database}*"):
        tightened += _tighten(path, FILE)
    if tightened:
        log.warning("data.made_private", folder=str(folder), files=tightened)


def _tighten(path: Path, mode: int) -> bool:
    try:
        found = path.lstat().st_mode
        if stat.S_ISLNK(found) or not found & OTHERS:
            return False
        path.chmod(mode)
    except OSError:
        # Not there, or not ours.
        return False
    return True
