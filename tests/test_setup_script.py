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


@pytest.mark.parametrize("name", ["play", "dev"])
def test_what_is_installed_is_pinned_with_hashes(name: str) -> None:
    text = (ROOT / "locks" / f"{name}.txt").read_text()
    pins = dict(re.findall(r"^([a-z0-9-]+)==(\S+)", text, re.MULTILINE))
    named = (ROOT / "constraints.txt").read_text()
    known = dict(re.findall(r"^([A-Za-z0-9_.-]+)==(\S+)$", named, re.MULTILINE))
    known = {re.sub(r"[-_.]+", "-", each).lower(): version for each, version in known.items()}
    assert len(pins) > 30
    # What other platforms need is not among the versions that are found on this one.
    assert {
        each: version for each, version in known.items() if each in pins
    }.items() <= pins.items()
    assert len(pins.keys() - known.keys()) <= 2
    blocks = re.split(r"\n(?=[a-z0-9])", text)
    assert len(blocks) >= len(pins)
    term = r"[a-z_]+ [!=<>]=? '[\w.]+'"
    marker, digest = rf"( ; {term}( and {term})*)?", r" \\\n    --hash=sha256:[0-9a-f]{64}"
    for block in blocks[1:]:
        assert re.fullmatch(rf"[a-z0-9-]+==[a-z0-9.]+{marker}({digest})+\s*", block), block
    assert "://" not in text


def test_make_setup_installs_only_what_is_pinned() -> None:
    script = (ROOT / "scripts" / "setup").read_text()
    installs = [line for line in script.splitlines() if "pip install" in line]
    assert len(installs) == 2
    assert "--require-hashes" in installs[0]
    assert "--no-deps --no-build-isolation -e ." in installs[1]
