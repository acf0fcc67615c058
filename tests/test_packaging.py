"""`pip install .` in an empty environment, with and without a working compiler."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import venv
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


def run(*command: str, cwd: Path, **environment: str) -> str:
    env = {k: v for k, v in os.environ.items() if k != "OPENREGICIDE_ENGINE"} | environment
    result = subprocess.run(
        command, cwd=cwd, env=env, input="quit\n", capture_output=True, text=True, check=False
    )
    assert result.returncode == 0, result.stdout + result.stderr
    return result.stdout


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """What a fresh clone holds of the package."""
    folder = tmp_path / "checkout"
    folder.mkdir()
    for name in ("pyproject.toml", "setup.py", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, folder)
    ignore = shutil.ignore_patterns("*.so", "__pycache__", "*.egg-info")
    shutil.copytree(ROOT / "src", folder / "src", ignore=ignore)
    return folder


@pytest.mark.parametrize(
    ("compiler", "engine"),
    [
        pytest.param(
            "",
            "compiled",
            marks=pytest.mark.skipif(not shutil.which("cc"), reason="no C compiler here"),
        ),
        ("/bin/false", "interpreted"),
    ],
)
def test_the_package_installs_and_plays(checkout: Path, compiler: str, engine: str) -> None:
    environment = {"CC": compiler} if compiler else {}
    wheels = checkout / "wheels"
    # Without build isolation: the test environment has what the build needs, so no network.
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check"]
    options = ["--no-deps", "--no-build-isolation", "-w", str(wheels), "."]
    run(*pip, "wheel", *options, cwd=checkout, **environment)
    [wheel] = wheels.iterdir()

    empty = checkout / "empty"
    venv.create(empty, with_pip=False)
    run(*pip, "--python", str(empty), "install", "--no-index", str(wheel), cwd=checkout)
    regicide = str(empty / "bin" / "regicide")
    assert f"{engine} engine" in run(regicide, "version", cwd=checkout)
    assert "R19" in run(regicide, "rules", "R19", cwd=checkout)
    game = ["play", "--players", "1", "--seed", "1", "--saves", str(checkout / "saves")]
    assert run(regicide, *game, cwd=checkout)
    assert "1 games" in run(regicide, "simulate", "--games", "1", "--seed", "1", cwd=checkout)
