"""What the strong bot reached with the daily deals."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.create_table(
        "daily_pars",
        sa.Column("day", sa.String, nullable=False),
        sa.Column("players", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("won", sa.Boolean, nullable=False),
        sa.Column("medal", sa.Integer, nullable=False),
        sa.Column("kills", sa.Integer, nullable=False),
        sa.Column("moves", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("day", "players", name="pk_daily_pars"),
    )
