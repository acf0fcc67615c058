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


def test_the_engine_is_built_in_one_place_and_for_this_processor() -> None:
    # Twice would take a minute more, and without the setting the search has half the speed.
    both = (ROOT / "Makefile").read_text() + (ROOT / "scripts" / "setup").read_text()
    [build] = [line for line in both.splitlines() if " -e " in line and "install" in line]
    assert build.startswith("OPENREGICIDE_NATIVE=1 pip install ")


@pytest.mark.skipif(not (ROOT / ".venv" / ".ready").exists(), reason="not set up by make")
def test_make_setup_does_nothing_twice() -> None:
    command = ["make", "--question", "setup"]
    assert subprocess.run(command, cwd=ROOT, capture_output=True, check=False).returncode == 0
