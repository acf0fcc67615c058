"""Every journal becomes a chain of digests, and its end is kept beside it."""

from __future__ import annotations

import time
from collections.abc import Iterator
from itertools import groupby

import sqlalchemy as sa
from alembic import op

from openregicide.server.store.chain import NOTHING, digest_of

revision = "0004"
down_revision = "0003"

MANY = 1000
"""How many entries are in memory at once."""


def upgrade() -> None:
    op.add_column(
        "entries",
        sa.Column("digest", sa.LargeBinary, server_default=sa.text("x''"), nullable=False),
    )
    op.create_table(
        "journals",
        sa.Column("table_id", sa.String, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("digest", sa.LargeBinary, nullable=False),
        sa.Column("changed_at", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("table_id", name="pk_journals"),
        sqlite_with_rowid=False,
    )
    connection = op.get_bind()
    # Nobody knows when a table was last used: its time to leave begins today.
    today = int(time.time())
    version, digest = NOTHING
    for table, rows in groupby(_entries(connection), lambda row: row[0]):
        digest = NOTHING.digest
        chained = []
        for _, version, data in rows:
            digest = digest_of(digest, table, version, data)
            chained.append((digest, table, version))
            if len(chained) == MANY:
                _put(connection, chained)
                chained = []
        _put(connection, chained)
        connection.exec_driver_sql(
            "INSERT INTO journals VALUES (?, ?, ?, ?)", (table, version, digest, today)
        )


def _entries(connection: sa.Connection) -> Iterator[tuple[str, int, bytes]]:
    """All entries by table and version, a thousand at a time: they are changed meanwhile."""
    last = ("", 0)
    while rows := connection.exec_driver_sql(
        "SELECT table_id, version, data FROM entries WHERE (table_id, version) > (?, ?)"
        f" ORDER BY table_id, version LIMIT {MANY}",
        last,
    ).fetchall():
        yield from ((table, version, data) for table, version, data in rows)
        last = (rows[-1][0], rows[-1][1])


def _put(connection: sa.Connection, chained: list[tuple[bytes, str, int]]) -> None:
    if chained:
        connection.exec_driver_sql(
            "UPDATE entries SET digest = ? WHERE table_id = ? AND version = ?", chained
        )
