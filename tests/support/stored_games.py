"""Samples for the tests of the store."""

from __future__ import annotations

from openregicide.core import Medal
from openregicide.server.store.store import TableRow
from openregicide.table.finished import FinishedGame, FinishedSeat

__all__ = ["finished_game", "table_row"]


def table_row(table: str, *, changed_at: int = 1, listed: bool = True) -> TableRow:
    return TableRow(table, 1, changed_at, listed, table.encode())


def finished_game(
    game: str,
    *devices: str,
    ended_at: int = 2000,
    won: bool = False,
    medal: Medal = Medal.NONE,
    kills: int = 3,
) -> FinishedGame:
    """A game with a seat for each device; an empty one is a bot's."""
    seats = (
        FinishedSeat(seat, f"Ann {seat}" if device else "", device, "" if device else "random")
        for seat, device in enumerate(devices)
    )
    return FinishedGame(
        id=game,
        table="table",
        number=1,
        rules="r",
        players=len(devices),
        seed="0" * 32,
        seed_hash="f" * 64,
        won=won,
        medal=medal,
        kills=kills,
        plies=40,
        started_at=1000,
        ended_at=ended_at,
        record=f"record of {game}",
        seats=tuple(seats),
    )
