"""How long the tests take: measured by the suite itself, and kept in tests/times.json.

Files that take long begin first, or everything else waits for them in the end, and `make quick`
leaves slow tests out. `make times` measures anew; nobody has to keep a list.
"""

from __future__ import annotations

import json
from collections import defaultdict
from pathlib import Path

import pytest

__all__ = ["SLOW", "TIMES", "Stopwatch", "read_times"]

TIMES = Path(__file__).parents[1] / "times.json"

SLOW = 2.0
"""Tests that take as many seconds are listed one by one, beside the sum of their file."""


def read_times(engine: str, path: Path = TIMES) -> dict[str, float]:
    """Return the seconds of every file of tests, and of every slow test.

    :param engine: `compiled` or `interpreted`.
    """
    times: dict[str, dict[str, float]] = json.loads(path.read_text()) if path.exists() else {}
    return times.get(engine, {})


class Stopwatch:
    """A plugin that adds up the seconds of a run and writes them over those of earlier ones."""

    def __init__(self, engine: str, root: Path, path: Path = TIMES) -> None:
        self.engine = engine
        self.root = root
        self.path = path
        self.files: defaultdict[str, float] = defaultdict(float)
        self.tests: defaultdict[str, float] = defaultdict(float)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        test = report.nodeid.partition("[")[0]
        self.files[test.partition("::")[0]] += report.duration
        # What a test sets up for the whole file would be set up by the next one without it.
        if report.when == "call":
            self.tests[test] += report.duration

    def pytest_sessionfinish(self) -> None:
        everything = json.loads(self.path.read_text()) if self.path.exists() else {}
        kept = {
            name: seconds
            for name, seconds in everything.get(self.engine, {}).items()
            if (file := name.partition("::")[0]) not in self.files and (self.root / file).exists()
        }
        slow = {test: seconds for test, seconds in self.tests.items() if seconds >= SLOW}
        measured = {name: round(seconds, 1) for name, seconds in (self.files | slow).items()}
        everything[self.engine] = dict(sorted((kept | measured).items()))
        self.path.write_text(json.dumps(everything, indent=1, sort_keys=True) + "\n")
