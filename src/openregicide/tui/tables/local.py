"""A table at this keyboard: one to four people who take turns, and bots in the other seats."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping, Sequence
from functools import partial

from ...bots import Bot, make_bot
from ...bots.api.guard import Fault, guarded_move
from ...bots.api.specs import tidy_spec
from ...core import Generator, Move, RuleSet, Seed, View, view_for
from ...errors import RegicideError, TableError
from ...notation import format_move, parse_move, parse_seed
from ...table.entries import Began, Entry, Moved, TookBack
from ...table.fold import Seat
from ...table.game import TableGame
from ...table.memory import Past
from ...table.table import Mover, Table
from .hints import HINT_MS, Hint, HintSearch, in_thread, new_dice
from .model import Happening, Player, Status, TableModel
from .saved_table import SavedTable
from .saves import Saves, system_error

__all__ = ["BOT_PAUSE", "LocalTable"]

BOT_PAUSE = 0.8
"""The least number of seconds a bot takes, so that people can follow."""

NOBODY: Mapping[int, str] = {}


class LocalTable(TableModel):
    """A table in memory and, after every move, on disk.

    The table decides what happens. This class makes the requests of everyone at the keyboard, lets
    the bots think, and writes what was decided to disk before it is shown.
    """

    def __init__(
        self,
        saved: SavedTable,
        saves: Saves,
        *,
        seed: Seed | None = None,
        pause: float = BOT_PAUSE,
        hint_ms: int = HINT_MS,
    ) -> None:
        """Sit down at a table that was saved; `lay` makes a new one.

        :param seed: of the next game; chance decides if left out.
        :param pause: the least number of seconds a bot takes.
        :param hint_ms: how long to search for hints.
        :raises RegicideError: an unknown bot, or an invalid seed.
        """
        super().__init__()
        if isinstance(seed, int):
            # Dealing would refuse it too, but by then it is in the journal.
            Generator(seed)
        self._saved = saved
        self._saves = saves
        self._bots: dict[int, Bot] = {
            number: make_bot(seat.bot) for number, seat in enumerate(self._table.seats) if seat.bot
        }
        self._seed = seed
        self._pause = pause
        self._hint_ms = hint_ms
        self._hint_search = HintSearch()
        self._happened: list[Happening] = []
        self._heard = 0
        """How much of the table's past is among what happened."""
        self._status = Status.ONLINE
        self._error: RegicideError | None = None
        self._thinking: asyncio.Task[None] | None = None
        self._hear()

    @classmethod
    def lay(
        cls,
        rules: RuleSet,
        saves: Saves,
        *,
        bots: Mapping[int, str] = NOBODY,
        names: Mapping[int, str] = NOBODY,
        hints: bool = True,
        seed: Seed | None = None,
        pause: float = BOT_PAUSE,
        hint_ms: int = HINT_MS,
    ) -> LocalTable:
        """Lay a new table; people sit in every seat that is not a bot's.

        :param bots: the specs of the bots, by seat.
        :param names: the names of people, by seat.
        :param hints: whether the table gives hints.
        :raises RegicideError: invalid bots, seats, names or seed.
        """
        specs = {seat: tidy_spec(spec) for seat, spec in bots.items()}
        saved = SavedTable.lay(rules, bots=specs, names=names, hints=hints, now=_now())
        return cls(saved, saves, seed=seed, pause=pause, hint_ms=hint_ms)

    async def open(self) -> None:
        self._wake()

    async def close(self) -> None:
        self._status = Status.CLOSED
        if self._thinking is not None:
            self._thinking.cancel()
            await asyncio.wait([self._thinking])
            if not self._thinking.cancelled():
                self._thinking.result()
        self._tell()

    # The table

    @property
    def _table(self) -> Table:
        return self._saved.table

    @property
    def status(self) -> Status:
        return self._status

    @property
    def error(self) -> RegicideError | None:
        return self._error

    @property
    def rules(self) -> RuleSet:
        return self._table.rules

    @property
    def players(self) -> Sequence[Player]:
        return [_player(seat) for seat in self._table.seats]

    @property
    def here(self) -> tuple[int, ...]:
        return tuple(number for number, seat in enumerate(self._table.seats) if seat.person)

    @property
    def host(self) -> int | None:
        return self._table.host

    @property
    def kept_at(self) -> str | None:
        return None if self._saved.path is None else str(self._saved.path)

    async def record(self) -> str:
        if self._table.running or not self._saved.last_record:
            raise TableError("table.no_game")
        return self._saved.last_record

    # The game

    @property
    def _game(self) -> TableGame | None:
        return self._table.game

    @property
    def number(self) -> int:
        return 0 if self._game is None else self._game.number

    @property
    def seed(self) -> Seed | None:
        game = self._game
        return None if game is None or game.running else parse_seed(game.seed)

    @property
    def seed_hash(self) -> str | None:
        return None if self._game is None else self._game.seed_hash

    @property
    def turn(self) -> int | None:
        mover = self._table.mover
        return None if mover is None else mover.seat

    @property
    def undone(self) -> int:
        return 0 if self._game is None else self._game.undone

    @property
    def given_up(self) -> bool:
        return self._game is not None and self._game.given_up

    def _view(self, viewer: int | None) -> View | None:
        return None if self._game is None else view_for(self._game.state, viewer)

    def _log(self) -> Sequence[Happening]:
        return self._happened

    # What may be done

    @property
    def may_begin(self) -> bool:
        return not self._table.running and self._status is not Status.CLOSED

    @property
    def may_undo(self) -> bool:
        return self._table.undoable is not None

    @property
    def may_hint(self) -> bool:
        return self._table.settings.hints

    async def begin(self, first: int | None = None, *, again: bool = False) -> None:
        self._check_open()
        self._commit(self._saved.begin(first, self._seed, now=_now(), again=again))
        self._seed = None

    async def make(self, seat: int, move: Move) -> None:
        self._check_open()
        self._check_here(seat)
        self._commit(self._saved.make(seat, format_move(move), now=_now()))

    async def undo(self) -> None:
        self._check_open()
        self._commit(self._saved.take_back(now=_now()))

    async def give_up(self, seat: int, *, wanted: bool = True) -> None:
        self._check_open()
        self._check_here(seat)
        # Whoever asks at a keyboard asks for everyone at it.
        for number in self.here if wanted else (seat,):
            self._commit(self._saved.give_up(number, wanted=wanted, now=_now()))

    async def hints(self, seat: int) -> list[Hint]:
        self._check_here(seat)
        version = self._table.version
        view = self._table.view_for_hint(seat, version)
        hints = await self._hint_search.hints(view, self._hint_ms)
        # Refused if a move was made or taken back meanwhile: the hints are stale.
        self._table.view_for_hint(seat, version)
        return hints

    def _commit(self, entries: Sequence[Entry]) -> None:
        """Make entries part of the table: first on disk, then on the screen."""
        self._saved.add(entries)
        self._error = None
        try:
            self._saves.write(self._saved)
        except OSError as problem:
            # People at a keyboard play on; the next move tries to save again.
            self._error = system_error(problem)
        self._hear()
        self._tell()
        self._wake()

    def _hear(self) -> None:
        """Add what has happened at the table to the log."""
        for past in self._saved.past[self._heard :]:
            _add_happening(self._happened, past)
        self._heard = len(self._saved.past)

    # Bots

    def _wake(self) -> None:
        """Let the bots move if it is a bot's turn."""
        mover = self._table.mover
        idle = self._thinking is None or self._thinking.done()
        if mover is not None and mover.bot and idle:
            self._thinking = asyncio.create_task(self._play_bots())

    async def _play_bots(self) -> None:
        while (mover := self._table.mover) is not None and mover.bot:
            await self._play_bot(mover)

    async def _play_bot(self, mover: Mover) -> None:
        table, view = self._table, self._view(mover.seat)
        assert view is not None
        version = table.version
        thought = in_thread(partial(self._bots[mover.seat].choose, view, new_dice()))
        (move, fault), _ = await asyncio.gather(
            guarded_move(thought, view), asyncio.sleep(self._pause)
        )
        self._commit(table.bot_move(mover.seat, format_move(move), version=version, now=_now()))
        if fault is not None:
            self._error = _failure(mover.bot, fault)
            self._tell()


def _player(seat: Seat) -> Player:
    return Player(name=seat.bot or seat.name, is_bot=bool(seat.bot), here=seat.person)


def _add_happening(log: list[Happening], past: Past) -> None:
    """Add an entry to the log; a move that is taken back is removed."""
    entry = past.entry
    match entry:
        case Began():
            number = log[-1].game + 1 if log else 1
            log.append(Happening(what="began", at=entry.at, game=number, ply=0, seat=entry.seat))
        case Moved():
            before = log[-1]
            assert before.ply is not None
            log.append(
                Happening(
                    what="moved",
                    at=entry.at,
                    game=before.game,
                    # Chance takes a step of its own.
                    ply=before.ply + (2 if entry.heal else 1),
                    seat=entry.seat,
                    move=parse_move(entry.move),
                    by=entry.by,
                    events=past.events,
                )
            )
        case TookBack():
            log.pop()


def _failure(spec: str, fault: Fault) -> RegicideError:
    """Return a bot's fault as an error to show."""
    cause = fault.cause
    said = repr(fault.returned) if cause is None else f"{type(cause).__name__}: {cause}"
    return RegicideError("table.bot_failed", name=spec, error=said)


def _now() -> int:
    return int(time.time())
