"""Train a value net: `python -m learning.train --samples DIR --out FILE`.

Plain gradient descent with Adam over shuffled batches, a rate that falls along a cosine, and the
state of the best epoch on games that training never sees. The target of a sample lies between
how its game ended and what the player thought then; `--mix` says where.

A player does not see the other hands, the net does. So for several players the opinion of somebody
who sees all is better: what the net to start from says of the positions that followed in the
game. `--trace` takes that instead.

A checkpoint is written after every epoch; `--resume` goes on from it and gives the same net as a
run without a break.
"""

from __future__ import annotations

import argparse
import io
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import openregicide
from openregicide.bots.search.net import INPUTS, Net
from openregicide.files import write_bytes

from .files import command_of
from .model import Model, cross_entropy, input_matrix, sigmoid
from .progress import Progress
from .samples import Samples, origin, read_folders

__all__ = ["Options", "Report", "Training", "main", "report", "targets", "traced", "train"]

FloatArray = NDArray[np.floating[Any]]

KEEP_SLOPES = 0.9
KEEP_SQUARES = 0.999
TINY = 1e-8
BINS = 10
VALIDATION_BATCH = 8192


@dataclass(frozen=True, kw_only=True)
class Options:
    """What decides the net, apart from the samples."""

    epochs: int = 20
    batch: int = 4096
    hidden: int = 64
    second: int = 16
    rate: float = 0.002
    mix: float = 0.5
    """The part of a target that is the outcome; the rest is the player's own estimate, or how the
    game went on."""
    trace: float = 1.0
    """Below 1, how the game went on takes the place of the player's estimate: what the net to
    start from says of the next position counts 1 - trace, what follows after that the rest."""
    decay: float = 0.0
    """How much the weights of the first layer shrink, as a part of the rate."""
    seed: int = 1
    start: str = ""
    """A net to start from."""


def targets(samples: Samples, mix: float) -> NDArray[np.float32]:
    """Return what the net should say; where nobody had an opinion, only the outcome counts, and
    where the outcome is not known, only the opinion."""
    mixed = mix * samples.goal + (1 - mix) * samples.value
    known = np.where(np.isnan(samples.goal), samples.value, samples.goal)
    return np.where(np.isnan(mixed), known, mixed).astype(np.float32)


def traced(samples: Samples, said: FloatArray, trace: float) -> NDArray[np.float32]:
    """Return how games went on after each sample, the further away the less it counts.

    :param samples: those of a game one after the other, as they were played.
    :param said: what a net says of every sample.
    """
    if np.isnan(samples.goal).any():
        raise ValueError("a trace needs games that were played to their end")
    went: NDArray[np.float32] = samples.goal.copy()
    for i in range(len(samples) - 2, -1, -1):
        if samples.game[i] == samples.game[i + 1]:
            went[i] = (1 - trace) * said[i + 1] + trace * went[i + 1]
    return went


class Training:
    """A net while it learns."""

    def __init__(self, options: Options, samples: Samples) -> None:
        self.options = options
        if options.trace < 1:
            samples = replace(samples, value=self._how_it_went_on(samples))
        self.samples, self.unseen = samples.split()
        if not len(self.samples) or not len(self.unseen):
            raise ValueError("too few games to keep some apart for validation")
        self.target = targets(self.samples, options.mix)
        self.unseen_target = targets(self.unseen, options.mix)
        self.model = self._first_model()
        self.slopes = self.model.zeros()
        self.squares = self.model.zeros()
        self.steps = 0
        self.epoch = 0
        size = max(options.batch, VALIDATION_BATCH)
        self.room = np.empty((size, self.model.w1.shape[0]), np.float32)
        self.train_loss = float("nan")
        self.best = self.model.copy()
        self.best_epoch = 0
        self.best_loss = self.validate()

    def _how_it_went_on(self, samples: Samples) -> NDArray[np.float32]:
        if not self.options.start:
            raise ValueError("a trace needs a net to start from")
        start = Model.from_bytes(Path(self.options.start).read_bytes())
        room = np.empty((VALIDATION_BATCH, start.w1.shape[0]), np.float32)
        return traced(samples, sigmoid(all_logits(start, samples, room)), self.options.trace)

    def _first_model(self) -> Model:
        options = self.options
        if options.start:
            model = Model.from_bytes(Path(options.start).read_bytes())
            if model.w3.shape[1] != self.samples.outputs:
                raise ValueError("the net to start from has other outputs")
            return model
        random = np.random.default_rng([options.seed])
        base = self.target.mean(0, dtype=np.float64)
        seen = inputs_seen(self.samples)
        return Model.fresh(options.hidden, options.second, base, seen, random)

    @property
    def batches(self) -> int:
        """How many batches an epoch has, the last of them perhaps a small one."""
        return -(-len(self.samples) // self.options.batch)

    def run_epoch(self, progress: Progress) -> None:
        """See all the samples once, in a new order; then try the net on unseen games."""
        # An order for each epoch, so that no generator's state has to be saved.
        random = np.random.default_rng([self.options.seed, self.epoch + 1])
        order = random.permutation(len(self.samples))
        total = 0.0
        for begin in range(0, len(order), self.options.batch):
            chosen = order[begin : begin + self.options.batch]
            total += self.step(chosen) * len(chosen)
            progress.update(self.steps)
        self.epoch += 1
        self.train_loss = total / len(order)
        loss = self.validate()
        if loss < self.best_loss:
            self.best, self.best_epoch, self.best_loss = self.model.copy(), self.epoch, loss
        progress.say(f"epoch {self.epoch:3}  train {self.train_loss:.5f}  validation {loss:.5f}")

    def step(self, chosen: NDArray[np.int64]) -> float:
        """Learn from one batch; return its loss before."""
        x = input_matrix(self.samples.rows[chosen], self.samples.dense[chosen], self.room)
        loss, slopes = self.model.slopes(x, self.target[chosen])
        self.descend(slopes, self.rate())
        return loss

    def rate(self) -> float:
        """Return how fast to learn now: a quarter of a wave from the full rate to nothing."""
        share = self.steps / (self.batches * self.options.epochs)
        return self.options.rate * 0.5 * (1 + float(np.cos(np.pi * share)))

    def descend(self, slopes: Model, rate: float) -> None:
        """Go a step down (Adam), each number by the slope in units of its usual size."""
        self.steps += 1
        if self.options.decay:
            self.model.w1 *= 1 - rate * self.options.decay
        # Both memories begin empty, and are too small until they have filled up.
        fill = 1 - KEEP_SLOPES**self.steps
        fill_squares = 1 - KEEP_SQUARES**self.steps
        for number, slope, memory, square in zip(
            self.model.arrays(),
            slopes.arrays(),
            self.slopes.arrays(),
            self.squares.arrays(),
            strict=True,
        ):
            memory += (1 - KEEP_SLOPES) * (slope - memory)
            square += (1 - KEEP_SQUARES) * (slope**2 - square)
            number -= rate / fill * memory / (np.sqrt(square / fill_squares) + TINY)

    def validate(self) -> float:
        """Return the loss on games that training never sees."""
        logits = all_logits(self.model, self.unseen, self.room)
        return cross_entropy(logits, self.unseen_target)

    # Checkpoints

    def save(self, path: Path) -> None:
        """Write a checkpoint."""
        arrays: dict[str, Any] = {"head": np.array([self.steps, self.epoch, self.best_epoch])}
        arrays["losses"] = np.array([self.train_loss, self.best_loss])
        for kind, model in self._models().items():
            for number, array in enumerate(model.arrays()):
                arrays[f"{kind}{number}"] = array
        content = io.BytesIO()
        np.savez(content, **arrays, options=np.array(str(self._identity())))
        write_bytes(path, content.getvalue())

    def restore(self, path: Path) -> None:
        """Go on from a checkpoint.

        :raises ValueError: it is one of another run.
        """
        with np.load(path) as arrays:
            if str(arrays["options"]) != str(self._identity()):
                raise ValueError("the checkpoint was made with other options or samples")
            self.steps, self.epoch, self.best_epoch = map(int, arrays["head"])
            self.train_loss, self.best_loss = map(float, arrays["losses"])
            for kind, model in self._models().items():
                for number, array in enumerate(model.arrays()):
                    array[:] = arrays[f"{kind}{number}"]

    def _models(self) -> dict[str, Model]:
        models = {"model": self.model, "slopes": self.slopes, "squares": self.squares}
        return models | {"best": self.best}

    def _identity(self) -> dict[str, Any]:
        """Return what must be the same for a run to go on."""
        return asdict(self.options) | {"samples": [len(self.samples), len(self.unseen)]}


def inputs_seen(samples: Samples) -> NDArray[np.bool_]:
    """Return which inputs occur in the samples; quantities always do."""
    seen = np.zeros(INPUTS + 1, bool)
    for begin in range(0, len(samples), VALIDATION_BATCH):
        seen[samples.rows[begin : begin + VALIDATION_BATCH]] = True
    return np.concatenate([seen[:INPUTS], np.ones(samples.dense.shape[1], bool)])


def all_logits(model: Model, samples: Samples, room: FloatArray) -> FloatArray:
    """Return what a net says about all samples, before it becomes chances."""
    parts = []
    for begin in range(0, len(samples), VALIDATION_BATCH):
        end = begin + VALIDATION_BATCH
        x = input_matrix(samples.rows[begin:end], samples.dense[begin:end], room)
        parts.append(model.logits(x))
    return np.concatenate(parts)


@dataclass(frozen=True)
class Report:
    """How well an output foretells what came true."""

    loss: float
    brier: float
    """The mean squared error."""
    base_brier: float
    """The same for somebody who always says how often it comes true."""
    accuracy: float
    """How often the likelier outcome came true."""
    bins: list[tuple[float, float, int]]
    """For chances from 0 to 0.1, and so on: their mean, how often it came true, how many."""

    def lines(self) -> list[str]:
        """Return the report for people."""
        head = (
            f"  loss {self.loss:.5f}  Brier {self.brier:.5f} (base {self.base_brier:.5f})"
            f"  accuracy {self.accuracy:.2%}"
        )
        rows = [f"  said {said:6.1%}  was {was:6.1%}  of {n:,}" for said, was, n in self.bins]
        return [head, *rows]


def report(logits: FloatArray, goal: FloatArray) -> Report:
    """Compare what a net says of one output with what came true."""
    chances = sigmoid(logits.astype(np.float64))
    place = np.minimum((chances * BINS).astype(int), BINS - 1)
    bins = []
    for i in range(BINS):
        inside = place == i
        if inside.any():
            bins.append(
                (float(chances[inside].mean()), float(goal[inside].mean()), int(inside.sum()))
            )
    return Report(
        loss=cross_entropy(logits, goal),
        brier=float(np.mean((chances - goal) ** 2)),
        base_brier=float(np.mean((goal.mean() - goal) ** 2)),
        accuracy=float(np.mean((chances >= 0.5) == (goal >= 0.5))),
        bins=bins,
    )


def train(training: Training, checkpoint: Path, *, resume: bool) -> list[Report]:
    """Run all epochs, with checkpoints; return how good the best is, output by output."""
    if resume and checkpoint.exists():
        training.restore(checkpoint)
    epochs = training.options.epochs
    progress = Progress(epochs * training.batches, "batches", done=training.steps)
    while training.epoch < epochs:
        training.run_epoch(progress)
        progress.update(training.steps, f"best {training.best_loss:.5f}")
        training.save(checkpoint)
    progress.finish()
    logits = all_logits(training.best, training.unseen, training.room)
    goal = training.unseen.goal
    ended = ~np.isnan(goal[:, 0])
    if not ended.any():
        # No game was played to its end, so opinions are all there is to compare with.
        goal, ended = training.unseen_target, ~ended
    return [report(logits[ended, i], goal[ended, i]) for i in range(training.samples.outputs)]


def start_note(options: Options) -> Any:
    """Return how the net to start from was made, or nothing if there was none."""
    return Net.read(Path(options.start).read_bytes()).note if options.start else None


def note_of(
    training: Training, reports: Sequence[Report], folders: Sequence[Path]
) -> dict[str, Any]:
    """Return how a net was made and how good it is."""
    options = asdict(training.options)
    return {
        "made_by": command_of("train", options | {"start": ""}, asdict(Options())),
        "version": openregicide.__version__,
        "samples": len(training.samples),
        "from": [origin(folder) for folder in folders],
        # Where the net to start from lay is of no use to anyone; how it was made is.
        "options": options | {"start": None},
        "start": start_note(training.options),
        "best_epoch": training.best_epoch,
        "validation": {
            "samples": len(training.unseen),
            "loss": [round(each.loss, 5) for each in reports],
            "brier": [round(each.brier, 5) for each in reports],
            "accuracy": [round(each.accuracy, 5) for each in reports],
        },
    }


def parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m learning.train", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("--samples", type=Path, nargs="+", required=True, help="folders")
    parser.add_argument("--out", type=Path, required=True, help="the net to write")
    parser.add_argument("--epochs", type=int, default=20)
    parser.add_argument("--batch", type=int, default=4096)
    parser.add_argument("--hidden", type=int, default=64, help="cells of the first layer")
    parser.add_argument("--second", type=int, default=16, help="cells of the second layer")
    parser.add_argument("--rate", type=float, default=0.002, help="how fast to learn at first")
    parser.add_argument("--mix", type=float, default=0.5, help="outcome 1, player's estimate 0")
    parser.add_argument("--trace", type=float, default=1.0, help="below 1, what came next counts")
    parser.add_argument("--decay", type=float, default=0.0, help="of the first layer's weights")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--start", default="", help="a net to start from")
    parser.add_argument("--checkpoint", type=Path, help="default: beside the net to write")
    parser.add_argument("--resume", action="store_true", help="go on from the checkpoint")
    parser.add_argument("--date", help="to be written into the note")
    return parser


def main(arguments: Sequence[str] | None = None) -> None:
    asked = vars(parser().parse_args(arguments))
    options = Options(**{name: asked[name] for name in Options.__dataclass_fields__})
    training = Training(options, read_folders(asked["samples"]))
    print(
        f"{len(training.samples):,} samples, {len(training.unseen):,} for validation",
        file=sys.stderr,
    )
    checkpoint = asked["checkpoint"] or asked["out"].with_suffix(".checkpoint.npz")
    for path in (checkpoint, asked["out"]):
        path.parent.mkdir(parents=True, exist_ok=True)
    reports = train(training, checkpoint, resume=asked["resume"])
    for number, each in enumerate(reports):
        print(f"output {number}:", *each.lines(), sep="\n", file=sys.stderr)
    note = note_of(training, reports, asked["samples"])
    if asked["date"]:
        note["date"] = asked["date"]
    write_bytes(asked["out"], training.best.to_bytes(note))


if __name__ == "__main__":
    main()
