"""Tuning: better than the start, and the same with a break as without."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from learning.tune import Options, Tuning, main, names_for, play_all, rounded, tune
from openregicide.bots.search.policy import STARTING_WEIGHTS, Policy
from openregicide.core import RuleSet
from openregicide.core.playout import Tally

SMALL = ["--players", "2", "--games", "20", "--population", "8"]
SMALL += ["--check-games", "40", "--final-games", "60"]


def run(out: Path, *more: str) -> dict[str, object]:
    main([*SMALL, "--out", str(out), *more])
    found: dict[str, object] = json.loads(out.read_text())
    return found


def test_a_break_changes_nothing(tmp_path: Path) -> None:
    whole = run(tmp_path / "whole.json", "--generations", "23")
    run(tmp_path / "broken.json", "--generations", "11")
    broken = run(tmp_path / "broken.json", "--generations", "23", "--resume")
    assert broken["weights"] == whole["weights"]


def test_several_processes_change_nothing(tmp_path: Path) -> None:
    alone = run(tmp_path / "alone.json", "--generations", "4")
    together = run(tmp_path / "together.json", "--generations", "4", "--jobs", "2")
    assert together["weights"] == alone["weights"]


def test_the_file_says_how_it_was_made(tmp_path: Path) -> None:
    found = run(tmp_path / "out.json", "--generations", "2", "--date", "2025-01-31")
    weights, note = found["weights"], found["note"]
    assert isinstance(weights, dict)
    assert isinstance(note, dict)
    assert list(weights) == list(STARTING_WEIGHTS)
    assert all(value == rounded(value) for value in weights.values())
    assert note["date"] == "2025-01-31"
    assert note["options"]["seed"] == 1
    assert note["made_by"] == (
        "python -m learning.tune --players 2 --games 20 --population 8"
        " --check-games 40 --final-games 60 --generations 2"
    )
    low, high = note["check"]["interval"]
    assert low <= note["check"]["win_rate"] <= high


def test_the_measured_rate_can_be_measured_again(tmp_path: Path) -> None:
    found = run(tmp_path / "out.json", "--generations", "2")
    weights, note = found["weights"], found["note"]
    assert isinstance(weights, dict)
    assert isinstance(note, dict)
    again = Tuning(Options(**note["options"]), play_all)
    assert again.tallies_on(-2, [weights], 60)[0].wins == note["check"]["wins"]


def test_weights_can_be_tuned_further(tmp_path: Path) -> None:
    start = tmp_path / "start.json"
    start.write_text(json.dumps({"weights": {"kill": 7.5}}))
    tuning = Tuning(Options(players=2, start=str(start)), play_all)
    assert tuning.weights_at(tuning.search.mean) == {**STARTING_WEIGHTS, "kill": 7.5}


def test_a_checkpoint_of_another_run_is_refused(tmp_path: Path) -> None:
    run(tmp_path / "out.json", "--generations", "1")
    with pytest.raises(ValueError, match="other options"):
        run(tmp_path / "out.json", "--generations", "2", "--seed", "2", "--resume")


def test_weights_without_effect_stay_where_they_are() -> None:
    assert "flip" in names_for(RuleSet(players=1))
    assert "flip" not in names_for(RuleSet(players=1, flips=0))
    assert "yield_" not in names_for(RuleSet(players=1))
    assert "jester" not in names_for(RuleSet(players=2))
    assert set(STARTING_WEIGHTS) - set(names_for(RuleSet(players=4))) == {
        "doom_flip", "flip", "flip_cards", "flip_to_pay"
    }  # fmt: skip


@pytest.mark.parametrize("players", [1, 2, 3, 4])
@pytest.mark.parametrize("flips", [-1, 0])
def test_weights_said_to_be_without_effect_have_none(players: int, flips: int) -> None:
    rules = RuleSet(players=players, flips=flips)
    idle = set(STARTING_WEIGHTS) - set(names_for(rules))
    changed = {name: value + 9 * (name in idle) for name, value in STARTING_WEIGHTS.items()}
    tallies = [Policy(w).playouts(rules, games=50, seed=5) for w in (STARTING_WEIGHTS, changed)]
    assert tallies[0] == tallies[1]


def test_it_climbs(tmp_path: Path) -> None:
    """Players that know which weight is good: the nearer to it, the more they win."""

    def play(tasks: object) -> list[Tally]:
        assert isinstance(tasks, list)
        wins = [max(0, 1000 - round(100 * abs(task.weights["kill"] - 3.5))) for task in tasks]
        return [Tally(1000, 1000, each, each * 12) for each in wins]

    weights, tally = tune(
        Options(players=2, population=12),
        60,
        play=play,
        checkpoint=tmp_path / "checkpoint.json",
        resume=False,
    )
    assert weights["kill"] == pytest.approx(3.5, abs=0.3)
    assert tally.wins > 960
