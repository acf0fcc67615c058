"""The cost of the search: iterations a second, load time, memory, and how well it keeps time.

    make bench-search

Speed is CPU time on one core, best of several rounds. Load time and memory (Linux only) are those
of a fresh process. Timekeeping is by the clock, so measure it on an idle machine.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import time

from openregicide.bots.players.search_bot import SearchBot
from openregicide.core import (
    Generator,
    Move,
    RuleSet,
    State,
    apply,
    minimal_moves,
    new_state,
    view_for,
)
from openregicide.engine import engine_name

ROUNDS = 7
ITERATIONS = 20_000

LOADING = """
import pathlib, time
import openregicide.core
status = pathlib.Path("/proc/self/status")
used = lambda: int(status.read_text().partition("VmRSS:")[2].split()[0]) / 1024
before, begin = used(), time.perf_counter()
from openregicide.bots import make_bot
from openregicide.core import Generator, RuleSet, new_state, view_for
bot = make_bot("search:{option}")
view = view_for(new_state(RuleSet(players={players}), 1), 0)
bot.prepare(view.rules)
loaded = time.perf_counter() - begin
bot.choose(view, Generator(1))
print(1000 * loaded, used() - before)
"""


def main() -> None:
    print(f"engine: {engine_name()}")
    print("players  iterations/s   load ms   MB at 10 ms   MB at 5,000 ms")
    for players in (1, 2, 3, 4):
        load, small = loading(players, "ms=10")
        _, large = loading(players, "ms=5000")
        speed = iterations_per_second(players)
        print(f"{players:7} {speed:13,.0f} {load:9.1f} {small:13.1f} {large:16.1f}", flush=True)
    print("\nms asked for    ms taken: median   95 %    most")
    for ms in (10, 100):
        taken = sorted(times(ms))
        p95 = taken[int(0.95 * len(taken))]
        middle = statistics.median(taken)
        print(f"{ms:12} {middle:19.2f} {p95:7.2f} {taken[-1]:7.2f}", flush=True)


def loading(players: int, option: str) -> tuple[float, float]:
    """Return the milliseconds to load a bot, and the megabytes it takes after its first move."""
    code = LOADING.format(players=players, option=option)
    runs = [
        subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
        for _ in range(3 if option == "ms=10" else 1)
    ]
    numbers = [tuple(map(float, run.stdout.split())) for run in runs]
    return min(load for load, _ in numbers), max(memory for _, memory in numbers)


def middle_game(players: int) -> State:
    """Return a position some way into a game."""
    state = new_state(RuleSet(players=players), 3)
    bot = SearchBot(iterations=200)
    dice = Generator(1)
    for _ in range(20):
        apply(state, bot.choose(view_for(state, state.seat), dice))
    return state


def iterations_per_second(players: int) -> float:
    """Return the speed in CPU time: the mean of the start and of a position in mid-game."""
    bot = SearchBot(iterations=ITERATIONS)
    speeds = []
    for state in (new_state(RuleSet(players=players), 1), middle_game(players)):
        view = view_for(state, state.seat)
        best = 0.0
        for seed in range(ROUNDS):
            begin = time.process_time()
            bot.choose(view, Generator(seed))
            best = max(best, ITERATIONS / (time.process_time() - begin))
        speeds.append(best)
    return statistics.mean(speeds)


def times(ms: int) -> list[float]:
    """Return how long each move of a game took, in milliseconds."""
    bot = SearchBot(ms=ms)
    state = new_state(RuleSet(players=2), 5)
    dice = Generator(1)
    taken = []
    while state.outcome() is None:
        moves = minimal_moves(state)
        move = moves[0]
        if len(moves) > 1:
            begin = time.perf_counter()
            move = bot.choose(view_for(state, state.seat), dice)
            taken.append(1000 * (time.perf_counter() - begin))
        apply(state, Move(move))
    return taken


if __name__ == "__main__":
    main()
