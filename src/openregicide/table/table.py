"""The authority over one table: what may be done at it, and what then happens.

`decide`, `sit` and the others say what a request leads to, as entries for the journal, or refuse
it with a code. They change nothing. Once the entries are safely stored, `absorb` follows them.
There is no clock and no dice in here; the caller passes them in.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from msgspec.structs import replace

from ..core import Phase, Seed, Talk, View, first_by_seed, moves_of, view_for
from ..errors import InvalidOptionError, TableError
from ..notation import format_seed, parse_move
from ..protocol import (
    AFTER_JESTER,
    PHRASES,
    PUBLIC_FACTS,
    Begin,
    Chat,
    ChooseFace,
    Configure,
    GiveUp,
    Leave,
    MakeMove,
    NewTable,
    Return,
    Say,
    SeatBot,
    TableSettings,
    TakeBack,
    Vote,
)
from .deals import Begins, FairDeal, fits, new_text
from .entries import (
    Began,
    BotSeated,
    By,
    Chatted,
    Configured,
    Created,
    Entry,
    Faced,
    GaveUp,
    GiveUpVoted,
    Moved,
    Prepared,
    Returned,
    Said,
    Seated,
    StoodIn,
    TookBack,
    Unseated,
    Voted,
)
from .fold import Fold, Mover, Seat
from .game import TableGame
from .hashes import hash_token, seed_hash
from .names import clean_face, clean_name, clean_text
from .options import filled_in
from .talk import public_number

__all__ = [
    "Fresh",
    "Mover",
    "Seat",
    "Table",
    "TableRequest",
    "hash_token",
    "seed_hash",
]

TableRequest = (
    MakeMove
    | TakeBack
    | GiveUp
    | Say
    | Chat
    | ChooseFace
    | Begin
    | SeatBot
    | Configure
    | Vote
    | Return
    | Leave
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Fresh:
    """What chance decides about a new game, drawn by the caller."""

    game: str
    """A new, unique id."""
    secret: str = field(default_factory=new_text)
    """The server's part of the seed."""
    seed: Seed | None = None
    """The seed, where players have no share in it: of a daily deal, or at a keyboard."""
    first: int = 0
    """With a seed: the seat that begins unless the table says otherwise (R4)."""
    daily: str = ""
    """The day whose deal this is, if any; `first` is then part of the deal."""
    ranked: bool = False
    """Whether the game counts for that day's leaderboard."""


class Table(Fold):
    """A table that decides what may be done at it."""

    @classmethod
    def create(
        cls,
        new: NewTable,
        *,
        token_hash: str,
        device: str = "",
        now: int,
        fresh: Callable[[], Fresh],
        daily: bool = False,
    ) -> list[Entry]:
        """Return the first entries of a new table, up to a game that begins at once.

        If the maker has pledged a share of the seed, the game waits for it.

        :param device: the hash of the device's secret, if it has one.
        :param daily: whether the daily deal is played there.
        :raises RegicideError: invalid rules, bots or name, or no free seat.
        """
        table = cls("")
        entries: list[Entry] = []

        def add(more: Sequence[Entry]) -> None:
            for entry in more:
                table.absorb(entry)
            entries.extend(more)

        add([Created(at=now, settings=filled_in(new.settings), daily=daily)])
        for text, bot in sorted(new.bots.items()):
            number = int(text) if text in ("0", "1", "2", "3") else -1
            table._check_seat(number)
            add([BotSeated(at=now, seat=number, bot=_checked_spec(bot))])
        seated = table.sit(
            new.name, None, token_hash=token_hash, device=device, face=new.face, now=now
        )
        add(seated)
        if new.begin:
            maker = seated[0].seat
            pledges = {} if new.pledge is None or maker is None else {maker: new.pledge}
            add([table._begun(new.first, fresh, now, pledges)])
        return entries

    @classmethod
    def lay(
        cls,
        settings: TableSettings,
        *,
        bots: Mapping[int, str],
        names: Mapping[int, str],
        now: int,
    ) -> list[Entry]:
        """Return the first entries of a table at a keyboard; people sit where no bot does.

        :param bots: the specs of the bots, by seat.
        :param names: the names of people, by seat; at a keyboard nobody needs one.
        :raises RegicideError: invalid rules, bots or names, or no free seat.
        """
        entries: list[Entry] = [Created(at=now, settings=filled_in(settings), keyboard=True)]
        table = cls.load("", entries)
        for seat in (*bots, *names):
            table._check_seat(seat)
        people = [seat for seat in range(table.rules.players) if seat not in bots]
        if not people:
            raise TableError("table.full")
        for seat, bot in sorted(bots.items()):
            entries.append(BotSeated(at=now, seat=seat, bot=_checked_spec(bot)))
        for seat in people:
            name = clean_name(names[seat]) if names.get(seat) else ""
            entries.append(Seated(at=now, seat=seat, name=name, token_hash=""))
        return entries

    def sit(
        self,
        name: str,
        seat: int | None,
        *,
        token_hash: str,
        device: str = "",
        face: str = "",
        now: int,
    ) -> list[Entry]:
        """Return the entries for a person who takes a free seat: this one, or any.

        During a game there is none, since a game begins only when all seats are taken.

        :param device: the hash of the device's secret, if it has one.
        :raises TableError: no such seat, no such name, or no such face.
        """
        name, face = clean_name(name), clean_face(face)
        free = [number for number, held in enumerate(self.seats) if held.free]
        if seat is None:
            if not free:
                raise TableError("table.full")
            seat = free[0]
        self._check_seat(seat)
        if seat not in free:
            raise TableError("seat.taken", seat=seat)
        if any(held.name.casefold() == name.casefold() for held in self.seats):
            raise TableError("name.taken", name=name)
        return [
            Seated(at=now, seat=seat, name=name, token_hash=token_hash, device=device, face=face)
        ]

    def decide(
        self,
        seat: int,
        request: TableRequest,
        *,
        now: int,
        present: Sequence[bool],
        vote_in: Callable[[int], float],
        stand_in: str,
        fresh: Callable[[], Fresh],
        pledges: Mapping[int, str] | None = None,
    ) -> list[Entry]:
        """Return the entries for a request by the person in a seat.

        First ask `answered` whether the request was already done.

        :param present: who is connected, by seat.
        :param vote_in: says in how many seconds a vote for a bot in a seat counts.
        :param stand_in: the spec of the bot that plays for people who are away.
        :param fresh: called only when a game begins.
        :param pledges: the hashes of the shares that players will open if a game begins, by seat.
        :raises TableError: the table does not allow it.
        :raises NotationError: the text is not a move.
        :raises IllegalMoveError: the rules refuse the move.
        :raises InvalidOptionError: invalid rules.
        """
        entries = self._decide(seat, request, now, present, vote_in, stand_in, fresh, pledges or {})
        return [replace(entry, request=request.id, asked_by=seat) for entry in entries]

    def bot_move(
        self, seat: int, move: str, *, version: int, now: int, late: bool = False
    ) -> list[Entry]:
        """Return the entries for a move that a bot chose for its seat.

        :param version: the version that the bot was shown.
        :param late: whether the bot was late, so that the policy chose.
        :raises RegicideError: the game has changed, the person is back, or the move is refused.
        """
        if not self.seats[seat].player:
            raise TableError("seat.no_bot", seat=seat)
        return [self._moved(seat, move, version, now, "bot", late=late)]

    def clock_move(
        self, seat: int, move: str, *, version: int, now: int, late: bool = False
    ) -> list[Entry]:
        """Return the entries for a move that was chosen because a player's time is up.

        :param version: the version that the move was chosen at.
        :param late: whether the bot that should choose was late, so that the policy chose.
        :raises RegicideError: the game has changed, or the move is refused.
        """
        return [self._moved(seat, move, version, now, "clock", late=late)]

    def shown_up(self, seat: int, *, now: int) -> list[Entry]:
        """Return the entries for a person who is back: the votes about them lapse."""
        votes = sorted(self.seats[seat].votes)
        return [Voted(at=now, seat=voter, about=seat, wanted=False) for voter in votes]

    def check_may_pledge(self) -> None:
        """Check that no game runs or is about to begin: a pledge is for the one after it.

        :raises TableError: it has to wait.
        """
        self._check_between_games()

    def has_opened(self, seat: int, share: str) -> bool:
        """Return whether this share of a player is in the seed of the table's game."""
        deal = None if self.game is None else self.game.deal
        return deal is not None and deal.shares.get(str(seat)) == share

    def check_share(self, seat: int, share: str) -> set[int]:
        """Check that a share is the one a player has pledged for the game about to begin.

        :returns: all seats that have pledged one.
        :raises TableError: no game is about to begin, or it is another share.
        """
        if self.deal is None:
            raise TableError("deal.none")
        if not fits(share, self.deal.pledges.get(str(seat), "")):
            raise TableError("deal.other_share")
        return set(map(int, self.deal.pledges))

    def dealt(self, shares: Mapping[int, str], *, now: int) -> list[Entry]:
        """Return the entries for the game that was about to begin, with the shares opened.

        :raises TableError: no game is about to begin.
        """
        if self.deal is None:
            raise TableError("deal.none")
        return [self._dealt(self.deal, shares, now)]

    def view_for_hint(self, seat: int, version: int) -> View:
        """Return the view to search for hints: what the player of a seat knows, no more (R28).

        :param version: the version that the player was looking at.
        :raises TableError: no hints at this table or in this game, or not now, or the game has
            changed.
        """
        if not self.settings.hints:
            raise TableError("hint.off")
        if self.game is None:
            raise TableError("hint.not_now")
        if self.game.ranked:
            # Everyone on the leaderboard played alone, or with those at the table.
            raise TableError("hint.ranked")
        self._check_seen(version)
        view = view_for(self.game.state, seat)
        if not self.game.running or not moves_of(view, minimal=True):
            raise TableError("hint.not_now")
        return view

    # Requests, one by one

    def _decide(
        self,
        seat: int,
        request: TableRequest,
        now: int,
        present: Sequence[bool],
        vote_in: Callable[[int], float],
        stand_in: str,
        fresh: Callable[[], Fresh],
        pledges: Mapping[int, str],
    ) -> list[Entry]:
        match request:
            case MakeMove():
                return [self._person_moved(seat, request, now)]
            case TakeBack():
                self._check_may_take_back(seat, request.version)
                return [TookBack(at=now, seat=seat)]
            case GiveUp():
                return self._gave_up(seat, request, now, present, vote_in)
            case Say():
                count = self._check_phrase(seat, request.phrase)
                return [Said(at=now, seat=seat, phrase=request.phrase, count=count)]
            case ChooseFace():
                return [Faced(at=now, seat=seat, face=clean_face(request.face))]
            case Chat():
                # R27: between games there is no hand to talk about.
                if self.running and self.rules.talk is not Talk.OPEN:
                    raise TableError("talk.strict")
                return [Chatted(at=now, seat=seat, text=clean_text(request.text))]
            case Begin():
                self._check_host(seat)
                if request.again:
                    return [self._begun_again(fresh, now)]
                return [self._begun(request.first, fresh, now, pledges)]
            case SeatBot():
                return self._bot_seated(seat, request, now)
            case Configure():
                return [self._configured(seat, request, now)]
            case Vote():
                return self._voted(seat, request, now, present, vote_in, stand_in)
            case Return():
                if not self.seats[seat].stand_in:
                    raise TableError("seat.no_stand_in")
                return [Returned(at=now, seat=seat)]
            case Leave():
                # A game that is about to begin is called off.
                self._check_no_game()
                return [Unseated(at=now, seat=seat)]

    def _person_moved(self, seat: int, request: MakeMove, now: int) -> Entry:
        # Stale first: a late move may look illegal or out of turn only because it is late.
        self._check_game(request.version)
        if self.seats[seat].stand_in:
            raise TableError("seat.stand_in")
        return self._moved(seat, request.move, request.version, now, "player")

    def _moved(
        self, seat: int, text: str, version: int, now: int, by: By, *, late: bool = False
    ) -> Entry:
        game = self._check_turn(seat, version)
        move = parse_move(text)
        return Moved(at=now, seat=seat, move=text, heal=game.heal_of(move), by=by, late=late)

    def _begun(
        self,
        first: int | None,
        fresh: Callable[[], Fresh],
        now: int,
        pledges: Mapping[int, str],
    ) -> Entry:
        self._check_may_begin()
        if first is not None:
            self._check_not_daily()
            self._check_seat(first)
        chance = fresh()
        # R4: the champion, else the host's choice, else chance. A daily deal is the same for
        # everyone, and so is who begins.
        begins: Begins = "chance" if first is None else "host"
        if self.champion is not None and not chance.daily:
            first, begins = self.champion, "champion"
        if chance.seed is not None:
            return Began(
                at=now,
                seat=self.host,
                game=chance.game,
                seed=format_seed(chance.seed),
                first=chance.first if first is None else first,
                daily=chance.daily,
                ranked=chance.ranked,
            )
        prepared = Prepared(
            at=now,
            seat=self.host,
            game=chance.game,
            secret=chance.secret,
            pledges={str(seat): pledge for seat, pledge in pledges.items()},
            first=first,
            begins=begins,
        )
        return prepared if pledges else self._dealt(prepared, {}, now)

    def _begun_again(self, fresh: Callable[[], Fresh], now: int) -> Entry:
        """Return the entry for a game with the cards of the last one."""
        self._check_may_begin()
        # Whoever begins there has the day's cards again anyway.
        self._check_not_daily()
        game = self.game
        if game is None:
            raise TableError("again.none")
        if not game.deals_the_same(self.rules):
            raise TableError("again.other_rules")
        return Began(
            at=now,
            seat=self.host,
            game=fresh().game,
            seed=game.seed,
            first=game.first,
            again=game.id,
        )

    def _dealt(self, prepared: Prepared, shares: Mapping[int, str], now: int) -> Entry:
        opened = {str(seat): share for seat, share in shares.items()}
        deal = FairDeal(prepared.secret, prepared.pledges, opened, prepared.begins)
        seed, first = deal.seed, prepared.first
        return Began(
            at=now,
            seat=prepared.seat,
            game=prepared.game,
            seed=format_seed(seed),
            first=first_by_seed(self.rules, seed) if first is None else first,
            deal=deal,
        )

    def _configured(self, seat: int, request: Configure, now: int) -> Entry:
        self._check_host(seat)
        settings = filled_in(request.settings)
        if self.game is not None and self.running and self._changes_lamp(settings):
            if self.game.ranked:
                raise TableError("hint.ranked")
            return Configured(at=now, seat=seat, settings=settings, lamp=settings.hints)
        self._check_between_games()
        self._check_not_daily()
        if settings.rules.players != self.rules.players:
            raise TableError("table.players_fixed", players=self.rules.players)
        return Configured(at=now, seat=seat, settings=settings)

    def _changes_lamp(self, settings: TableSettings) -> bool:
        """Return whether settings differ from the table's in the hints, and in nothing else."""
        now = self.settings
        return settings.hints != now.hints and settings == replace(now, hints=settings.hints)

    def _bot_seated(self, seat: int, request: SeatBot, now: int) -> list[Entry]:
        self._check_host(seat)
        self._check_between_games()
        number = request.seat
        self._check_seat(number)
        if number == seat:
            raise TableError("seat.own")
        held = self.seats[number]
        if request.bot is None:
            if held.free:
                raise TableError("seat.free", seat=number)
            return [Unseated(at=now, seat=number)]
        seated = BotSeated(at=now, seat=number, bot=_checked_spec(request.bot))
        return [Unseated(at=now, seat=number), seated] if held.person else [seated]

    def _gave_up(
        self,
        seat: int,
        request: GiveUp,
        now: int,
        present: Sequence[bool],
        vote_in: Callable[[int], float],
    ) -> list[Entry]:
        game = self.game
        if game is None or not game.running:
            raise TableError("table.no_game")
        if not self.began_version <= request.version <= self.version:
            raise TableError("move.stale", version=self.version)
        vote = GiveUpVoted(at=now, seat=seat, wanted=request.wanted)
        if not request.wanted:
            if not game.giving_up:
                raise TableError("vote.nothing")
            return [vote]
        # Someone whose connection broke a moment ago is still asked.
        asked = {
            number
            for number, other in enumerate(self.seats)
            if other.person and (present[number] or vote_in(number) > 0)
        }
        if asked <= game.giving_up | {seat}:
            return [vote, GaveUp(at=now, seat=seat)]
        if seat in game.giving_up:
            raise TableError("vote.twice")
        return [vote]

    def _voted(
        self,
        seat: int,
        request: Vote,
        now: int,
        present: Sequence[bool],
        vote_in: Callable[[int], float],
        stand_in: str,
    ) -> list[Entry]:
        if not self.running:
            raise TableError("table.no_game")
        about = request.seat
        self._check_seat(about)
        if about == seat:
            raise TableError("seat.own")
        away = self.seats[about]
        if not away.person:
            raise TableError("seat.not_a_person", seat=about)
        if away.stand_in:
            raise TableError("seat.has_stand_in", seat=about)
        vote = Voted(at=now, seat=seat, about=about, wanted=request.bot)
        if not request.bot:
            return [vote]
        if present[about]:
            raise TableError("seat.present", seat=about)
        wait = vote_in(about)
        if wait > 0:
            raise TableError("vote.too_early", seat=about, seconds=math.ceil(wait))
        asked = self._asked(about, present) | {seat}
        # More than one click: of more than half, or if there is only one to ask, of the same again.
        wanted = away.votes & asked
        if len(asked) > 1:
            wanted = wanted | {seat}
        if 2 * len(wanted) <= len(asked):
            return [vote]
        return [vote, StoodIn(at=now, seat=about, bot=stand_in)]

    def asked_alone(self, about: int, present: Sequence[bool]) -> bool:
        """Return whether only one person is there, has voted about a seat and has to vote again."""
        asked = self._asked(about, present)
        return len(asked) == 1 and asked <= self.seats[about].votes

    def _asked(self, about: int, present: Sequence[bool]) -> set[int]:
        """Return the seats that have a vote about one of a player who is away.

        Others who are away have none, or two absences could block a game for good.
        """
        return {
            number
            for number, other in enumerate(self.seats)
            if other.person and number != about and present[number]
        }

    # Conditions

    def _check_game(self, version: int) -> TableGame:
        """Return the running game, if that version includes its last move."""
        game = self.game
        if game is None:
            raise TableError("table.no_game")
        self._check_seen(version)
        if not game.running:
            raise TableError("table.no_game")
        return game

    def _check_turn(self, seat: int, version: int) -> TableGame:
        """Return the running game, as `_check_game` does, if it is the seat's turn."""
        game = self._check_game(version)
        expected = game.state.seat
        if seat != expected:
            raise TableError("move.not_your_turn", seat=seat, expected=expected)
        return game

    def _check_may_take_back(self, seat: int, version: int) -> None:
        game = self.game
        if game is None or not game.running:
            raise TableError("table.no_game")
        if game.ranked:
            raise TableError("undo.ranked")
        if not game.tokens:
            raise InvalidOptionError("game.nothing_to_undo")
        if self.seats[seat].stand_in:
            raise TableError("seat.stand_in")
        mine = self._mover == seat or self.undoable == seat
        if not mine or not self.game_version <= version <= self.version:
            raise TableError("undo.too_late")
        if self.undoable != seat:
            raise TableError("undo.revealed")

    def _check_seen(self, version: int) -> None:
        if not self.game_version <= version <= self.version:
            raise TableError("move.stale", version=self.version)

    def _check_host(self, seat: int) -> None:
        if seat != self.host:
            raise TableError("table.host_only")

    def _check_no_game(self) -> None:
        if self.running:
            raise TableError("table.game_running")

    def _check_between_games(self) -> None:
        self._check_no_game()
        if self.deal is not None:
            raise TableError("deal.pending")

    def _check_may_begin(self) -> None:
        self._check_between_games()
        free = [number for number, seat in enumerate(self.seats) if seat.free]
        if free:
            raise TableError("table.seats_free", count=len(free))

    def _check_not_daily(self) -> None:
        if self.daily:
            raise TableError("daily.fixed")

    def _check_seat(self, seat: int) -> None:
        if not 0 <= seat < self.rules.players:
            raise InvalidOptionError("seat.unknown", seat=seat, players=self.rules.players)

    def _check_phrase(self, seat: int, phrase: str) -> int | None:
        """Return the number in a phrase that may be said now, if it has one."""
        if phrase in PHRASES:
            return None
        if phrase in PUBLIC_FACTS:
            if self.game is None or not self.running:
                raise TableError("talk.no_game")
            # What a spectator sees: so the number tells nothing that is not on the table (R28).
            return public_number(view_for(self.game.state, None), seat, phrase)
        if phrase not in AFTER_JESTER:
            raise TableError("talk.unknown_phrase", phrase=phrase)
        # R22: only until the jester's player has chosen.
        game = self.game
        if game is None or not game.running or game.state.phase != Phase.NAME_NEXT:
            raise TableError("talk.not_now")
        return None


def _checked_spec(spec: str) -> str:
    """Return a bot's spec if it can be shown; whether the bot exists is not checked here."""
    if not spec.strip() or not spec.isprintable():
        raise TableError("bot.unprintable")
    return spec
