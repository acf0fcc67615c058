"""Nobody asks which tables have a running game: they wake when somebody comes."""

from __future__ import annotations

from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.drop_index("ix_tables_running", "tables")
    op.drop_column("tables", "running")
