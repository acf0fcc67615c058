"""What the search is made of: possible worlds, a policy, a value net, and a tree over them."""

from __future__ import annotations

from ...engine import select_engine

select_engine(__name__)
