"""A table in memory: its lock, subscribers, bots and clock.

Every change goes the same way, under the table's lock: decide, write to disk, and only then tell
anyone. If the disk refuses, the decision never happened: the table is read from disk again.
"""

from __future__ import annotations

import asyncio
import contextlib
import math
import secrets
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass

import msgspec
import structlog

from ...bots.players.search_bot import Candidate
from ...core import State, View, view_for
from ...errors import RegicideError, StorageError, TableError
from ...notation import format_card, format_move
from ...protocol import (
    Answer,
    AskHint,
    Begin,
    Chat,
    ChooseFace,
    Glance,
    HintMove,
    Hints,
    Join,
    Joined,
    MedalChances,
    OpenShare,
    Pledge,
    Presence,
    Say,
    SeatBot,
    TableInfo,
    Update,
    Vote,
)
from ...table.entries import Entry, Moved, encode_entry
from ...table.table import Fresh, Table, TableRequest, hash_token
from ...table.views import table_info, update_for
from .. import clock
from ..limits import Rate
from ..logs import table_tag
from ..metrics import Metrics
from ..problems import problem_of
from ..settings import Settings
from ..store.store import Store, TableRow
from .attendance import Attendance
from .bot_pool import BotPool
from .daily import DailyDeals
from .dealing import Dealing, SeatRequest
from .disk_watch import DiskWatch
from .lanes import Source
from .loading import load_table
from .subscribers import Subscriber
from .turns import Turns

__all__ = ["LiveTable", "Services", "new_code", "new_token", "viewer_of"]

ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
CODE_LENGTH = 10
TOKEN_BYTES = 24
"""192 bits."""

SETTLE_SECONDS = 2.0
"""How soon a table in doubt is read again, if the disk refused that too."""

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
    disk: DiskWatch


class LiveTable:
    def __init__(self, table: Table, services: Services, address: str = "") -> None:
        """:param address: where it was made, if that is known."""
        self.table = table
        self._address = address
        self.subscribers: list[Subscriber] = []
        """In the order in which they came, which is the order in which they are told."""
        self.touched = clock.monotonic()
        self._services = services
        self._lock = asyncio.Lock()
        self._writing: asyncio.Future[None] | None = None
        """The last change, until it is known to be on disk."""
        self._settling: asyncio.Task[None] | None = None
        """Looks at the disk again, if a change is in doubt."""
        self._attendance = Attendance(len(table.seats), services.settings.absent_seconds)
        self._told: Presence | None = None
        """The presence that subscribers were last told."""
        self._damaged = False
        """Whether the journal turned out to be damaged: then nothing is done here any more."""
        self._turns = Turns(
            lambda: self.table,
            attended=self._attended,
            source=lambda: self.source,
            held=self._held,
            commit=self._commit,
            settings=services.settings,
            bot_pool=services.bot_pool,
            metrics=services.metrics,
        )
        self._hinting: dict[asyncio.Task[Sequence[Candidate]], int] = {}
        """The hints that are being searched for, with the versions they are for."""
        self._dealing = Dealing(
            lambda: self.table,
            held=self._held,
            commit=self._commit,
            seconds=services.settings.deal_ms / 1000,
        )

    # Presence

    @property
    def busy(self) -> bool:
        """Whether the table has to stay in memory."""
        settling = self._settling is not None and not self._settling.done()
        working = settling or self._turns.busy or self._dealing.busy
        return bool(self.subscribers) or self._lock.locked() or working

    @property
    def source(self) -> Source:
        """For whom the table's bots think."""
        return Source(self._address, self.table.id)

    def _attended(self) -> bool:
        """Return whether a player or a spectator is there; while nobody is, the table rests."""
        return bool(self.subscribers) or self._attendance.anyone_around()

    def present(self) -> list[bool]:
        """Return who is connected, by seat; bots always are."""
        connected = {subscriber.seat for subscriber in self.subscribers}
        return [
            seat.bot != "" or number in connected or self._attendance.around(number)
            for number, seat in enumerate(self.table.seats)
        ]

    def presence(self) -> Presence:
        """Return who is there, and how soon bots may stand in for those who are not."""
        present = self.present()
        vote_in = [self._vote_in(seat, present) for seat in range(len(present))]
        return Presence(present, self.spectators(), vote_in)

    def _vote_in(self, seat: int, present: Sequence[bool]) -> float | None:
        """Return in how many seconds a vote for a bot in a seat counts; `None` for never."""
        if present[seat] or not self.table.seats[seat].person:
            return None
        again = self.table.asked_alone(seat, present)
        return math.ceil(10 * self._attendance.vote_in(seat, again=again)) / 10

    def spectators(self) -> int:
        return sum(subscriber.seat is None for subscriber in self.subscribers)

    async def attach(self, token: str | None, since: int | None, address: str = "") -> Subscriber:
        """Add a subscriber; the first thing it gets is what it missed.

        :param address: where it connects from.

        :raises TableError: the token opens no seat, or spectators are not allowed.
        """
        async with self._held():
            seat = self.seat_of(token)
            holder = "" if seat is None else self.table.seats[seat].token_hash
            subscriber = Subscriber(seat, self._services.settings.queue, holder)
            self.subscribers.append(subscriber)
            self._note(subscriber.seat, address)
            # The clock first: the update says how much time there is.
            self._go_on()
            update = self._update(subscriber.seat, since)
            subscriber.version = update.version
            subscriber.tell(encode(msgspec.structs.replace(update, present=self.present())))
            self.touched = clock.monotonic()
            self._services.metrics.subscribers.inc()
            self._tell_presence()
            await self._welcome(subscriber.seat)
            return subscriber

    def _note(self, seat: int | None, address: str) -> None:
        """Remember where the table's people are, if that is not known since a restart."""
        if seat is not None and not self._address:
            self._address = address

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
            self.subscribers.remove(subscriber)
            self._services.metrics.subscribers.dec()
            if subscriber.closed not in ("", "reader.gone"):
                self._services.metrics.dropped.labels(subscriber.closed).inc()
            if subscriber.seat is not None:
                self._attendance.left(subscriber.seat)
        self.touched = clock.monotonic()
        self._tell_presence()
        if not self._attended():
            self._go_on()

    def seat_of(self, token: str | None) -> int | None:
        """Return the seat that a token opens; without one, `None` for a spectator.

        :raises TableError: the token opens no seat, or spectators are not allowed.
        """
        return viewer_of(self.table, token)

    async def seen(self, seat: int, address: str = "") -> None:
        """Note that the player of a seat sent a plain HTTP request."""
        self._seen(seat, address)
        if self.table.seats[seat].votes:
            async with self._held():
                await self._welcome(seat)
        self._go_on()

    def _seen(self, seat: int | None, address: str) -> None:
        absent = seat is not None and not self.present()[seat]
        self._attendance.heard(seat)
        self._note(seat, address)
        self.touched = clock.monotonic()
        if absent:
            self._tell_presence()

    def refresh(self) -> None:
        """Notice if an HTTP-only player or spectator has gone quiet."""
        if self._told is not None and self._told.present != self.present():
            self._tell_presence()
        if not self._attended():
            self._go_on()

    def _tell_presence(self) -> None:
        self._told = self.presence()
        message = encode(self._told)
        for subscriber in self.subscribers:
            subscriber.tell(message)

    # What anyone may ask

    async def info(self) -> TableInfo:
        async with self._held():
            return table_info(self.table)

    async def glance(self, token: str | None) -> Glance:
        """Return what a player may see in passing, without being present for it.

        :raises TableError: the token opens no seat.
        """
        async with self._held():
            table = self.table
            seat = None if token is None else table.check_token(token)
            if seat is None:
                raise TableError("seat.token")
            game, mover = table.game, table.mover
            return Glance(
                table=table_info(table),
                seat=seat,
                enemy=None if game is None else _enemy(game.state, seat),
                fallen=0 if game is None else int(game.state.castle_at),
                mine=mover is not None and mover.seat == seat,
                changed_at=0 if game is None else game.moved_at,
            )

    async def update(self, token: str | None, since: int | None, address: str = "") -> Update:
        """Return what a viewer without a connection has missed."""
        async with self._held():
            seat = self.seat_of(token)
            self._seen(seat, address)
            await self._welcome(seat)
            self._go_on()
            update = self._update(seat, since)
            return msgspec.structs.replace(update, present=self.present())

    async def sit(self, wanted: Join, address: str = "") -> Joined:
        """Give out a free seat, and the token that opens it.

        :raises TableError: there is no such seat.
        """
        token = new_token()
        async with self._held():
            if self.table.daily and wanted.device is None:
                raise TableError("daily.no_device")
            entries = self.table.sit(
                wanted.name,
                wanted.seat,
                token_hash=hash_token(token),
                device=hash_token(wanted.device) if wanted.device else "",
                face=wanted.face,
                now=clock.now(),
            )
            try:
                await self._commit(entries)
            except StorageError:
                await self._mend()
                if self.table.check_token(token) is None:
                    raise
            seat = self.table.check_token(token)
            assert seat is not None
            self._attendance.left(seat)
            self._note(seat, address)
            return Joined(self.table.id, seat, token)

    async def ask(self, seat: int, request: SeatRequest, holder: str) -> Answer:
        """Do what a seat asks for, but never twice; return the answer.

        :param holder: the hash of the token that opened the seat to whoever asks.
        :raises TableError: the seat has been given up, and may be somebody else's by now.
        """
        async with self._held():
            self._check_holder(seat, holder)
            self.touched = clock.monotonic()
            before = self.table.answered(seat, request.id)
            if before is not None:
                return Answer(request.id, before)
            await self._welcome(seat)
            version = self.table.version
            try:
                await self._commit(await self._decide(seat, request))
            except StorageError as error:
                # Perhaps it was written, and only the answer was lost: the disk knows. If it
                # cannot say either, there is no answer, and the client will ask again.
                await self._mend()
                if self.table.answered(seat, request.id) is None:
                    return self._answer(request, error)
            except RegicideError as error:
                return self._answer(request, error, version)
            if isinstance(request, Vote) and request.bot:
                self._attendance.voted(request.seat)
                self._tell_presence()
            return self._answer(request)

    def _answer(
        self,
        request: SeatRequest | AskHint,
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

    async def _decide(self, seat: int, request: SeatRequest) -> Sequence[Entry]:
        services, now = self._services, clock.now()
        if isinstance(request, Pledge | OpenShare):
            return self._dealing.take(seat, request)
        if isinstance(request, Say | Chat | ChooseFace):
            wait = services.talk.take(f"{self.table.id} {seat}")
            if wait:
                raise TableError("talk.too_fast", seconds=round(wait + 0.5))
        if isinstance(request, SeatBot) and request.bot is not None:
            request = msgspec.structs.replace(request, bot=services.bot_pool.check(request.bot))
            services.bot_pool.admit(request.bot or "", self.source)
        deal, present = await self._deal_of_the_day(request, now), self.present()
        return self.table.decide(
            seat,
            request,
            now=now,
            present=present,
            vote_in=lambda about: self._vote_in(about, present) or 0.0,
            fresh=lambda: deal or fresh(),
            pledges=self._dealing.pledges(present),
            stand_in=services.settings.stand_in,
        )

    async def _deal_of_the_day(self, request: TableRequest, now: int) -> Fresh | None:
        """Return what a game of the daily deal begins with; `None` where chance decides."""
        if not (self.table.daily and isinstance(request, Begin)) or self.table.running:
            return None
        players = len(self.table.seats)
        return await self._services.daily.fresh(fresh(), self.devices(), players, now)

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

    def _check_holder(self, seat: int, holder: str) -> None:
        # A connection may outlive the seat, with requests that are still on their way.
        if self.table.seats[seat].token_hash != holder:
            raise TableError("seat.lost")

    async def hint(self, seat: int, request: AskHint, holder: str) -> Answer:
        """Answer a seat with the moves that the search finds best.

        The table is free while the search thinks; only the player who asked waits for it.

        :param holder: as for `ask`.
        """
        try:
            async with self._held():
                self._check_holder(seat, holder)
                self.touched = clock.monotonic()
                version, view = self.table.version, self._view_for_hint(seat, request.version)
            found = await self._search(view, version)
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

    async def _search(self, view: View, version: int) -> Sequence[Candidate]:
        """Return what the search finds.

        :raises TableError: the game goes on meanwhile.
        :raises TimeoutError: too many hints are asked for already.
        """
        search = asyncio.create_task(self._services.bot_pool.hint(view, self.source))
        self._hinting[search] = version
        try:
            await asyncio.wait((search,))
        finally:
            del self._hinting[search]
            # Nobody waits for it any more.
            search.cancel()
        if search.cancelled():
            raise TableError("move.stale", version=self.table.version)
        return search.result()

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

        Memory may then be ahead of the disk, and the disk is right. If the change is on disk after
        all, it is told like any other.

        :raises StorageError: it cannot be read now, or is damaged.
        """
        if self._damaged:
            raise StorageError("storage.damaged")
        if self._writing is not None:
            await asyncio.wait([self._writing])
            # Whoever waited for it may be gone; without a look at it asyncio would log an error.
            self._writing.exception()
            try:
                self.table = await load_table(self._services.store, self.table.id)
            except StorageError as error:
                if error.code == "storage.damaged":
                    self._give_up()
                raise
            self._writing = None
            self._tell()

    def _give_up(self) -> None:
        """Close a table that is damaged on disk."""
        self._damaged = True
        log.error("table.damaged", table=table_tag(self.table.id))
        for subscriber in self.subscribers:
            subscriber.close("storage.damaged")
        self._turns.stop()
        self._dealing.stop()

    async def _commit(self, entries: Sequence[Entry]) -> None:
        """Make entries part of the table: first on disk, then for its subscribers.

        :raises StorageError: the disk refused; nothing has changed.
        """
        if not entries:
            return
        # Before anything changes: then the table need not be read again.
        self._services.disk.check()
        table, begun = self.table, clock.monotonic()
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
            at=clock.now(),
        )
        try:
            # Shielded: if the client goes away meanwhile, the write is still finished.
            await asyncio.shield(self._writing)
        except (StorageError, asyncio.CancelledError):
            self._settle()
            raise
        self._writing = None
        metrics = self._services.metrics
        metrics.commit.observe(clock.monotonic() - begun)
        for entry in entries:
            if isinstance(entry, Moved):
                metrics.moves.labels(entry.by).inc()
        if finished is not None:
            metrics.games.labels("won" if finished.won else "lost").inc()
        self._tell()

    def _settle(self) -> None:
        """Find out in a while what became of a change that failed or was abandoned.

        Whoever asks something of the table finds out earlier, but perhaps nobody does.
        """
        if self._settling is None or self._settling.done():
            self._settling = asyncio.create_task(self._look_again())

    async def _look_again(self) -> None:
        while True:
            try:
                async with self._held():
                    return
            except StorageError as error:
                if self._damaged:
                    return
                log.error("table.not_read", table=table_tag(self.table.id), code=error.code)
                await asyncio.sleep(SETTLE_SECONDS)

    def _tell(self) -> None:
        """Let everything follow from a change that is on disk."""
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
            if subscriber.version == self.table.version:
                continue
            key = (subscriber.seat, subscriber.version)
            if key not in encoded:
                encoded[key] = encode(self._update(*key))
            subscriber.tell(encoded[key])
            subscriber.version = self.table.version

    def _update(self, seat: int | None, since: int | None) -> Update:
        update = update_for(self.table, seat, since=since)
        left = self._turns.seconds_left
        return update if left is None else msgspec.structs.replace(update, move_by=round(left, 1))

    def _dismiss(self) -> None:
        """Disconnect subscribers who lost their seat, or may no longer watch."""
        for subscriber in self.subscribers:
            if subscriber.seat is None:
                if not self.table.settings.spectators:
                    subscriber.dismiss("table.no_spectators")
            elif not self.table.seats[subscriber.seat].token_hash:
                subscriber.dismiss("seat.lost")

    # Bots and the clock

    def _go_on(self) -> None:
        """Start the bot, clock or deal that the table waits for; drop hints that came too late."""
        self._turns.go_on()
        self._dealing.go_on()
        for search, version in self._hinting.items():
            if version < self.table.game_version:
                search.cancel()

    async def close(self, code: str) -> None:
        """Stop everything, and disconnect the subscribers."""
        for subscriber in self.subscribers:
            subscriber.close(code)
        self._turns.stop()
        self._dealing.stop()
        if self._settling is not None:
            self._settling.cancel()
        # Let a write that has begun finish.
        async with self._lock:
            pass


def viewer_of(table: Table, token: str | None) -> int | None:
    """Return the seat that a token opens; without one, `None` for a spectator.

    :raises TableError: the token opens no seat, or spectators are not allowed.
    """
    if token is None:
        if not table.settings.spectators:
            raise TableError("table.no_spectators")
        return None
    seat = table.check_token(token)
    if seat is None:
        raise TableError("seat.token")
    return seat


def fresh() -> Fresh:
    """Return what the server adds to a new game, from the system's secure randomness."""
    return Fresh(game=secrets.token_urlsafe(12))


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


def _enemy(state: State, seat: int) -> str | None:
    enemy = view_for(state, seat).enemy
    return None if enemy is None else format_card(enemy)


def _hint_move(found: Candidate) -> HintMove:
    medals = None if found.medals is None else MedalChances(*found.medals)
    return HintMove(format_move(found.move), found.win_chance, medals)
