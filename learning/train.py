"""Train a value net: `python -m learning.train --samples DIR --out FILE`.

Adam over shuffled batches with a cosine schedule, keeping the net of the epoch that did best on
held-out games. The target of a sample lies between how its game ended and what the player estimated
at the time; `--mix` says where.

A player does not see the other hands; the net does. So with several players, the estimate of
someone who sees everything is better: what the net to start from says of the positions that
followed in the game. `--trace` uses that instead, as in TD(λ).

A checkpoint is written after every epoch; `--resume` continues from it and gives the same net as a
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

KEEP_GRADIENTS = 0.9
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
    """The share of the outcome in a target; the rest is the player's own estimate, or the trace."""
    trace: float = 1.0
    """λ. Below 1, how the game went on replaces the player's estimate: what the net to start from
    says of the next position counts 1 - λ, and what follows after that has the rest."""
    decay: float = 0.0
    """The weight decay of the first layer, as a share of the learning rate."""
    seed: int = 1
    start: str = ""
    """A net to start from."""


def targets(samples: Samples, mix: float) -> NDArray[np.float32]:
    """Return what the net should say; without an estimate only the outcome counts, and without an
    outcome only the estimate."""
    mixed = mix * samples.goal + (1 - mix) * samples.value
    known = np.where(np.isnan(samples.goal), samples.value, samples.goal)
    return np.where(np.isnan(mixed), known, mixed).astype(np.float32)


def traced(samples: Samples, said: FloatArray, trace: float) -> NDArray[np.float32]:
    """Return the λ-return of each sample: how its game went on, near positions counting most.

    :param samples: those of a game in the order they were played.
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
        self.gradients = self.model.zeros()
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
        """How many batches an epoch has; the last may be smaller."""
        return -(-len(self.samples) // self.options.batch)

    def run_epoch(self, progress: Progress) -> None:
        """Train on all samples once, in a new order; then validate."""
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
        """Train on one batch; return its loss before."""
        x = input_matrix(self.samples.rows[chosen], self.samples.dense[chosen], self.room)
        loss, gradients = self.model.gradients(x, self.target[chosen])
        self.descend(gradients, self.rate())
        return loss

    def rate(self) -> float:
        """Return the learning rate now: half a cosine wave from the full rate to 0."""
        share = self.steps / (self.batches * self.options.epochs)
        return self.options.rate * 0.5 * (1 + float(np.cos(np.pi * share)))

    def descend(self, gradients: Model, rate: float) -> None:
        """Take a step of Adam."""
        self.steps += 1
        if self.options.decay:
            self.model.w1 *= 1 - rate * self.options.decay
        # Both moments start at 0 and are biased until they have warmed up.
        fill = 1 - KEEP_GRADIENTS**self.steps
        fill_squares = 1 - KEEP_SQUARES**self.steps
        for number, gradient, memory, square in zip(
            self.model.arrays(),
            gradients.arrays(),
            self.gradients.arrays(),
            self.squares.arrays(),
            strict=True,
        ):
            memory += (1 - KEEP_GRADIENTS) * (gradient - memory)
            square += (1 - KEEP_SQUARES) * (gradient**2 - square)
            number -= rate / fill * memory / (np.sqrt(square / fill_squares) + TINY)

    def validate(self) -> float:
        """Return the loss on held-out games."""
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
        """Continue from a checkpoint.

        :raises ValueError: it belongs to another run.
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
        models = {"model": self.model, "gradients": self.gradients, "squares": self.squares}
        return models | {"best": self.best}

    def _identity(self) -> dict[str, Any]:
        """Return what must be the same for a run to continue."""
        return asdict(self.options) | {"samples": [len(self.samples), len(self.unseen)]}


def inputs_seen(samples: Samples) -> NDArray[np.bool_]:
    """Return which inputs occur in the samples; dense ones always do."""
    seen = np.zeros(INPUTS + 1, bool)
    for begin in range(0, len(samples), VALIDATION_BATCH):
        seen[samples.rows[begin : begin + VALIDATION_BATCH]] = True
    return np.concatenate([seen[:INPUTS], np.ones(samples.dense.shape[1], bool)])


def all_logits(model: Model, samples: Samples, room: FloatArray) -> FloatArray:
    """Return what a net says about all samples, before the sigmoid."""
    parts = []
    for begin in range(0, len(samples), VALIDATION_BATCH):
        end = begin + VALIDATION_BATCH
        x = input_matrix(samples.rows[begin:end], samples.dense[begin:end], room)
        parts.append(model.logits(x))
    return np.concatenate(parts)


@dataclass(frozen=True)
class Report:
    """How well an output predicts what came true."""

    loss: float
    brier: float
    """The mean squared error."""
    base_brier: float
    """The same for a constant prediction of the mean."""
    accuracy: float
    """How often the likelier outcome came true."""
    bins: list[tuple[float, float, int]]
    """For chances from 0 to 0.1, and so on: their mean, how often it came true, how many."""

    def lines(self) -> list[str]:
        """Return the report as text."""
        head = (
            f"  loss {self.loss:.5f}  Brier {self.brier:.5f} (base {self.base_brier:.5f})"
            f"  accuracy {self.accuracy:.2%}"
        )
        rows = [f"  said {said:6.1%}  was {was:6.1%}  of {n:,}" for said, was, n in self.bins]
        return [head, *rows]


def report(logits: FloatArray, goal: FloatArray) -> Report:
    """Compare what a net says of one output with what came true."""
    chances = sigmoid(logits.astype(np.float64))
    bin_of = np.minimum((chances * BINS).astype(int), BINS - 1)
    bins = []
    for i in range(BINS):
        inside = bin_of == i
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
        # No game was played to its end, so estimates are all there is to compare with.
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
        # The path of the net to start from is of no use to anyone; how it was made is.
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
    parser.add_argument("--hidden", type=int, default=64, help="width of the first layer")
    parser.add_argument("--second", type=int, default=16, help="width of the second layer")
    parser.add_argument("--rate", type=float, default=0.002, help="initial learning rate")
    parser.add_argument(
        "--mix", type=float, default=0.5, help="1 for the outcome, 0 for the player's estimate"
    )
    parser.add_argument(
        "--trace", type=float, default=1.0, help="λ; below 1, what came next counts"
    )
    parser.add_argument("--decay", type=float, default=0.0, help="weight decay of the first layer")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--start", default="", help="a net to start from")
    parser.add_argument("--checkpoint", type=Path, help="default: beside the net to write")
    parser.add_argument("--resume", action="store_true", help="continue from the checkpoint")
    parser.add_argument("--date", help="a date for the note")
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
