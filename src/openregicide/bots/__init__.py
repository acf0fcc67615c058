"""Bots: players that are programs. They see a view, never a state."""

from __future__ import annotations

from .api.bot import Bot
from .api.registry import OUR_BOTS, bot_names, make_bot

__all__ = ["OUR_BOTS", "Bot", "bot_names", "make_bot"]
