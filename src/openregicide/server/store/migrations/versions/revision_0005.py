"""Daily deals come from a cryptographic stream: from when on, so that older days keep theirs."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    since = op.create_table(
        "since",
        sa.Column("name", sa.String, nullable=False),
        sa.Column("day", sa.String, nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_since"),
    )
    last = op.get_bind().execute(sa.text("SELECT max(day) FROM daily_games")).scalar_one()
    op.bulk_insert(since, [{"name": "daily_stream", "day": "" if last is None else _after(last)}])


def _after(last: str) -> str:
    """Return the first day of which nobody has seen a deal or its hash."""
    latest = max(date.fromisoformat(last), datetime.now(UTC).date())
    return (latest + timedelta(days=1)).isoformat()
