"""The bot in docs/bots.md works as it is written, installed as the document says."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

from openregicide.bots.api.registry import GROUP
from support import third_party

TEXT = (Path(__file__).parents[2] / "docs" / "bots.md").read_text()


def block(language: str, beginning: str) -> str:
    """The one block of a language that begins like this."""
    [found] = re.findall(rf"```{language}\n({re.escape(beginning)}.*?)```", TEXT, re.DOTALL)
    return str(found)


def test_the_example_is_a_bot_that_can_be_installed(tmp_path: Path) -> None:
    source = block("python", "from openregicide.core import Generator")
    project = tomllib.loads(block("toml", "[project]"))["project"]
    assert set(project["entry-points"]) == {GROUP}
    third_party.install(tmp_path, source, project["entry-points"][GROUP], package=project["name"])
    [named] = re.findall(r"`regicide (arena --bot cautious[^`]*)`", TEXT)
    arguments = named.replace("--games 100", "--games 3 --seed 1").split()
    result = subprocess.run(
        [sys.executable, "-m", "openregicide", *arguments],
        capture_output=True,
        text=True,
        check=False,
        env=third_party.environment(tmp_path),
    )
    assert (result.returncode, result.stderr) == (0, "")
    assert "bot             cautious:courage=5" in result.stdout
    assert "fault" not in result.stdout


def test_the_example_is_as_short_as_it_is_said_to_be() -> None:
    source = block("python", "from openregicide.core import Generator")
    lines = [line for line in source.splitlines() if line.strip()]
    assert len(lines) <= 10
