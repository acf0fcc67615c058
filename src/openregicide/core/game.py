"""A game with its history: forwards, backwards, sideways, and onto paper."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from ..errors import IllegalMoveError, InvalidOptionError
from .dice import Seed, draw_heal, new_state
from .events import Event
from .legal import announce, legal_moves, resolve_heal
from .moves import Action, Heal, Move
from .options import RuleSet
from .phase import Outcome, Phase
from .state import State
from .view import View, view_for

__all__ = ["Game", "Record", "Step", "Token"]


@dataclass(frozen=True, slots=True)
class Token:
    """One step of a record: a player's move, or with `actor` `None` what chance decided."""

    actor: int | None
    action: Action


@dataclass(frozen=True, slots=True)
class Step:
    """A player's move together with what chance decided about it."""

    ply: int
    """How far the game was after it."""
    actor: int
    move: Move
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """A game on paper: where it began and everything that was done.

    A replay needs no generator, so a record outlives this program. The seed is a note that lets
    anyone check the deal.
    """

    start: State
    tokens: tuple[Token, ...]
    seed: Seed | None = None
    result: str | None = None
    """The result as stated on paper; playing it through tells whether that is true."""
    tags: Mapping[str, str] = field(default_factory=dict)
    """Whatever else is known: players' names, the date."""

    @property
    def rules(self) -> RuleSet:
        rules = self.start.rules
        assert isinstance(rules, RuleSet)
        return rules


class Game:
    """A state with its history. `ply` counts the tokens so far, chance included."""

    def __init__(self, start: State, *, seed: Seed | None = None) -> None:
        """Begin at a position; `Game.new` deals one.

        :param seed: the seed that the start was dealt from, as a note for the record.
        """
        self.seed = seed
        self.tokens: list[Token] = []
        self.events: list[tuple[Event, ...]] = []
        """What each token made happen."""
        self._states = [start.copy()]
        self._by_seed: list[bool] = []

    @classmethod
    def new(cls, rules: RuleSet, seed: Seed, *, first: int = 0) -> Game:
        """Deal a new game; see `new_state`."""
        return cls(new_state(rules, seed, first=first), seed=seed)

    @property
    def rules(self) -> RuleSet:
        rules = self.start.rules
        assert isinstance(rules, RuleSet)
        return rules

    @property
    def start(self) -> State:
        return self._states[0]

    @property
    def state(self) -> State:
        """The position now. Make moves through the game, not on this."""
        return self._states[-1]

    @property
    def ply(self) -> int:
        return len(self.tokens)

    @property
    def outcome(self) -> Outcome | None:
        return self.state.outcome()

    @property
    def seed_checks(self) -> bool:
        """Whether the deal and every heal so far are what the seed says."""
        return self.seed is not None and all(self._by_seed)

    def view(self, seat: int | None) -> View:
        return view_for(self.state, seat)

    def legal_moves(self) -> list[Move]:
        return legal_moves(self.state)

    def push(self, move: Move) -> tuple[Event, ...]:
        """Make a move; a heal is decided by the game's own generator and noted too.

        :raises IllegalMoveError: the rules refuse it; nothing has changed.
        """
        events = self.replay(Token(self.state.seat, move))
        if self.state.phase == Phase.HEAL:
            # Drawn from the state before the heal is noted, so that undoing forgets it too.
            events += self.replay(Token(None, draw_heal(self.state.copy(), self.seed)))
        return events

    def replay(self, token: Token) -> tuple[Event, ...]:
        """Do one step of a record as it stands there, heals included.

        :raises IllegalMoveError: the rules refuse it; nothing has changed.
        """
        state = self.state.copy()
        action = token.action
        by_seed = True
        if isinstance(action, Heal):
            if token.actor is not None:
                raise IllegalMoveError("heal.by_a_player", seat=token.actor)
            # The generator goes along, so that a game taken up again goes on as it would have.
            by_seed = draw_heal(state, self.seed) == action
            events = resolve_heal(state, action)
        else:
            if token.actor != state.seat:
                raise IllegalMoveError("move.not_your_turn", seat=token.actor, expected=state.seat)
            events = announce(state, action)
        self._states.append(state)
        self.tokens.append(token)
        self.events.append(events)
        self._by_seed.append(by_seed)
        return events

    def pop(self) -> Move:
        """Take the last player's move back, with what chance made of it; return it.

        :raises InvalidOptionError: nothing has been played.
        """
        if not self.tokens:
            raise InvalidOptionError("game.nothing_to_undo")
        while isinstance(action := self.tokens[-1].action, Heal):
            self.rewind(self.ply - 1)
        self.rewind(self.ply - 1)
        return action

    def rewind(self, ply: int) -> None:
        """Go back to any ply.

        :raises InvalidOptionError: the game has not come that far.
        """
        if not 0 <= ply <= self.ply:
            raise InvalidOptionError(
                "option.out_of_range", option="ply", value=ply, least=0, most=self.ply
            )
        del self._states[ply + 1 :], self.tokens[ply:], self.events[ply:], self._by_seed[ply:]

    def branch(self, ply: int | None = None) -> Game:
        """Return a game of its own that shares this one's past, up to a ply, to try things on."""
        other = Game(self.start, seed=self.seed)
        # States are never changed once they are in a history, so they can be shared.
        other._states = self._states.copy()
        other.tokens = self.tokens.copy()
        other.events = self.events.copy()
        other._by_seed = self._by_seed.copy()
        other.rewind(self.ply if ply is None else ply)
        return other

    def at(self, ply: int) -> State:
        """Return the position after that many tokens; 0 is the start. Do not change it."""
        if not 0 <= ply <= self.ply:
            raise InvalidOptionError(
                "option.out_of_range", option="ply", value=ply, least=0, most=self.ply
            )
        return self._states[ply]

    def steps(self) -> Iterator[Step]:
        """Return every move so far, each with its heal."""
        for ply, token in enumerate(self.tokens):
            if token.actor is None or isinstance(token.action, Heal):
                continue
            after, events = ply + 1, self.events[ply]
            if after < self.ply and isinstance(self.tokens[after].action, Heal):
                events += self.events[after]
                after += 1
            yield Step(after, token.actor, token.action, events)

    def record(self, tags: Mapping[str, str] | None = None) -> Record:
        """Write the game down as it stands."""
        return Record(
            start=self.start, tokens=tuple(self.tokens), seed=self.seed, tags=dict(tags or {})
        )

    @classmethod
    def from_record(cls, record: Record) -> Game:
        """Play a record through.

        :raises IllegalMoveError: a token is refused; the value `ply` says which.
        """
        start, seed = record.start, record.seed
        if seed is not None:
            dealt = new_state(record.rules, seed, first=start.seat)
            # Only a start that the seed really deals may go on with the seed's heals.
            agrees = start.ply == 0 and dealt.key() == start.key()
            start, seed = (dealt, seed) if agrees else (start, None)
        game = cls(start, seed=seed)
        for token in record.tokens:
            try:
                game.replay(token)
            except IllegalMoveError as error:
                error.values["ply"] = game.ply
                raise
        return game
