"""Alembic runs this file for every upgrade; `upgrade` gives it the connection."""

from __future__ import annotations

from alembic import context

from openregicide.server.store.schema import metadata

# One transaction for all steps: a file is as it was, or up to date.
context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    transactional_ddl=True,
)
with context.begin_transaction():
    context.run_migrations()
