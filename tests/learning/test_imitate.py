"""The prior learns what the search chooses."""

from __future__ import annotations

import json
import math
from pathlib import Path

import pytest

from learning.imitate import Imitation, Options, entropy, main, watch
from openregicide.bots.search.policy import Policy
from openregicide.core import minimal_moves

FEW = Options(players=2, iterations=40, games=5)


def test_watching_notes_how_often_each_move_was_tried() -> None:
    shown = watch(FEW, [0, 1])
    assert len(shown.states) == len(shown.shares) > 20
    for state, shares in zip(shown.states, shown.shares, strict=True):
        assert len(shares) == len(minimal_moves(state)) > 1
        assert sum(shares) == pytest.approx(1)
        assert any(shares)
    assert watch(FEW, [0, 1]).shares == shown.shares


def test_the_result_is_the_cross_entropy_of_the_softmax() -> None:
    shown = watch(FEW, [2])
    policy = Policy(Imitation(FEW, shown).start)
    total = 0.0
    for state, shares in zip(shown.states, shown.shares, strict=True):
        _, scores = policy.advise(state)
        weights = [math.exp((score - max(scores)) / 3) for score in scores]
        chances = [weight / sum(weights) for weight in weights]
        pairs = zip(shares, chances, strict=True)
        total -= sum(share * math.log(chance) for share, chance in pairs if share)
    expected = total / len(shown.states)
    assert policy.cross_entropy(shown.states, shown.shares, 3.0) == pytest.approx(expected)


def test_no_prior_beats_the_entropy_of_the_shares() -> None:
    shown = watch(FEW, [3])
    imitation = Imitation(FEW, shown)
    floor = sum(map(entropy, shown.shares)) / len(shown.shares)
    assert imitation.cross_entropy(imitation.search.mean, shown) > floor > 0


def test_what_was_learnt_is_written_down(tmp_path: Path) -> None:
    out = tmp_path / "prior.json"
    options = "--players 3 --iterations 40 --games 10 --generations 12 --population 12"
    main([*options.split(), "--out", str(out)])
    written = json.loads(out.read_text())
    note = written["note"]
    assert written["temperature"] > 0
    assert note["positions"] > 100
    assert note["made_by"].startswith("python -m learning.imitate --players 3 --iterations 40")
    assert note["cross_entropy"] > note["least_possible"] > 0


def test_generation_by_generation_the_cross_entropy_falls() -> None:
    # A search of a few iterations does little but what its prior says: nothing to learn there.
    seen = watch(Options(players=2, iterations=300), [4, 5])
    imitation = Imitation(Options(players=2, population=16), seen)
    best = [imitation.step() for _ in range(40)]
    assert min(best[30:]) < min(best[:3])


def test_a_break_changes_nothing(tmp_path: Path) -> None:
    options = ["--players", "2", "--iterations", "20", "--games", "5", "--population", "8"]
    whole, broken = tmp_path / "whole.json", tmp_path / "broken.json"
    main([*options, "--generations", "14", "--out", str(whole)])
    checkpoint = tmp_path / "broken.checkpoint.pickle"
    (tmp_path / "whole.checkpoint.pickle").rename(checkpoint)
    main([*options, "--generations", "14", "--out", str(broken), "--resume"])
    assert json.loads(broken.read_text()) == json.loads(whole.read_text())
    with pytest.raises(SystemExit, match="other options"):
        main([*options, "--generations", "15", "--out", str(broken), "--resume"])
