"""The leaderboards of the daily deal: who has tried, and how a day's ranked games compare."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import ColumnElement, Connection, func, or_, select

from ...table.finished import FinishedSeat
from .history import seats_of
from .schema import daily_games, daily_tries, games, is_ranked

__all__ = ["Leaderboard", "LeaderboardRow", "Try", "days_beside", "leaderboard_of", "tries_of"]


@dataclass(frozen=True, slots=True)
class Try:
    """A device's first game with a day's deal."""

    device: str
    game: str
    table: str
    ranked: bool
    over: bool


@dataclass(frozen=True, slots=True)
class LeaderboardRow:
    """A ranked game of a day."""

    rank: int
    """Equal results share a rank."""
    game: str
    won: bool
    medal: int
    kills: int
    moves: int
    bots: int
    exact: str
    seats: tuple[FinishedSeat, ...]


@dataclass(frozen=True, slots=True)
class Leaderboard:
    rows: tuple[LeaderboardRow, ...]
    games: int
    """The number of ranked games in all."""


def tries_of(connection: Connection, day: str, players: int, devices: Sequence[str]) -> list[Try]:
    query = (
        select(
            daily_tries.c.device,
            daily_games.c.game_id,
            daily_games.c.table_id,
            daily_games.c.ranked,
            daily_games.c.moves.is_not(None),
        )
        .join(daily_games, daily_games.c.game_id == daily_tries.c.game_id)
        .where(
            daily_tries.c.device.in_(devices),
            daily_tries.c.day == day,
            daily_tries.c.players == players,
        )
    )
    return [Try(*row) for row in connection.execute(query)]


def leaderboard_of(
    connection: Connection,
    day: str,
    players: int,
    with_bots: bool,
    before: int,
    own: str,
    limit: int,
) -> Leaderboard:
    """More kills are better, then the better medal, then fewer moves."""
    best = (games.c.kills.desc(), games.c.medal.desc(), daily_games.c.moves)
    compared = (
        select(
            func.rank().over(order_by=best).label("rank"),
            games.c.id.label("game"),
            games.c.won,
            games.c.medal,
            games.c.kills,
            daily_games.c.moves,
            daily_games.c.bots,
            daily_games.c.exact,
            func.row_number().over(order_by=(*best, games.c.ended_at, games.c.id)).label("row"),
            func.count().over().label("games"),
        )
        .join(games, games.c.id == daily_games.c.game_id)
        .where(*_ranked(players), daily_games.c.day == day, games.c.ended_at < before)
        .where(daily_games.c.bots > 0 if with_bots else daily_games.c.bots == 0)
        .subquery()
    )
    wanted = or_(compared.c.row <= limit, compared.c.game == own)
    rows = connection.execute(select(compared).where(wanted).order_by(compared.c.row)).all()
    seats = seats_of(connection, [row.game for row in rows])
    found = (
        LeaderboardRow(
            rank=row.rank,
            game=row.game,
            won=row.won,
            medal=row.medal,
            kills=row.kills,
            moves=row.moves,
            bots=row.bots,
            exact=row.exact,
            seats=seats[row.game],
        )
        for row in rows
    )
    return Leaderboard(tuple(found), rows[0].games if rows else 0)


def days_beside(connection: Connection, day: str, players: int) -> tuple[str | None, str | None]:
    days, ranked = daily_games.c.day, _ranked(players)
    before = select(func.max(days)).where(*ranked, days < day)
    after = select(func.min(days)).where(*ranked, days > day)
    return connection.execute(before).scalar(), connection.execute(after).scalar()


def _ranked(players: int) -> tuple[ColumnElement[bool], ...]:
    return is_ranked, daily_games.c.players == players
