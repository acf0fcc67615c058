"""`make quick` finds the tests that an edit concerns, and says what it leaves out."""

from __future__ import annotations

import json
import os
import runpy
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal, cast

import pytest

from support.stopwatch import Stopwatch, read_times

ROOT = Path(__file__).parent.parent
SCRIPT = runpy.run_path(str(ROOT / "scripts" / "quick.py"))

Graph = SCRIPT["Graph"]
nearest = cast("Callable[..., dict[str, int]]", SCRIPT["nearest"])
plan = cast("Callable[..., Any]", SCRIPT["plan"])
changed_files = cast("Callable[..., list[str]]", SCRIPT["changed_files"])


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """A small repository of the same shape."""
    files = {
        "NOTES.md": "",
        "docs/guide.md": "",
        "scripts/tool.py": "",
        "src/openregicide/__init__.py": "",
        "src/openregicide/__main__.py": "from .core import move\nfrom .cli import run",
        "src/openregicide/core/__init__.py": "from .a import deal\nfrom .b import move",
        "src/openregicide/core/a.py": "def deal(): ...",
        "src/openregicide/core/a.pxd": "",
        "src/openregicide/core/b.py": "from .a import deal\ndef move(): ...",
        "src/openregicide/core/lone.py": "",
        "src/openregicide/i18n/__init__.py": "",
        "src/openregicide/i18n/xx.json": "{}",
        "src/openregicide/web/words/sounds.js": "",
        "tests/conftest.py": "",
        "tests/support/__init__.py": "",
        "tests/support/tables.py": "from openregicide.core import move",
        "tests/core/test_a.py": "from openregicide.core import deal",
        "tests/core/test_whole.py": "import openregicide.core",
        "tests/table/conftest.py": "from openregicide.core import lone",
        "tests/table/test_seats.py": "from support.tables import move",
        "src/openregicide/cli.py": "from .server import run",
        "src/openregicide/server/__init__.py": "from .serve import run",
        "src/openregicide/server/serve.py": "from .app import make",
        "src/openregicide/server/app.py": "from .gate import Gate",
        "src/openregicide/server/gate.py": "",
        "tests/server/test_gate.py": 'PROGRAM = [sys.executable, "-m", "openregicide", "serve"]',
        "tests/cli/test_command.py": 'COMMAND = ("-m", "openregicide")',
        "tests/i18n/test_words.py": "from openregicide.i18n import load",
        "tests/web/test_files.py": "",
        "tests/browser/test_pages.py": "",
        "tests/browser/shot.txt": "",
        "tests/test_docs.py": "",
        "tests/test_guide.py": 'DOC = ROOT / "docs" / "guide.md"',
        "tests/test_tool.py": 'SCRIPT = "scripts/tool.py"',
    }
    for name, text in files.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return tmp_path


@pytest.mark.parametrize(
    ("changed", "found"),
    [
        pytest.param(
            "src/openregicide/core/a.py",
            {
                "tests/core/test_a.py": 1,
                "tests/core/test_whole.py": 1,
                "tests/table/test_seats.py": 3,
                "tests/cli/test_command.py": 3,
                "tests/server/test_gate.py": 3,
            },
            id="through a package, helpers and programs that are started",
        ),
        pytest.param(
            "src/openregicide/core/b.py",
            {
                "tests/core/test_whole.py": 1,
                "tests/table/test_seats.py": 2,
                "tests/cli/test_command.py": 2,
                "tests/server/test_gate.py": 2,
            },
            id="not whoever imports another module's names from the same package",
        ),
        pytest.param(
            "src/openregicide/core/__init__.py",
            {
                "tests/core/test_a.py": 1,
                "tests/core/test_whole.py": 1,
                "tests/table/test_seats.py": 2,
                "tests/cli/test_command.py": 2,
                "tests/server/test_gate.py": 2,
            },
            id="a package itself concerns all who import from it",
        ),
        pytest.param(
            "src/openregicide/server/gate.py",
            {"tests/server/test_gate.py": 1, "tests/cli/test_command.py": 5},
            id="tests of the same package are near, however they come to it",
        ),
        pytest.param(
            "src/openregicide/core/a.pxd",
            {
                "tests/core/test_a.py": 1,
                "tests/core/test_whole.py": 1,
                "tests/table/test_seats.py": 3,
                "tests/cli/test_command.py": 3,
                "tests/server/test_gate.py": 3,
            },
            id="C types belong to their module",
        ),
        pytest.param(
            "src/openregicide/core/lone.py", {"tests/table/test_seats.py": 2}, id="conftest"
        ),
        pytest.param("tests/table/conftest.py", {"tests/table/test_seats.py": 1}, id="its folder"),
        pytest.param("tests/core/test_a.py", {"tests/core/test_a.py": 0}, id="a test itself"),
        pytest.param("src/openregicide/i18n/xx.json", {"tests/i18n/test_words.py": 1}, id="data"),
        pytest.param(
            "src/openregicide/web/words/sounds.js", {"tests/web/test_files.py": 1}, id="JavaScript"
        ),
        pytest.param("tests/browser/shot.txt", {"tests/browser/test_pages.py": 1}, id="test data"),
        pytest.param("NOTES.md", {"tests/test_docs.py": 1}, id="a document"),
        pytest.param(
            "docs/guide.md",
            {"tests/test_docs.py": 1, "tests/test_guide.py": 1},
            id="a document that a test names",
        ),
        pytest.param("scripts/tool.py", {"tests/test_tool.py": 1}, id="a script that a test runs"),
        pytest.param(
            "src/openregicide/core/gone.py",
            {"tests/core/test_a.py": 1, "tests/core/test_whole.py": 1},
            id="a module that is gone",
        ),
        pytest.param("LICENSE", {}, id="what no test reads"),
    ],
)
def test_the_tests_that_a_change_concerns_and_how_near(
    house: Path, changed: str, found: dict[str, int]
) -> None:
    assert nearest([changed], Graph.read(house), house) == found


def test_of_two_changes_the_nearer_one_counts(house: Path) -> None:
    both = ["src/openregicide/core/a.py", "tests/table/test_seats.py"]
    assert nearest(both, Graph.read(house), house)["tests/table/test_seats.py"] == 0


# Not as literals of their own, or these files would be taken for ones that this test reads.
HERE = """
src/openregicide/core/legal.py         tests/scenarios/test_refusals.py
src/openregicide/table/views.py        tests/table/test_views.py
src/openregicide/server/web/gate.py    tests/server/test_gate.py
src/openregicide/web/words/events.js   tests/web/test_joined_modules.py
src/openregicide/i18n/fr.json          tests/i18n/test_catalogue.py
docs/bots.md                           tests/bots/test_bots_doc.py
"""


def test_in_this_repository_too() -> None:
    graph = Graph.read(ROOT)
    for line in HERE.strip().splitlines():
        changed, test = line.split()
        assert (ROOT / changed).exists(), changed
        found = nearest([changed], graph)
        assert found[test] == 1, changed
        assert "tests/test_quick.py" not in found


# What fits into a minute


def test_the_nearest_come_first_and_of_those_the_quickest() -> None:
    near = {"far.py": 3, "slow.py": 1, "quick.py": 1, "own.py": 0}
    times = {"far.py": 1.0, "slow.py": 8.0, "quick.py": 2.0, "own.py": 5.0}
    chosen = plan(near, times, {}, 20)
    assert chosen.run == ["own.py", "quick.py", "slow.py", "far.py"]
    assert (chosen.seconds, chosen.left) == (16.0, [])


def test_what_does_not_fit_is_left_and_named_and_smaller_ones_take_its_place() -> None:
    chosen = plan({"a.py": 1, "b.py": 2, "c.py": 3}, {"a.py": 5, "b.py": 9, "c.py": 4}, {}, 10)
    assert (chosen.run, chosen.left) == (["a.py", "c.py"], ["b.py"])


def test_when_there_is_enough_nothing_further_away_is_added() -> None:
    near = {"a.py": 1, "b.py": 1, "c.py": 2}
    chosen = plan(near, {"a.py": 15, "b.py": 20, "c.py": 1}, {}, 60)
    assert (chosen.run, chosen.left) == (["a.py", "b.py"], ["c.py"])


def test_browsers_are_left_alone_unless_their_test_was_changed() -> None:
    near = {"tests/browser/test_a.py": 1, "tests/browser/test_b.py": 0}
    chosen = plan(near, {}, {}, 60)
    assert (chosen.run, chosen.left) == (["tests/browser/test_b.py"], ["tests/browser/test_a.py"])


def test_a_file_of_slow_tests_only_is_left_out() -> None:
    chosen = plan({"a.py": 1}, {"a.py": 9.0, "a.py::test_long": 9.0}, {}, 60)
    assert (chosen.run, chosen.left) == ([], ["a.py"])


def test_slow_tests_are_left_out_but_not_of_a_file_that_was_changed_itself() -> None:
    times = {"a.py": 9.0, "a.py::test_long": 7.0, "b.py": 9.0, "b.py::test_long": 7.0}
    chosen = plan({"a.py": 0, "b.py": 1}, times, {}, 12)
    assert (chosen.run, chosen.whole) == (["a.py", "b.py"], ["a.py"])
    assert (chosen.slow, chosen.seconds) == (["b.py::test_long"], 11.0)


def test_what_only_the_other_engine_has_ever_run_is_left_to_it() -> None:
    chosen = plan({"new.py": 1, "server.py": 1}, {}, {"server.py": 3.0}, 10)
    assert (chosen.run, chosen.left) == (["new.py"], ["server.py"])


# How long tests take


def report(test: str, seconds: float, when: Literal["setup", "call"] = "call") -> pytest.TestReport:
    return pytest.TestReport(test, ("", 0, ""), {}, "passed", None, when, duration=seconds)


def test_a_measured_run_is_written_over_an_earlier_one(tmp_path: Path) -> None:
    file = tmp_path / "times.json"
    earlier = {"a.py": 9, "a.py::test_gone": 8, "b.py": 7, "b.py::test_slow": 6, "gone.py": 5}
    file.write_text(json.dumps({"compiled": earlier, "interpreted": {"c.py": 4}}))
    for name in ("a.py", "b.py"):
        (tmp_path / name).touch()
    watch = Stopwatch("compiled", tmp_path, file)
    for each in (
        report("a.py::test_first", 3, "setup"),
        report("a.py::test_first", 0.5),
        report("a.py::test_many[1]", 1.25),
        report("a.py::test_many[2]", 1.25),
    ):
        watch.pytest_runtest_logreport(each)
    watch.pytest_sessionfinish()
    measured = {"a.py": 6.0, "a.py::test_many": 2.5, "b.py": 7, "b.py::test_slow": 6}
    assert read_times("compiled", file) == measured
    assert read_times("interpreted", file) == {"c.py": 4}


@pytest.mark.parametrize("whole", [False, True])
def test_slow_tests_are_left_out_of_a_run_on_request(whole: bool) -> None:
    file = "tests/test_packaging.py"
    assert any(name.startswith(f"{file}::") for name in read_times("compiled"))
    command = [sys.executable, "-m", "pytest", "--collect-only", "--leave-out-slow", file]
    command += [f"--whole={file}"] if whole else []
    environment = os.environ | {"OPENREGICIDE_ENGINE": "", "PYTEST_ADDOPTS": ""}
    found = subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert ("test_the_package_installs_and_plays" in found.stdout) is whole


# What was changed


def test_edits_and_new_files_count_as_changed_and_ignored_ones_do_not(tmp_path: Path) -> None:
    def git(*words: str) -> None:
        who = ("-c", "user.name=A", "-c", "user.email=a@example.org")
        subprocess.run(["git", *who, *words], cwd=tmp_path, check=True, capture_output=True)

    def write(name: str, text: str) -> None:
        (tmp_path / name).write_text(text)

    git("init")
    write(".gitignore", "*.so\n")
    write("a.py", "1\n")
    write("old.py", "1\n")
    git("add", ".")
    git("commit", "-m", "One")
    assert changed_files("HEAD", tmp_path) == []
    write("a.py", "2\n")
    write("déjà vu.py", "2\n")
    write("c.so", "2\n")
    (tmp_path / "old.py").unlink()
    assert changed_files("HEAD", tmp_path) == ["a.py", "déjà vu.py", "old.py"]
    git("add", ".")
    git("commit", "-m", "Two")
    assert changed_files("HEAD", tmp_path) == []
    assert changed_files("HEAD~1", tmp_path) == ["a.py", "déjà vu.py", "old.py"]
