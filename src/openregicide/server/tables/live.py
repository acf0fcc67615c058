"""A table in memory: its lock, subscribers, bots and clock.

Every change goes the same way, under the table's lock: decide, write to disk, and only then tell
anyone. If the disk refuses, the decision never happened: the table is read from disk again.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import time
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass

import msgspec
import structlog

from ...bots.players.search_bot import Candidate
from ...core import View, view_for
from ...core.rng import SEED_BITS
from ...errors import RegicideError, StorageError, TableError
from ...notation import format_move
from ...protocol import (
    Answer,
    AskHint,
    Begin,
    Chat,
    HintMove,
    Hints,
    Join,
    Joined,
    MedalChances,
    Presence,
    Say,
    SeatBot,
    TableInfo,
    Update,
)
from ...table.entries import Entry, Moved, decode_entry, encode_entry
from ...table.table import Fresh, Mover, Table, TableRequest, hash_token
from ...table.views import table_info, update_for
from .. import clock
from ..limits import Rate
from ..logs import table_tag
from ..metrics import Metrics
from ..problems import problem_of
from ..settings import Settings
from ..store.store import Store, TableRow
from .bot_pool import BotPool
from .daily import DailyDeals
from .subscribers import Subscriber

__all__ = ["LiveTable", "Services", "new_code", "new_token"]

ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
CODE_LENGTH = 10
TOKEN_BYTES = 24
"""192 bits."""

AROUND_SECONDS = 30.0
"""How long an HTTP-only player counts as present."""
RETRY_SECONDS = 2.0
"""How soon a bot's move is tried again after the disk refused it."""

encode = msgspec.json.Encoder().encode
log = structlog.get_logger()


def new_code() -> str:
    """Return a code for a table: short enough to read out, too long to guess."""
    return "".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH))


def new_token() -> str:
    """Return a secret for a seat."""
    return secrets.token_urlsafe(TOKEN_BYTES)


@dataclass(frozen=True, slots=True)
class Services:
    """What every table of a server shares."""

    settings: Settings
    store: Store
    bot_pool: BotPool
    metrics: Metrics
    talk: Rate
    hints: Rate
    daily: DailyDeals


class LiveTable:
    def __init__(self, table: Table, services: Services) -> None:
        self.table = table
        self.subscribers: set[Subscriber] = set()
        self.touched = time.monotonic()
        self._services = services
        self._lock = asyncio.Lock()
        self._writing: asyncio.Future[None] | None = None
        """The last change, until it is known to be on disk."""
        self._around: dict[int, float] = {}
        self._told: Presence | None = None
        """The presence that subscribers were last told."""
        self._bots: asyncio.Task[None] | None = None
        self._clock: asyncio.TimerHandle | None = None
        self._clock_for: tuple[int, Mover | None] = (-1, None)
        self._deadline: float | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._log = log.bind(table=table_tag(table.id))

    # Presence

    @property
    def busy(self) -> bool:
        """Whether the table has to stay in memory."""
        thinking = bool(self._tasks) or (self._bots is not None and not self._bots.done())
        return bool(self.subscribers) or thinking or self._lock.locked() or self._clock is not None

    def present(self) -> list[bool]:
        """Return who is connected, by seat; bots always are."""
        now = time.monotonic()
        connected = {subscriber.seat for subscriber in self.subscribers}
        return [
            seat.bot != ""
            or number in connected
            or now - self._around.get(number, -AROUND_SECONDS) < AROUND_SECONDS
            for number, seat in enumerate(self.table.seats)
        ]

    def spectators(self) -> int:
        return sum(subscriber.seat is None for subscriber in self.subscribers)

    async def attach(self, token: str | None, since: int | None) -> Subscriber:
        """Add a subscriber; the first thing it gets is what it missed.

        :raises TableError: the token opens no seat, or spectators are not allowed.
        """
        async with self._held():
            subscriber = Subscriber(self.seat_of(token), self._services.settings.queue)
            update = self._update(subscriber.seat, since)
            subscriber.version = update.version
            self.subscribers.add(subscriber)
            subscriber.tell(encode(msgspec.structs.replace(update, present=self.present())))
            self.touched = time.monotonic()
            self._services.metrics.subscribers.inc()
            self._tell_presence()
            await self._welcome(subscriber.seat)
            self._go_on()
            return subscriber

    async def _welcome(self, seat: int | None) -> None:
        """Let the votes about a player lapse who is back."""
        if seat is not None and self.table.seats[seat].votes:
            try:
                await self._commit(self.table.shown_up(seat, now=clock.now()))
            except StorageError:
                # They lapse another time.
                await self._mend()

    async def resync(self, subscriber: Subscriber) -> None:
        """Send a full update to a subscriber that looked at an old version."""
        async with self._held():
            update = self._update(subscriber.seat, None)
            subscriber.version = update.version
            subscriber.tell(encode(update))

    def detach(self, subscriber: Subscriber) -> None:
        if subscriber in self.subscribers:
            self.subscribers.discard(subscriber)
            self._services.metrics.subscribers.dec()
            if subscriber.closed not in ("", "reader.gone"):
                self._services.metrics.dropped.labels(subscriber.closed).inc()
        self.touched = time.monotonic()
        self._tell_presence()

    def seat_of(self, token: str | None) -> int | None:
        """Return the seat that a token opens; without one, `None` for a spectator.

        :raises TableError: the token opens no seat, or spectators are not allowed.
        """
        if token is None:
            if not self.table.settings.spectators:
                raise TableError("table.no_spectators")
            return None
        seat = self.table.check_token(token)
        if seat is None:
            raise TableError("seat.token")
        return seat

    def seen(self, seat: int) -> None:
        """Note that the player of a seat sent a plain HTTP request."""
        absent = not self.present()[seat]
        self._around[seat] = time.monotonic()
        self.touched = time.monotonic()
        if absent:
            self._tell_presence()

    def refresh(self) -> None:
        """Tell subscribers if an HTTP-only player has gone quiet."""
        if self._told is not None and self._told.present != self.present():
            self._tell_presence()

    def _tell_presence(self) -> None:
        self._told = Presence(self.present(), self.spectators())
        message = encode(self._told)
        for subscriber in self.subscribers:
            subscriber.tell(message)

    # What anyone may ask

    async def info(self) -> TableInfo:
        async with self._held():
            return table_info(self.table)

    async def update(self, token: str | None, since: int | None) -> Update:
        """Return what a viewer without a connection has missed."""
        async with self._held():
            seat = self.seat_of(token)
            if seat is not None:
                self.seen(seat)
                await self._welcome(seat)
            self._go_on()
            update = self._update(seat, since)
            return msgspec.structs.replace(update, present=self.present())

    async def sit(self, wanted: Join) -> Joined:
        """Give out a free seat, and the token that opens it.

        :raises TableError: there is no such seat.
        """
        token = new_token()
        async with self._held():
            entries = self.table.sit(
                wanted.name,
                wanted.seat,
                token_hash=hash_token(token),
                device=hash_token(wanted.device) if wanted.device else "",
                now=clock.now(),
            )
            await self._commit(entries)
            seat = self.table.check_token(token)
            assert seat is not None
            return Joined(self.table.id, seat, token)

    async def ask(self, seat: int, request: TableRequest) -> Answer:
        """Do what a seat asks for, but never twice; return the answer."""
        async with self._held():
            self.touched = time.monotonic()
            before = self.table.answered(seat, request.id)
            if before is not None:
                return Answer(request.id, before)
            await self._welcome(seat)
            version = self.table.version
            try:
                await self._commit(await self._decide(seat, request))
            except RegicideError as error:
                # If the disk refused, memory may be ahead of it.
                return self._answer(request, error, version)
            return self._answer(request)

    def _answer(
        self,
        request: TableRequest | AskHint,
        error: RegicideError | None = None,
        version: int | None = None,
    ) -> Answer:
        """Return the answer to a request, and count it."""
        kind = type(request).__struct_config__.tag
        outcome = "done" if error is None else error.code
        self._services.metrics.requests.labels(kind, outcome).inc()
        return Answer(
            request.id,
            self.table.version if version is None else version,
            None if error is None else problem_of(error),
        )

    async def _decide(self, seat: int, request: TableRequest) -> Sequence[Entry]:
        services, now = self._services, clock.now()
        if isinstance(request, Say | Chat):
            wait = services.talk.take(f"{self.table.id} {seat}")
            if wait:
                raise TableError("talk.too_fast", seconds=round(wait + 0.5))
        if isinstance(request, SeatBot) and request.bot is not None:
            request = msgspec.structs.replace(request, bot=services.bot_pool.check(request.bot))
        deal = await self._deal_of_the_day(request, now)
        return self.table.decide(
            seat,
            request,
            now=now,
            present=self.present(),
            fresh=lambda: deal or fresh(len(self.table.seats)),
            stand_in=services.settings.stand_in,
        )

    async def _deal_of_the_day(self, request: TableRequest, now: int) -> Fresh | None:
        """Return what a game of the daily deal begins with; `None` where chance decides."""
        if not (self.table.daily and isinstance(request, Begin)) or self.table.running:
            return None
        players = len(self.table.seats)
        return await self._services.daily.fresh(fresh(players), self.devices(), players, now)

    def devices(self) -> list[str]:
        """Return the hashed devices of the people at the table; empty where one has none."""
        return [seat.device for seat in self.table.seats if seat.person]

    async def would_count(self) -> bool:
        """Return whether a game that begins here now is ranked.

        :raises TableError: the daily deal is not played here.
        """
        if not self.table.daily:
            raise TableError("daily.elsewhere")
        players = len(self.table.seats)
        return await self._services.daily.would_count(players, self.devices(), clock.now())

    async def hint(self, seat: int, request: AskHint) -> Answer:
        """Answer a seat with the moves that the search finds best.

        The table is free while the search thinks; only the player who asked waits for it.
        """
        try:
            async with self._held():
                self.touched = time.monotonic()
                version, view = self.table.version, self._view_for_hint(seat, request.version)
            found = await self._services.bot_pool.hint(view)
            async with self._held():
                # The clock, or the same player on another device, may have been quicker.
                self.table.view_for_hint(seat, version)
                hints = Hints(version, [_hint_move(each) for each in found])
                return msgspec.structs.replace(self._answer(request), hints=hints)
        except TableError as error:
            refused = error
        except TimeoutError:
            refused = TableError("hint.too_late")
        async with self._held():
            return self._answer(request, refused)

    def _view_for_hint(self, seat: int, version: int) -> View:
        view = self.table.view_for_hint(seat, version)
        wait = self._services.hints.take(f"{self.table.id} {seat}")
        if wait:
            raise TableError("limit.too_fast", seconds=round(wait + 0.5))
        return view

    # Changes

    @contextlib.asynccontextmanager
    async def _held(self) -> AsyncIterator[None]:
        """Hold the lock, with the table as it is on disk.

        :raises StorageError: the table was in doubt, and cannot be read.
        """
        async with self._lock:
            await self._mend()
            yield

    async def _mend(self) -> None:
        """Read the table again if the last change failed or was abandoned.

        Memory may then be ahead of the disk, and the disk is right.
        """
        if self._writing is not None:
            await asyncio.wait([self._writing])
            stored = await self._services.store.load(self.table.id)
            self.table = Table.load(self.table.id, map(decode_entry, stored))
            self._writing = None

    async def _commit(self, entries: Sequence[Entry]) -> None:
        """Make entries part of the table: first on disk, then for its subscribers.

        :raises StorageError: the disk refused; nothing has changed.
        """
        if not entries:
            return
        table, begun = self.table, time.monotonic()
        first = table.version + 1
        for entry in entries:
            table.absorb(entry)
        finished = table.finished()
        self._writing = self._services.store.put(
            table.id,
            first,
            [encode_entry(entry) for entry in entries],
            row=None if self._only_moved(entries) else row_of(table),
            finished=finished,
            begun=table.begun(),
        )
        # Shielded: if the client goes away meanwhile, the write is still finished.
        await asyncio.shield(self._writing)
        self._writing = None
        metrics = self._services.metrics
        metrics.commit.observe(time.monotonic() - begun)
        for entry in entries:
            if isinstance(entry, Moved):
                metrics.moves.labels(entry.by).inc()
        if finished is not None:
            metrics.games.labels("won" if finished.won else "lost").inc()
        # Not yet: a player who gives up a seat is still told that it is done.
        asyncio.get_running_loop().call_soon(self._dismiss)
        # The clock first: the update says how much time there is.
        self._go_on()
        self._publish()

    def _only_moved(self, entries: Sequence[Entry]) -> bool:
        """Return whether the lobby has nothing new to show."""
        return self.table.running and all(isinstance(entry, Moved) for entry in entries)

    def _publish(self) -> None:
        """Tell every subscriber what is new, as far as its viewer may know it."""
        encoded: dict[tuple[int | None, int], bytes] = {}
        for subscriber in self.subscribers:
            key = (subscriber.seat, subscriber.version)
            if key not in encoded:
                encoded[key] = encode(self._update(*key))
            subscriber.tell(encoded[key])
            subscriber.version = self.table.version

    def _update(self, seat: int | None, since: int | None) -> Update:
        update = update_for(self.table, seat, since=since)
        if self._deadline is None:
            return update
        left = max(0.0, self._deadline - asyncio.get_running_loop().time())
        return msgspec.structs.replace(update, move_by=round(left, 1))

    def _dismiss(self) -> None:
        """Disconnect subscribers who lost their seat, or may no longer watch."""
        for subscriber in self.subscribers:
            if subscriber.seat is None:
                if not self.table.settings.spectators:
                    subscriber.dismiss("table.no_spectators")
            elif not self.table.seats[subscriber.seat].token_hash:
                subscriber.dismiss("seat.lost")

    # Bots and the clock

    def wake(self) -> None:
        """Start the bot or the clock that the table waits for."""
        self._go_on()

    def _go_on(self) -> None:
        """Let a bot think if it is its turn, and the clock run if it is a person's."""
        mover = self.table.mover
        if mover is not None and mover.bot and (self._bots is None or self._bots.done()):
            self._bots = asyncio.create_task(self._play_bots())
        if self._clock_for != (self.table.game_version, mover):
            self._set_clock()

    async def _play_bots(self) -> None:
        """Make moves while bots are to move; if the disk refuses one, try again."""
        while True:
            try:
                if not await self._play_bot():
                    return
            except StorageError as error:
                self._log.error("bot.not_stored", code=error.code)
                await asyncio.sleep(RETRY_SECONDS)

    async def _play_bot(self) -> bool:
        """Make one move for a bot, if it is a bot's turn.

        :raises StorageError: the move could not be stored.
        """
        begun = time.monotonic()
        async with self._held():
            mover, game, version = self.table.mover, self.table.game, self.table.version
            if mover is None or game is None or not mover.bot:
                return False
            view = view_for(game.state, mover.seat)
        move = await self._services.bot_pool.choose(mover.bot, view)
        self._services.metrics.thinking.observe(time.monotonic() - begun)
        # So that people can follow, and a quick move tells nothing about a bot's hand.
        pause = self._services.settings.bot_pause_ms / 1000
        await asyncio.sleep(max(0.0, begun + pause - time.monotonic()))
        await self._move_for(mover.seat, format_move(move), version, by_clock=False)
        return True

    async def _move_for(self, seat: int, move: str, version: int, *, by_clock: bool) -> None:
        """Make a move that the server chose, if the game still waits for it.

        :raises StorageError: it could not be stored.
        """
        async with self._held():
            make = self.table.clock_move if by_clock else self.table.bot_move
            # The person may have been quicker, or be back.
            with contextlib.suppress(TableError):
                await self._commit(make(seat, move, version=version, now=clock.now()))

    def _set_clock(self) -> None:
        loop = asyncio.get_running_loop()
        if self._clock is not None:
            self._clock.cancel()
        self._clock, self._deadline = None, None
        seconds, mover = self.table.settings.clock, self.table.mover
        self._clock_for = (self.table.game_version, mover)
        if seconds and mover is not None and not mover.bot:
            self._deadline = loop.time() + seconds
            self._clock = loop.call_later(seconds, self._time_is_up, self.table.game_version)

    def _time_is_up(self, version: int) -> None:
        self._clock = None
        task = asyncio.create_task(self._move_by_clock(version))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _move_by_clock(self, version: int) -> None:
        mover, game = self.table.mover, self.table.game
        if mover is None or game is None or self.table.game_version != version:
            return
        view = view_for(game.state, mover.seat)
        move = await self._services.bot_pool.choose(self._services.settings.stand_in, view)
        while True:
            try:
                await self._move_for(mover.seat, format_move(move), version, by_clock=True)
                return
            except StorageError as error:
                self._log.error("clock.not_stored", code=error.code)
                await asyncio.sleep(RETRY_SECONDS)

    async def close(self, code: str) -> None:
        """Stop everything, and disconnect the subscribers."""
        for subscriber in self.subscribers:
            subscriber.close(code)
        if self._clock is not None:
            self._clock.cancel()
        for task in (self._bots, *self._tasks):
            if task is not None:
                task.cancel()
        # Let a write that has begun finish.
        async with self._lock:
            pass


def fresh(players: int) -> Fresh:
    """Return what chance decides about a new game, from the system's secure randomness."""
    return Fresh(
        game=secrets.token_urlsafe(12),
        seed=secrets.randbits(SEED_BITS),
        first=secrets.randbelow(players),
    )


def row_of(table: Table) -> TableRow:
    """Return what the lobby shows of a table."""
    people = any(seat.person for seat in table.seats)
    now = clock.now()
    return TableRow(
        id=table.id,
        # Used only for a table's first row.
        created_at=now,
        changed_at=now,
        listed=table.settings.open and people,
        summary=encode(table_info(table)),
    )


def _hint_move(found: Candidate) -> HintMove:
    medals = None if found.medals is None else MedalChances(*found.medals)
    return HintMove(format_move(found.move), found.win_chance, medals)
