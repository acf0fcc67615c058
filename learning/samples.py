"""Training samples: positions as the net sees them, and how their games ended.

A folder of samples holds `run.json`, which says how it was made, and chunks of many games each.
"""

from __future__ import annotations

import io
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from openregicide.bots.search.net import DENSE, INPUTS, MOST_ROWS, encode
from openregicide.core.state import State
from openregicide.files import write_bytes

from .files import write_json

__all__ = [
    "Recorder",
    "Samples",
    "chunk_path",
    "origin",
    "outputs_for",
    "read_folders",
    "read_manifest",
    "write_chunk",
    "write_manifest",
]

VALIDATION = 20
"""One game in this many is kept for validation."""

MANIFEST = "run.json"


def outputs_for(players: int) -> int:
    """Return how many chances the net estimates.

    Solo, counted from the position on: to win with no further flip, with at most one, at all.
    With several players: to win.
    """
    return 3 if players == 1 else 1


@dataclass(frozen=True)
class Samples:
    """Many samples, field by field; the first index is the sample."""

    rows: NDArray[np.uint16]
    """The sparse inputs that are on, padded to `MOST_ROWS` with `INPUTS`, which is none."""
    dense: NDArray[np.float32]
    """The dense inputs."""
    goal: NDArray[np.float32]
    """Whether it came true, for each output; NaN if the game was abandoned."""
    value: NDArray[np.float32]
    """What the player estimated, for each output; NaN if there is no estimate."""
    game: NDArray[np.int64]
    """Which game it is from; the same deal has the same number in all folders."""

    def __len__(self) -> int:
        return len(self.game)

    @property
    def outputs(self) -> int:
        return int(self.goal.shape[1])

    def take(self, which: NDArray[Any]) -> Samples:
        """Return some of the samples, by index or by mask."""
        return Samples(*(getattr(self, field.name)[which] for field in fields(self)))

    def split(self) -> tuple[Samples, Samples]:
        """Return samples for training and for validation.

        Split by game: positions of one game share its luck, and would tell the net how it ended.
        """
        apart = self.game % VALIDATION == 0
        return self.take(~apart), self.take(apart)

    @staticmethod
    def joined(parts: Sequence[Samples]) -> Samples:
        """Return all the samples of several collections.

        :raises ValueError: there are none, or they are for different nets.
        """
        return Samples(
            *(np.concatenate([getattr(part, f.name) for part in parts]) for f in fields(Samples))
        )


class Recorder:
    """Collects the positions of games, and how they ended once that is known."""

    def __init__(self, players: int) -> None:
        self.outputs = outputs_for(players)
        self.rows: list[list[int]] = []
        self.dense: list[list[float]] = []
        self.flips: list[int] = []
        self.value: list[Sequence[float]] = []
        self.goal: list[Sequence[float]] = []
        self.game: list[int] = []

    def __len__(self) -> int:
        return len(self.rows)

    def note(self, state: State, value: Sequence[float] | None = None) -> None:
        """Record a position, and the player's estimate of it."""
        rows, dense = encode(state)
        self.rows.append(rows + [INPUTS] * (MOST_ROWS - len(rows)))
        self.dense.append(dense)
        self.flips.append(state.flips)
        self.value.append([np.nan] * self.outputs if value is None else value)

    def end(self, game: int, *, won: bool, flips: int) -> None:
        """Set how the game of the latest positions ended, and how many flips were left."""
        for flips_then in self.flips[len(self.goal) :]:
            # Several players have no flips, and only the last output.
            goal = [float(won and flips_then - flips <= most) for most in (0, 1, 2)]
            self.goal.append(goal[-self.outputs :])
            self.game.append(game)

    def abandon(self, game: int) -> None:
        """Mark the game of the latest positions as not played to its end."""
        for _ in self.flips[len(self.goal) :]:
            self.goal.append([np.nan] * self.outputs)
            self.game.append(game)

    def samples(self) -> Samples:
        """Return what was collected."""
        n = len(self.game)
        return Samples(
            np.array(self.rows, np.uint16).reshape(n, MOST_ROWS),
            np.array(self.dense, np.float32).reshape(n, DENSE),
            np.array(self.goal, np.float32).reshape(n, self.outputs),
            np.array(self.value, np.float32).reshape(n, self.outputs),
            np.array(self.game, np.int64),
        )


def chunk_path(folder: Path, number: int) -> Path:
    return folder / f"chunk-{number:05}.npz"


def chunk_paths(folder: Path) -> list[Path]:
    """Return the chunks that are finished."""
    return sorted(folder.glob("chunk-*.npz"))


def write_chunk(path: Path, samples: Samples) -> None:
    """Write samples into a file, all or nothing."""
    content = io.BytesIO()
    arrays = {field.name: getattr(samples, field.name) for field in fields(samples)}
    np.savez_compressed(content, **arrays)
    path.parent.mkdir(parents=True, exist_ok=True)
    write_bytes(path, content.getvalue())


def read_chunk(path: Path) -> Samples:
    with np.load(path) as arrays:
        return Samples(*(arrays[field.name] for field in fields(Samples)))


def read_folders(folders: Iterable[Path]) -> Samples:
    """Read all the samples of some folders.

    :raises ValueError: there are none, or they were made for other inputs or outputs.
    """
    paths = [path for folder in folders for path in chunk_paths(folder)]
    if not paths:
        raise ValueError("there are no samples")
    samples = Samples.joined([read_chunk(path) for path in paths])
    if samples.rows.shape[1] != MOST_ROWS or samples.dense.shape[1] != DENSE:
        raise ValueError("the samples were made for other inputs")
    return samples


def write_manifest(folder: Path, content: dict[str, Any]) -> None:
    """Write how the samples of a folder are made."""
    shape = {"inputs": INPUTS, "dense": DENSE, "most_rows": MOST_ROWS}
    write_json(folder / MANIFEST, content | shape)


def origin(folder: Path) -> dict[str, Any]:
    """Return how the samples of a folder were made, for the note of a net."""
    return (read_manifest(folder) or {}) | {"chunks": len(chunk_paths(folder))}


def read_manifest(folder: Path) -> dict[str, Any] | None:
    """Return how the samples of a folder are made, if there are any.

    :raises ValueError: they were made for other inputs.
    """
    path = folder / MANIFEST
    if not path.exists():
        return None
    content: dict[str, Any] = json.loads(path.read_text())
    shape = (content.pop("inputs"), content.pop("dense"), content.pop("most_rows"))
    if shape != (INPUTS, DENSE, MOST_ROWS):
        raise ValueError(f"the samples in {folder} were made for other inputs")
    return content
