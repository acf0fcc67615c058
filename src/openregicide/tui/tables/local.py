"""A table at this keyboard: one to four people who take turns, and bots in the other seats."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Mapping, Sequence
from functools import partial

from ...bots import Bot, make_bot
from ...bots.api.specs import tidy_spec
from ...core import Event, Game, Heal, Move, RuleSet, View, moves_of
from ...core.rng import SEED_BITS
from ...errors import InvalidOptionError, RegicideError, TableError
from ...notation import format_seed, write_record
from ...table.hashes import seed_hash
from ...table.names import clean_name
from .advice import in_thread, new_dice
from .model import Happening, Player, Status, TableModel
from .saves import SavedGame, Saves, system_error

__all__ = ["BOT_PAUSE", "LocalTable"]

BOT_PAUSE = 0.8
"""Seconds that a bot takes at least, so that people can follow."""

NOBODY: Mapping[int, str] = {}


class LocalTable(TableModel):
    """A game in memory and, after every move, on disk."""

    def __init__(
        self,
        rules: RuleSet,
        saves: Saves,
        *,
        bots: Mapping[int, str] = NOBODY,
        names: Mapping[int, str] = NOBODY,
        seed: int | None = None,
        pause: float = BOT_PAUSE,
    ) -> None:
        """Lay the table; people sit in every seat that is not a bot's.

        :param bots: the specs of the bots, by seat.
        :param names: of people who have one, by seat.
        :param seed: of the first game; chance decides if left out.
        :param pause: how many seconds a bot takes at least.
        :raises RegicideError: bots, seats or names that cannot be.
        """
        super().__init__()
        for seat in (*bots, *names):
            _check_seat(seat, rules)
        self._rules = rules
        self._saves = saves
        self._specs = {seat: tidy_spec(spec) for seat, spec in bots.items()}
        self._bots: dict[int, Bot] = {seat: make_bot(spec) for seat, spec in bots.items()}
        self._names = {
            seat: clean_name(name) for seat, name in names.items() if name and seat not in bots
        }
        self._seed = seed
        self._pause = pause
        self._saved: SavedGame | None = None
        self._champion: int | None = None
        """Who defeated the last king of the newest game won (R4)."""
        self._number = 0
        self._past: list[Happening] = []
        self._status = Status.ONLINE
        self._error: RegicideError | None = None
        self._thinking: asyncio.Task[None] | None = None

    @classmethod
    def resume(cls, saved: SavedGame, saves: Saves, *, pause: float = BOT_PAUSE) -> LocalTable:
        """Lay the table as it was when a game was saved.

        :raises RegicideError: a bot that is no longer there.
        """
        rules = saved.game.rules
        model = cls(rules, saves, bots=saved.bots, names=saved.names, pause=pause)
        model._saved = saved
        model._champion = saved.champion
        model._number = 1
        model._past = model._told(saved.game)
        return model

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

    # Who and what

    @property
    def status(self) -> Status:
        return self._status

    @property
    def error(self) -> RegicideError | None:
        return self._error

    @property
    def rules(self) -> RuleSet:
        return self._rules

    @property
    def players(self) -> Sequence[Player]:
        return [self._player(seat) for seat in range(self._rules.players)]

    def _player(self, seat: int) -> Player:
        spec = self._specs.get(seat)
        if spec is not None:
            return Player(name=spec, is_bot=True)
        return Player(name=self._names.get(seat, ""), here=True)

    @property
    def here(self) -> tuple[int, ...]:
        return tuple(seat for seat in range(self._rules.players) if seat not in self._specs)

    @property
    def host(self) -> int | None:
        return self.here[0] if self.here else None

    @property
    def kept_at(self) -> str | None:
        return None if self._saved is None else str(self._saved.path)

    async def record(self) -> str:
        if self._saved is None or self.turn is not None:
            raise TableError("table.no_game")
        return write_record(self._saved.game.record(self._saved.tags))

    # The game

    @property
    def _game(self) -> Game | None:
        return None if self._saved is None else self._saved.game

    @property
    def number(self) -> int:
        return self._number

    @property
    def seed(self) -> int | None:
        game = self._game
        return None if game is None or game.outcome is None else game.seed

    @property
    def seed_hash(self) -> str | None:
        game = self._game
        return None if game is None or game.seed is None else seed_hash(format_seed(game.seed))

    @property
    def turn(self) -> int | None:
        game = self._game
        return None if game is None or game.outcome is not None else int(game.state.seat)

    @property
    def undone(self) -> int:
        return 0 if self._saved is None else self._saved.undone

    def _view(self, reader: int | None) -> View | None:
        return None if self._game is None else self._game.view(reader)

    def _log(self) -> Sequence[Happening]:
        return self._past

    # What may be done

    @property
    def may_begin(self) -> bool:
        return self.turn is None and self._status is not Status.CLOSED

    @property
    def may_undo(self) -> bool:
        game = self._game
        return self.turn_of_here is not None and self._alone and bool(game and game.tokens)

    @property
    def _alone(self) -> bool:
        return self.here == (0,) and self._rules.players == 1

    async def begin(self, first: int | None = None) -> None:
        self._check_open()
        if self.turn is not None:
            raise TableError("table.game_running")
        if first is None:
            first = secrets.randbelow(self._rules.players)
        _check_seat(first, self._rules)
        seed = secrets.randbits(SEED_BITS) if self._seed is None else self._seed
        begins = first if self._champion is None else self._champion
        saved = self._saves.begin(Game.new(self._rules, seed, first=begins))
        saved.note_table(names=self._names, bots=self._specs, champion=self._champion)
        self._saved, self._seed = saved, None
        self._number += 1
        self._happened(Happening(what="began", at=_now(), game=self._number, ply=0, seat=self.host))

    async def make(self, seat: int, move: Move) -> None:
        self._check_open()
        self._check_here(seat)
        turn = self.turn
        if turn is None:
            raise TableError("table.no_game")
        if turn != seat:
            raise TableError("move.not_your_turn", seat=seat, expected=turn)
        self._push(seat, move)

    async def undo(self) -> None:
        self._check_open()
        if not self._alone:
            raise TableError("table.cannot")
        if self._saved is None or self.turn is None:
            raise TableError("table.no_game")
        self._saved.game.pop()
        self._saved.take_back()
        self._past.pop()
        self._save()
        self._tell()

    def _push(self, seat: int, move: Move) -> None:
        game = self._game
        assert game is not None
        events = game.push(move)
        if game.outcome is not None and game.outcome.won:
            self._champion = game.outcome.seat
        self._happened(self._moved(seat, move, events, at=_now(), ply=game.ply))

    def _moved(
        self, seat: int, move: Move, events: tuple[Event, ...], *, at: int, ply: int
    ) -> Happening:
        return Happening(
            what="moved",
            at=at,
            game=self._number,
            ply=ply,
            seat=seat,
            move=move,
            by="bot" if seat in self._specs else "player",
            events=events,
        )

    def _happened(self, happening: Happening) -> None:
        """Write the game down, tell everybody, and let the next bot think."""
        self._past.append(happening)
        self._save()
        self._tell()
        self._wake()

    def _save(self) -> None:
        assert self._saved is not None
        self._error = None
        try:
            if self._saved.game.outcome is None:
                self._saves.save(self._saved)
            else:
                self._saves.finish(self._saved)
        except OSError as problem:
            # The game goes on; the next move tries again.
            self._error = system_error(problem)

    def _told(self, game: Game) -> list[Happening]:
        """Return what has happened in a game that was saved; when, nobody wrote down."""
        past = [Happening(what="began", game=self._number, ply=0, seat=self.host)]
        ply = 0
        while ply < game.ply:
            actor, move = game.tokens[ply].actor, game.tokens[ply].action
            assert actor is not None
            assert not isinstance(move, Heal)
            events = game.events[ply]
            ply += 1
            while ply < game.ply and game.tokens[ply].actor is None:
                # What chance decided belongs to the move that asked for it.
                events += game.events[ply]
                ply += 1
            past.append(self._moved(actor, move, events, at=0, ply=ply))
        return past

    # Bots

    def _wake(self) -> None:
        """See to it that bots make their moves, and people theirs."""
        if self.turn in self._bots and (self._thinking is None or self._thinking.done()):
            self._thinking = asyncio.create_task(self._play_bots())

    async def _play_bots(self) -> None:
        while (seat := self.turn) is not None and seat in self._bots:
            view = self._view(seat)
            assert view is not None
            (move, failed), _ = await asyncio.gather(
                self._choice(seat, view), asyncio.sleep(self._pause)
            )
            self._push(seat, move)
            if failed is not None:
                self._error = failed
                self._tell()

    async def _choice(self, seat: int, view: View) -> tuple[Move, RegicideError | None]:
        """Return a bot's move; whatever goes wrong with it, some legal move, and what it was."""
        try:
            move = await in_thread(partial(self._bots[seat].choose, view, new_dice()))
            if move in moves_of(view):
                return move, None
            problem = repr(move)
        except Exception as error:
            # A bot of another package may raise anything; the game goes on.
            problem = f"{type(error).__name__}: {error}"
        failed = RegicideError("table.bot_failed", name=self._specs[seat], error=problem)
        return moves_of(view, minimal=True)[0], failed


def _check_seat(seat: int, rules: RuleSet) -> None:
    if not 0 <= seat < rules.players:
        raise InvalidOptionError("seat.unknown", seat=seat, players=rules.players)


def _now() -> int:
    return int(time.time())
