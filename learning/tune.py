"""Tune the policy's weights by playing: `python -m learning.tune --players 2 --out FILE`.

Every generation plays the same number of games with each of a few dozen candidates, and CMA-ES
makes the next generation from the better half. Every tenth generation, the mean of the distribution
and the best candidate play many games on deals that tuning never sees; the best of those play the
finals at the end, and the winner is measured once more on fresh deals.

A checkpoint is written every few generations, and `--resume` continues from it, with the same
result as a run without a break. With more `--generations` it goes beyond the old end.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

import numpy as np

import openregicide
from openregicide.arena.summary import wilson_interval
from openregicide.bots.search.policy import STARTING_WEIGHTS, Policy
from openregicide.core.options import RuleSet
from openregicide.core.playout import Tally
from openregicide.engine import engine_name

from .cmaes import CmaEs
from .deals import Purpose, deal_seed
from .files import command_of, write_json
from .progress import Progress

__all__ = ["Options", "Tuning", "main", "read_weights", "tune"]

Weights = dict[str, float]

# Weights that only matter where the rules have such a thing.
FLIP_WEIGHTS = {"doom_flip", "flip", "flip_cards", "flip_to_pay"}
JESTER_WEIGHTS = {
    "jester", "jester_suit", "jester_spades", "name_cards", "name_self", "keep_jester"
}  # fmt: skip
TABLE_WEIGHTS = {"yield_", "exposed"}

LEAST_SCALE = 0.3
"""The smallest scale of a weight, so that one that starts near 0 can move too."""
DIGITS = 5
CHECK_EVERY = 10
SAVE_EVERY = 5
FINALISTS = 4

# Sets of check deals: one for each generation by its number, and these two:
FINALS = -1
MEASURING = -2


@dataclass(frozen=True, kw_only=True)
class Options:
    """What decides the result of a run, apart from the number of generations."""

    players: int
    flips: int = -1
    games: int = 2000
    population: int = 32
    seed: int = 1
    sigma: float = 1.0
    """The first steps, as a multiple of each weight's scale."""
    kills: float = 0.2
    """What killing all enemies counts besides winning, so that hopeless weights can improve too."""
    check_games: int = 20_000
    final_games: int = 100_000
    start: str = ""
    """A file of weights to start from, instead of those in the source."""

    @property
    def rules(self) -> RuleSet:
        return RuleSet(players=self.players, flips=self.flips)


@dataclass(frozen=True)
class Task:
    """Games for one candidate to play."""

    options: Options
    weights: Weights
    games: int
    seed: int


Play = Callable[[Sequence[Task]], list[Tally]]


def play_one(task: Task) -> Tally:
    """Play the games of a task, in a process of its own if there are several."""
    return Policy(task.weights).playouts(task.options.rules, games=task.games, seed=task.seed)


def play_all(tasks: Sequence[Task]) -> list[Tally]:
    """Play one task after another."""
    return [play_one(task) for task in tasks]


def players_for(jobs: int, stack: ExitStack) -> Play:
    """Return a function that plays tasks in that many processes, while the stack is open."""
    if jobs == 1:
        return play_all
    pool = stack.enter_context(ProcessPoolExecutor(jobs))
    return lambda tasks: list(pool.map(play_one, tasks))


def names_for(rules: RuleSet) -> list[str]:
    """Return the weights to tune; without effect, the others would only drift."""
    idle: set[str] = set()
    if not rules.flips:
        idle |= FLIP_WEIGHTS
    if not rules.jesters:
        idle |= JESTER_WEIGHTS
    if rules.players == 1:
        idle |= TABLE_WEIGHTS
    return [name for name in STARTING_WEIGHTS if name not in idle]


def rounded(value: float) -> float:
    """Round to a few digits, far finer than any number of games can tell apart."""
    return float(f"{value:.{DIGITS}g}")


def read_weights(path: str) -> Weights:
    """Read the weights of a file that `tune` wrote; a new weight gets its starting value."""
    known: Mapping[str, float] = json.loads(Path(path).read_text())["weights"] if path else {}
    return {name: float(known.get(name, value)) for name, value in STARTING_WEIGHTS.items()}


class Tuning:
    """A run in progress."""

    def __init__(self, options: Options, play: Play) -> None:
        self.options = options
        self.play = play
        self.start = read_weights(options.start)
        self.names = names_for(options.rules)
        begin = np.array([self.start[name] for name in self.names])
        self.search = CmaEs(
            begin,
            np.maximum(LEAST_SCALE, 0.5 * np.abs(begin)),
            sigma=options.sigma,
            population=options.population,
            seed=options.seed,
        )
        self.finalists: list[tuple[float, Weights]] = []
        """The best of all checks, with their win rates there."""

    def weights_at(self, point: Iterable[float]) -> Weights:
        """Return a point as named weights, rounded: what is played is what is written."""
        tuned = {name: rounded(value) for name, value in zip(self.names, point, strict=True)}
        return self.start | tuned

    def step(self) -> None:
        """Play one generation."""
        options = self.options
        seed = deal_seed(Purpose.TUNE, options.seed, self.search.generation)
        points = self.search.ask()
        weights = [self.weights_at(point) for point in points]
        tallies = self.play([Task(options, each, options.games, seed) for each in weights])
        worths = np.array([self.worth(tally) for tally in tallies])
        self.search.tell(points, worths)
        if self.search.generation % CHECK_EVERY == 0:
            self.check([self.weights_at(self.search.mean), weights[int(worths.argmax())]])

    def worth(self, tally: Tally) -> float:
        """Return what the search maximizes."""
        return (tally.wins + self.options.kills * tally.kills / 12) / tally.games

    def check(self, candidates: Sequence[Weights]) -> None:
        """Let candidates play on check deals, and keep the best of all so far."""
        games = self.options.check_games
        rates = self.rates_on(self.search.generation, candidates, games)
        found = list(zip(rates, candidates, strict=True))
        self.finalists = sorted(self.finalists + found, key=lambda each: -each[0])[:FINALISTS]

    def rates_on(self, deals: int, candidates: Sequence[Weights], games: int) -> list[float]:
        """Return the win rates on one set of check deals."""
        return [tally.wins / tally.games for tally in self.tallies_on(deals, candidates, games)]

    def tallies_on(self, deals: int, candidates: Sequence[Weights], games: int) -> list[Tally]:
        seed = deal_seed(Purpose.TUNE_CHECK, self.options.seed, deals)
        return self.play([Task(self.options, each, games, seed) for each in candidates])

    def result(self) -> tuple[Weights, Tally]:
        """Let the best play the finals; return the winner, and its tally on fresh deals.

        Its rate in the finals would flatter it: it won them partly by luck.
        """
        games = self.options.final_games
        candidates = [weights for _, weights in self.finalists]
        candidates.append(self.weights_at(self.search.mean))
        rates = self.rates_on(FINALS, candidates, games)
        winner = candidates[int(np.argmax(rates))]
        return winner, self.tallies_on(MEASURING, [winner], games)[0]

    def save(self) -> dict[str, Any]:
        """Return a checkpoint."""
        return {
            "options": asdict(self.options),
            "names": self.names,
            "search": self.search.save(),
            "finalists": self.finalists,
        }

    def restore(self, saved: dict[str, Any]) -> None:
        """Continue from a checkpoint.

        :raises ValueError: it belongs to another run.
        """
        if saved["options"] != asdict(self.options) or saved["names"] != self.names:
            raise ValueError("the checkpoint was made with other options or weights")
        self.search.restore(saved["search"])
        self.finalists = [(rate, weights) for rate, weights in saved["finalists"]]

    def status(self) -> str:
        """Return the best so far in a few words."""
        best = f"best {self.finalists[0][0]:.2%}  " if self.finalists else ""
        return f"{best}step {self.search.sigma:.3f}"


def tune(
    options: Options, generations: int, *, play: Play, checkpoint: Path, resume: bool
) -> tuple[Weights, Tally]:
    """Run all generations, with checkpoints; return the best weights and how they did."""
    tuning = Tuning(options, play)
    if resume and checkpoint.exists():
        tuning.restore(json.loads(checkpoint.read_text()))
    done = tuning.search.generation
    progress = Progress(generations, "generations", done=done)
    while tuning.search.generation < generations:
        tuning.step()
        done = tuning.search.generation
        progress.update(done, tuning.status())
        if done % SAVE_EVERY == 0 or done == generations:
            write_json(checkpoint, tuning.save())
    progress.finish()
    return tuning.result()


def note_of(options: Options, generations: int, tally: Tally) -> dict[str, Any]:
    """Return how a file was made and how good it is."""
    low, high = wilson_interval(tally.wins, tally.games)
    usual = {field.name: field.default for field in fields(Options)}
    return {
        "made_by": command_of("tune", asdict(options) | {"generations": generations}, usual),
        "version": openregicide.__version__,
        "generations": generations,
        "options": asdict(options),
        "check": {
            "games": tally.games,
            "wins": tally.wins,
            "win_rate": round(tally.wins / tally.games, 5),
            "interval": [round(low, 5), round(high, 5)],
            "kills_per_game": round(tally.kills / tally.games, 3),
        },
    }


def parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m learning.tune", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("--players", type=int, required=True)
    parser.add_argument("--flips", type=int, default=-1, help="solo: how many (default 2)")
    parser.add_argument("--out", type=Path, required=True, help="the file of weights to write")
    parser.add_argument("--generations", type=int, default=200)
    parser.add_argument("--games", type=int, default=2000, help="per candidate")
    parser.add_argument("--population", type=int, default=32, help="candidates per generation")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--sigma", type=float, default=1.0, help="size of the first steps")
    parser.add_argument("--kills", type=float, default=0.2, help="what 12 kills count")
    parser.add_argument("--check-games", type=int, default=20_000)
    parser.add_argument("--final-games", type=int, default=100_000)
    parser.add_argument("--start", default="", help="a file of weights to start from")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--checkpoint", type=Path, help="default: beside the file to write")
    parser.add_argument("--resume", action="store_true", help="continue from the checkpoint")
    parser.add_argument("--date", help="a date for the note")
    return parser


def main(arguments: Sequence[str] | None = None) -> None:
    asked = vars(parser().parse_args(arguments))
    options = Options(**{name: asked[name] for name in Options.__dataclass_fields__})
    checkpoint = asked["checkpoint"] or asked["out"].with_suffix(".checkpoint.json")
    if engine_name() != "compiled":
        print("The engine is interpreted: this will take a hundred times longer.", file=sys.stderr)
    with ExitStack() as stack:
        play = players_for(asked["jobs"], stack)
        weights, tally = tune(
            options,
            asked["generations"],
            play=play,
            checkpoint=checkpoint,
            resume=asked["resume"],
        )
    note = note_of(options, asked["generations"], tally)
    if asked["date"]:
        note["date"] = asked["date"]
    write_json(asked["out"], {"weights": weights, "note": note})
    rate, (low, high) = tally.wins / tally.games, wilson_interval(tally.wins, tally.games)
    print(f"{asked['out']}: {rate:.2%} ({low:.2%} to {high:.2%})", file=sys.stderr)


if __name__ == "__main__":
    main()
