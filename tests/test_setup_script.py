"""The Makefile does nothing twice, and the pins are only names and versions."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


def test_constraints_are_names_and_versions_only() -> None:
    lines = (ROOT / "constraints.txt").read_text().splitlines()
    pins = [line for line in lines if not line.startswith("#")]
    assert len(pins) > 30
    for line in pins:
        assert re.fullmatch(r"[A-Za-z0-9_.-]+==[A-Za-z0-9.]+", line), line


@pytest.mark.parametrize("file", ["Makefile", "scripts/setup"])
def test_whatever_builds_the_engine_builds_it_for_this_processor(file: str) -> None:
    # Else the last one to build decides, and without it the search has half the speed.
    builds = [line for line in (ROOT / file).read_text().splitlines() if " -e '." in line]
    assert len(builds) == 1
    assert "OPENREGICIDE_NATIVE=1 " in builds[0]


@pytest.mark.skipif(not (ROOT / ".venv" / ".ready").exists(), reason="not set up by make")
def test_make_setup_does_nothing_twice() -> None:
    result = subprocess.run(
        ["make", "--question", "setup"], cwd=ROOT, capture_output=True, check=False
    )
    assert result.returncode == 0
