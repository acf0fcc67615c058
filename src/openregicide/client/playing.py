"""A bot of ours at a table on a server."""

from __future__ import annotations

import asyncio

from ..bots import Bot
from ..core import Generator
from ..notation import format_move
from .problems import ProtocolError
from .remote import RemoteTable

__all__ = ["play_bot"]


async def play_bot(seat: RemoteTable, bot: Bot, generator: Generator) -> None:
    """Let a bot play a seat until the game is over, waiting for it to begin if need be.

    If another bot stands in for the seat, ours takes it back when it is its turn.

    :raises ProtocolError: the table is closed, or refuses the bot's move.
    """
    while True:
        await seat.until(lambda: seat.over or bool(seat.moves))
        view = seat.view_object()
        if seat.over or view is None:
            return
        if seat.stood_in:
            await seat.take_back()
            continue
        # In a thread, to keep the connection alive while the bot thinks.
        move = await asyncio.to_thread(bot.choose, view, generator)
        try:
            await seat.move(format_move(move))
        except ProtocolError:
            # The clock or another device may have moved for us meanwhile: then look again.
            if seat.view_object() == view:
                raise
