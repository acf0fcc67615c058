"""Ten thousand random games come out the same in both engines, to the last generator word.

Run as a script, this file plays them in whatever engine it finds and prints a digest.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys

import pytest

from openregicide.core import Generator, RuleSet, apply, legal_moves, new_state, perft, random_move
from openregicide.engine import engine_name

GAMES = 10_000

OPTIONS: list[RuleSet] = [
    *(RuleSet(players=players) for players in (1, 2, 3, 4)),
    RuleSet(players=1, jesters=2, flips=0, solo_yield=True, hand_limit=12),
    RuleSet(players=1, flips=1, companions="many"),  # type: ignore[arg-type]
    RuleSet(players=2, jesters=2, attack=(3, 5, 7)),
    RuleSet(players=3, companions="many", hand_limit=9),  # type: ignore[arg-type]
    RuleSet(players=4, jesters=0, attack=(0, 0, 0), health=(9, 13, 17)),
    RuleSet(players=4, hand_limit=10, attack=(25, 3, 250), health=(1, 2, 250)),
]


def play_all(games: int) -> tuple[str, int]:
    """Return a digest of the ends of many games, and how many moves they took."""
    mix = hashlib.sha256()
    total = 0
    for number in range(games):
        rules = OPTIONS[number % len(OPTIONS)]
        chooser = Generator(number << 64)
        state = new_state(rules, number, first=number % rules.players)
        moves = 0
        while state.outcome() is None:
            apply(state, random_move(state, chooser))
            moves += 1
        total += moves
        words = (state.generator.words(), chooser.words())
        mix.update(repr((moves, state.key(), state.ply, list(state.origin), words)).encode())
    return mix.hexdigest(), total


def count_trees() -> list[int]:
    """Return the sizes of small trees, and how many moves there are along some games."""
    counts = [perft(new_state(rules, 3), 2) for rules in OPTIONS]
    chooser = Generator(17)
    for rules in OPTIONS:
        state = new_state(rules, 17)
        while state.outcome() is None:
            counts.append(len(legal_moves(state)))
            apply(state, random_move(state, chooser))
    return counts


def start(engine: str, code: list[str]) -> subprocess.Popen[str]:
    environment = {k: v for k, v in os.environ.items() if k != "OPENREGICIDE_ENGINE"}
    if engine:
        environment["OPENREGICIDE_ENGINE"] = engine
    return subprocess.Popen(
        [sys.executable, *code], env=environment, stdout=subprocess.PIPE, text=True
    )


def answer(process: subprocess.Popen[str]) -> list[str]:
    out, _ = process.communicate(timeout=300)
    assert process.returncode == 0
    return out.splitlines()


def test_ten_thousand_games_are_the_same_in_both_engines() -> None:
    interpreted = start("interpreted", [__file__])
    says = "import openregicide.core, openregicide.engine as e; print(e.engine_name())"
    exists = answer(start("", ["-W", "ignore", "-c", says])) == ["compiled"]
    compiled = answer(start("compiled", [__file__])) if exists else []
    slow = answer(interpreted)
    assert slow[0] == "interpreted"
    # The games went somewhere, so that the digest says something.
    assert int(slow[2]) > 10 * GAMES
    if not exists:
        pytest.skip("no compiled engine was built here, so there is nothing to compare with")
    assert compiled[0] == "compiled"
    assert compiled[1:] == slow[1:]


def test_the_games_depend_on_their_seeds() -> None:
    assert play_all(20) == play_all(20)
    assert play_all(20)[0] != play_all(21)[0]


if __name__ == "__main__":
    digest, moves = play_all(GAMES)
    print(engine_name(), digest, moves, *count_trees(), sep="\n")
