"""The value net: its gradients, its file, and that it learns."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from learning.model import WIDTH, Model, input_matrix
from learning.samples import Recorder, Samples, chunk_path, write_chunk, write_manifest
from learning.train import Options, Training, inputs_seen, main, report, targets, traced
from openregicide.bots.search.net import INPUTS, Net
from support.learning_samples import random_model, samples_of, some_positions

QUICK = ["--batch", "64", "--hidden", "8", "--second", "4", "--rate", "0.02"]


def folder_of(tmp_path: Path, samples: Samples) -> Path:
    folder = tmp_path / "samples"
    write_manifest(folder, {"seed": 1})
    write_chunk(chunk_path(folder, 0), samples)
    return folder


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_the_net_of_the_bots_says_the_same(players: int) -> None:
    outputs = 3 if players == 1 else 1
    model = random_model(outputs, hidden=32, second=8)
    net = Net.read(model.to_bytes({"made_by": "a test"}))
    samples = samples_of(players, 60)
    expected = model.chances(input_matrix(samples.rows, samples.dense))
    for state, chances in zip(some_positions(players, 60), expected, strict=True):
        assert net.chances(state) == pytest.approx(chances.tolist(), abs=1e-5)
    assert net.note == {"made_by": "a test"}


def test_a_net_comes_back_from_its_file() -> None:
    model = random_model(3)
    again = Model.from_bytes(model.to_bytes({}))
    for one, other in zip(model.arrays(), again.arrays(), strict=True):
        assert np.array_equal(one, other)


def test_files_that_do_not_fit_are_refused() -> None:
    data = random_model(1).to_bytes({})
    with pytest.raises(ValueError, match="cut off"):
        Model.from_bytes(data[:-4])
    head, _, rest = data.partition(b"\n")
    other = json.dumps(json.loads(head) | {"dense": 3}).encode()
    with pytest.raises(ValueError, match="other inputs"):
        Model.from_bytes(other + b"\n" + rest)


def test_the_matrix_has_ones_where_sparse_inputs_are_on() -> None:
    samples = samples_of(2, 20)
    room = np.full((64, WIDTH), 9, np.float32)
    x = input_matrix(samples.rows, samples.dense, room)
    assert x.shape == (20, WIDTH)
    for line, rows, dense in zip(x, samples.rows, samples.dense, strict=True):
        on = sorted(int(row) for row in rows if row != INPUTS)
        assert np.flatnonzero(line[:INPUTS]).tolist() == on
        assert set(line[:INPUTS]) == {0, 1}
        assert line[INPUTS:] == pytest.approx(dense)


def test_gradients_are_what_small_changes_show() -> None:
    model = random_model(3).astype(np.float64)
    samples = samples_of(1, 30)
    x = input_matrix(samples.rows, samples.dense).astype(np.float64)
    target = np.random.default_rng(2).random((30, 3))
    _, gradients = model.gradients(x, target)
    random = np.random.default_rng(3)
    for numbers, gradient in zip(model.arrays(), gradients.arrays(), strict=True):
        for _ in range(20):
            at = tuple(random.integers(0, length) for length in numbers.shape)
            before = numbers[at]
            losses = []
            for change in (1e-5, -1e-5):
                numbers[at] = before + change
                losses.append(model.gradients(x, target)[0])
            numbers[at] = before
            assert gradient[at] == pytest.approx((losses[0] - losses[1]) / 2e-5, abs=1e-7)


def test_it_learns_a_simple_rule(tmp_path: Path) -> None:
    samples = samples_of(2, 3000)
    out = tmp_path / "out.net"
    folder = folder_of(tmp_path, samples)
    main(["--samples", str(folder), "--out", str(out), "--epochs", "8", *QUICK])
    head = json.loads(out.read_bytes().partition(b"\n")[0])
    validation = head["note"]["validation"]
    assert validation["loss"][0] < 0.1
    assert validation["accuracy"][0] > 0.97
    assert head["note"]["from"] == [{"seed": 1, "chunks": 1}]
    assert head["note"]["made_by"] == (
        "python -m learning.train --epochs 8 --batch 64 --hidden 8 --second 4 --rate 0.02"
    )
    assert Net.read(out.read_bytes()).outputs == 1


def test_a_break_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = folder_of(tmp_path, samples_of(1, 400))
    command = ["--samples", str(folder), "--epochs", "4", "--decay", "0.1", *QUICK]
    main([*command, "--out", str(tmp_path / "whole.net")])

    class PowerCutError(Exception):
        pass

    save = Training.save

    def save_and_fail(training: Training, path: Path) -> None:
        save(training, path)
        if training.epoch == 2:
            raise PowerCutError

    broken = [*command, "--out", str(tmp_path / "broken.net")]
    monkeypatch.setattr(Training, "save", save_and_fail)
    with pytest.raises(PowerCutError):
        main(broken)
    monkeypatch.setattr(Training, "save", save)
    main([*broken, "--resume"])
    nets = [
        (tmp_path / name).read_bytes().partition(b"\n")[2] for name in ("whole.net", "broken.net")
    ]
    assert nets[0] == nets[1]


def test_a_checkpoint_of_another_run_is_refused(tmp_path: Path) -> None:
    training = Training(Options(hidden=8, second=4), samples_of(2, 100))
    training.save(tmp_path / "checkpoint.npz")
    other = Training(Options(hidden=8, second=4, mix=0.1), samples_of(2, 100))
    with pytest.raises(ValueError, match="other options"):
        other.restore(tmp_path / "checkpoint.npz")


def test_a_net_can_learn_on(tmp_path: Path) -> None:
    start = tmp_path / "start.net"
    model = random_model(1)
    start.write_bytes(model.to_bytes({}))
    training = Training(Options(start=str(start)), samples_of(2, 100))
    assert np.array_equal(training.model.w1, model.w1)
    with pytest.raises(ValueError, match="other outputs"):
        Training(Options(start=str(start)), samples_of(1, 100))


def test_inputs_never_seen_get_no_weight(tmp_path: Path) -> None:
    samples = samples_of(2, 400)
    out = tmp_path / "out.net"
    main(
        [
            "--samples",
            str(folder_of(tmp_path, samples)),
            "--out",
            str(out),
            "--epochs",
            "2",
            "--decay",
            "0.01",
            *QUICK,
        ]
    )
    model = Model.from_bytes(out.read_bytes())
    seen = inputs_seen(samples.split()[0])
    # Nobody has a third neighbour at a table of two.
    assert not seen[3 * 54 : 4 * 54].any()
    assert (model.w1[~seen] == 0).all()
    assert (model.w1[seen] != 0).any(1).all()


def test_targets_lie_between_outcome_and_opinion() -> None:
    samples = samples_of(1, 2)
    samples.goal[:] = 1
    samples.value[0] = [0.5, np.nan, 0]
    assert targets(samples, 0.75)[0].tolist() == [0.875, 1, 0.75]
    assert targets(samples, 0.75)[1].tolist() == [1, 1, 1]


def unfinished(count: int) -> Samples:
    """Samples of games that were left; somebody gave each a chance of one eighth."""
    recorder = Recorder(2)
    for number, state in enumerate(some_positions(2, count)):
        recorder.note(state, [0.125])
        recorder.abandon(number)
    return recorder.samples()


def test_where_the_outcome_is_not_known_only_the_opinion_counts() -> None:
    samples = unfinished(60)
    assert (targets(samples, 0.75) == 0.125).all()
    with pytest.raises(ValueError, match="end"):
        traced(samples, samples.value, 0.5)


def test_a_trace_is_what_the_net_says_of_what_followed_and_in_the_end_the_outcome() -> None:
    samples = samples_of(2, 5, per_game=3)
    samples.goal[:] = [[1], [1], [1], [0], [0]]
    said = np.array([[0.9], [0.8], [0.4], [0.6], [0.2]])
    assert traced(samples, said, 1.0).tolist() == samples.goal.tolist()
    # Nothing comes from the next game, nor from what is said of the position itself.
    assert traced(samples, said, 0.0)[:, 0] == pytest.approx([0.8, 0.4, 1, 0.2, 0])
    half = [0.5 * 0.8 + 0.5 * (0.5 * 0.4 + 0.5), 0.5 * 0.4 + 0.5, 1, 0.5 * 0.2, 0]
    assert traced(samples, said, 0.5)[:, 0] == pytest.approx(half)


def test_a_trace_takes_the_place_of_the_opinion(tmp_path: Path) -> None:
    start = tmp_path / "start.net"
    start.write_bytes(random_model(1).to_bytes({}))
    samples = samples_of(2, 100)
    training = Training(Options(start=str(start), trace=0.5, mix=0.0), samples)
    assert not np.isnan(training.samples.value).any()
    assert ((training.target > 0) & (training.target < 1)).any()
    # The caller's samples are as they were.
    assert np.isnan(samples.value).all()
    with pytest.raises(ValueError, match="to start from"):
        Training(Options(trace=0.5), samples)


def test_reports_say_how_far_to_trust_a_net() -> None:
    chances = np.array([0.05] * 100 + [0.8] * 10)
    goal = np.array([1.0] * 5 + [0.0] * 95 + [1.0] * 8 + [0.0] * 2)
    found = report(np.log(chances / (1 - chances)), goal)
    assert np.array(found.bins) == pytest.approx(np.array([[0.05, 0.05, 100], [0.8, 0.8, 10]]))
    assert found.accuracy == pytest.approx(103 / 110)
    assert found.brier < found.base_brier
    assert found.lines()[1] == "  said   5.0%  was   5.0%  of 100"


def test_without_a_finished_game_a_report_compares_with_opinions(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = folder_of(tmp_path, unfinished(400))
    out = tmp_path / "out.net"
    main(["--samples", str(folder), "--out", str(out), "--epochs", "4", "--mix", "0", *QUICK])
    validation = json.loads(out.read_bytes().partition(b"\n")[0])["note"]["validation"]
    # Nobody who is asked about one chance in eight can be surer than that.
    certain = -(0.125 * np.log(0.125) + 0.875 * np.log(0.875))
    assert validation["loss"] == [pytest.approx(certain, abs=0.01)]
    assert validation["brier"] == [pytest.approx(0, abs=0.002)]
    assert "was  12.5%" in capsys.readouterr().err


def test_too_few_games_are_refused() -> None:
    with pytest.raises(ValueError, match="too few games"):
        Training(Options(), samples_of(2, 5))
