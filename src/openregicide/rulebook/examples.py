"""Worked examples, played by the engine: a position, what is done, and what follows.

`examples.toml` has one table for each example: the rule it belongs to, a position, the actions of
players and chance (docs/notation.md), and a claim. The claim says what the example is meant to
show, by the names of `facts_of`; the tests check every claim against the engine.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib import resources

from ..core import (
    Card,
    Event,
    EventKind,
    Game,
    Heal,
    Move,
    RuleSet,
    State,
    Token,
    View,
    rank_of,
    view_for,
    visible_to,
)
from ..errors import IllegalMoveError
from ..notation import format_card, format_cards, parse_action, parse_rfen, parse_rules

__all__ = ["Example", "Run", "Step", "all_examples", "facts_of", "run_example"]


@dataclass(frozen=True, slots=True)
class Example:
    name: str
    rule: str
    """The section it belongs to."""
    rules: RuleSet | None
    """The rules, if they are not the rulebook's."""
    position: str
    actions: tuple[str, ...]
    seat: int | None
    """Whose view is shown; by default that of the player to move."""
    phrases: tuple[str, ...]
    """What may be said in this position, if the example is about that."""
    claim: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Step:
    """One move, and the events of it and of the chance it called for, as seen in the view."""

    actor: int
    move: Move
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Run:
    """An example after it was played, as seen in its view."""

    example: Example
    before: View
    steps: tuple[Step, ...]
    refused: tuple[Move, IllegalMoveError] | None
    """The last move, if the rules refuse it, and why."""
    after: View

    @property
    def events(self) -> tuple[Event, ...]:
        return tuple(event for step in self.steps for event in step.events)


@cache
def all_examples() -> Mapping[str, Example]:
    """Return the examples by name."""
    source = resources.files(__package__).joinpath("examples.toml")
    data = tomllib.loads(source.read_text(encoding="utf-8"))
    return {
        name: Example(
            name=name,
            rule=entry["rule"],
            rules=parse_rules(entry["rules"]) if "rules" in entry else None,
            position=entry["position"],
            actions=tuple(entry.get("actions", ())),
            seat=entry.get("seat"),
            phrases=tuple(entry.get("phrases", ())),
            claim=entry["claim"],
        )
        for name, entry in data.items()
    }


@cache
def run_example(name: str) -> Run:
    """Play an example.

    :raises NotationError: its position or one of its actions cannot be read.
    :raises IllegalMoveError: an action before the last one is refused.
    """
    example = all_examples()[name]
    game = Game(parse_rfen(example.position, example.rules))
    seat = game.state.seat if example.seat is None else example.seat
    steps: list[Step] = []
    refused = None
    for number, text in enumerate(example.actions, 1):
        action = parse_action(text)
        if isinstance(action, Heal):
            healed = visible_to(seat, game.replay(Token(None, action)))
            steps[-1] = replace(steps[-1], events=steps[-1].events + healed)
            continue
        actor = game.state.seat
        try:
            events = game.replay(Token(actor, action))
        except IllegalMoveError as error:
            if number < len(example.actions):
                raise
            refused = (action, error)
        else:
            steps.append(Step(actor, action, visible_to(seat, events)))
    before = view_for(game.start, seat)
    return Run(example, before, tuple(steps), refused, view_for(game.state, seat))


def facts_of(run: Run) -> dict[str, object]:
    """Return everything that an example can claim."""
    after = run.after
    state = parse_rfen(run.example.position, run.example.rules)
    return _facts_of_the_end(after) | {
        "attack_value": _value(run, EventKind.PLAYED),
        "discarded": _value(run, EventKind.DISCARDED),
        "healed": _value(run, EventKind.HEALED),
        "struck": _value(run, EventKind.STRUCK),
        "drawn": _drawn(run),
        "exact": _value(run, EventKind.DEFEATED),
        "events": [event.code for event in run.events],
        "refused": None if run.refused is None else run.refused[1].code,
        "castle": _ranks(state),
        "hand": _hand(after),
    }


def _facts_of_the_end(view: View) -> dict[str, object]:
    outcome = view.outcome
    return {
        "damage": view.damage,
        "shield": view.shield,
        "attack": view.attack,
        "health": view.health,
        "immune": None if view.immune is None else view.immune.name.lower(),
        "enemy": None if view.enemy is None else format_card(view.enemy),
        "due": view.due,
        "turn": view.turn,
        "phase": view.phase.name.lower(),
        "hands": [hand.count for hand in view.hands],
        "tavern": view.tavern_count,
        "top": None if view.tavern_top is None else format_card(view.tavern_top),
        "flips": view.flips,
        "may_yield": view.may_yield,
        "discard": format_cards(view.discard) if view.discard else "",
        "ending": None if outcome is None else outcome.ending.name.lower(),
        "medal": None if outcome is None else outcome.medal.name.lower(),
    }


def _value(run: Run, kind: EventKind) -> int | None:
    """Return the value of the last event of a kind."""
    return next((event.value for event in reversed(run.events) if event.kind is kind), None)


def _drawn(run: Run) -> list[int]:
    """Return how many cards each seat drew."""
    drawn = [0] * run.before.rules.players
    for event in run.events:
        if event.kind is EventKind.DREW and event.seat is not None:
            drawn[event.seat] += 1
    return drawn


def _ranks(state: State) -> str:
    """Return the ranks in the castle, the enemy first."""
    names = {10: "J", 11: "Q", 12: "K"}
    return "".join(names[rank_of(Card(card))] for card in state.castle_cards())


def _hand(view: View) -> str:
    """Return the hand that the view shows."""
    assert view.seat is not None
    cards = view.hands[view.seat].cards
    return format_cards(cards) if cards else ""
