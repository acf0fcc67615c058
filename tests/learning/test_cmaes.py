"""The search for the best weights, on functions whose maximum is known."""

from __future__ import annotations

import json

import numpy as np
import pytest
from numpy.typing import NDArray

from learning.cmaes import CmaEs, default_population

Vector = NDArray[np.float64]


def rotated(n: int) -> Vector:
    """A random rotation."""
    q, _ = np.linalg.qr(np.random.default_rng(3).standard_normal((n, n)))
    return np.asarray(q)


def search(n: int, *, population: int = 0) -> CmaEs:
    return CmaEs(
        np.full(n, 3.0),
        np.ones(n),
        sigma=0.5,
        population=population or default_population(n),
        seed=1,
    )


def climb(cma: CmaEs, worth: Vector, turn: Vector, generations: int) -> None:
    """Look for the top of a hill whose axes differ in steepness and point anywhere."""
    for _ in range(generations):
        points = cma.ask()
        cma.tell(points, -(((points - 1) @ turn) ** 2) @ worth)


def test_finds_the_top_of_a_long_hill_across_all_coordinates() -> None:
    n = 8
    cma = search(n)
    climb(cma, 1e4 ** np.linspace(0, 1, n), rotated(n), 400)
    assert np.allclose(cma.mean, 1, atol=1e-6)


def test_the_shape_follows_the_hill() -> None:
    n = 4
    turn = rotated(n)
    cma = search(n)
    climb(cma, np.array([1.0, 10.0, 100.0, 1000.0]), turn, 150)
    across = np.diag(turn.T @ cma.shape @ turn)
    assert (np.diff(across) < 0).all()


def test_goes_on_where_it_is_wrong_by_orders_of_magnitude() -> None:
    cma = CmaEs(np.full(5, 1000.0), np.ones(5), sigma=0.1, population=8, seed=2)
    climb(cma, np.ones(5), np.eye(5), 400)
    assert np.allclose(cma.mean, 1, atol=1e-3)


def test_noise_does_not_stop_it() -> None:
    n = 6
    random = np.random.default_rng(4)
    cma = search(n, population=32)
    for _ in range(150):
        points = cma.ask()
        cma.tell(points, -((points - 1) ** 2).sum(1) + random.normal(0, 0.5, 32))
    assert np.allclose(cma.mean, 1, atol=0.5)


def test_coordinates_have_their_own_scale() -> None:
    cma = CmaEs(np.zeros(2), np.array([1.0, 1000.0]), sigma=1, population=100, seed=1)
    spread = cma.ask().std(0)
    assert spread == pytest.approx([1, 1000], rel=0.3)


def test_asking_twice_gives_the_same_points() -> None:
    cma = search(3)
    assert (cma.ask() == cma.ask()).all()


def test_a_search_goes_on_from_json_to_the_last_bit() -> None:
    whole, first, second = search(5), search(5), search(5)
    steep, turn = np.arange(1.0, 6.0), rotated(5)
    climb(whole, steep, turn, 30)
    climb(first, steep, turn, 12)
    second.restore(json.loads(json.dumps(first.save())))
    climb(second, steep, turn, 18)
    assert second.save() == whole.save()


def test_too_few_samples_are_refused() -> None:
    with pytest.raises(ValueError, match="at least 4"):
        CmaEs(np.zeros(2), np.ones(2), sigma=1, population=3, seed=1)
