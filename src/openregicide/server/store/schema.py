"""The tables of the database. The migrations lead here; a test compares the two."""

from __future__ import annotations

from sqlalchemy import (
    Boolean,
    CheckConstraint,
    Column,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    literal_column,
    text,
    true,
)

__all__ = [
    "daily_games",
    "daily_pars",
    "daily_tries",
    "entries",
    "game_seats",
    "games",
    "has_device",
    "is_listed",
    "is_ranked",
    "journals",
    "metadata",
    "secrets",
    "since",
    "tables",
]

metadata = MetaData(
    naming_convention={
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

# What the lobby needs to know about tables without reading their journals.
tables = Table(
    "tables",
    metadata,
    Column("id", String, primary_key=True),
    Column("created_at", Integer, nullable=False),
    Column("changed_at", Integer, nullable=False),
    Column("listed", Boolean, nullable=False),
    Column("summary", LargeBinary, nullable=False),
)
# The condition of a partial index: a query uses such an index if it has the same condition.
is_listed = tables.c.listed == true()
Index(
    "ix_tables_listed",
    tables.c.changed_at,
    tables.c.id,
    sqlite_where=is_listed,
    postgresql_where=is_listed,
)

# The entries of journals. Each names the one it follows, so a journal cannot have gaps, and has a
# digest of all up to it, so damage is noticed: see `chain.py`.
entries = Table(
    "entries",
    metadata,
    Column("table_id", String, primary_key=True),
    Column("version", Integer, primary_key=True, autoincrement=False),
    Column("follows", Integer),
    Column("data", LargeBinary, nullable=False),
    Column("digest", LargeBinary, server_default=text("x''"), nullable=False),
    ForeignKeyConstraint(["table_id", "follows"], ["entries.table_id", "entries.version"]),
    CheckConstraint("coalesce(follows, 0) = version - 1", name="follows"),
    sqlite_with_rowid=False,
)

# Where each journal ends. The version is 0 if the table was removed, because nobody had come for
# long; such a row is kept for a while, so that the link says so.
journals = Table(
    "journals",
    metadata,
    Column("table_id", String, primary_key=True),
    Column("version", Integer, nullable=False),
    Column("digest", LargeBinary, nullable=False),
    Column("changed_at", Integer, nullable=False),
    sqlite_with_rowid=False,
)

games = Table(
    "games",
    metadata,
    Column("id", String, primary_key=True),
    Column("table_id", String, nullable=False),
    Column("number", Integer, nullable=False),
    Column("rules", String, nullable=False),
    Column("players", Integer, nullable=False),
    Column("seed", String, nullable=False),
    Column("seed_hash", String, nullable=False),
    Column("won", Boolean, nullable=False),
    Column("medal", Integer, nullable=False),
    Column("kills", Integer, nullable=False),
    Column("plies", Integer, nullable=False),
    Column("started_at", Integer, nullable=False),
    Column("ended_at", Integer, nullable=False),
    Column("record", Text, nullable=False),
)

# `ended_at` once more, so that one index gives a device's games in their order.
game_seats = Table(
    "game_seats",
    metadata,
    Column("game_id", String, ForeignKey("games.id"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("name", String, nullable=False),
    Column("device", String, nullable=False),
    Column("bot", String, nullable=False),
    Column("ended_at", Integer, nullable=False),
)
has_device = game_seats.c.device != literal_column("''")
Index(
    "ix_game_seats_device",
    game_seats.c.device,
    game_seats.c.ended_at,
    game_seats.c.game_id,
    sqlite_where=has_device,
    postgresql_where=has_device,
)

# Games of a daily deal, from when they begin; the last three columns once they are over.
daily_games = Table(
    "daily_games",
    metadata,
    Column("game_id", String, primary_key=True),
    Column("table_id", String, nullable=False),
    Column("day", String, nullable=False),
    Column("players", Integer, nullable=False),
    Column("ranked", Boolean, nullable=False),
    Column("began_at", Integer, nullable=False),
    Column("moves", Integer),
    Column("bots", Integer),
    Column("exact", String),
)
is_ranked = daily_games.c.ranked == true()
Index(
    "ix_daily_games_ranked",
    daily_games.c.players,
    daily_games.c.day,
    sqlite_where=is_ranked,
    postgresql_where=is_ranked,
)

# A device's first game of every deal: the primary key rules out a second.
daily_tries = Table(
    "daily_tries",
    metadata,
    Column("device", String, primary_key=True),
    Column("day", String, primary_key=True),
    Column("players", Integer, primary_key=True, autoincrement=False),
    Column("game_id", String, ForeignKey("daily_games.game_id"), nullable=False),
)

# What the strong bot reached with a deal, played once and told to those who have had their try.
daily_pars = Table(
    "daily_pars",
    metadata,
    Column("day", String, primary_key=True),
    Column("players", Integer, primary_key=True, autoincrement=False),
    Column("won", Boolean, nullable=False),
    Column("medal", Integer, nullable=False),
    Column("kills", Integer, nullable=False),
    Column("moves", Integer, nullable=False),
)

# Known to this server alone, and made together with the database.
secrets = Table(
    "secrets",
    metadata,
    Column("name", String, primary_key=True),
    Column("value", LargeBinary, nullable=False),
)

# From which day on something is done in a newer way; empty where there is nothing older.
since = Table(
    "since",
    metadata,
    Column("name", String, primary_key=True),
    Column("day", String, nullable=False),
)
