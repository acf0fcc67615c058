"""Tables, their journals, and finished games."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "tables",
        sa.Column("id", sa.String, nullable=False),
        sa.Column("created_at", sa.Integer, nullable=False),
        sa.Column("changed_at", sa.Integer, nullable=False),
        sa.Column("listed", sa.Boolean, nullable=False),
        sa.Column("running", sa.Boolean, nullable=False),
        sa.Column("summary", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_tables"),
    )
    op.create_index(
        "ix_tables_listed",
        "tables",
        ["changed_at", "id"],
        sqlite_where=sa.column("listed") == sa.true(),
        postgresql_where=sa.column("listed") == sa.true(),
    )
    op.create_index(
        "ix_tables_running",
        "tables",
        ["id"],
        sqlite_where=sa.column("running") == sa.true(),
        postgresql_where=sa.column("running") == sa.true(),
    )
    op.create_table(
        "entries",
        sa.Column("table_id", sa.String, nullable=False),
        sa.Column("version", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("follows", sa.Integer),
        sa.Column("data", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "version", name="pk_entries"),
        sa.ForeignKeyConstraint(
            ["table_id", "follows"],
            ["entries.table_id", "entries.version"],
            name="fk_entries_table_id_follows",
        ),
        sa.CheckConstraint("coalesce(follows, 0) = version - 1", name=op.f("ck_entries_follows")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "games",
        sa.Column("id", sa.String, nullable=False),
        sa.Column("table_id", sa.String, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("rules", sa.String, nullable=False),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("seed", sa.String, nullable=False),
        sa.Column("seed_hash", sa.String, nullable=False),
        sa.Column("won", sa.Boolean, nullable=False),
        sa.Column("medal", sa.Integer, nullable=False),
        sa.Column("kills", sa.Integer, nullable=False),
        sa.Column("plies", sa.Integer, nullable=False),
        sa.Column("started_at", sa.Integer, nullable=False),
        sa.Column("ended_at", sa.Integer, nullable=False),
        sa.Column("record", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_games"),
    )
    op.create_table(
        "game_seats",
        sa.Column("game_id", sa.String, nullable=False),
        sa.Column("seat", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("device", sa.String, nullable=False),
        sa.Column("bot", sa.String, nullable=False),
        sa.Column("ended_at", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("game_id", "seat", name="pk_game_seats"),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_game_seats_game_id"),
    )
    op.create_index(
        "ix_game_seats_device",
        "game_seats",
        ["device", "ended_at", "game_id"],
        sqlite_where=sa.column("device") != sa.literal_column("''"),
        postgresql_where=sa.column("device") != sa.literal_column("''"),
    )
