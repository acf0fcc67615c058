"""One game at a table: its state, and the moves so far."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from ..core import (
    Ending,
    Event,
    EventKind,
    Heal,
    Move,
    Outcome,
    Phase,
    Record,
    RuleSet,
    State,
    Token,
    announce,
    apply,
    draw_heal,
    new_state,
    resolve_heal,
)
from ..errors import IllegalMoveError
from ..notation import format_action, parse_action, parse_move, parse_seed
from .deals import FairDeal
from .hashes import seed_hash

__all__ = ["TableGame"]

REVEALING = frozenset(
    {
        EventKind.HEALED,
        EventKind.DREW,
        EventKind.FLIPPED,
        EventKind.DEFEATED,
        EventKind.REVEALED,
        EventKind.WON,
        EventKind.LOST,
    }
)
"""What shows a hidden card, lets chance decide, or ends the game."""


class TableGame:
    """A game with its tokens but without its past positions: a server holds many of these."""

    __slots__ = (
        "again",
        "before",
        "daily",
        "deal",
        "dice",
        "exact",
        "first",
        "given_up",
        "giving_up",
        "helped",
        "id",
        "late",
        "moved_at",
        "notes",
        "number",
        "ranked",
        "seed",
        "seed_hash",
        "started_at",
        "state",
        "tokens",
        "undone",
    )

    def __init__(
        self,
        rules: RuleSet,
        *,
        game_id: str,
        number: int,
        seed: str,
        first: int,
        at: int,
        daily: str = "",
        ranked: bool = False,
        deal: FairDeal | None = None,
        again: str = "",
    ) -> None:
        self.id = game_id
        self.number = number
        """The table's games are counted from 1."""
        self.seed = seed
        self.dice = parse_seed(seed)
        self.seed_hash = seed_hash(seed)
        self.deal = deal
        """What the seed is made of, if players had a share in it."""
        self.first = first
        self.started_at = at
        self.moved_at = at
        self.state = new_state(rules, self.dice, first=first)
        self.tokens: list[Token] = []
        self.before: State | None = None
        """The position before the last move, if that has revealed nothing."""
        self.again = again
        """The id of the game whose cards these are, if they are played once more."""
        self.daily = daily
        """The day whose deal it is, if any."""
        self.ranked = ranked
        """Whether it counts for that day's leaderboard."""
        self.exact = ""
        """For every royal defeated, 1 for an exact kill and 0 otherwise."""
        self.late = 0
        """How many moves the policy made because a bot was late."""
        self.helped: set[int] = set()
        """The seats that a bot has moved for."""
        self.undone = 0
        """How many moves were taken back."""
        self.giving_up: set[int] = set()
        """The seats that want to give the game up."""
        self.given_up = False
        self.notes: dict[str, str] = {}
        """Further tags for the record."""

    @property
    def outcome(self) -> Outcome | None:
        if self.given_up:
            # The rules know of no such ending (R26, R17, R25).
            return Outcome(won=False, ending=Ending.NONE, seat=self.state.seat)
        return self.state.outcome()

    @property
    def running(self) -> bool:
        return self.state.phase != Phase.OVER and not self.given_up

    def deals_the_same(self, rules: RuleSet) -> bool:
        """Return whether the game's seed deals the same cards by other rules."""
        mine = new_state(self.state.rules, self.dice, first=self.first)
        other = new_state(rules, self.dice, first=self.first)
        return _cards(mine) == _cards(other)

    def heal_of(self, move: Move) -> str:
        """Return what chance decides if a move is made now, as text; the game stays as it is.

        :raises IllegalMoveError: the rules refuse the move.
        """
        state = self.state.copy()
        apply(state, move)
        if state.ply == self.state.ply + 1:
            return ""
        # Chance took a step as well: go back, to see which.
        state.copy_from(self.state)
        announce(state, move)
        return format_action(draw_heal(state, self.dice))

    def make(self, move: str, heal: str, at: int) -> tuple[Event, ...]:
        """Make a move, with what chance decided about it; return what happened.

        :raises RegicideError: this is not a move of this game; nothing has changed.
        """
        state = self.state.copy()
        played = parse_move(move)
        made = [Token(state.seat, played)]
        events = announce(state, played)
        if heal or state.phase == Phase.HEAL:
            healed = parse_action(heal)
            if not isinstance(healed, Heal):
                raise IllegalMoveError("heal.by_a_player", seat=state.seat)
            # A generator advances too, so that later heals are those of the seed.
            draw_heal(state, self.dice)
            made.append(Token(None, healed))
            events += resolve_heal(state, healed)
        self.before = None if _reveals(state, events) else self.state
        self.state = state
        self.tokens += made
        self.moved_at = at
        for event in events:
            if event.kind == EventKind.DEFEATED:
                self.exact += "1" if event.value else "0"
        return events

    def take_back(self, at: int) -> None:
        """Take back the last move of a player, with what chance made of it.

        If it has revealed something, the moves before it are made again: of past positions only
        one is kept.
        """
        self.moved_at = at
        self.undone += 1
        if self.before is not None:
            self.state, self.before = self.before, None
            self.tokens.pop()
            return
        moves = [number for number, token in enumerate(self.tokens) if token.actor is not None]
        texts = [format_action(token.action) for token in self.tokens[: moves[-1]]]
        self.state = new_state(self.state.rules, self.dice, first=self.first)
        self.tokens = []
        self.exact = ""
        for number, after in pairwise(moves):
            self.make(texts[number], "".join(texts[number + 1 : after]), at)

    def give_up(self, at: int) -> None:
        """End the game as lost, as it stands."""
        self.given_up = True
        self.giving_up.clear()
        self.before = None
        self.moved_at = at

    def record(self, tags: dict[str, str]) -> Record:
        """Write the game down as it stands."""
        rules: RuleSet = self.state.rules
        return Record(
            start=new_state(rules, self.dice, first=self.first),
            tokens=tuple(self.tokens),
            seed=self.dice,
            tags=tags,
        )


def _reveals(state: State, events: Iterable[Event]) -> bool:
    """Return whether a move has shown anything that its player, or another one, did not know.

    A discard shows cards as well, but they are spent for nothing: who takes it back only returns
    to a choice that others have seen. A play in company is an attack that others have seen.
    """
    alone = state.players == 1
    return any(
        event.kind in REVEALING or (event.kind is EventKind.PLAYED and not alone)
        for event in events
    )


def _cards(state: State) -> tuple[object, ...]:
    hands = [state.hands[seat] for seat in range(state.players)]
    return state.castle_cards(), state.tavern_cards(), hands
