"""What the strong bot reached with the daily deals."""

from __future__ import annotations

from dataclasses import asdict, dataclass

from sqlalchemy import Connection, Engine, insert, select
from sqlalchemy.exc import IntegrityError

from .schema import daily_pars

__all__ = ["Par", "keep_par", "par_of"]


@dataclass(frozen=True, slots=True)
class Par:
    """How far the strong bot came with a day's deal, playing every seat."""

    won: bool
    medal: int
    kills: int
    moves: int


def par_of(connection: Connection, day: str, players: int) -> Par | None:
    query = select(
        daily_pars.c.won, daily_pars.c.medal, daily_pars.c.kills, daily_pars.c.moves
    ).where(daily_pars.c.day == day, daily_pars.c.players == players)
    row = connection.execute(query).first()
    return None if row is None else Par(*row)


def keep_par(engine: Engine, day: str, players: int, par: Par) -> bool:
    """Keep a result for good; return whether it is the first of its deal."""
    try:
        with engine.begin() as connection:
            connection.execute(insert(daily_pars), {"day": day, "players": players, **asdict(par)})
    except IntegrityError:
        return False
    return True
