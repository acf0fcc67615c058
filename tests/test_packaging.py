"""`pip install .` in an empty environment, with and without a working compiler."""

from __future__ import annotations

import os
import platform
import re
import shutil
import subprocess
import sys
import venv
from importlib.metadata import distribution
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent

THINK = """
from openregicide.bots.players.search_bot import SearchBot
from openregicide.core import Generator, RuleSet, new_state, view_for
for players in (1, 2, 3, 4):
    view = view_for(new_state(RuleSet(players=players), 5), 0)
    print(SearchBot(iterations=300).analyse(view, Generator(2)).candidates)
"""


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
    lend("msgspec", empty)
    run(*pip, "--python", str(empty), "install", "--no-index", str(wheel), cwd=checkout)
    regicide = str(empty / "bin" / "regicide")
    assert f"{engine} engine" in run(regicide, "version", cwd=checkout)
    assert "R19" in run(regicide, "rules", "R19", cwd=checkout)
    game = ["play", "--players", "1", "--seed", "1", "--saves", str(checkout / "saves")]
    assert run(regicide, *game, cwd=checkout)
    assert "1 games" in run(regicide, "simulate", "--games", "1", "--seed", "1", cwd=checkout)
    if engine == "compiled":
        # A wheel is for any processor, and `make test` builds for this one: they think the same.
        python = str(empty / "bin" / "python")
        assert run(python, "-c", THINK, cwd=empty) == run(sys.executable, "-c", THINK, cwd=empty)
        if (platform.machine(), platform.libc_ver()[0]) == ("x86_64", "glibc") and is_gcc("cc"):
            # And it is as quick on a processor that adds eight numbers at a time.
            [net] = empty.glob("lib/python*/site-packages/openregicide/bots/search/net.*.so")
            versions = set(re.findall(rb"add_rows\.\w+", net.read_bytes()))
            assert {b"add_rows.avx2", b"add_rows.default"} <= versions


def lend(name: str, environment: Path) -> None:
    """Install a distribution just as it is installed here: there is no network to get it from."""
    [site] = environment.glob("lib/python*/site-packages")
    for file in distribution(name).files or ():
        if file.parts[0] != ".." and "__pycache__" not in file.parts:
            (site / file).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(str(file.locate()), site / file)


def is_gcc(compiler: str) -> bool:
    return "Free Software Foundation" in run(compiler, "--version", cwd=ROOT)
