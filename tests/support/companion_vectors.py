"""What the companion has to say at every step of games that the engine plays.

A vector is one game: its rules, and what is entered step by step. With every step comes what must
be told, how the table then stands, what the player to move then holds, and what must then be
refused and why. Some games are entered with counted hands and some without, some discards by their
cards and some by their number only.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from random import Random
from typing import Any

from openregicide.core import (
    JESTER,
    YIELD,
    Card,
    Cards,
    Companions,
    Event,
    EventKind,
    Generator,
    Move,
    MoveKind,
    Phase,
    RuleSet,
    State,
    Suit,
    View,
    cards_in,
    discard,
    is_jester,
    is_legal,
    move_cards,
    move_kind,
    move_seat,
    narrate,
    new_state,
    play,
    random_move,
    rank_of,
    suit_of,
    value_of,
    verify,
    view_for,
)
from openregicide.errors import IllegalMoveError
from openregicide.notation import format_card

__all__ = ["Vector", "vectors"]

Vector = dict[str, Any]
Refused = tuple[dict[str, Any], str]
"""What is entered, and the code of its refusal."""

PROBES = 3
"""Sets of cards that are tried at a step to find some that do not go together."""


def vectors(seed: int, count: int) -> list[Vector]:
    """Return so many games; the seed decides everything."""
    dice = Random(seed)
    return [_game(dice) for _ in range(count)]


def _game(dice: Random) -> Vector:
    """Let the engine play at random under random rules, and write down what it did."""
    options = _options(dice)
    rules = RuleSet(**options)
    first = dice.randrange(rules.players)
    state = new_state(rules, dice.getrandbits(128), first=first)
    chooser = Generator(dice.getrandbits(128))
    scribe = _Scribe(state, counted=dice.random() < 0.7, dice=dice)
    scribe.turn_up()
    while state.outcome() is None:
        scribe.enter(_choose(state, chooser, dice))
    outcome = state.outcome()
    assert outcome is not None
    return {
        "options": options,
        "rules": _complete(rules),
        "first": first,
        "counted": scribe.counted,
        "steps": scribe.steps,
        "outcome": {
            "won": outcome.won,
            "ending": outcome.ending.name.lower(),
            "seat": outcome.seat,
            "medal": outcome.medal.name.lower(),
        },
    }


def _options(dice: Random) -> dict[str, Any]:
    """Choose options; weak enemies make for long games, and for wins."""
    options: dict[str, Any] = {"players": dice.randint(1, 4)}
    if dice.random() < 0.5:
        options["companions"] = dice.choice(tuple(Companions)).value
    if dice.random() < 0.5:
        options["solo_yield"] = dice.random() < 0.7
    if dice.random() < 0.6:
        options["jesters"] = dice.choice((0, 1, 2, 2))
    if dice.random() < 0.4:
        options["hand_limit"] = dice.randint(1, 10)
    if dice.random() < 0.75:
        most = dice.choice((2, 6, 12, 30))
        options["attack"] = [dice.randint(0, most) for _ in range(3)]
    if dice.random() < 0.75:
        most = dice.choice((6, 15, 25, 60))
        options["health"] = [dice.randint(1, most) for _ in range(3)]
    return options


def _complete(rules: RuleSet) -> dict[str, Any]:
    names = ("players", "companions", "solo_yield", "jesters", "flips", "hand_limit")
    plain = {name: getattr(rules, name) for name in names}
    return {**plain, "attack": list(rules.attack), "health": list(rules.health)}


def _choose(state: State, chooser: Generator, dice: Random) -> Move:
    """Choose a move at random; jesters soon, and now and then a discard with a card to spare."""
    jester = play((JESTER,))
    if is_legal(state, jester) and dice.random() < 0.3:
        return jester
    move = random_move(state, chooser)
    if move_kind(move) is not MoveKind.DISCARD or dice.random() < 0.7:
        return move
    given = move_cards(move)
    spare = [card for card in _hand(state) if card not in given]
    return discard((*given, *spare[:1]))


def _hand(state: State) -> Cards:
    return cards_in(state.hands[state.seat])


def _texts(cards: Iterable[Card]) -> list[str]:
    return [format_card(card) for card in cards]


@dataclass
class _Scribe:
    """Writes a game down, and remembers what everybody saw."""

    state: State
    counted: bool
    dice: Random
    steps: list[Vector] = field(default_factory=list)
    lying: set[Card] = field(default_factory=set)
    """Cards that everybody saw go to the discard pile, with no heal since."""
    crowned: set[Card] = field(default_factory=set)
    """Royals that fell exactly and have since been in the tavern and in one hand only."""
    fallen: list[Card] = field(default_factory=list)

    def enter(self, move: Move) -> None:
        """Make a move, and write down what is entered and what must be said."""
        seat, cards = self.state.seat, move_cards(move)
        health = view_for(self.state, None).health
        action = self._action(move)
        events = narrate(self.state, move)
        self._follow(events, shown="cards" in action)
        told = list(_sayings(events, seat, cards, health, self.state.players))
        revealed = any(event.kind is EventKind.REVEALED for event in events)
        if revealed and self._alike():
            self.steps.append(
                {
                    "action": action,
                    "told": told,
                    "table": {"phase": "turn_up"},
                    "hand": [],
                    "refused": list(self._refused_royals()),
                }
            )
            self.turn_up()
        else:
            self._write(action, told)

    def turn_up(self) -> None:
        """Write down which royal the castle shows."""
        enemy = view_for(self.state, None).enemy
        assert enemy is not None
        self._write({"kind": "turn_up", "card": format_card(enemy)}, [])

    def _alike(self) -> list[Card]:
        """Return the royals of the enemy's rank that are still to come."""
        view = view_for(self.state, None)
        assert view.enemy is not None
        return [card for card in view.royals if rank_of(card) == rank_of(view.enemy)]

    def _action(self, move: Move) -> dict[str, Any]:
        """Return what is entered for a move; some discards are not shown card by card."""
        kind, cards = move_kind(move), move_cards(move)
        action: dict[str, Any] = {"kind": kind.name.lower()}
        if kind is MoveKind.NAME_NEXT:
            action["seat"] = move_seat(move)
        elif kind is MoveKind.PLAY or (kind is MoveKind.DISCARD and self.dice.random() < 0.5):
            action["cards"] = _texts(self.dice.sample(cards, len(cards)))
        elif kind is MoveKind.DISCARD and self.counted:
            action["count"] = len(cards)
        return action

    def _follow(self, events: Sequence[Event], *, shown: bool) -> None:
        """Remember what everybody saw."""
        for event in events:
            if event.kind is EventKind.HEALED:
                self.lying.clear()
                self.crowned.clear()
            elif event.kind is EventKind.CLEARED or (event.kind is EventKind.DISCARDED and shown):
                self.lying.update(event.cards)
            elif event.kind is EventKind.DEFEATED:
                self.fallen += event.cards
                (self.crowned if event.value else self.lying).update(event.cards)
            if event.kind in (EventKind.PLAYED, EventKind.DISCARDED, EventKind.FLIPPED):
                self.crowned.difference_update(event.cards)

    def _write(self, action: dict[str, Any], told: list[dict[str, Any]]) -> None:
        state = self.state
        self.steps.append(
            {
                "action": action,
                "told": told,
                "table": _table(view_for(state, None)),
                "hand": _texts(_hand(state)) if state.outcome() is None else [],
                "refused": list(self._refused()) if state.outcome() is None else [],
            }
        )

    # What must be refused

    def _refused_royals(self) -> Iterator[Refused]:
        """What cannot be turned up: royals that have fallen, and those below others."""
        view = view_for(self.state, None)
        assert view.enemy is not None
        later = [card for card in view.royals if rank_of(card) > rank_of(view.enemy)]
        for cards, code in ((self.fallen, "has_fallen"), (later, "not_yet")):
            for card in self.dice.sample(cards, min(1, len(cards))):
                yield {"kind": "turn_up", "card": format_card(card)}, f"companion.{code}"

    def _refused(self) -> Iterator[Refused]:
        """What can certainly not be done now."""
        state, phase = self.state, Phase(self.state.phase)
        if phase is Phase.NAME_NEXT:
            yield {"kind": "name_next", "seat": state.players}, "seat.unknown"
            return
        kind = "play" if phase is Phase.PLAY else "discard"
        other = "discard" if phase is Phase.PLAY else "play"
        hand = _texts(_hand(state))
        yield {"kind": other, "cards": hand}, "move.wrong_phase"
        yield {"kind": kind, "cards": []}, "move.no_cards"
        for card, code in self._nowhere_near():
            yield {"kind": kind, "cards": [card]}, code
        for card in [card for card in hand if card != "X"][:1]:
            yield {"kind": kind, "cards": [card, card]}, "card.twice"
        if not state.flips:
            yield {"kind": "flip"}, "flip.none_left"
        if phase is Phase.PLAY and not is_legal(state, YIELD):
            yield {"kind": "yield"}, "yield.not_allowed"
        if phase is Phase.DISCARD and self.counted:
            yield {"kind": "discard", "count": len(hand) + 1}, "companion.hand_count"
            # Were it one card of the most that a card can be worth.
            if hand and state.due > 20:
                yield {"kind": "discard", "count": 1}, "companion.too_few"
        yield from self._bad_sets(kind)

    def _nowhere_near(self) -> Iterator[tuple[str, str]]:
        """Single cards that everybody knows are not in this hand, and how one knows."""
        state = self.state
        view = view_for(state, None)
        assert view.enemy is not None
        yield format_card(view.enemy), "companion.is_enemy"
        models: list[tuple[Iterable[Card], str]] = [
            (view.royals, "in_castle"),
            ([card for _, cards in view.table for card in cards], "on_table"),
            (self.lying, "in_discard"),
        ]
        if self.counted:
            tavern = set(state.tavern_cards())
            others = sum(state.hands[: state.players]) - state.hands[state.seat]
            models += [
                (self.crowned & tavern, "in_tavern"),
                (self.crowned & set(cards_in(others)), "other_hand"),
            ]
        for cards, code in models:
            known = sorted(card for card in cards if not is_jester(card))
            for card in self.dice.sample(known, min(1, len(known))):
                yield format_card(card), f"companion.{code}"
        if not view.rules.jesters:
            yield "X", "companion.no_jester"

    def _bad_sets(self, kind: str) -> Iterator[Refused]:
        """Sets from the hand that the engine refuses, with its reason."""
        hand = _hand(self.state)
        sizes = range(2, 5) if kind == "play" else range(1, len(hand))
        sets = [cards for size in sizes for cards in combinations(hand, size)]
        for cards in self.dice.sample(sets, min(PROBES, len(sets))):
            try:
                verify(self.state, play(cards) if kind == "play" else discard(cards))
            except IllegalMoveError as error:
                yield {"kind": kind, "cards": _texts(cards)}, error.code


def _table(view: View) -> dict[str, Any]:
    """Return how everybody sees the table."""
    return {
        "phase": view.phase.name.lower(),
        "seat": view.turn,
        "enemy": None if view.enemy is None else format_card(view.enemy),
        "castle": _texts(view.royals),
        "left": max(0, view.health - view.damage),
        "attack": view.attack,
        "shield": view.shield,
        "immune": view.immune is not None,
        "due": view.due,
        "yielded": list(view.yielded),
        "may_yield": view.may_yield,
        "flips": view.flips,
        "hands": [hand.count for hand in view.hands],
        "tavern": view.tavern_count,
        "pile": len(view.discard),
    }


def _sayings(
    events: Sequence[Event], seat: int, cards: Cards, health: int, players: int
) -> Iterator[dict[str, Any]]:
    """Return what the companion tells about some events, in its codes."""
    drawn = [0] * players
    for event in events:
        if event.kind is EventKind.DREW and event.seat is not None:
            drawn[event.seat] += 1
    blocked = {Suit(event.value) for event in events if event.kind is EventKind.BLOCKED}
    suits = {suit_of(card) for card in cards} - blocked
    plays = any(event.kind is EventKind.PLAYED for event in events)
    draws = plays and Suit.DIAMONDS in suits
    for event in events:
        # Diamonds act after hearts and before all the rest.
        if draws and event.kind in (EventKind.SHIELDED, EventKind.DOUBLED, EventKind.DAMAGED):
            draws = False
            yield {"code": "draw", "count": sum(drawn), "from": seat, "shares": drawn}
        saying = _saying(event, cards, health, sum(drawn))
        if saying is not None:
            yield saying
    kinds = {event.kind for event in events}
    if plays and any(map(is_jester, cards)) and EventKind.IMMUNITY_LOST not in kinds:
        yield {"code": "jester_again"}


def _saying(event: Event, cards: Cards, health: int, drawn: int) -> dict[str, Any] | None:
    """Return what is told about one event, if anything."""
    value, total = event.value, event.total
    match event.kind:
        case EventKind.YIELDED | EventKind.HELD:
            return {"code": event.code, "seat": event.seat}
        case EventKind.BLOCKED | EventKind.IMMUNITY_LOST:
            return {"code": event.code, "suit": "CDHS"[value]}
        case EventKind.HEALED:
            return {"code": "heal", "count": value}
        case EventKind.SHIELDED:
            return {"code": "shield", "value": value, "total": total}
        case EventKind.DAMAGED:
            attack = sum(value_of(card) for card in cards)
            return {
                "code": "damage",
                "attack": attack,
                "damage": value,
                "left": max(0, health - total),
            }
        case EventKind.DEFEATED:
            (card,) = _texts(event.cards)
            return {"code": "defeated", "card": card, "seat": event.seat, "exact": value == 1}
        case EventKind.CLEARED:
            return {"code": "cleared", "cards": sorted(_texts(event.cards))}
        case EventKind.SPADES_COUNT:
            return {"code": "spades_count", "value": value, "total": total}
        case EventKind.FLIPPED:
            return {"code": "flipped", "draw": drawn, "left": value}
        case EventKind.STRUCK:
            return {"code": "struck", "seat": event.seat, "due": value}
        case _:
            return None
