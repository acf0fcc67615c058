"""A table, made from the entries of its journal.

Entries are followed here, not judged: `table.py` decides whether something may be done, before it
becomes an entry.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import NamedTuple, Self

from ..core import Event, RuleSet
from ..notation import format_rules, write_record
from ..protocol import TableSettings
from .daily import DailyGame, DailyResult
from .deals import tags_of
from .entries import (
    Began,
    BotSeated,
    CarriedOver,
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
from .finished import FinishedGame, FinishedSeat
from .game import TableGame
from .hashes import hash_token
from .memory import Memory, Past
from .options import rules_of

__all__ = ["Fold", "Mover", "Seat"]

GIVEN_UP = {"Ending": "given_up"}
"""How a record says that a game was given up. By the rules it is unfinished, and so is its result
there: whoever does not know the tag can still replay and check it."""

ANSWERS = 32
"""How many requests of each seat are remembered; a client waits for very few at a time."""


@dataclass(slots=True)
class Seat:
    """Who sits there: nobody, a person or a bot."""

    name: str = ""
    """A person's name; at a keyboard it may be empty."""
    token_hash: str = ""
    device: str = ""
    bot: str = ""
    """The spec of a bot that holds the seat."""
    stand_in: str = ""
    """The spec of a bot that plays for the person."""
    votes: set[int] = field(default_factory=set)
    """The seats that want a bot to stand in."""
    answers: dict[str, int] = field(default_factory=dict)
    """The versions that the seat's last requests led to, by request id."""
    person: bool = False
    face: str = ""
    """The face that the person has chosen; empty for the initial of the name."""

    @property
    def free(self) -> bool:
        return not self.person and not self.bot

    @property
    def player(self) -> str:
        """The spec of the bot that makes the moves; empty if a person does."""
        return self.bot or self.stand_in


class Mover(NamedTuple):
    """Whose move it is."""

    seat: int
    bot: str
    """The spec of the bot that moves for the seat; empty for a person."""


class Fold:
    """A table made from its journal. The version is the number of entries so far."""

    def __init__(self, table_id: str) -> None:
        """Start with no entries; the first one has to create the table."""
        self.id = table_id
        self.version = 0
        self.game_version = 0
        """The version at which the game last changed."""
        self.info_version = 0
        """The version at which the public `TableInfo` last changed."""
        self.began_version = 0
        """The version at which the newest game began."""
        self.settings: TableSettings
        self.daily = False
        """Whether the daily deal is played here."""
        self.keyboard = False
        """Whether all people sit at one keyboard."""
        self.rules: RuleSet
        self.seats: list[Seat] = []
        self.host: int | None = None
        """The seat of the person who decides; `None` while nobody sits here."""
        self.game: TableGame | None = None
        """The game that runs, or the last one."""
        self.deal: Prepared | None = None
        """The game that is about to begin, while players open their shares of the seed."""
        self.champion: int | None = None
        """Who defeated the last king of the newest game won, if they still sit there (R4)."""
        self.memory = Memory()
        self.took_back = False
        """Whether the game is as it is because the last move was taken back."""
        self._mover: int | None = None
        """The person who made the last move, while nobody else has acted since."""

    @classmethod
    def load(cls, table_id: str, entries: Iterable[Entry]) -> Self:
        """Return the table that a journal makes."""
        table = cls(table_id)
        for entry in entries:
            table.absorb(entry)
        return table

    # Asking

    @property
    def running(self) -> bool:
        return self.game is not None and self.game.running

    @property
    def mover(self) -> Mover | None:
        """Whose move it is, if a game runs."""
        if self.game is None or not self.game.running:
            return None
        seat = self.game.state.seat
        return Mover(seat, self.seats[seat].player)

    @property
    def undoable(self) -> int | None:
        """The seat whose player may take the last move back, if anyone may.

        Alone at a keyboard that is any move, and the record tells. Elsewhere it is a move that has
        revealed nothing, as long as nobody else has acted; in a ranked game none.
        """
        game = self.game
        if game is None or not game.running or game.ranked:
            return None
        if self.keyboard and len(self.seats) == 1:
            return self.host if game.tokens else None
        seat = self._mover
        if seat is None or game.before is None or self.seats[seat].stand_in:
            return None
        return seat

    def answered(self, seat: int, request: str) -> int | None:
        """Return the version that a request led to, if it was done already."""
        return self.seats[seat].answers.get(request)

    def check_token(self, token: str) -> int | None:
        """Return the seat that a token belongs to."""
        given = hash_token(token)
        found = None
        # Every seat is compared, so that the time taken tells nothing.
        for number, seat in enumerate(self.seats):
            if hmac.compare_digest(seat.token_hash, given):
                found = number
        return found

    def changes_since(self, version: int) -> list[Past] | None:
        """Return what happened after a version; `None` if it is no longer remembered."""
        missed = self.version - version
        return self.memory.last(missed) if 0 <= missed <= len(self.memory) else None

    def finished(self) -> FinishedGame | None:
        """Return the game for history, if the last entry ended it."""
        game = self.game
        if game is None or game.running or self.game_version != self.version:
            return None
        outcome = game.outcome
        assert outcome is not None
        date = datetime.fromtimestamp(game.started_at, UTC).date().isoformat()
        tags = {"Date": date, "SeedHash": game.seed_hash}
        players = {f"Player{i}": seat.name or seat.bot for i, seat in enumerate(self.seats, 1)}
        tags |= {tag: player for tag, player in players.items() if player}
        if game.undone:
            tags["Undone"] = str(game.undone)
        if game.again:
            tags["Again"] = game.again
        if game.given_up:
            tags |= GIVEN_UP
        if game.late:
            tags["LateBots"] = str(game.late)
        if game.deal is not None:
            tags |= tags_of(game.deal)
        tags |= game.notes
        return FinishedGame(
            id=game.id,
            table=self.id,
            number=game.number,
            rules=format_rules(self.rules),
            players=self.rules.players,
            seed=game.seed,
            seed_hash=game.seed_hash,
            won=outcome.won,
            medal=outcome.medal.value,
            kills=game.state.castle_at,
            plies=game.state.ply,
            started_at=game.started_at,
            ended_at=game.moved_at,
            record=write_record(game.record(tags)),
            seats=tuple(
                FinishedSeat(seat=i, name=seat.name, device=seat.device, bot=seat.bot)
                for i, seat in enumerate(self.seats)
            ),
            daily=self._daily_result(game),
        )

    def _daily_result(self, game: TableGame) -> DailyResult | None:
        if not game.daily:
            return None
        bots = {number for number, seat in enumerate(self.seats) if seat.bot}
        return DailyResult(
            day=game.daily,
            moves=sum(token.actor is not None for token in game.tokens),
            bots=len(bots | game.helped),
            exact=game.exact,
        )

    def begun(self) -> DailyGame | None:
        """Return the daily deal's game for the leaderboard, if the last entry began it."""
        game = self.game
        if game is None or not game.daily or game.tokens or self.game_version != self.version:
            return None
        return DailyGame(
            id=game.id,
            table=self.id,
            day=game.daily,
            players=self.rules.players,
            ranked=game.ranked,
            began_at=game.started_at,
            devices=frozenset(seat.device for seat in self.seats if seat.device),
        )

    # Following the journal

    def absorb(self, entry: Entry) -> tuple[Event, ...]:
        """Follow one more entry; return what happened in the game."""
        lapses = isinstance(entry, Moved) and self._lapses(entry)
        events = self._follow(entry)
        self.version += 1
        if isinstance(entry, Began):
            self.began_version = self.version
        if isinstance(entry, Began | Moved | TookBack | GaveUp):
            self.game_version = self.version
        ended = isinstance(entry, Moved) and not self.running
        if ended or lapses or not isinstance(entry, Moved | Said | Chatted):
            self.info_version = self.version
        if entry.asked_by is not None:
            self._remember_answer(entry.asked_by, entry.request)
        self.memory.add(Past(self.version, entry, events))
        return events

    def _follow(self, entry: Entry) -> tuple[Event, ...]:
        match entry:
            case Moved():
                return self._move(entry)
            case Created(settings=settings) | Configured(settings=settings):
                self.settings = settings
                self.rules = rules_of(settings.rules)
                if isinstance(entry, Created):
                    self.daily = entry.daily
                    self.keyboard = entry.keyboard
                    self.seats = [Seat() for _ in range(self.rules.players)]
            case Seated(seat=int(seat)):
                who = entry.name, entry.token_hash, entry.device
                self._put(seat, Seat(*who, person=True, face=entry.face))
            case Faced(seat=int(seat)):
                self.seats[seat].face = entry.face
            case BotSeated(seat=int(seat)):
                self._put(seat, Seat(bot=entry.bot))
            case Unseated(seat=int(seat)):
                self._put(seat, Seat())
            case Prepared():
                self.deal = entry
            case Began():
                self._begin(entry)
            case Voted(seat=int(seat)):
                votes = self.seats[entry.about].votes
                (votes.add if entry.wanted else votes.discard)(seat)
            case StoodIn(seat=int(seat)):
                self.seats[seat].stand_in = entry.bot
                self.seats[seat].votes.clear()
            case Returned(seat=int(seat)):
                self.seats[seat].stand_in = ""
            case TookBack():
                assert self.game is not None
                self.game.take_back(entry.at)
                self.game.giving_up.clear()
                self._mover, self.took_back = None, True
            case GiveUpVoted(seat=int(seat)):
                assert self.game is not None
                if entry.wanted:
                    self.game.giving_up.add(seat)
                else:
                    self.game.giving_up.clear()
            case GaveUp():
                assert self.game is not None
                self.game.give_up(entry.at)
                self._end()
            case CarriedOver():
                assert self.game is not None
                self.champion = entry.champion
                self.game.undone = entry.undone
                self.game.notes = entry.tags
            case Chatted():
                # R27: with open talk it may be about anyone's hand.
                if entry.seat != self._mover:
                    self._mover = None
            case Said():
                pass
            case _:
                raise AssertionError(entry)
        return ()

    def _put(self, number: int, seat: Seat) -> None:
        """Give a seat to someone else."""
        self.seats[number] = seat
        # A game that is about to begin needs everyone.
        self.deal = None
        # R4 means the player who defeated the king, not the chair.
        if self.champion == number:
            self.champion = None
        if self.host is None or not self.seats[self.host].person:
            persons = (i for i, seat in enumerate(self.seats) if seat.person)
            self.host = next(persons, None)

    def _begin(self, entry: Began) -> None:
        number = 1 if self.game is None else self.game.number + 1
        self.deal = None
        self.game = TableGame(
            self.rules,
            game_id=entry.game,
            number=number,
            seed=entry.seed,
            first=entry.first,
            at=entry.at,
            daily=entry.daily,
            ranked=entry.ranked,
            deal=entry.deal,
            again=entry.again,
        )
        self._mover, self.took_back = None, False

    def _move(self, entry: Moved) -> tuple[Event, ...]:
        game = self.game
        assert game is not None
        events = game.make(entry.move, entry.heal, entry.at)
        game.late += entry.late
        if entry.by != "player" and entry.seat is not None:
            game.helped.add(entry.seat)
        self._mover = entry.seat if entry.by == "player" else None
        self.took_back = False
        if self._lapses(entry):
            game.giving_up.clear()
        outcome = game.outcome
        if outcome is not None:
            self._end()
            if outcome.won:
                self.champion = outcome.seat
        return events

    def _lapses(self, entry: Moved) -> bool:
        """Return whether a move ends the votes to give up: whoever plays, plays on.

        Bots and the clock go on by themselves; that is nobody's answer.
        """
        return entry.by == "player" and self.game is not None and bool(self.game.giving_up)

    def _end(self) -> None:
        """Forget what only matters while a game runs."""
        assert self.game is not None
        self.game.giving_up.clear()
        for seat in self.seats:
            seat.votes.clear()

    def _remember_answer(self, seat: int, request: str) -> None:
        answers = self.seats[seat].answers
        # Moved to the end, so that the first is always the oldest.
        answers.pop(request, None)
        answers[request] = self.version
        if len(answers) > ANSWERS:
            del answers[next(iter(answers))]
