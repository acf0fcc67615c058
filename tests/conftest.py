"""What all tests share."""

from __future__ import annotations

import os
import signal

import pytest
from hypothesis import settings

# No timed assertions: these machines are noisy. In CI the same examples every time, and more.
settings.register_profile("default", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True, max_examples=200)
settings.register_profile("thorough", deadline=None, max_examples=3000)
usual = "ci" if "CI" in os.environ else "default"
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", usual))

LONG = (
    "test_plug.py",
    "test_packaging.py",
    "test_whole_games.py",
    "test_screens.py",
    "browser/test_learn.py",
    "test_companion.py",
    "test_interruptions.py",
    "test_app_pictures.py",
)
"""Files that take longest; they begin first, or everything else waits for them in the end."""


def pytest_configure() -> None:
    # A shell makes what it starts in the background deaf to Ctrl-C, which some tests press.
    if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    def place(item: pytest.Item) -> int:
        found = [i for i, name in enumerate(LONG) if str(item.path).endswith(name)]
        return found[0] if found else len(LONG)

    items.sort(key=place)
