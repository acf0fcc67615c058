"""Results: every game that ended is stored once, and its record tells how it ended."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from openregicide.errors import RegicideError
from openregicide.notation import format_action, format_seed, load_game, read_record, result_of

from .findings import Finding
from .journal import GameFacts, Journal

__all__ = ["Stored", "check_results"]

Stored = Mapping[str, tuple[str, int, int, str]]
"""By id: table, whether won, royals defeated, record."""


def check_results(journals: Mapping[str, Journal], games: Stored) -> Iterator[Finding]:
    ended = {
        game.id: (table, game)
        for table, journal in journals.items()
        for game in journal.games
        if not game.running
    }
    for name in games.keys() - ended.keys():
        yield Finding("game.made_up", name)
    for name, (table, game) in ended.items():
        if name not in games:
            yield Finding("game.lost", name)
            continue
        yield from _compare(table, game, *games[name])


def _compare(
    table: str, game: GameFacts, stored_table: str, won: int, kills: int, text: str
) -> Iterator[Finding]:
    if (stored_table, bool(won), kills) != (table, game.won, game.state.castle_at):
        yield Finding("game.other", f"{game.id}: {stored_table}, won {won}, kills {kills}")
    try:
        record = read_record(text)
        played = load_game(text)
    except RegicideError as error:
        yield Finding("record.unreadable", f"{game.id}: {error!r}")
        return
    if record.seed is None or format_seed(record.seed) != game.seed:
        yield Finding("record.seed", game.id)
    if [format_action(token.action) for token in record.tokens] != game.tokens:
        yield Finding("record.other", game.id)
    result = result_of(played)
    if game.given_up != (record.tags.get("Ending") == "given_up" and result == "*"):
        yield Finding("record.ending", f"{game.id}: {record.tags.get('Ending')} and {result}")
    if record.result != result:
        yield Finding("record.result", f"{game.id}: {record.result} instead of {result}")
