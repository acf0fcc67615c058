"""A program that plays: it joins a table by its link and stays until the game is over.

    python examples/remote_bot.py http://localhost:8420/t/ABCDE-FGHJK

With the link of a seat (`...#seat=TOKEN`) it plays on for the player who sat there. Replace the bot
below with your own: it is given what its seat may know, and returns a move.
"""

from __future__ import annotations

import asyncio
import secrets
import sys

from openregicide.client import RemoteTable, Server, parse_link, play_bot
from openregicide.core import Generator, Move, View, moves_of, preview
from openregicide.protocol import Join


class Brute:
    """Hits as hard as it can, and discards as little as it can."""

    def choose(self, view: View, generator: Generator) -> Move:
        moves = moves_of(view)
        told = [preview(view, move) for move in moves]
        return max(zip(told, moves, strict=True), key=lambda each: each[0].damage - each[0].paid)[1]


async def play(text: str) -> RemoteTable:
    """Play one game at the table of a link."""
    link = parse_link(text)
    server = Server(link.url)
    token = link.token or (await server.join(link.table, Join(name="Brute"))).token
    async with server.sit(link.table, token) as seat:
        await play_bot(seat, Brute(), Generator(secrets.randbits(128)))
    return seat


if __name__ == "__main__":
    game = asyncio.run(play(sys.argv[1])).info.game
    assert game is not None
    print(game.result)
