"""Players that are programs: they see a view, never a state."""

from __future__ import annotations

from ..engine import select_engine

select_engine(__name__)

from .bot import Bot
from .registry import bot_names, make_bot

__all__ = ["Bot", "bot_names", "make_bot"]
