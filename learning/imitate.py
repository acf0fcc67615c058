"""Train a prior to predict the search: `python -m learning.imitate --players 2 --out FILE`.

A search first tries what its prior finds promising, so the best prior is the one that knows what
the search will choose in the end. The search plays some games, and every position is recorded with
how often it tried each move; then CMA-ES looks for the weights with the least cross-entropy. Those
weights play worse on their own than the tuned ones, so they are kept apart.

A checkpoint is written after the games and every few generations; `--resume` continues from it.
"""

from __future__ import annotations

import argparse
import pickle
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import openregicide
from openregicide.bots.players.search_bot import SearchBot
from openregicide.bots.search.parameters import Objective, prior_for
from openregicide.bots.search.policy import STARTING_WEIGHTS, Policy
from openregicide.core import Generator, RuleSet, State, apply, minimal_moves, new_state, view_for
from openregicide.files import write_bytes

from .cmaes import CmaEs
from .deals import Purpose, deal_seed
from .files import command_of, write_json
from .progress import Progress
from .selfplay import Options as GameOptions
from .selfplay import Players
from .tune import LEAST_SCALE, names_for, rounded

__all__ = ["Demonstrations", "Options", "imitate", "main", "watch"]

WATCHED = 2
"""Keeps these deals apart from those of self-play with the same seed."""
GAMES_A_TASK = 10
SAVE_EVERY = 10
HELD_BACK = 5
"""One game in 5 is held out, to measure what was learnt."""


@dataclass(frozen=True, kw_only=True)
class Options:
    """What decides the result."""

    players: int
    objective: str = Objective.WIN
    iterations: int = 1000
    """Iterations of the search per move."""
    games: int = 400
    generations: int = 200
    population: int = 40
    sigma: float = 0.3
    seed: int = 1

    @property
    def rules(self) -> RuleSet:
        return RuleSet(players=self.players)


@dataclass
class Demonstrations:
    """Positions, and the share of the search's visits that each move got there."""

    states: list[State]
    shares: list[list[float]]

    def __add__(self, other: Demonstrations) -> Demonstrations:
        return Demonstrations(self.states + other.states, self.shares + other.shares)


def watch(options: Options, games: Sequence[int]) -> Demonstrations:
    """Let the search play games, and record what it tried."""
    objective = Objective(options.objective)
    bot = SearchBot(iterations=options.iterations, objective=objective)
    players = Players(GameOptions(players=options.players, objective=objective))
    shown = Demonstrations([], [])
    for game in games:
        state = new_state(options.rules, deal_seed(Purpose.TRAIN, options.seed, game, WATCHED))
        dice = Generator(deal_seed(Purpose.TRAIN, options.seed, game, WATCHED + 1))
        players.open_game(state, dice)
        while state.outcome() is None:
            moves = minimal_moves(state)
            if len(moves) == 1:
                apply(state, moves[0])
                continue
            analysis = bot.analyse(view_for(state, state.seat), dice)
            visits = {each.move: each.visits for each in analysis.candidates}
            shown.states.append(state.copy())
            shown.shares.append([visits.get(m, 0) / analysis.iterations for m in moves])
            apply(state, analysis.move)
    return shown


def watch_all(options: Options, games: Sequence[int], jobs: int) -> Demonstrations:
    """Watch games, several at a time."""
    tasks = [games[i : i + GAMES_A_TASK] for i in range(0, len(games), GAMES_A_TASK)]
    progress = Progress(len(games), "games")
    parts: dict[int, Demonstrations] = {}
    with ProcessPoolExecutor(jobs) as pool:
        futures = {pool.submit(watch, options, task): i for i, task in enumerate(tasks)}
        for future in as_completed(futures):
            parts[futures[future]] = future.result()
            positions = sum(len(part.states) for part in parts.values())
            done = sum(len(tasks[i]) for i in parts)
            progress.update(done, f"{positions:,} positions")
    progress.finish()
    # In the order of the games, not of finishing: the same options make the same file.
    return sum((parts[i] for i in sorted(parts)), Demonstrations([], []))


class Imitation:
    """The search for weights."""

    def __init__(self, options: Options, shown: Demonstrations) -> None:
        start = prior_for(options.rules, Objective(options.objective))
        self.shown = shown
        self.start = {name: start.weights[name] for name in STARTING_WEIGHTS}
        self.names = names_for(options.rules)
        # The last coordinate is the logarithm of the temperature.
        begin = np.array([*(self.start[name] for name in self.names), np.log(start.temperature)])
        scale = np.maximum(LEAST_SCALE, 0.5 * np.abs(begin))
        self.search = CmaEs(
            begin, scale, sigma=options.sigma, population=options.population, seed=options.seed
        )

    def read(self, point: NDArray[np.float64]) -> tuple[dict[str, float], float]:
        """Return a point as weights and temperature."""
        tuned = {name: rounded(each) for name, each in zip(self.names, point[:-1], strict=True)}
        return self.start | tuned, rounded(float(np.exp(point[-1])))

    def cross_entropy(self, point: NDArray[np.float64], shown: Demonstrations) -> float:
        weights, temperature = self.read(point)
        return float(Policy(weights).cross_entropy(shown.states, shown.shares, temperature))

    def step(self) -> float:
        """Run one generation; return its best cross-entropy."""
        points = self.search.ask()
        worths = np.array([-self.cross_entropy(point, self.shown) for point in points])
        self.search.tell(points, worths)
        return float(-worths.max())


def watch_split(options: Options, jobs: int) -> tuple[Demonstrations, Demonstrations]:
    """Watch all the games; return those to learn from, and those held out."""
    numbers = range(options.games)
    return (
        watch_all(options, [i for i in numbers if i % HELD_BACK], jobs),
        watch_all(options, [i for i in numbers if i % HELD_BACK == 0], jobs),
    )


def imitate(
    options: Options, jobs: int, *, checkpoint: Path, resume: bool
) -> tuple[dict[str, float], float, dict[str, Any]]:
    """Watch, learn, and return weights, temperature and the measurements for the note."""
    saved = pickle.loads(checkpoint.read_bytes()) if resume and checkpoint.exists() else None
    if saved is not None and saved["options"] != options:
        raise SystemExit(f"{checkpoint} was made with other options")
    learnt, test = saved["demonstrations"] if saved else watch_split(options, jobs)
    imitation = Imitation(options, learnt)
    before = imitation.cross_entropy(imitation.search.mean, test)
    if saved:
        imitation.search.restore(saved["search"])
    progress = Progress(options.generations, "generations", done=imitation.search.generation)
    while imitation.search.generation < options.generations:
        if imitation.search.generation % SAVE_EVERY == 0:
            content = {"options": options, "demonstrations": (learnt, test)}
            content["search"] = imitation.search.save()
            checkpoint.parent.mkdir(parents=True, exist_ok=True)
            write_bytes(checkpoint, pickle.dumps(content))
        best = imitation.step()
        progress.update(imitation.search.generation, f"cross-entropy {best:.4f}")
    progress.finish()
    weights, temperature = imitation.read(imitation.search.mean)
    after = imitation.cross_entropy(imitation.search.mean, test)
    floor = float(np.mean([entropy(shares) for shares in test.shares]))
    note = {
        "positions": len(learnt.states),
        "cross_entropy_before": round(before, 4),
        "cross_entropy": round(after, 4),
        "least_possible": round(floor, 4),
    }
    return weights, temperature, note


def entropy(shares: Sequence[float]) -> float:
    """Return the least cross-entropy possible: the entropy of the shares themselves."""
    return float(-sum(share * np.log(share) for share in shares if share > 0))


def parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m learning.imitate", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("--players", type=int, required=True)
    parser.add_argument("--objective", choices=[*Objective], default=Objective.WIN)
    parser.add_argument("--iterations", type=int, default=1000, help="of the search, per move")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--generations", type=int, default=200)
    parser.add_argument("--population", type=int, default=40)
    parser.add_argument("--sigma", type=float, default=0.3, help="size of the first steps")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, required=True, help="the file of weights to write")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--checkpoint", type=Path, help="default: beside the file to write")
    parser.add_argument("--resume", action="store_true", help="continue from the checkpoint")
    return parser


def main(arguments: Sequence[str] | None = None) -> None:
    asked = vars(parser().parse_args(arguments))
    options = Options(**{name: asked[name] for name in Options.__dataclass_fields__})
    checkpoint = asked["checkpoint"] or asked["out"].with_suffix(".checkpoint.pickle")
    weights, temperature, learnt = imitate(
        options, asked["jobs"], checkpoint=checkpoint, resume=asked["resume"]
    )
    usual = {field.name: field.default for field in fields(Options)}
    note = {
        "made_by": command_of("imitate", asdict(options), usual),
        "version": openregicide.__version__,
        "options": asdict(options),
        **learnt,
    }
    content = {"weights": weights, "temperature": temperature, "note": note}
    write_json(asked["out"], content)


if __name__ == "__main__":
    main()
