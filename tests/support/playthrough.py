"""Whole games as text for people: every position, move, event, and the view of who moves.

0 p3H                       the actor and the move, or * and what chance decided
  played seat=0 cards=3H value=3
  …                         what it made happen, every value that is not nothing
= p1 00 0 …                 the position that came of it
? p1 00 0 …                 the same as the seat to move sees it
"""

from __future__ import annotations

from pathlib import Path

from openregicide.core import Event, Game, Phase, view_for
from openregicide.notation import (
    format_action,
    format_cards,
    format_rfen,
    format_rules,
    format_view,
    parse_rules,
    result_of,
)
from support.random_games import random_game

__all__ = ["FOLDER", "GOLDENS", "describe", "golden_game", "path_of", "retell"]

FOLDER = Path(__file__).parents[1] / "goldens"

GOLDENS: dict[str, tuple[str, int]] = {
    "solo": ("players=1", 1),
    "two": ("players=2", 3),
    "three": ("players=3", 4),
    "four": ("players=4", 2),
    "three_spades_before_jester": ("players=3 attack=6,8,10", 46),
    "solo_house_rules": (
        "players=1 solo_yield=on jesters=1 flips=1 attack=4,6,8 health=10,12,14",
        276,
    ),
    "two_many_companions": ("players=2 companions=many hand_limit=12", 62),
    "two_stuck": ("players=2 hand_limit=3 attack=4,4,4", 46),
    "four_won": ("players=4 attack=2,3,4 health=8,9,10", 2),
}
"""By the name of its file, the rules and the seed of each game; see `random_game`."""


def golden_game(name: str) -> Game:
    rules, seed = GOLDENS[name]
    return random_game(parse_rules(rules), seed)


def path_of(name: str) -> Path:
    return FOLDER / f"{name}.txt"


def describe(event: Event) -> str:
    """Write an event with all that it says."""
    words = [event.code]
    if event.seat is not None:
        words.append(f"seat={event.seat}")
    if event.cards:
        words.append(f"cards={format_cards(event.cards)}")
    if event.value:
        words.append(f"value={event.value}")
    if event.total:
        words.append(f"total={event.total}")
    return " ".join(words)


def retell(game: Game) -> list[str]:
    """Return the lines of a golden playthrough."""
    lines = [f"{format_rules(game.rules)} ; seed {game.seed!r}", *_position(game, 0)]
    for ply, (token, events) in enumerate(zip(game.tokens, game.events, strict=True), 1):
        actor = "*" if token.actor is None else token.actor
        lines += ["", f"{actor} {format_action(token.action)}"]
        lines += [f"  {describe(event)}" for event in events]
        lines += _position(game, ply)
    assert game.outcome is not None
    outcome = game.outcome
    lines += [
        "",
        f"{result_of(game)} seat={outcome.seat} ending={outcome.ending.name.lower()}"
        f" medal={outcome.medal.name.lower()}",
    ]
    return lines


def _position(game: Game, ply: int) -> list[str]:
    state = game.at(ply)
    lines = ["= " + format_rfen(state, memory=True)]
    if Phase(state.phase) not in (Phase.HEAL, Phase.OVER):
        # Chance has no eyes, and after the end nobody moves.
        lines.append("? " + format_view(view_for(state, state.seat)))
    return lines
