"""Sample files: what goes in comes out."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

import numpy as np
import pytest

from learning.samples import (
    Recorder,
    Samples,
    chunk_path,
    outputs_for,
    read_folders,
    read_manifest,
    write_chunk,
    write_manifest,
)
from openregicide.bots.search.net import DENSE, INPUTS, MOST_ROWS, encode
from openregicide.core import FLIP, apply
from support.learning_samples import samples_of, some_positions


def same(one: Samples, other: Samples) -> bool:
    return all(
        np.array_equal(getattr(one, f.name), getattr(other, f.name), equal_nan=True)
        and getattr(one, f.name).dtype == getattr(other, f.name).dtype
        for f in fields(Samples)
    )


def test_round_trip_over_chunks(tmp_path: Path) -> None:
    samples = samples_of(2, 40)
    for folder, number, part in [("a", 0, slice(0, 10)), ("a", 1, slice(10, 25))]:
        write_chunk(chunk_path(tmp_path / folder, number), samples.take(np.r_[part]))
    write_chunk(chunk_path(tmp_path / "b", 0), samples.take(np.r_[25:40]))
    assert same(read_folders([tmp_path / "a", tmp_path / "b"]), samples)
    assert sorted(path.name for path in (tmp_path / "a").iterdir()) == [
        "chunk-00000.npz",
        "chunk-00001.npz",
    ]


def test_a_chunk_of_no_samples(tmp_path: Path) -> None:
    empty = Recorder(1).samples()
    write_chunk(chunk_path(tmp_path, 0), empty)
    write_chunk(chunk_path(tmp_path, 1), samples_of(1, 5))
    assert len(read_folders([tmp_path])) == 5


def test_positions_are_what_the_net_sees() -> None:
    states = some_positions(3, 30)
    samples = samples_of(3, 30)
    assert samples.rows.shape == (30, MOST_ROWS)
    assert samples.dense.shape == (30, DENSE)
    for state, rows, dense in zip(states, samples.rows, samples.dense, strict=True):
        expected, quantities = encode(state)
        assert [row for row in rows if row != INPUTS] == expected
        assert dense == pytest.approx(quantities)


def test_goals_count_flips_from_the_position_on() -> None:
    [state, *_] = some_positions(1, 1)
    recorder = Recorder(1)
    recorder.note(state)
    for _ in range(2):
        apply(state, FLIP)
        recorder.note(state)
    recorder.end(1, won=True, flips=0)
    recorder.note(state, [0.1, 0.2, 0.3])
    recorder.end(2, won=False, flips=0)
    samples = recorder.samples()
    assert samples.goal.tolist() == [[0, 0, 1], [0, 1, 1], [1, 1, 1], [0, 0, 0]]
    assert samples.game.tolist() == [1, 1, 1, 2]
    assert np.isnan(samples.value[:3]).all()
    assert samples.value[3] == pytest.approx([0.1, 0.2, 0.3])


def test_together_there_is_one_goal() -> None:
    assert [outputs_for(players) for players in (1, 2, 3, 4)] == [3, 1, 1, 1]
    assert set(samples_of(4, 50).goal.ravel().tolist()) == {0, 1}


def test_a_game_is_for_training_or_for_validation() -> None:
    samples = samples_of(2, 300)
    train, unseen = samples.split()
    assert len(train) + len(unseen) == 300
    assert len(unseen) == 15
    assert not set(train.game) & set(unseen.game)


def test_how_samples_were_made_is_written_down(tmp_path: Path) -> None:
    assert read_manifest(tmp_path) is None
    write_manifest(tmp_path, {"seed": 5})
    assert read_manifest(tmp_path) == {"seed": 5}


def test_samples_for_another_net_are_refused(tmp_path: Path) -> None:
    write_manifest(tmp_path, {"seed": 5})
    path = tmp_path / "run.json"
    path.write_text(path.read_text().replace(f'"dense": {DENSE}', '"dense": 3'))
    with pytest.raises(ValueError, match="other inputs"):
        read_manifest(tmp_path)


def test_no_samples_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="no samples"):
        read_folders([tmp_path])
