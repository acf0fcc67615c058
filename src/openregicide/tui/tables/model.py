"""A table as the terminal knows it, wherever it is: at this keyboard or on a server.

A screen asks a table model what to show and what may be done, in the engine's own types, and never
knows which kind it is: a model says what it does not offer, or refuses it with a code. Everything
here belongs to one event loop; `bridge` is for callers outside of it.
"""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from types import TracebackType
from typing import TYPE_CHECKING, Literal, Self

from ...core import Ending, Event, Move, Outcome, RuleSet, Seed, View, visible_to
from ...errors import RegicideError, TableError
from ...table.talk import public_number
from .hints import Hint

if TYPE_CHECKING:
    from ...client import Seal

__all__ = ["Happening", "Hint", "Player", "Status", "TableModel", "Waiting", "What"]

What = Literal[
    "created", "seated", "unseated", "configured", "prepared", "began", "moved", "said",
    "chatted", "voted", "stood_in", "returned", "took_back", "give_up_voted", "gave_up",
    "faced",
]  # fmt: skip


class Status(StrEnum):
    """The state of the connection; a table at this keyboard is always online."""

    CONNECTING = "connecting"
    ONLINE = "online"
    OFFLINE = "offline"
    """Lost; we are about to reconnect."""
    CLOSED = "closed"
    """For good."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Player:
    """Who sits in a seat."""

    name: str = ""
    """A person's name, or a bot's spec; at one keyboard people may have none."""
    free: bool = False
    """Nobody sits there yet."""
    is_bot: bool = False
    stand_in: str = ""
    """The spec of the bot that plays for a person who is away."""
    votes: tuple[int, ...] = ()
    """The seats that want a bot to play for this one."""
    vote_in: float = 0.0
    """If the player is away: in how many seconds a vote for that counts."""
    present: bool = True
    here: bool = False
    """Whether this seat is played at this keyboard."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Happening:
    """One thing that happened at the table, as far as the viewer may know it."""

    what: What
    at: int = 0
    """Seconds since 1970; 0 if unknown."""
    game: int = 0
    """The table's games are counted from 1; before the first it is 0."""
    ply: int | None = None
    """The ply after it; `None` if unknown here."""
    seat: int | None = None
    """Who did it, or whom it is about."""
    name: str = ""
    """The name of the person, or the spec of the bot, who took the seat."""
    move: Move | None = None
    by: Literal["player", "bot", "clock"] = "player"
    """Who chose the move."""
    events: tuple[Event, ...] = ()
    """What the move did, including what chance decided."""
    phrase: str = ""
    count: int | None = None
    """The number in the phrase, if it has one."""
    text: str = ""
    about: int | None = None
    """For a vote: the seat that a bot should play."""
    wanted: bool = False
    """For a vote: whether it is for it."""
    lamp: bool | None = None
    """For new settings during a game: whether hints are given from now on."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """Whom the game waits for: a bot, a person, or a person who is away."""

    seat: int
    why: Literal["bot", "person", "away"]


class TableModel(ABC):
    """A table to sit at; an asynchronous context manager.

    Everything is known once it is open. A `seat` parameter has to be a seat that is played here,
    unless its method says otherwise. A refusal is a `RegicideError`; nothing has changed then.
    """

    def __init__(self) -> None:
        self._listeners: list[Callable[[], None]] = []
        self._changed = asyncio.Event()

    async def __aenter__(self) -> Self:
        await self.open()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self.close()

    @abstractmethod
    async def open(self) -> None:
        """Sit down.

        :raises RegicideError: the table is not there, or will not have us.
        """

    @abstractmethod
    async def close(self) -> None:
        """Get up; the seats stay ours, and the game can be resumed."""

    # The table

    @property
    @abstractmethod
    def status(self) -> Status: ...

    @property
    @abstractmethod
    def error(self) -> RegicideError | None:
        """What is wrong now: why the table is closed, or why the game could not be saved."""

    @property
    @abstractmethod
    def rules(self) -> RuleSet:
        """The rules of the game; before the first game, those it will have."""

    @property
    @abstractmethod
    def players(self) -> Sequence[Player]:
        """Everyone at the table, by seat."""

    @property
    @abstractmethod
    def here(self) -> tuple[int, ...]:
        """The seats that are played at this keyboard; none for a spectator."""

    @property
    @abstractmethod
    def host(self) -> int | None:
        """The seat that decides when a game begins."""

    @property
    def spectators(self) -> int:
        """The number of spectators."""
        return 0

    @property
    def invitation(self) -> str | None:
        """The link for others who want to join or watch."""
        return None

    @property
    def way_back(self) -> str | None:
        """The link that leads back to the table from this machine, where our seat is held."""
        return None

    @property
    def may_be_watched(self) -> bool:
        """Whether the invitation is good for anything when every seat is taken."""
        return False

    @property
    def kept_at(self) -> str | None:
        """The file or address of the game's record; `None` while there is none."""
        return None

    @abstractmethod
    async def record(self) -> str:
        """Return the record of the game that just ended.

        :raises RegicideError: no game has ended, or its record is not available.
        """

    # The game

    @property
    @abstractmethod
    def number(self) -> int:
        """Which game of the table this is, counted from 1; 0 before the first."""

    @property
    @abstractmethod
    def seed(self) -> Seed | None:
        """The seed of the game, once it is over (R28)."""

    @property
    @abstractmethod
    def seed_hash(self) -> str | None:
        """SHA-256 of the seed's hexadecimal digits, known from the start."""

    @property
    def seal(self) -> Seal | None:
        """What was found out about the deal of the game that just ended; only on a server."""
        return None

    @property
    def seal_comes(self) -> bool:
        """Whether that deal is still being checked."""
        return False

    @property
    @abstractmethod
    def turn(self) -> int | None:
        """The seat whose move it is; `None` if no game is running."""

    def view(self, seat: int | None = None) -> View | None:
        """Return what a seat sees of the game; `None` before the first one.

        Without a seat, what everyone at this keyboard may see: the player's own view if only one
        sits here, else a spectator's.

        :raises TableError: the seat is not played here.
        """
        return self._view(self._viewer(seat))

    def happenings(self, seat: int | None = None, *, since: int = 0) -> list[Happening]:
        """Return what happened at the table, as a seat may know it, oldest first.

        Without a seat, as for `view`. At one keyboard a move that is taken back disappears; on a
        server others have seen it, and it stays.

        :param since: how many of the oldest to leave out.
        :raises TableError: the seat is not played here.
        """
        viewer = self._viewer(seat)
        return [
            replace(each, events=visible_to(viewer, each.events)) for each in self._log()[since:]
        ]

    @property
    def forgotten(self) -> int:
        """How many happenings there were before the oldest that is still known."""
        return 0

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; `None` before the first one, and while one is running."""
        view = self.view()
        if view is not None and self.given_up:
            # The rules know of no such ending (R26, R17, R25).
            return Outcome(won=False, ending=Ending.NONE, seat=view.turn)
        return None if view is None else view.outcome

    @property
    @abstractmethod
    def given_up(self) -> bool:
        """Whether the game was given up."""

    @property
    def giving_up(self) -> tuple[int, ...]:
        """The seats that want to give the game up; all who are there have to."""
        return ()

    @property
    def turn_of_here(self) -> int | None:
        """The seat played here that has to act now, if any."""
        turn = self.turn
        if turn is None or turn not in self.here or self.players[turn].stand_in:
            return None
        return turn

    @property
    def waiting_for(self) -> Waiting | None:
        """Whom the game waits for; `None` if it waits for us, or no game is running."""
        turn = self.turn
        if turn is None or self.turn_of_here is not None:
            return None
        player = self.players[turn]
        if player.is_bot or player.stand_in:
            return Waiting(turn, "bot")
        return Waiting(turn, "person" if player.present else "away")

    def votes_again(self, seat: int, about: int) -> bool:
        """Return whether a seat has voted about another, and has to do so again.

        That is so for the only one who is there: nobody else can agree.
        """
        return seat in self.players[about].votes and not self.others(seat, about)

    def takes_vote_back(self, seat: int, about: int) -> bool:
        """Return whether a seat that votes about another again takes its vote back."""
        return seat in self.players[about].votes and self.others(seat, about)

    def others(self, seat: int, about: int) -> bool:
        """Return whether anybody else is there to vote about a seat."""
        return any(
            number not in (seat, about) and player.present and not player.is_bot and not player.free
            for number, player in enumerate(self.players)
        )

    @property
    def seconds_left(self) -> float | None:
        """With a clock: how long the player to move has left."""
        return None

    @property
    def undone(self) -> int:
        """How many moves of this game were taken back."""
        return 0

    # What may be done

    @property
    @abstractmethod
    def may_begin(self) -> bool:
        """Whether someone here can begin a game now."""

    @property
    def may_undo(self) -> bool:
        return False

    @property
    def may_give_up(self) -> bool:
        """Whether someone here can give the game up, or vote for it."""
        return bool(self.here) and self.turn is not None

    @property
    def may_hint(self) -> bool:
        """Whether this table gives hints."""
        return False

    @property
    def may_chat(self) -> bool:
        """Whether anything may be said now (R27)."""
        return False

    @property
    def phrases(self) -> tuple[str, ...]:
        """The ready-made phrases that may be said now (R22, R27)."""
        return ()

    def phrase_number(self, seat: int, phrase: str) -> int | None:
        """Return the number that the table would fill into a phrase now, if it has one."""
        view = self.view()
        return None if view is None else public_number(view, seat, phrase)

    @abstractmethod
    async def begin(self, first: int | None = None, *, again: bool = False) -> None:
        """Begin a game, the first one or a rematch.

        :param first: who goes first, unless R4 says so; chance decides if left out.
        :param again: with the cards of the last game, and the same player going first.
        """

    @abstractmethod
    async def make(self, seat: int, move: Move) -> None:
        """Make a move; the view is then the one after it."""

    async def undo(self) -> None:
        """Take the last move back, where `may_undo`."""
        raise _refused()

    @abstractmethod
    async def give_up(self, seat: int, *, wanted: bool = True) -> None:
        """Give the game up, or vote for it where others are there too, or object."""

    async def say(self, seat: int, phrase: str) -> None:
        """Say one of `phrases`."""
        raise _refused()

    async def chat(self, seat: int, text: str) -> None:
        """Say anything, where `may_chat`."""
        raise _refused()

    async def vote(self, seat: int, about: int, *, wanted: bool = True) -> None:
        """Vote for a bot to play for someone who is away, or withdraw that vote."""
        raise _refused()

    async def come_back(self, seat: int) -> None:
        """Take a seat back from the bot that stood in."""
        raise _refused()

    async def seat_bot(self, seat: int, bot: str | None) -> None:
        """Put a bot into any seat or, without one, free the seat; between games, as the host."""
        raise _refused()

    async def leave(self) -> None:
        """Get up for good, between games; the seats are then free for others."""
        await self.close()

    async def hints(self, seat: int) -> list[Hint]:
        """Return the moves that a search finds best for a seat whose turn it is, best first.

        They are for the game as it stands: if it changes meanwhile, the request is refused.
        """
        raise TableError("hint.off")

    # Changes

    def listen(self, listener: Callable[[], None]) -> Callable[[], None]:
        """Call a function whenever anything here changes.

        :returns: a function that stops this.
        """
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    async def changed(self) -> None:
        """Wait until anything here changes."""
        await self._changed.wait()

    async def until(self, condition: Callable[[], bool]) -> None:
        """Wait until something is true that depends on this table.

        :raises RegicideError: the table is closed, so it never will be.
        """
        while not condition():
            if self.status is Status.CLOSED:
                raise self.error or _closed()
            await self.changed()

    # For subclasses

    @abstractmethod
    def _view(self, viewer: int | None) -> View | None:
        """Return what a viewer sees: a seat played here, or with `None` a spectator."""

    @abstractmethod
    def _log(self) -> Sequence[Happening]:
        """Return all happenings, with everything that is known here."""

    def _tell(self) -> None:
        """Tell the listeners that something changed."""
        for listener in list(self._listeners):
            listener()
        self._changed.set()
        self._changed = asyncio.Event()

    def _check_here(self, seat: int) -> None:
        if seat not in self.here:
            raise TableError("table.not_here", seat=seat)

    def _check_open(self) -> None:
        if self.status is Status.CLOSED:
            raise self.error or _closed()

    def _viewer(self, seat: int | None) -> int | None:
        """Return whose view to show."""
        if seat is not None:
            self._check_here(seat)
            return seat
        return self.here[0] if len(self.here) == 1 else None


def _refused() -> TableError:
    return TableError("table.cannot")


def _closed() -> RegicideError:
    return RegicideError("connection.closed")
