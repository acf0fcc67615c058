"""CMA-ES: maximizes a noisy function of a few dozen numbers.

A normal distribution is sampled, moves towards the better half of the samples, and its covariance
adapts to the directions that pay (Hansen, "The CMA Evolution Strategy: A Tutorial", 2016, whose
symbols are named where they appear). No gradient is needed; only the order of the samples counts.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["CmaEs", "default_population"]

Vector = NDArray[np.float64]

SMALLEST_VARIANCE = 1e-20
"""A floor for eigenvalues, which rounding can push below zero."""


def default_population(size: int) -> int:
    """Return the usual number of samples for that many coordinates; noise calls for more."""
    return 4 + int(3 * np.log(size))


@dataclass(frozen=True)
class Rates:
    """The learning rates of the tutorial's table 1, for a dimension and a population."""

    weights: Vector
    """The weights of the better half, the best first; they add up to 1."""
    effective: float
    """How many equally weighted samples would say as much (mu_eff)."""
    path_sigma: float
    damping: float
    path_shape: float
    rank_one: float
    rank_mu: float
    usual_length: float
    """The mean length of a standard normal vector (chi_n)."""

    @classmethod
    def of(cls, n: int, population: int) -> Rates:
        raw = np.log((population + 1) / 2) - np.log(np.arange(1, population // 2 + 1))
        weights = raw / raw.sum()
        effective = float(1 / (weights**2).sum())
        path_sigma = (effective + 2) / (n + effective + 5)
        rank_one = 2 / ((n + 1.3) ** 2 + effective)
        rank_mu = 2 * (effective - 2 + 1 / effective) / ((n + 2) ** 2 + effective)
        return cls(
            weights=weights,
            effective=effective,
            path_sigma=path_sigma,
            damping=1 + 2 * max(0.0, np.sqrt((effective - 1) / (n + 1)) - 1) + path_sigma,
            path_shape=(4 + effective / n) / (n + 4 + 2 * effective / n),
            rank_one=rank_one,
            rank_mu=min(1 - rank_one, rank_mu),
            usual_length=float(np.sqrt(n) * (1 - 1 / (4 * n) + 1 / (21 * n**2))),
        )


class CmaEs:
    """Asks for the worth of some points, is told, and asks about better ones."""

    def __init__(
        self, start: Vector, scale: Vector, *, sigma: float, population: int, seed: int
    ) -> None:
        """Start at a point, with steps of `sigma` times the scale of each coordinate.

        :param population: how many points to ask for each time, at least 4.
        """
        if population < 4:
            raise ValueError("the population must be at least 4")
        self.start = np.asarray(start, dtype=np.float64)
        self.scale = np.asarray(scale, dtype=np.float64)
        self.population = population
        self.seed = seed
        n = len(self.start)
        self.rates = Rates.of(n, population)
        self.generation = 0
        # From here on in units of the scale, with the start at 0.
        self.center = np.zeros(n)
        self.sigma = sigma
        self.shape = np.eye(n)  # C
        self.sigma_path = np.zeros(n)  # p_sigma
        self.shape_path = np.zeros(n)  # p_c
        self._take_roots()

    @property
    def mean(self) -> Vector:
        """Return the mean of the distribution: under noise, the best estimate."""
        return self.start + self.scale * self.center

    def ask(self) -> Vector:
        """Return the points to try in this generation, one per row; the same every time."""
        # A generator for each generation, so that no generator's state has to be saved.
        random = np.random.default_rng([self.seed, self.generation])
        normal = random.standard_normal((self.population, len(self.center)))
        steps: Vector = normal @ (self.axes * self.lengths).T
        points: Vector = self.start + self.scale * (self.center + self.sigma * steps)
        return points

    def tell(self, points: Vector, worths: Vector) -> None:
        """Learn what the points of `ask` are worth, more is better, and move on."""
        rates = self.rates
        best = np.argsort(-worths, kind="stable")[: len(rates.weights)]
        chosen = (points[best] - self.start) / self.scale
        steps = (chosen - self.center) / self.sigma
        step = rates.weights @ steps
        self.center = self.center + self.sigma * step
        self.generation += 1
        stalled = self._follow_paths(step)
        self._learn_shape(steps, stalled)
        length = np.linalg.norm(self.sigma_path) / rates.usual_length
        self.sigma *= float(np.exp(rates.path_sigma / rates.damping * (length - 1)))
        self._take_roots()

    def _follow_paths(self, step: Vector) -> bool:
        """Add a step to both paths; tell whether the path of the shape was stalled.

        Steps that keep pointing the same way make a path long. While it is very long, the steps are
        still too short, and would stretch the shape for no reason.
        """
        rates = self.rates
        n = len(step)
        keep = 1 - rates.path_sigma
        white = self.axes @ ((self.axes.T @ step) / self.lengths)
        gain = np.sqrt(rates.path_sigma * (2 - rates.path_sigma) * rates.effective)
        self.sigma_path = keep * self.sigma_path + gain * white
        settled = np.sqrt(1 - keep ** (2 * self.generation))
        length = np.linalg.norm(self.sigma_path) / settled / rates.usual_length
        stalled = bool(length >= 1.4 + 2 / (n + 1))
        self.shape_path = (1 - rates.path_shape) * self.shape_path
        if not stalled:
            gain = np.sqrt(rates.path_shape * (2 - rates.path_shape) * rates.effective)
            self.shape_path = self.shape_path + gain * step
        return stalled

    def _learn_shape(self, steps: Vector, stalled: bool) -> None:
        """Stretch the shape along the path (rank one) and the good steps (rank mu)."""
        rates = self.rates
        along = np.outer(self.shape_path, self.shape_path)
        if stalled:
            # The old shape keeps what the path would have contributed.
            along = along + rates.path_shape * (2 - rates.path_shape) * self.shape
        spread = (steps.T * rates.weights) @ steps
        keep = 1 - rates.rank_one - rates.rank_mu
        shape = keep * self.shape + rates.rank_one * along + rates.rank_mu * spread
        self.shape = (shape + shape.T) / 2

    def _take_roots(self) -> None:
        values, self.axes = np.linalg.eigh(self.shape)
        self.lengths = np.sqrt(np.maximum(values, SMALLEST_VARIANCE))

    def save(self) -> dict[str, Any]:
        """Return everything that changes, as JSON values, exact to the last bit."""
        return {
            "generation": self.generation,
            "center": self.center.tolist(),
            "sigma": self.sigma,
            "shape": self.shape.tolist(),
            "sigma_path": self.sigma_path.tolist(),
            "shape_path": self.shape_path.tolist(),
        }

    def restore(self, saved: dict[str, Any]) -> None:
        """Continue from what `save` returned, with the same start, scale, population and seed."""
        self.generation = saved["generation"]
        self.center = np.array(saved["center"])
        self.sigma = saved["sigma"]
        self.shape = np.array(saved["shape"])
        self.sigma_path = np.array(saved["sigma_path"])
        self.shape_path = np.array(saved["shape_path"])
        self._take_roots()
