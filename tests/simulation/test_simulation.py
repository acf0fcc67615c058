"""One seed, one run: and whatever is put wrong on purpose is found, made small and seen again."""

from __future__ import annotations

import os
import subprocess
import sys
from itertools import count, islice
from pathlib import Path

import pytest

from simulation.__main__ import main
from simulation.campaign import first_seed, play, shorten
from simulation.defects import DEFECTS, defect
from simulation.disk import Disks
from simulation.plan import make_plan, parse_plan

ROOT = Path(__file__).parents[2]

MOST_SCHEDULES = 40

DIGESTS = """
from simulation.campaign import play
from simulation.disk import Disks
disks = Disks()
print([play(str(seed), disks).digest for seed in range(5, 7)])
disks.close()
"""


def digests(hash_seed: str) -> str:
    """Return the digests of two runs in a process of their own."""
    environment = os.environ | {"PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", DIGESTS]
    result = subprocess.run(
        command, env=environment, cwd=ROOT, capture_output=True, text=True, check=True
    )
    return result.stdout


def test_a_seed_always_gives_the_same_run(disks: Disks) -> None:
    here = str([play(str(seed), disks).digest for seed in range(5, 7)])
    assert digests("1").strip() == digests("2").strip() == here


def test_seeds_give_different_runs_in_which_things_go_wrong(disks: Disks) -> None:
    outcomes = [play(str(seed), disks) for seed in range(20, 40)]
    assert len({outcome.digest for outcome in outcomes}) == 20
    assert not [finding for outcome in outcomes for finding in outcome.findings]
    happened = {kind for outcome in outcomes for kind in outcome.happened}
    assert len(happened) > 8


@pytest.mark.parametrize("name", DEFECTS)
def test_a_defect_is_found(name: str, disks: Disks) -> None:
    with defect(name):
        outcomes = (play(str(seed), disks) for seed in count(first_seed(1)))
        assert any(outcome.findings for outcome in islice(outcomes, MOST_SCHEDULES))


def test_a_failing_plan_is_made_smaller_and_can_be_seen_again(
    disks: Disks, capsys: pytest.CaptureFixture[str]
) -> None:
    with defect("acknowledged-before-commit"):
        seeds = count(first_seed(1))
        seed = next(seed for seed in seeds if play(str(seed), disks).rule)
        rule = play(str(seed), disks).rule
        word = shorten(str(seed), rule, disks)
        assert play(word, disks).rule == rule
    small, plan = parse_plan(word), make_plan(seed)
    assert len(small.mishaps()) < len(plan.mishaps())
    assert small.length <= plan.length
    assert len(small.persons()) <= len(plan.persons())
    # Without the defect the same plan breaks nothing.
    assert main(["--replay", word]) == 0
    assert main(["--replay", word, "--defect", "acknowledged-before-commit"]) == 1
    told = capsys.readouterr().out
    assert f"--replay {word} --defect acknowledged-before-commit" in told


def test_a_word_that_is_no_plan_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    for word in ("x", "1:legs=2", "1:people=x"):
        assert main(["--replay", word]) == 2
        assert word in capsys.readouterr().err


def test_a_campaign_can_run_side_by_side(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--jobs", "2", "--schedules", "3"]) == 0
    assert capsys.readouterr().err.startswith("3 schedules")
