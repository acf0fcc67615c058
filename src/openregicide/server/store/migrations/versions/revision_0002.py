"""The deal of the day: its games, everybody's first tries, and the secret behind the deals."""

from __future__ import annotations

from secrets import token_bytes

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.create_table(
        "daily_games",
        sa.Column("game_id", sa.String, nullable=False),
        sa.Column("table_id", sa.String, nullable=False),
        sa.Column("day", sa.String, nullable=False),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("ranked", sa.Boolean, nullable=False),
        sa.Column("began_at", sa.Integer, nullable=False),
        sa.Column("moves", sa.Integer),
        sa.Column("bots", sa.Integer),
        sa.Column("exact", sa.String),
        sa.PrimaryKeyConstraint("game_id", name="pk_daily_games"),
    )
    op.create_index(
        "ix_daily_games_ranked",
        "daily_games",
        ["players", "day"],
        sqlite_where=sa.column("ranked") == sa.true(),
        postgresql_where=sa.column("ranked") == sa.true(),
    )
    op.create_table(
        "daily_tries",
        sa.Column("device", sa.String, nullable=False),
        sa.Column("day", sa.String, nullable=False),
        sa.Column("players", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("game_id", sa.String, nullable=False),
        sa.PrimaryKeyConstraint("device", "day", "players", name="pk_daily_tries"),
        sa.ForeignKeyConstraint(
            ["game_id"], ["daily_games.game_id"], name="fk_daily_tries_game_id"
        ),
    )
    secrets = op.create_table(
        "secrets",
        sa.Column("name", sa.String, nullable=False),
        sa.Column("value", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_secrets"),
    )
    op.bulk_insert(secrets, [{"name": "daily", "value": token_bytes(32)}])
