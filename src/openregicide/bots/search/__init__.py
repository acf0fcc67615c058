"""What the strong bots think with: possible worlds, a policy, a net, and a tree over them."""

from __future__ import annotations

from ...engine import select_engine

select_engine(__name__)
