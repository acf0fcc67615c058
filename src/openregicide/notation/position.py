"""Positions and views as one line (RFEN).

    p0 000 0 JSQH… 3H3S/X 4D5C/-/7H 2C9D… 8SKD 12
    │  │   │ │     │      │         │     │    └ ply
    │  │   │ │     │      │         │     └ discard pile
    │  │   │ │     │      │         └ tavern, top first
    │  │   │ │     │      └ hands, by seat
    │  │   │ │     └ table: plays against this enemy, in order
    │  │   │ └ castle, the enemy first
    │  │   └ solo jesters left to flip
    │  └ who yielded on their own last turn, one digit per seat
    └ the expected verb (p d n h, or e at the end), and the seat

`-` means nothing there. Damage, shield and immunity follow from the table. Two optional fields say
what the cards cannot: who made each play, and which cards are known as a group. With them, a game
that ended because the seat was stuck at step 1 (R25) has `s` instead of `e`: an empty hand alone
does not distinguish that from an attack it could not pay for.

A view has the same nine fields, with `?4` for four cards never seen, `[3H4D]` for these cards in
an unknown order and `[3H4D]1` for one of them, separated by dots (`JS.?12.[3H4D]`); then who made
each play, and whose view it is (`-` for a spectator).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NoReturn, TypeVar

from ..core import (
    JESTER,
    Card,
    Cards,
    Ending,
    Part,
    Phase,
    Play,
    RuleSet,
    State,
    View,
    cards_in,
    deck_of,
    plays_of,
    restore_state,
    view_for,
)
from ..errors import ImpossiblePositionError, InvalidOptionError, InvalidStateError
from .cards import format_card, format_cards, take_card, take_cards
from .text import Scanner

__all__ = ["format_rfen", "format_view", "parse_rfen", "parse_view"]

VERBS = {
    Phase.PLAY: "p",
    Phase.DISCARD: "d",
    Phase.NAME_NEXT: "n",
    Phase.HEAL: "h",
    Phase.OVER: "e",
}
STUCK = "s"
PHASES = {verb: phase for phase, verb in VERBS.items()} | {STUCK: Phase.OVER}
FIELDS = ("phase", "yielded", "flips", "castle", "table", "hands", "tavern", "discard", "ply")
NOTHING = "-"
UNKNOWN_SEAT = "?"
SECOND_JESTER = "Y"

T = TypeVar("T")


# Positions


def format_rfen(state: State, *, memory: bool = False) -> str:
    """Format a position with all its cards.

    :param memory: also what the cards do not show, so that every view can be restored: who made
        each play, and which cards are known as a group.
    """
    castle = tuple(Card(card) for card in state.castle_cards())
    tavern = tuple(Card(min(card, JESTER)) for card in state.tavern_cards())
    words = [
        _format_phase(Phase(state.phase), Ending(state.ending), memory) + str(state.seat),
        "".join(str(state.yielded >> seat & 1) for seat in range(state.players)),
        str(state.flips),
        format_cards(castle) or NOTHING,
        "/".join(format_cards(cards) for _, cards in plays_of(state)) or NOTHING,
        "/".join(
            format_cards(cards_in(state.hands[seat])) or NOTHING for seat in range(state.players)
        ),
        format_cards(tavern) or NOTHING,
        format_cards(cards_in(state.discard)) or NOTHING,
        str(state.ply),
    ]
    if memory:
        words += [_format_seats(plays_of(state)), _format_groups(state)]
    return " ".join(words)


def parse_rfen(text: str, rules: RuleSet | None = None) -> State:
    """Parse a position; the default rules are the rulebook's for that many hands.

    :raises InvalidStateError: the text is not a position, or one that no game can reach.
    """
    fields = _Fields(text, more=2, optional=True)
    rules = rules or fields.rules()
    hands = fields.read("hands", lambda scanner: _list(scanner, _set))
    tavern = fields.read("tavern", _sequence)
    seats = fields.seats("by")
    groups = fields.read("groups", lambda scanner: _list(scanner, _group)) if fields.more else []
    plays = fields.plays(seats, rules)
    jesters = _label_jesters([cards for _, cards in plays], hands, tavern)
    layer = {card: i for i, group in enumerate(groups, 1) for card in group}
    state = fields.restore(
        rules,
        castle=fields.read("castle", _sequence),
        table=plays,
        hands=hands,
        tavern=tavern,
        hand_layers=[[layer.get(card, 0) for card in hand] for hand in jesters.hands],
        tavern_layers=[layer.get(card, 0) for card in jesters.tavern],
    )
    fields.compare(format_rfen(state, memory=fields.more))
    return state


# Views


def format_view(view: View) -> str:
    """Format a view."""

    layers = view.layers

    def parts(some: Sequence[Part]) -> str:
        return ".".join([_format_part(layers[p.layer], p) for p in some]) or NOTHING

    words = [
        _format_phase(view.phase, view.outcome.ending if view.outcome else Ending.NONE, True)
        + str(view.turn),
        "".join("1" if did else "0" for did in view.yielded),
        str(view.flips),
        _format_castle(view.enemy, view.royals) or NOTHING,
        "/".join([format_cards(cards) for _, cards in view.table]) or NOTHING,
        "/".join(
            [format_cards(hand.cards) if hand.cards else parts(hand.parts) for hand in view.hands]
        ),
        parts(view.tavern),
        format_cards(view.discard) or NOTHING,
        str(view.ply),
        _format_seats(view.table),
        NOTHING if view.seat is None else str(view.seat),
    ]
    return " ".join(words)


def parse_view(text: str, rules: RuleSet | None = None) -> View:
    """Parse a view; the default rules are the rulebook's for that many hands.

    :raises InvalidStateError: the text is not a view, or an impossible one.
    """
    fields = _Fields(text, more=2, optional=False)
    rules = rules or fields.rules()
    seat = fields.read("seat", lambda scanner: None if scanner.skip(NOTHING) else _digit(scanner))
    if seat is not None and seat >= rules.players:
        fields.fail("seat", "seat.unknown", seat=seat)
    hidden = _Hidden(fields)
    hands = fields.read("hands", lambda scanner: _list(scanner, hidden.slots))
    tavern = fields.read("tavern", hidden.slots)
    castle = fields.read("castle", _view_castle)
    plays = fields.plays(fields.seats("by"), rules)
    discard = fields.read("discard", _set)
    open_cards: list[Card] = [*castle, *discard]
    for _, cards in plays:
        open_cards += cards
    own = -1 if seat is None or seat >= len(hands) else seat
    if own >= 0:
        for slot in hands[own]:
            if len(slot.cards) != 1:
                fields.fail("hands", "view.own_hand")
            open_cards += slot.cards
    hidden.deal(rules, [s for i, h in enumerate(hands) if i != own for s in h] + tavern, open_cards)
    state = fields.restore(
        rules,
        castle=castle,
        table=plays,
        hands=[tuple(card for slot in hand for card in slot.dealt()) for hand in hands],
        tavern=tuple(card for slot in tavern for card in slot.dealt()),
        hand_layers=[[slot.layer for slot in hand for _ in slot.dealt()] for hand in hands],
        tavern_layers=[slot.layer for slot in tavern for _ in slot.dealt()],
        viewer=seat,
        is_view=True,
    )
    try:
        view = view_for(state, seat)
    except InvalidOptionError as problem:
        fields.fail("seat", problem.code, **problem.values)
    fields.compare(format_view(view))
    return view


@dataclass(slots=True)
class _Slot:
    """A slot for hidden cards in a view: `count` of `cards`, or of the cards never seen."""

    cards: Cards
    count: int
    layer: int = 0
    given: list[Card] = field(default_factory=list)

    def dealt(self) -> Sequence[Card]:
        return self.given or self.cards


class _Hidden:
    """Fills the slots of a view with any cards that fit."""

    def __init__(self, fields: _Fields) -> None:
        self.fields = fields

    def slots(self, scanner: Scanner) -> list[_Slot]:
        if scanner.skip(NOTHING):
            return []
        slots: list[_Slot] = []
        while not slots or scanner.skip(".") or (scanner.left and scanner.peek() not in "/."):
            if scanner.skip("?"):
                slots.append(_Slot((), self._count(scanner)))
            elif scanner.skip("["):
                cards = take_cards(scanner)
                scanner.take("]", "view.bracket")
                more = scanner.peek() and scanner.peek() in "0123456789"
                slots.append(_Slot(cards, self._count(scanner) if more else len(cards)))
            else:
                slots.append(_Slot((take_card(scanner),), 1))
        return slots

    @staticmethod
    def _count(scanner: Scanner) -> int:
        at = scanner.at
        count = scanner.number("view.count", digits=2)
        if not 0 < count <= 54:
            scanner.fail("view.count", at=at)
        return count

    def deal(self, rules: RuleSet, slots: list[_Slot], open_cards: list[Card]) -> None:
        """Give every slot its cards and its layer; fail where the numbers do not add up."""
        never_seen = list(deck_of(rules))
        groups: dict[Cards, list[_Slot]] = {}
        singles = [slot for slot in slots if len(slot.cards) == 1]
        for slot in slots:
            if len(slot.cards) > 1:
                groups.setdefault(slot.cards, []).append(slot)
        known = [*open_cards, *(slot.cards[0] for slot in singles)]
        for card in [*known, *(card for cards in groups for card in cards)]:
            if card not in never_seen:
                self.fields.fail("hands", "position.card_twice", card=card)
            never_seen.remove(card)
        layers = [[slot] for slot in singles] + list(groups.values())
        for number, members in enumerate(layers, 1):
            supply = list(members[0].cards)
            if sum(slot.count for slot in members) != len(supply):
                self.fields.fail("tavern", "view.group_count", cards=tuple(supply))
            for slot in members:
                slot.layer = number
                slot.given = [supply.pop(0) for _ in range(slot.count)]
        unseen = [slot for slot in slots if not slot.cards]
        if sum(slot.count for slot in unseen) != len(never_seen):
            self.fields.fail("tavern", "view.unseen_count", count=len(never_seen))
        for slot in unseen:
            slot.given = [never_seen.pop(0) for _ in range(slot.count)]


# Common to both


class _Fields:
    """The words of a line, and where each begins."""

    def __init__(self, text: str, *, more: int, optional: bool) -> None:
        self.text = text
        words = text.split(" ")
        wanted = [9 + more, 9] if optional else [9 + more]
        if len(words) not in wanted:
            raise InvalidStateError(
                "position.fields", text=text, at=0, count=len(words), expected=wanted[-1]
            )
        self.more = len(words) > 9
        names = [*FIELDS, "by", "groups" if optional else "seat"]
        self.words = dict(zip(names, words, strict=False))
        self.starts: dict[str, int] = {}
        at = 0
        for name, word in self.words.items():
            self.starts[name] = at
            at += len(word) + 1

    def fail(self, name: str, code: str, **values: object) -> NoReturn:
        raise InvalidStateError(
            code, text=self.text, at=self.starts.get(name, 0), field=name, **values
        )

    def compare(self, text: str) -> None:
        """Fail if this is another spelling: every position and every view has only one."""
        for name, word in zip(self.words, text.split(" "), strict=True):
            if word != self.words[name]:
                self.fail(name, "position.spelling", expected=word)

    def read(self, name: str, take: Callable[[Scanner], T]) -> T:
        """Parse one field to its end."""
        # A scanner over the whole line, so that offsets in errors count from its start.
        start, word = self.starts[name], self.words[name]
        scanner = Scanner(self.text[: start + len(word)], InvalidStateError)
        scanner.at = start
        try:
            value = take(scanner)
            scanner.end(f"position.{name}")
        except InvalidStateError as error:
            raise InvalidStateError(
                error.code, text=self.text, at=error.at, field=name, **error.details
            ) from None
        return value

    def rules(self) -> RuleSet:
        """Return the rulebook's rules for as many players as there are hands."""
        try:
            return RuleSet(players=self.words["hands"].count("/") + 1)
        except InvalidOptionError as problem:
            raise InvalidStateError(
                problem.code, text=self.text, at=self.starts["hands"], **problem.values
            ) from None

    def seats(self, name: str) -> list[int | None]:
        """Return who made each play, as far as the line says."""
        if name not in self.words:
            return []
        return self.read(name, _seats)

    def plays(self, seats: list[int | None], rules: RuleSet) -> list[Play]:
        cards = self.read("table", lambda scanner: _list(scanner, _some))
        cards = [] if cards == [()] else cards
        if (seats or self.more) and len(seats) != len(cards):
            self.fail("by", "position.seats_of_plays", count=len(seats), expected=len(cards))
        for seat in seats:
            if seat is not None and seat >= rules.players:
                self.fail("by", "seat.unknown", seat=seat)
        return list(zip(seats or [None] * len(cards), cards, strict=True))

    def restore(
        self,
        rules: RuleSet,
        *,
        castle: Cards,
        table: list[Play],
        hands: Sequence[Cards],
        tavern: Cards,
        hand_layers: Sequence[Sequence[int]],
        tavern_layers: Sequence[int],
        viewer: int | None = None,
        is_view: bool = False,
    ) -> State:
        verbs = "pdnhes" if self.more else "pdnhe"
        verb, seat = self.read("phase", lambda r: (r.take(verbs, "position.phase"), _digit(r)))
        stated = Ending.CANNOT_ACT if verb == STUCK else Ending.CANNOT_PAY
        try:
            state = restore_state(
                rules,
                phase=PHASES[verb],
                seat=seat,
                yielded=self.read("yielded", _flags),
                flips=self.read("flips", lambda scanner: scanner.number("position.flips")),
                castle=castle,
                table=table,
                hands=hands,
                tavern=tavern,
                discard=self.read("discard", _set),
                ply=self.read("ply", lambda scanner: scanner.number("position.ply")),
                hand_layers=hand_layers,
                tavern_layers=tavern_layers,
                placeholders=is_view and viewer != seat,
                ending=stated if self.more else None,
            )
        except ImpossiblePositionError as problem:
            values = {k: v for k, v in problem.values.items() if k != "field"}
            name = str(problem.values["field"])
            raise InvalidStateError(
                problem.code, text=self.text, at=self.starts[name], field=name, **values
            ) from None
        if verb == STUCK and state.ending != Ending.CANNOT_ACT:
            self.fail("phase", "position.not_stuck")
        if state.ending == Ending.CANNOT_PAY and (state.flips or not state.attack_left()):
            # Even if what the hand is worth is unknown.
            self.fail("phase", "position.not_over")
        return state


@dataclass(frozen=True, slots=True)
class _Labelled:
    hands: list[list[int]]
    tavern: list[int]


def _label_jesters(table: list[Cards], hands: list[Cards], tavern: Cards) -> _Labelled:
    """Tell the jesters apart by their order in the line."""
    seen = sum(cards.count(JESTER) for cards in table)

    def label(cards: Cards) -> list[int]:
        nonlocal seen
        labelled: list[int] = []
        for card in cards:
            labelled.append(card + seen if card == JESTER else card)
            seen += card == JESTER
        return labelled

    return _Labelled([label(hand) for hand in hands], label(tavern))


def _format_phase(phase: Phase, ending: Ending, exactly: bool) -> str:
    return STUCK if exactly and ending is Ending.CANNOT_ACT else VERBS[phase]


def _format_seats(plays: Sequence[Play]) -> str:
    seats = (UNKNOWN_SEAT if by is None else str(by) for by, _ in plays)
    return "".join(seats) or NOTHING


def _format_groups(state: State) -> str:
    """Format the hidden cards that are known as a group, oldest group first."""
    table = [cards for _, cards in plays_of(state)]
    hands = [cards_in(state.hands[seat]) for seat in range(state.players)]
    # In the order of the line, because either jester may come first.
    physical = [
        *(card for hand in state.hands for card in range(54) if hand >> card & 1),
        *state.tavern_cards(),
    ]
    tavern = tuple(Card(min(card, JESTER)) for card in state.tavern_cards())
    labelled = _label_jesters(table, hands, tavern)
    shown = [card for hand in labelled.hands for card in hand] + labelled.tavern
    groups: dict[int, list[int]] = {}
    origin = state.origin
    for card, label in zip(physical, shown, strict=True):
        if origin[card]:
            groups.setdefault(origin[card], []).append(label)
    return (
        "/".join(
            "".join(_format_label(label) for label in sorted(groups[number]))
            for number in sorted(groups)
        )
        or NOTHING
    )


def _format_label(label: int) -> str:
    return SECOND_JESTER if label > JESTER else format_card(Card(label))


@lru_cache(1 << 12)
def _format_castle(enemy: Card | None, royals: Cards) -> str:
    """Format a castle of which the order is not known beyond the ranks."""
    text = "" if enemy is None else format_card(enemy)
    for rank in (10, 11, 12):
        alike = tuple(card for card in royals if card >> 2 == rank)
        if alike:
            text += format_card(alike[0]) if len(alike) == 1 else f"[{format_cards(alike)}]"
    return text


@lru_cache(1 << 12)
def _format_part(cards: Cards, part: Part) -> str:
    if part.layer == 0:
        return f"?{part.count}"
    if len(cards) == 1:
        return format_card(cards[0])
    count = "" if part.count == len(cards) else str(part.count)
    return f"[{format_cards(cards)}]{count}"


def _digit(scanner: Scanner) -> int:
    return int(scanner.take("0123456789", "position.seat"))


def _flags(scanner: Scanner) -> list[bool]:
    flags = []
    while scanner.left:
        flags.append(scanner.take("01", "position.yielded") == "1")
    return flags


def _seats(scanner: Scanner) -> list[int | None]:
    if scanner.skip(NOTHING):
        return []
    seats: list[int | None] = []
    while scanner.left:
        seats.append(None if scanner.skip(UNKNOWN_SEAT) else _digit(scanner))
    return seats


def _list(scanner: Scanner, take: Callable[[Scanner], T]) -> list[T]:
    items = [take(scanner)]
    while scanner.skip("/"):
        items.append(take(scanner))
    return items


def _set(scanner: Scanner) -> Cards:
    return () if scanner.skip(NOTHING) else take_cards(scanner)


def _some(scanner: Scanner) -> Cards:
    """Parse the cards of a play; empty only if the whole table is."""
    if scanner.peek() == NOTHING and scanner.left == 1 and scanner.text[scanner.at - 1] == " ":
        scanner.skip(NOTHING)
        return ()
    return take_cards(scanner)


def _sequence(scanner: Scanner) -> Cards:
    return () if scanner.skip(NOTHING) else take_cards(scanner, ordered=True)


def _group(scanner: Scanner) -> list[int]:
    if scanner.skip(NOTHING):
        return []
    cards: list[int] = []
    while scanner.left and scanner.peek() != "/":
        if scanner.skip(SECOND_JESTER):
            cards.append(JESTER + 1)
        else:
            cards.append(take_card(scanner))
    if not cards:
        scanner.fail("card.rank")
    return cards


def _view_castle(scanner: Scanner) -> Cards:
    """Parse the enemy and the royals to come; any order of the unknown ones will do."""
    if scanner.skip(NOTHING):
        return ()
    cards: list[Card] = []
    while scanner.left:
        if scanner.skip("["):
            cards += take_cards(scanner)
            scanner.take("]", "view.bracket")
        else:
            cards.append(take_card(scanner))
    return tuple(cards)
