"""The value net in NumPy: what `openregicide.bots.search.net` evaluates, with gradients and file.

Everything about the net's shape is here. The inputs, the order of the parameters in the file and
what they mean are those of `openregicide.bots.search.net`.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from openregicide.bots.search.net import DENSE, INPUTS

__all__ = ["Model", "input_matrix"]

Array = NDArray[np.floating[Any]]

WIDTH = INPUTS + DENSE

USUALLY_ON = 60
"""About how many sparse inputs are on at a time; the first weights are initialized accordingly."""


def input_matrix(rows: NDArray[np.uint16], dense: Array, room: Array | None = None) -> Array:
    """Return inputs as a matrix, with ones where the sparse inputs are on.

    :param room: a matrix to reuse, which is much faster than a new one; it may have more rows
            than needed.
    """
    count = len(rows)
    x: Array = np.empty((count, WIDTH), dense.dtype) if room is None else room[:count]
    x[:] = 0
    # `rows` are padded with INPUTS: the first of the columns that the dense inputs then overwrite.
    flat = np.arange(count)[:, None] * WIDTH + rows
    x.reshape(-1)[flat] = 1
    x[:, INPUTS:] = dense
    return x


@dataclass
class Model:
    """The weights (by input, then output) and biases of three layers.

    Also used for what has the same shape: gradients, or running averages of them.
    """

    w1: Array
    b1: Array
    w2: Array
    b2: Array
    w3: Array
    b3: Array

    @staticmethod
    def fresh(
        hidden: int, second: int, base: Array, seen: NDArray[np.bool_], random: np.random.Generator
    ) -> Model:
        """Return an untrained net, which knows only how likely each output is.

        :param seen: which inputs occur at all. The weights of the others are 0 and stay 0.
        """
        w1 = random.normal(0, np.sqrt(2 / USUALLY_ON), (WIDTH, hidden)) * seen[:, None]
        w2 = random.normal(0, np.sqrt(2 / hidden), (hidden, second))
        chance = np.clip(base, 0.001, 0.999)
        model = Model(
            w1,
            np.zeros(hidden),
            w2,
            np.zeros(second),
            np.zeros((second, len(base))) + random.normal(0, 0.1, (second, len(base))),
            np.log(chance / (1 - chance)),
        )
        return model.astype(np.float32)

    def arrays(self) -> list[Array]:
        """Return the layers in the order of the file."""
        return [self.w1, self.b1, self.w2, self.b2, self.w3, self.b3]

    def astype(self, kind: type[np.floating[Any]]) -> Model:
        return Model(*(each.astype(kind) for each in self.arrays()))

    def zeros(self) -> Model:
        """Return zeros of the same shape."""
        return Model(*(np.zeros_like(each) for each in self.arrays()))

    def copy(self) -> Model:
        return Model(*(each.copy() for each in self.arrays()))

    def logits(self, x: Array) -> Array:
        """Return the outputs before the sigmoid."""
        first = np.maximum(x @ self.w1 + self.b1, 0)
        second = np.maximum(first @ self.w2 + self.b2, 0)
        out: Array = second @ self.w3 + self.b3
        return out

    def chances(self, x: Array) -> Array:
        """Return the outputs, one row for each row of inputs."""
        return sigmoid(self.logits(x))

    def gradients(self, x: Array, target: Array) -> tuple[float, Model]:
        """Return the mean cross-entropy, and its gradient by every parameter."""
        first = np.maximum(x @ self.w1 + self.b1, 0)
        second = np.maximum(first @ self.w2 + self.b2, 0)
        out = second @ self.w3 + self.b3
        d_out = (sigmoid(out) - target) / target.size
        d_second = (d_out @ self.w3.T) * (second > 0)
        d_first = (d_second @ self.w2.T) * (first > 0)
        gradients = Model(
            x.T @ d_first,
            d_first.sum(0),
            first.T @ d_second,
            d_second.sum(0),
            second.T @ d_out,
            d_out.sum(0),
        )
        return cross_entropy(out, target), gradients

    def to_bytes(self, note: dict[str, Any]) -> bytes:
        """Return the file that `openregicide.bots.search.net.Net.read` reads."""
        head = {
            "inputs": INPUTS,
            "dense": DENSE,
            "hidden": self.w1.shape[1],
            "second": self.w2.shape[1],
            "outputs": self.w3.shape[1],
            "note": note,
        }
        numbers = np.concatenate([each.ravel() for each in self.arrays()])
        return json.dumps(head).encode() + b"\n" + numbers.astype("<f4").tobytes()

    @staticmethod
    def from_bytes(data: bytes) -> Model:
        """Read what `to_bytes` wrote.

        :raises ValueError: it is for other inputs, or cut off.
        """
        line, _, content = data.partition(b"\n")
        head = json.loads(line)
        if (head["inputs"], head["dense"]) != (INPUTS, DENSE):
            raise ValueError("the net was made for other inputs")
        hidden, second, outputs = head["hidden"], head["second"], head["outputs"]
        shapes = [
            (WIDTH, hidden), (hidden,), (hidden, second), (second,), (second, outputs), (outputs,)
        ]  # fmt: skip
        numbers = np.frombuffer(content, "<f4").astype(np.float32)
        ends = np.cumsum([np.prod(shape, dtype=int) for shape in shapes])
        if len(numbers) != ends[-1]:
            raise ValueError("the file of the net is cut off")
        parts = np.split(numbers, ends[:-1])
        return Model(*(part.reshape(shape) for part, shape in zip(parts, shapes, strict=True)))


def sigmoid(x: Array) -> Array:
    """Return 1 / (1 + exp(-x)), in a form that cannot overflow."""
    out: Array = 0.5 * (1 + np.tanh(0.5 * x))
    return out


def cross_entropy(logits: Array, target: Array) -> float:
    """Return the mean cross-entropy between outputs and targets, in nats."""
    return float(np.mean(np.logaddexp(0, logits) - target * logits))
