"""Finished games, and the statistics of a device."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    RowMapping,
    func,
    literal_column,
    select,
    tuple_,
)

from ...core import Medal
from ...table.daily import DailyResult
from ...table.finished import FinishedGame, FinishedSeat
from .schema import daily_games, game_seats, games, has_device

__all__ = ["DeviceStatistics", "game_with_record", "games_of", "seats_of", "statistics_of"]


@dataclass(frozen=True, slots=True)
class DeviceStatistics:
    """A device's results, for one number of players."""

    players: int
    games: int
    wins: int
    gold: int
    silver: int
    bronze: int
    best_kills: int


_of_the_day = (daily_games.c.day, daily_games.c.moves, daily_games.c.bots, daily_games.c.exact)
_with_day = games.outerjoin(daily_games, daily_games.c.game_id == games.c.id)
_with_record = select(games, *_of_the_day).select_from(_with_day)
_without_record = select(
    *(column for column in games.c if column is not games.c.record), *_of_the_day
).select_from(_with_day)


def game_with_record(connection: Connection, game: str) -> FinishedGame | None:
    row = connection.execute(_with_record.where(games.c.id == game)).mappings().first()
    if row is None:
        return None
    seats = seats_of(connection, [game])
    return _game(row, seats[game])


def games_of(
    connection: Connection, device: str, before: tuple[int, str] | None, limit: int
) -> list[FinishedGame]:
    """The latest first. A game in which the device held several seats is listed once."""
    found = (
        select(game_seats.c.ended_at, game_seats.c.game_id)
        .distinct()
        .where(game_seats.c.device == device, has_device)
        .order_by(game_seats.c.ended_at.desc(), game_seats.c.game_id.desc())
        .limit(limit)
    )
    if before is not None:
        found = found.where(tuple_(game_seats.c.ended_at, game_seats.c.game_id) < before)
    ids = [row.game_id for row in connection.execute(found)]
    wanted = _without_record.where(games.c.id.in_(ids))
    rows = {row["id"]: row for row in connection.execute(wanted).mappings()}
    seats = seats_of(connection, ids)
    return [_game(rows[game], seats[game]) for game in ids]


def statistics_of(connection: Connection, device: str) -> list[DeviceStatistics]:
    mine = select(game_seats.c.game_id).where(game_seats.c.device == device, has_device)
    query = (
        select(
            games.c.players,
            func.count().label("games"),
            _count(games.c.won).label("wins"),
            _count(games.c.medal == Medal.GOLD).label("gold"),
            _count(games.c.medal == Medal.SILVER).label("silver"),
            _count(games.c.medal == Medal.BRONZE).label("bronze"),
            func.max(games.c.kills).label("best_kills"),
        )
        .where(games.c.id.in_(mine))
        .group_by(games.c.players)
        .order_by(games.c.players)
    )
    rows = connection.execute(query).mappings()
    return [DeviceStatistics(**row) for row in rows]


def _count(condition: ColumnElement[bool]) -> ColumnElement[int]:
    return func.count(literal_column("1")).filter(condition)


def seats_of(connection: Connection, ids: Sequence[str]) -> dict[str, tuple[FinishedSeat, ...]]:
    """Who sat at some games, by their ids."""
    query = (
        select(game_seats)
        .where(game_seats.c.game_id.in_(ids))
        .order_by(game_seats.c.game_id, game_seats.c.seat)
    )
    seats: dict[str, tuple[FinishedSeat, ...]] = dict.fromkeys(ids, ())
    for row in connection.execute(query):
        seats[row.game_id] += (FinishedSeat(row.seat, row.name, row.device, row.bot),)
    return seats


def _game(row: RowMapping, seats: tuple[FinishedSeat, ...]) -> FinishedGame:
    values: dict[str, Any] = {"record": "", **row}
    of_the_day = {column.name: values.pop(column.name) for column in _of_the_day}
    daily = DailyResult(**of_the_day) if of_the_day["day"] else None
    return FinishedGame(table=values.pop("table_id"), seats=seats, daily=daily, **values)
