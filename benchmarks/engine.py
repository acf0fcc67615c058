"""The engine's speed, as a table: `make bench`.

Everything is CPU time on one core, the best of several rounds. With `--ceiling COMMAND`, a program
that prints JSON lines with `players` and `moves_per_s` runs between the rounds, and the table shows
the ratio: machines are noisy, ratios within one run are not.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from typing import TypeVar

from openregicide.bench import Speed, measure_playouts
from openregicide.core import (
    Generator,
    Move,
    Phase,
    RuleSet,
    State,
    apply,
    legal_moves,
    minimal_moves,
    new_state,
    random_move,
)
from openregicide.engine import engine_name

PLAYERS = (1, 2, 3, 4)
OVER = int(Phase.OVER)

T = TypeVar("T")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--ceiling", help="a command to compare with, such as a C engine")
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    print(f"engine: {engine_name()}, Python {sys.version.split()[0]}, CPU time, one core\n")
    playouts(options.ceiling, options.rounds)
    if engine_name() == "compiled":
        interpreted()
    single_moves()
    copies()


def playouts(ceiling: str | None, rounds: int) -> None:
    """Random games from deal to end, beside the ceiling if there is one."""
    ours: dict[int, list[Speed]] = {players: [] for players in PLAYERS}
    theirs: dict[int, list[float]] = {players: [] for players in PLAYERS}
    for _ in range(rounds):
        for players in PLAYERS:
            ours[players].append(measure_playouts(players))
        if ceiling:
            for row in json_lines([ceiling], dict(os.environ)):
                theirs[row["players"]].append(row["moves_per_s"])
    beside = "     ceiling   ratio" if ceiling else ""
    print("random playouts        games/s     moves/s" + beside)
    for players in PLAYERS:
        best = max(ours[players], key=lambda speed: speed.moves_per_s)
        line = f"  {players} players        {best.games_per_s:11,} {best.moves_per_s:11,}"
        if ceiling:
            top = max(theirs[players])
            line += f" {top:11,.0f}   {best.moves_per_s / top:5.2f}"
        print(line)


def interpreted() -> None:
    """The same without the compiled engine, in a process of its own."""
    environment = os.environ | {"OPENREGICIDE_ENGINE": "interpreted"}
    print("\nthe same, interpreted              moves/s")
    for row in json_lines([sys.executable, "-m", "openregicide", "bench", "--json"], environment):
        print(f"  {row['players']} players                    {row['moves_per_s']:11,}")


def json_lines(command: list[str], environment: dict[str, str]) -> list[dict[str, int]]:
    output = subprocess.run(command, check=True, capture_output=True, text=True, env=environment)
    return [json.loads(line) for line in output.stdout.splitlines()]


def single_moves() -> None:
    """Games driven from Python, one call per move."""

    def from_minimal(state: State, chooser: Generator) -> Move:
        moves = minimal_moves(state)
        return moves[chooser.random_below(len(moves))]

    def from_all(state: State, chooser: Generator) -> Move:
        moves = legal_moves(state)
        return moves[chooser.random_below(len(moves))]

    choices: dict[str, Callable[[State, Generator], Move]] = {
        "random_move, apply": random_move,
        "minimal_moves, apply": from_minimal,
        "legal_moves, apply": from_all,
    }
    print("\nsingle moves from Python, 3 players    moves/s")
    for name, choose in choices.items():
        print(f"  {name:30} {best_rate(drive, choose):13,.0f}")


def drive(choose: Callable[[State, Generator], Move]) -> int:
    """Play games with one choice and one `apply` for every move; return the number of moves."""
    chooser = Generator(1)
    state = new_state(RuleSet(players=3), 1)
    moves = 0
    for _ in range(2000):
        state.deal(0)
        while state.phase != OVER:
            apply(state, choose(state, chooser))
            moves += 1
    return moves


def copies() -> None:
    """Copies into an existing state, in the middle of a game."""
    state = new_state(RuleSet(players=4), 1)
    chooser = Generator(1)
    for _ in range(6):
        apply(state, random_move(state, chooser))
    nanoseconds = 1e9 / best_rate(copy_often, state)
    print(f"\ncopy into an existing state            {nanoseconds:6.0f} ns")


def copy_often(state: State) -> int:
    copy = state.copy().copy_from
    for _ in range(20_000):
        copy(state)
        copy(state)
        copy(state)
        copy(state)
        copy(state)
    return 100_000


def best_rate(work: Callable[[T], int], argument: T, rounds: int = 7) -> float:
    """Return how many things a second the work does, in its best round."""
    best = 0.0
    for _ in range(rounds):
        begin = time.process_time()
        done = work(argument)
        best = max(best, done / (time.process_time() - begin))
    return best


if __name__ == "__main__":
    main()
