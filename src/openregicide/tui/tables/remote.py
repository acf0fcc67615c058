"""A table on a server, as a model: messages become the engine's own types."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from ...client import (
    Fairness,
    Link,
    ProtocolError,
    RemoteTable,
    Seal,
    Server,
    Timing,
    Witness,
    format_link,
    new_id,
)
from ...client.links import is_here, parse_code, parse_link, parse_url
from ...client.problems import BY_TEXT
from ...client.remote import SEAT_GONE
from ...core import Event, EventKind, Move, Phase, RuleSet, Seed, Talk, View
from ...errors import NotationError, RegicideError, TableError
from ...notation import format_move, parse_move, parse_seed
from ...protocol import (
    AFTER_JESTER,
    PHRASES,
    PUBLIC_FACTS,
    Change,
    EventData,
    GameInfo,
    HintMove,
    Join,
    NewTable,
    SeatBot,
    SeatInfo,
    TableInfo,
    TableSettings,
    Vote,
)
from ...showable import showable
from ...table.names import clean_name
from ...table.options import rules_data, rules_of
from .held_seats import HeldSeat, HeldSeats
from .hints import Hint
from .model import Happening, Player, Status, TableModel
from .saves import system_error

__all__ = ["ServerTable", "find_link"]

KINDS = {kind.name.lower(): kind for kind in EventKind}
NOBODY: Mapping[int, str] = {}

MOST_PAST = 3000
"""How many happenings are kept: some thirty games and their talk."""

LONGEST_NAME = 40
"""Of a person, or the spec of a bot, as it is shown; our own server takes 24."""


def find_link(text: str, server: str | None = None) -> Link:
    """Read a link to a table or a seat; with a server, a table's code will do.

    :raises InvalidOptionError: the text is neither.
    """
    if server is None or "/" in text:
        return parse_link(text)
    return Link(parse_url(server), parse_code(text))


@dataclass(frozen=True, slots=True)
class _Told:
    """What happened, and the version of the table that it led to."""

    version: int
    happening: Happening


class ServerTable(TableModel):
    """A seat, or a spectator, at a table on a server."""

    def __init__(
        self, link: Link, *, timing: Timing | None = None, witness: Witness | None = None
    ) -> None:
        """Take a link, with a seat's token or without; `create`, `join` and `watch` find one.

        :param witness: what is already known of the seat's deals.
        """
        super().__init__()
        self.link = link
        """The link to our own seat; it gives the seat to anyone who has it."""
        self._table: RemoteTable = Server(link.url, timing=timing).sit(
            link.table, link.token, witness=witness
        )
        self._table.listen(self._heard)
        self._shared_url = link.url
        """The server's address for others."""
        self._past: list[_Told] = []
        self._forgotten = 0
        self._seen: tuple[str, View] | None = None
        """The last view, as text and parsed."""
        self._seats: HeldSeats | None = None
        self._held: HeldSeat | None = None
        self._not_held: RegicideError | None = None
        """Why the seat could not be remembered."""

    # Finding a table

    @classmethod
    async def create(
        cls,
        url: str,
        name: str,
        rules: RuleSet,
        *,
        bots: Mapping[int, str] = NOBODY,
        lobby: bool = False,
        spectators: bool = True,
        clock: int = 0,
        hints: bool = True,
        seats: HeldSeats | None = None,
        timing: Timing | None = None,
    ) -> ServerTable:
        """Make a table on a server and take a seat; `invitation` is the link for others.

        :param bots: the specs of the bots, by seat.
        :param lobby: whether the server lists the table for everyone.
        :param clock: seconds for a move; 0 means no clock.
        :param hints: whether players may ask for hints.
        :param seats: where to remember the seat.
        :raises RegicideError: the server refuses, or there is none.
        """
        name = clean_name(name)
        settings = TableSettings(
            rules=rules_data(rules), open=lobby, spectators=spectators, clock=clock, hints=hints
        )
        specs = {str(seat): spec for seat, spec in bots.items()}
        server = Server(url, timing=timing)
        joined = await server.create(NewTable(name=name, settings=settings, bots=specs))
        link = Link(server.url, joined.table, joined.token)
        return cls._hold(HeldSeat(link, name), seats, timing)

    @classmethod
    async def join(
        cls,
        link: Link,
        name: str | None = None,
        *,
        seats: HeldSeats | None = None,
        timing: Timing | None = None,
    ) -> ServerTable:
        """Come back to a seat that is remembered here, or take a free one.

        :param link: to a seat, which is then ours, or to a table.
        :param name: whose seat; if left out, the seat taken here last.
        :param seats: where seats are remembered.
        :raises RegicideError: the server refuses, there is none, or a name is needed.
        """
        server = Server(link.url, timing=timing)
        if link.token is not None:
            return cls._hold(HeldSeat(link, await _owner(server, link)), seats, timing)
        held = None if seats is None else await _still_held(server, link, name, seats)
        if held is None:
            # An empty name is refused here, as the server would.
            name = clean_name(name or "")
            joined = await server.join(link.table, Join(name=name))
            held = HeldSeat(replace(link, token=joined.token), name)
        return cls._hold(held, seats, timing)

    @classmethod
    def watch(cls, link: Link, *, timing: Timing | None = None) -> ServerTable:
        """Watch a table without sitting down."""
        return cls(replace(link, token=None), timing=timing)

    @classmethod
    def _hold(cls, held: HeldSeat, seats: HeldSeats | None, timing: Timing | None) -> ServerTable:
        witness = None if seats is None else seats.witness(held)
        model = cls(held.link, timing=timing, witness=witness)
        model._seats, model._held = seats, held
        if seats is not None:
            try:
                seats.hold(held)
            except OSError as problem:
                # We can still play, but not come back without the link.
                model._not_held = system_error(problem)
        return model

    # Being there

    async def open(self) -> None:
        await self._table.__aenter__()
        if is_here(self.link.url):
            # A link to this machine leads nowhere on another one.
            with suppress(ProtocolError):
                info = await Server(self.link.url).info()
                self._shared_url = next(map(parse_url, info.addresses), self.link.url)

    async def close(self) -> None:
        await self._table.close()

    async def leave(self) -> None:
        await self._table.leave()
        if self._seats is not None and self._held is not None:
            self._seats.release(self._held)
        await self.close()

    @property
    def status(self) -> Status:
        return Status(self._table.status.value)

    @property
    def error(self) -> RegicideError | None:
        return self._table.error or self._not_held

    # Who and what

    @property
    def _info(self) -> TableInfo:
        return self._table.info

    @property
    def _game(self) -> GameInfo | None:
        return self._info.game

    @property
    def rules(self) -> RuleSet:
        game = self._game
        return rules_of(self._info.settings.rules if game is None else game.rules)

    @property
    def players(self) -> Sequence[Player]:
        count = len(self._info.seats)
        present = [*self._table.present, *[False] * count]
        waits = [*self._table.vote_in, *[None] * count]
        return [
            _player(seat, present=there, vote_in=wait or 0.0, here=number in self.here)
            for number, (seat, there, wait) in enumerate(
                zip(self._info.seats, present, waits, strict=False)
            )
        ]

    @property
    def here(self) -> tuple[int, ...]:
        seat = self._table.seat
        return () if seat is None else (seat,)

    @property
    def host(self) -> int | None:
        return self._info.host

    @property
    def spectators(self) -> int:
        return self._table.spectators

    @property
    def invitation(self) -> str | None:
        return format_link(replace(self.link, url=self._shared_url, token=None))

    @property
    def way_back(self) -> str | None:
        # Seats are held by the address that was used, which others may not be able to reach.
        return format_link(replace(self.link, token=None))

    @property
    def may_be_watched(self) -> bool:
        return self._info.settings.spectators and not self._info.daily

    @property
    def kept_at(self) -> str | None:
        game = self._game
        if game is None or game.result is None:
            return None
        return f"{self._shared_url}/g/{game.id}"

    async def record(self) -> str:
        game = self._game
        if game is None or game.result is None:
            raise TableError("table.no_game")
        return await Server(self.link.url).record(game.id)

    # The game

    @property
    def number(self) -> int:
        return 0 if self._game is None else self._game.number

    @property
    def seed(self) -> Seed | None:
        game = self._game
        return None if game is None or game.seed is None else parse_seed(game.seed)

    @property
    def seed_hash(self) -> str | None:
        return None if self._game is None else self._game.seed_hash

    @property
    def seal(self) -> Seal | None:
        game, seal = self._game, self._table.seal
        if game is None or seal is None or seal.game != game.id:
            return None
        # Spectators have no share in a seed, and nothing to check it by but what they saw.
        return seal if self.here or seal.fairness is Fairness.BROKEN else None

    @property
    def seal_comes(self) -> bool:
        game, seal = self._game, self._table.seal
        over = game is not None and game.result is not None and bool(self.here)
        return over and game is not None and (seal is None or seal.game != game.id)

    @property
    def turn(self) -> int | None:
        view, game = self._table.view, self._game
        running = game is not None and game.result is None
        return view.turn if running and view is not None else None

    @property
    def seconds_left(self) -> float | None:
        return self._table.seconds_left

    @property
    def undone(self) -> int:
        return 0 if self._game is None else self._game.undone

    @property
    def given_up(self) -> bool:
        return self._game is not None and self._game.given_up

    @property
    def giving_up(self) -> tuple[int, ...]:
        return () if self._game is None else tuple(self._game.giving_up)

    def _view(self, viewer: int | None) -> View | None:
        # Only one seat is played here, or none, so its view is the only one ever asked for.
        data = self._table.view
        if data is None:
            return None
        if self._seen is None or self._seen[0] != data.text:
            view = self._table.view_object()
            assert view is not None
            self._seen = data.text, view
        return self._seen[1]

    @property
    def forgotten(self) -> int:
        return self._forgotten

    def _log(self) -> Sequence[Happening]:
        return [told.happening for told in self._past]

    # What may be done

    @property
    def may_begin(self) -> bool:
        return (
            self.status is not Status.CLOSED
            and self.turn is None
            and self._info.host in self.here
            and not any(seat.holder == "free" for seat in self._info.seats)
        )

    @property
    def may_undo(self) -> bool:
        return self.status is not Status.CLOSED and self._table.may_undo

    @property
    def may_hint(self) -> bool:
        game = self._info.game
        return self._info.settings.hints and not (game is not None and game.ranked)

    @property
    def may_chat(self) -> bool:
        free = self.turn is None or self.rules.talk is Talk.OPEN
        return bool(self.here) and free

    @property
    def phrases(self) -> tuple[str, ...]:
        if not self.here:
            return ()
        view = self.view()
        if view is None or self.turn is None:
            return PHRASES
        wishes = AFTER_JESTER if view.phase is Phase.NAME_NEXT else ()
        return PHRASES + PUBLIC_FACTS + wishes

    async def begin(self, first: int | None = None, *, again: bool = False) -> None:
        self._check_seated()
        await self._table.begin(first, again=again)

    async def make(self, seat: int, move: Move) -> None:
        self._check_here(seat)
        await self._table.move(format_move(move))

    async def undo(self) -> None:
        self._check_seated()
        await self._table.undo()

    async def give_up(self, seat: int, *, wanted: bool = True) -> None:
        self._check_here(seat)
        await self._table.give_up(wanted=wanted)

    async def say(self, seat: int, phrase: str) -> None:
        self._check_here(seat)
        await self._table.say(phrase)

    async def chat(self, seat: int, text: str) -> None:
        self._check_here(seat)
        await self._table.chat(text)

    async def vote(self, seat: int, about: int, *, wanted: bool = True) -> None:
        self._check_here(seat)
        await self._table.ask(Vote(id=new_id(), seat=about, bot=wanted))

    async def come_back(self, seat: int) -> None:
        self._check_here(seat)
        await self._table.take_back()

    async def seat_bot(self, seat: int, bot: str | None) -> None:
        self._check_seated()
        await self._table.ask(SeatBot(id=new_id(), seat=seat, bot=bot))

    async def hints(self, seat: int) -> list[Hint]:
        self._check_here(seat)
        hints = await self._table.hint()
        return [Hint(parse_move(each.move), each.chance, _medals(each)) for each in hints.moves]

    def _check_seated(self) -> None:
        if not self.here:
            raise TableError("seat.none")

    # What happens

    def _heard(self, news: Sequence[Change]) -> None:
        # If the server lost its last changes, we forget them too.
        while self._past and self._past[-1].version > self._table.version:
            self._past.pop()
        if news:
            self._past += self._told(news)
            # Some at a time, so that a log on the screen is not made again at every line.
            surplus = len(self._past) - MOST_PAST
            if surplus > MOST_PAST // 10:
                del self._past[:surplus]
                self._forgotten += surplus
        self._tell()

    def _told(self, news: Sequence[Change]) -> list[_Told]:
        """Return changes as happenings; plies are counted backwards from the current one."""
        number = self.number
        view = self._table.view
        ply = None if view is None else view.ply
        told: list[_Told] = []
        for change in reversed(news):
            happening = _happening(change, number, ply)
            told.append(_Told(change.version, happening))
            if change.what == "began":
                # Before that there was another game, or none.
                number, ply = number - 1, None
            elif change.what == "moved" and ply is not None:
                ply -= _steps(happening.events)
            elif change.what == "took_back" and ply is not None:
                # Only a move without a heal can be taken back.
                ply += 1
        return told[::-1]


def _player(seat: SeatInfo, *, present: bool, vote_in: float, here: bool) -> Player:
    return Player(
        name=showable(seat.name, LONGEST_NAME),
        free=seat.holder == "free",
        is_bot=seat.holder == "bot",
        stand_in=seat.stand_in,
        votes=tuple(seat.votes),
        vote_in=vote_in,
        present=present,
        here=here,
    )


def _happening(change: Change, number: int, ply: int | None) -> Happening:
    move = None
    if change.move:
        with suppress(NotationError):
            move = parse_move(change.move)
    return Happening(
        what=change.what,
        at=change.at,
        game=number,
        ply=ply,
        seat=change.seat,
        name=showable(change.name, LONGEST_NAME),
        move=move,
        by=change.by,
        events=tuple(_event(data) for data in change.events if data.code in KINDS),
        phrase=change.phrase,
        count=change.count,
        text=change.text,
        about=change.about,
        wanted=change.wanted,
        lamp=change.lamp,
    )


def _event(data: EventData) -> Event:
    cards = tuple(BY_TEXT[text] for text in data.cards if text in BY_TEXT)
    return Event(KINDS[data.code], data.seat, cards, data.value, data.total)


def _medals(hint: HintMove) -> tuple[float, float, float] | None:
    medals = hint.medals
    return None if medals is None else (medals.gold, medals.silver, medals.bronze)


def _steps(events: Sequence[Event]) -> int:
    """Return how many tokens a move was: chance takes a step of its own for a heal."""
    return 1 + any(event.kind is EventKind.HEALED for event in events)


async def _still_held(
    server: Server, link: Link, name: str | None, seats: HeldSeats
) -> HeldSeat | None:
    """Return the seat at a table that is remembered here; forget those that are lost."""
    for held in seats.find(link, name):
        try:
            await _owner(server, held.link)
        except ProtocolError as error:
            if error.code not in SEAT_GONE:
                raise
            seats.release(held)
        else:
            return held
    return None


async def _owner(server: Server, link: Link) -> str:
    """Return the name of the player whose seat a link's token opens.

    :raises ProtocolError: the token opens no seat, or no longer does.
    """
    update = await server.update(link.table, link.token)
    if update.seat is None or update.table is None:
        raise ProtocolError("seat.token")
    return update.table.seats[update.seat].name
