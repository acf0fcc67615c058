"""Records in files, and tables that continue from one.

Until version 0.1 an unfinished game was saved as a record, with tags for what the moves do not
say: in `Player1` and so on the names of people, in `Bot1` and so on the specs of bots, in
`Undone` how many moves were taken back, and in `Champion` (counted from 1) who begins at that
table by R4.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from ...core import Game, Phase
from ...errors import InvalidRecordError
from ...files import read_bytes
from ...notation import format_action, load_game, read_record
from ...table.entries import CarriedOver
from .saved_table import SavedTable

__all__ = ["RecordedGame", "carried_over", "load_record"]

UNDONE = "Undone"
PLAYER = "Player"
BOT = "Bot"
CHAMPION = "Champion"
LARGEST = 1_000_000
"""No record comes near this many bytes."""


@dataclass(frozen=True, slots=True)
class RecordedGame:
    """A game and the tags of its record."""

    game: Game
    tags: dict[str, str]

    @property
    def undone(self) -> int:
        """How many moves were taken back."""
        text = self.tags.get(UNDONE, "0")
        return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else 0

    @property
    def champion(self) -> int | None:
        """Who begins at the table (R4), if anyone has won there."""
        seats = {str(seat + 1): seat for seat in range(self.game.rules.players)}
        return seats.get(self.tags.get(CHAMPION, ""))

    def by_seat(self, tag: str) -> dict[int, str]:
        """Return the values of a tag that every seat may have."""
        seats = range(self.game.rules.players)
        found = {seat: self.tags.get(f"{tag}{seat + 1}", "") for seat in seats}
        return {seat: text for seat, text in found.items() if text}


def load_record(path: Path) -> RecordedGame:
    """Read a record.

    :raises RegicideError: the file is not a record, or its game was not dealt from a seed.
    :raises OSError: it cannot be opened.
    """
    try:
        # Without patience: this is the loop of the screen.
        text = read_bytes(path, LARGEST, patience=0).decode()
    except UnicodeDecodeError:
        raise InvalidRecordError("save.not_text", text="", at=0) from None
    record = read_record(text)
    game = load_game(text)
    if record.seed is None:
        raise InvalidRecordError("save.no_seed", text="", at=0)
    if not game.seed_checks:
        # The heals to come would not be the seed's, and the saved file would say less than this.
        raise InvalidRecordError("save.seed_differs", text="", at=0)
    if game.view(None).phase is Phase.HEAL:
        # Saved in the middle of a move; made again, it heals the same cards.
        game.pop()
    return RecordedGame(game, dict(record.tags))


def carried_over(recorded: RecordedGame, *, now: int) -> SavedTable:
    """Return the table at which a game was played, to continue it.

    :param now: the time of every entry, in seconds since 1970; a record has none.
    :raises RegicideError: invalid bots or names.
    """
    game = recorded.game
    names, bots = recorded.by_seat(PLAYER), recorded.by_seat(BOT)
    saved = SavedTable.lay(game.rules, names=names, bots=bots, now=now)
    saved.add(saved.begin(int(game.start.seat), game.seed, now=now))
    tags = {tag: text for tag, text in recorded.tags.items() if tag != UNDONE}
    champion, undone = recorded.champion, recorded.undone
    saved.add([CarriedOver(at=now, champion=champion, undone=undone, tags=tags)])
    table = saved.table
    for token in game.tokens:
        if token.actor is not None:
            seat, move = token.actor, format_action(token.action)
            if table.seats[seat].bot:
                saved.add(table.bot_move(seat, move, version=table.version, now=now))
            else:
                saved.add(saved.make(seat, move, now=now))
    return saved
