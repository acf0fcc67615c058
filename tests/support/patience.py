"""How long a test waits for what usually takes moments."""

from __future__ import annotations

__all__ = ["SECONDS"]

SECONDS = 60.0
"""A busy machine may stand still for a quarter of a minute; a test that hangs still fails."""
