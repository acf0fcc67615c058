"""The options of a game in the terminal, and the tables made from them.

People have the first seats, with names in the same order; bots fill the last ones.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from ...core import RuleSet, Seed
from ...errors import InvalidOptionError, RegicideError
from .hints import HINT_MS
from .local import BOT_PAUSE, LocalTable
from .model import TableModel
from .saved_table import SavedTable
from .saves import Saves

if TYPE_CHECKING:
    from ...client import Link

__all__ = [
    "PlayOptions",
    "check_options",
    "hosted_table",
    "joined_table",
    "new_table",
    "resumed_table",
]

FULL = "table.full"
"""A server's refusal when there is no free seat: then we can still watch."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayOptions:
    """How to begin."""

    rules: RuleSet | None = None
    """`None`: ask for the number of players, and play by the rulebook."""
    bots: tuple[str, ...] = ()
    """The specs of the bots in the last seats."""
    names: tuple[str, ...] = ()
    """Names of the people at this keyboard, from the first seat on; optional."""
    seed: Seed | None = None
    """The seed of the first game, which is then a new one; `None`: chance."""
    first: int | None = None
    """The seat that begins; `None`: chance."""
    saves: Path
    """The folder of the saved games and of the seats held on servers."""
    new: bool = False
    """Begin a new game without offering the saved ones."""
    color: bool = False
    language: str = "en"
    language_asked: bool = False
    """Whether it was asked for just now; otherwise a language chosen earlier wins."""
    join: str | None = None
    """The link to a table on a server, or its code."""
    host: str | None = None
    """The address of a server to make a table on; with `join`, the server of a bare code."""
    server_before: str = ""
    """The last server that was played at: it is asked for a bare code, as the network is."""
    name: str = ""
    """The user's name at a server's table; empty: the one used there before, or ask."""
    hint_ms: int = HINT_MS
    """How long to search for hints."""
    pause: float = BOT_PAUSE
    """The least number of seconds a bot at this keyboard takes, so that people can follow."""


def check_options(options: PlayOptions) -> None:
    """Check the options before the user is asked anything.

    :raises RegicideError: an invalid bot, seat, name or link.
    """
    if options.join is not None:
        from ...client.links import parse_code
        from .remote import find_link

        if options.host is None and _is_code(options.join):
            parse_code(options.join)
        else:
            find_link(options.join, options.host)
    elif options.host is not None:
        from ...client import Server

        Server(options.host)
    if options.rules is not None and options.join is None:
        new_table(options, options.rules)
        if options.first is not None and not 0 <= options.first < options.rules.players:
            raise InvalidOptionError(
                "seat.unknown", seat=options.first, players=options.rules.players
            )


def new_table(options: PlayOptions, rules: RuleSet) -> LocalTable:
    """Lay a table at this keyboard; its first game has not begun yet.

    :raises RegicideError: invalid bots or names, or more than there are seats.
    """
    bots, names = _bots(options, rules), dict(enumerate(options.names))
    return LocalTable.lay(
        rules,
        Saves(options.saves),
        bots=bots,
        names=names,
        seed=options.seed,
        pause=options.pause,
        hint_ms=options.hint_ms,
    )


def resumed_table(options: PlayOptions, saved: SavedTable) -> LocalTable:
    """Sit down at a table that was saved.

    :raises RegicideError: a bot that no longer exists.
    """
    saves = Saves(options.saves)
    return LocalTable(saved, saves, pause=options.pause, hint_ms=options.hint_ms)


async def joined_table(options: PlayOptions, name: str | None = None) -> TableModel:
    """Join the table that `join` names: in the user's seat, in a free one, or as a spectator.

    :param name: replaces the one in the options.
    :raises RegicideError: there is no such table, or a name is needed (`name.empty`).
    """
    # Imported here: playing at this keyboard must not need the client's dependencies.
    from .held_seats import HeldSeats
    from .remote import ServerTable

    link = await _link(options)
    name = name or options.name or None
    try:
        return await ServerTable.join(link, name, seats=HeldSeats(options.saves))
    except RegicideError as error:
        full = error.code == FULL or (error.code == "name.empty" and await _full(link))
        if not full:
            raise
        return ServerTable.watch(link)


def _is_code(join: str) -> bool:
    """Return whether somebody means a code: every link has slashes."""
    return "/" not in join


async def _link(options: PlayOptions) -> Link:
    """Return the link to the table that `join` names; search the network for a bare code."""
    from ...client.nearby import HERE, find_table
    from .remote import find_link

    assert options.join is not None
    if options.host is not None or not _is_code(options.join):
        return find_link(options.join, options.host)
    known = dict.fromkeys(filter(None, (HERE, options.server_before)))
    return await find_table(options.join, known=known)


async def _full(link: Link) -> bool:
    """Return whether a table has no free seat, so that no name is needed."""
    from ...client import Server

    table = await Server(link.url).table(link.table)
    return not any(seat.holder == "free" for seat in table.seats)


async def hosted_table(options: PlayOptions, rules: RuleSet, name: str | None = None) -> TableModel:
    """Make a table on the server `host`, and sit down in its first seat.

    :param name: replaces the one in the options.
    :raises RegicideError: the server refuses, or there is none, or a name is needed.
    """
    from .held_seats import HeldSeats
    from .remote import ServerTable

    assert options.host is not None
    return await ServerTable.create(
        options.host,
        name or options.name,
        rules,
        bots=_bots(options, rules),
        seats=HeldSeats(options.saves),
    )


def _bots(options: PlayOptions, rules: RuleSet) -> dict[int, str]:
    """Return the bots by seat; at least one seat is left for a person."""
    people = rules.players - len(options.bots)
    if people < 1:
        raise InvalidOptionError(
            "table.too_many_bots", bots=len(options.bots), players=rules.players
        )
    return dict(enumerate(options.bots, people))
