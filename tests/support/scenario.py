"""Positions in a few words, and what comes of them.

    after = table("3S7H", "X", enemy="JS").do("p3S", "d7H")

A test names only the cards it is about. The others lie where they do not matter: royals of the
enemy's rank and above wait in the castle behind those that were named; all that is then left
goes under the tavern, below the cards named there, or with `rest="discard"` on the discard pile.
So every position is complete, and the engine checks it like any other.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from openregicide.core import (
    Card,
    Cards,
    Event,
    EventKind,
    Heal,
    Move,
    Outcome,
    Phase,
    Preview,
    RuleSet,
    State,
    View,
    announce,
    cards_in,
    deck_of,
    is_royal,
    legal_moves,
    narrate,
    plays_of,
    preview,
    rank_of,
    resolve_heal,
    restore_state,
    view_for,
)
from openregicide.errors import IllegalMoveError
from openregicide.notation import (
    format_card,
    format_cards,
    format_move,
    parse_action,
    parse_cards,
    parse_move,
)

__all__ = ["Table", "cards", "deck_text", "of", "table", "text"]

PHASES = {"p": Phase.PLAY, "d": Phase.DISCARD, "n": Phase.NAME_NEXT, "e": Phase.OVER}


def cards(named: str) -> Cards:
    """Read cards in the order they are written; an empty text is no cards."""
    return parse_cards(named, ordered=True) if named else ()


def text(some: Iterable[Card]) -> str:
    """Write cards in canonical order."""
    return format_cards(sorted(some))


def of(event: Event) -> str:
    """Write the cards of an event."""
    return format_cards(event.cards)


def deck_text(rules: RuleSet) -> str:
    """Write all the cards of a game in canonical order."""
    return text(deck_of(rules))


@dataclass(frozen=True)
class Table:
    """A position, with what the last move made happen."""

    state: State
    events: tuple[Event, ...] = ()

    # Moves

    def do(self, *moves: str) -> Table:
        """Make moves on a copy; the events are those of the last one.

        `h9H3C` right behind a play says what its heal moves; otherwise the seed decides.
        """
        state = self.state.copy()
        events: tuple[Event, ...] = ()
        for i, word in enumerate(moves):
            action = parse_action(word)
            if isinstance(action, Heal):
                events += resolve_heal(state, action)
            elif i + 1 < len(moves) and moves[i + 1].startswith("h"):
                events = announce(state, action)
            else:
                events = narrate(state, action)
        return Table(state, events)

    def refusal(self, move: str | Move) -> IllegalMoveError:
        """Return the error that a move meets; fail if it is accepted."""
        try:
            narrate(self.state.copy(), parse_move(move) if isinstance(move, str) else move)
        except IllegalMoveError as error:
            return error
        raise AssertionError(f"{move} is accepted")

    @property
    def moves(self) -> set[str]:
        """The legal moves as text."""
        return {format_move(move) for move in legal_moves(self.state)}

    @property
    def plays(self) -> set[str]:
        """The legal plays as text."""
        return {move for move in self.moves if move[0] == "p"}

    def preview(self, move: str) -> Preview:
        """Return what the player to move is told about a move."""
        return preview(self.view(self.seat), parse_move(move))

    # Events

    @property
    def story(self) -> list[str]:
        """The codes of the events in order."""
        return [event.code for event in self.events]

    def all(self, kind: EventKind) -> list[Event]:
        return [event for event in self.events if event.kind is kind]

    def one(self, kind: EventKind) -> Event:
        """Return the one event of a kind; fail if there is none or more."""
        (event,) = self.all(kind)
        return event

    def draws(self) -> list[tuple[int | None, str]]:
        """Return who drew what, in order."""
        return [(event.seat, of(event)) for event in self.all(EventKind.DREW)]

    # The position

    def view(self, seat: int | None) -> View:
        return view_for(self.state, seat)

    @property
    def phase(self) -> Phase:
        return Phase(self.state.phase)

    @property
    def seat(self) -> int:
        return self.state.seat

    @property
    def enemy(self) -> str:
        return format_card(Card(self.state.castle_cards()[0]))

    @property
    def castle(self) -> str:
        return format_cards(Card(card) for card in self.state.castle_cards())

    @property
    def tavern(self) -> str:
        """The tavern as text, top first."""
        return format_cards(Card(card) for card in self.state.tavern_cards())

    @property
    def tavern_count(self) -> int:
        return len(self.state.tavern_cards())

    @property
    def discard(self) -> str:
        return text(cards_in(self.state.discard))

    @property
    def played(self) -> list[str]:
        return [format_cards(play) for _, play in plays_of(self.state)]

    @property
    def hands(self) -> list[str]:
        return [text(cards_in(self.state.hands[i])) for i in range(self.state.players)]

    @property
    def hand_counts(self) -> list[int]:
        return [len(cards_in(self.state.hands[i])) for i in range(self.state.players)]

    @property
    def damage(self) -> int:
        return self.state.damage

    @property
    def shield(self) -> int:
        return self.state.shield

    @property
    def attack(self) -> int:
        """What the enemy would strike for now."""
        return self.state.attack_left()

    @property
    def due(self) -> int:
        return self.state.due

    @property
    def yielded(self) -> str:
        return "".join(str(self.state.yielded >> i & 1) for i in range(self.state.players))

    @property
    def may_yield(self) -> bool:
        return "y" in self.moves

    @property
    def outcome(self) -> Outcome | None:
        return self.state.outcome()


def table(
    *hands: str,
    enemy: str = "JS",
    castle: str | None = None,
    tavern: str = "",
    discard: str = "",
    played: Sequence[str] = (),
    by: Sequence[int] | None = None,
    phase: str = "p",
    seat: int = 0,
    yielded: str = "",
    flips: int | None = None,
    rest: str = "tavern",
    rules: RuleSet | None = None,
    seed: int = 0,
) -> Table:
    """Lay a table: one hand for each player, in any order of cards.

    :param enemy: the enemy, and royals that come behind it in this order.
    :param castle: the whole castle, where it matters what is missing from it.
    :param tavern: its uppermost cards, top first.
    :param played: the plays against this enemy in order; `by` says whose, else nobody knows.
    :param flips: solo jesters left; without it, all that the rules give.
    :param rest: where unnamed cards go, `tavern` or `discard`.
    """
    rules = rules or RuleSet(players=len(hands))
    named = [*map(cards, hands), cards(tavern), cards(discard), *map(cards, played)]
    left = list(deck_of(rules))
    for some in named:
        for card in some:
            left.remove(card)
    front = cards(enemy if castle is None else castle)
    for card in front:
        left.remove(card)
    if castle is None:
        waiting = [c for c in left if is_royal(c) and rank_of(c) >= rank_of(front[-1])]
        left = [card for card in left if card not in waiting]
        front = (*front, *waiting)
    state = restore_state(
        rules,
        phase=PHASES[phase],
        seat=seat,
        yielded=[digit == "1" for digit in yielded or "0" * len(hands)],
        flips=rules.flips if flips is None else flips,
        castle=front,
        table=[
            (by[i] if by is not None else None, tuple(sorted(cards(some))))
            for i, some in enumerate(played)
        ],
        hands=[tuple(sorted(cards(hand))) for hand in hands],
        tavern=(*cards(tavern), *(left if rest == "tavern" else ())),
        discard=tuple(sorted((*cards(discard), *(left if rest == "discard" else ())))),
        ply=0,
        seed=seed,
    )
    return Table(state)
