"""Tables with people and bots at them, for every test that wants to see what happens there."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import count

import msgspec

from openregicide.core import Event, Generator, Phase, legal_moves, minimal_moves
from openregicide.errors import RegicideError
from openregicide.notation import format_move
from openregicide.protocol import Begin, MakeMove, NewTable, RulesData, TableSettings
from openregicide.table.entries import Entry, decode_entry, encode_entry
from openregicide.table.table import Fresh, Table, TableRequest, hash_token
from openregicide.table.views import update_for

__all__ = [
    "NAMES",
    "NOW",
    "STAND_IN",
    "Sitting",
    "device_of",
    "everything",
    "request_id",
    "sitting",
    "token_of",
]

NOW = 1_800_000_000
STAND_IN = "greedy"
NAMES = ("Ann", "Ben", "Cleo", "Dan")

_numbers = count(1)
_encode = msgspec.json.Encoder().encode


def request_id() -> str:
    return f"r{next(_numbers)}"


def token_of(name: str) -> str:
    return f"token-of-{name}-which-is-long"


def device_of(name: str) -> str:
    return hash_token(f"device-of-{name}")


def everything(table: Table) -> list[object]:
    """All that there is to know about a table, for comparisons."""
    game = table.game
    return [
        *(
            _encode(update_for(table, seat, since=None))
            for seat in (*range(len(table.seats)), None)
        ),
        (table.version, table.game_version, table.info_version, table.host, table.champion),
        repr(table.seats),
        table.memory.last(len(table.memory)),
        None if game is None else (game.seed, game.started_at, game.moved_at, list(game.tokens)),
        None if game is None else (game.state.key(), game.state.generator.words()),
    ]


@dataclass
class Sitting:
    """A table, its journal, and who is there. What is done goes through the journal's bytes."""

    table: Table
    journal: list[Entry]
    present: list[bool]
    chance: Generator = field(default_factory=lambda: Generator(7))
    vote_in: float = 0.0
    """In how many seconds a vote counts."""

    def fresh(self) -> Fresh:
        first = self.chance.random_below(len(self.table.seats))
        return Fresh(
            game=f"game{self.chance.new_seed():x}", seed=self.chance.new_seed(), first=first
        )

    def decide(self, seat: int, request: TableRequest) -> list[Entry]:
        return self.table.decide(
            seat,
            request,
            now=NOW,
            present=self.present,
            vote_in=lambda _: self.vote_in,
            stand_in=STAND_IN,
            fresh=self.fresh,
        )

    def absorb(self, entries: Iterable[Entry]) -> tuple[Event, ...]:
        """Follow entries as if they came from disk; return what happened in the game."""
        events: tuple[Event, ...] = ()
        for entry in entries:
            stored = decode_entry(encode_entry(entry))
            assert stored == entry
            events += self.table.absorb(stored)
            self.journal.append(stored)
        return events

    def ask(self, seat: int, request: TableRequest) -> list[Entry]:
        """Do what a seat asks for; return the entries."""
        entries = self.decide(seat, request)
        self.absorb(entries)
        return entries

    def refusal(self, seat: int, request: TableRequest) -> RegicideError:
        """Return the error that a request meets; fail if it is granted, or changed anything."""
        before = everything(self.table)
        try:
            self.decide(seat, request)
        except RegicideError as error:
            assert everything(self.table) == before
            return error
        raise AssertionError(f"{request} is granted")

    def begin(self, first: int | None = None) -> None:
        assert self.table.host is not None
        self.ask(self.table.host, Begin(request_id(), first))

    def move(self, text: str | None = None) -> list[Entry]:
        """Let whoever is to move make a move: this one, or the next that chance picks."""
        mover = self.table.mover
        assert mover is not None
        if text is None:
            text = self.some_move()
        version = self.table.version
        if mover.bot:
            entries = self.table.bot_move(mover.seat, text, version=version, now=NOW)
            self.absorb(entries)
            return entries
        return self.ask(mover.seat, MakeMove(request_id(), version, text))

    def some_move(self) -> str:
        game = self.table.game
        assert game is not None
        moves = (minimal_moves if game.state.phase == Phase.DISCARD else legal_moves)(game.state)
        return format_move(moves[self.chance.random_below(len(moves))])

    def play(self, until: Callable[[Table], bool] = lambda table: False) -> None:
        """Play at random until the game is over, or something is true of the table."""
        while self.table.running and not until(self.table):
            self.move()


def sitting(
    players: int = 2,
    *,
    bots: Sequence[int] = (),
    people: int | None = None,
    rules: RulesData | None = None,
    seed: int = 7,
    spectators: bool = True,
) -> Sitting:
    """Set a table with bots in some seats and people in the others, or in so many of them."""
    settings = TableSettings(rules or RulesData(players), spectators=spectators)
    new = NewTable(NAMES[0], settings, bots={str(seat): "random" for seat in bots})
    name = NAMES[0]
    made = Sitting(Table("TABLE"), [], [True] * players, Generator(seed))
    made.absorb(
        Table.create(
            new,
            token_hash=hash_token(token_of(name)),
            device=device_of(name),
            now=NOW,
            fresh=made.fresh,
        )
    )
    free = players - len(bots) - 1 if people is None else people - 1
    for name in NAMES[1 : free + 1]:
        hashed = hash_token(token_of(name))
        made.absorb(made.table.sit(name, None, token_hash=hashed, device=device_of(name), now=NOW))
    return made
