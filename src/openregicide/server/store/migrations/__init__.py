"""From any older database to the one of `schema.py`, step by step.

A step is a file in `versions/` that says how to get there from the one before. What was released
is never edited. A change of the schema is a new file, and `HEAD` names it.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import Connection

if TYPE_CHECKING:
    from alembic.config import Config

# Alembic is imported where it is needed: most starts need no step, and it takes a while to load.

__all__ = ["FOLDER", "HEAD", "revisions", "upgrade"]

FOLDER = Path(__file__).parent
"""Where Alembic finds `env.py` and `versions/`."""

HEAD = "0006"
"""The revision that this version of the program reads and writes."""


def revisions() -> set[str]:
    """All that can be upgraded from, and `HEAD`."""
    from alembic.script import ScriptDirectory

    script = ScriptDirectory.from_config(_config())
    return {revision.revision for revision in script.walk_revisions()}


def upgrade(connection: Connection) -> None:
    """Take the steps up to `HEAD`, within the transaction that is under way."""
    from alembic import command

    config = _config()
    config.attributes["connection"] = connection
    command.upgrade(config, HEAD)


def _config() -> Config:
    from alembic.config import Config

    config = Config()
    # A percent sign would be the beginning of a placeholder.
    config.set_main_option("script_location", str(FOLDER).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    return config
