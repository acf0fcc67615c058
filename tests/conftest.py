"""What all tests share."""

from __future__ import annotations

import os
import signal

import pytest
from hypothesis import settings

from support.stopwatch import Stopwatch, read_times

# No timed assertions: these machines are noisy. In CI the same examples every time, and more.
settings.register_profile("default", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True, max_examples=200)
settings.register_profile("thorough", deadline=None, max_examples=3000)
usual = "ci" if "CI" in os.environ else "default"
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", usual))

ENGINE = os.environ.get("OPENREGICIDE_ENGINE") or "compiled"


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("times", "how long tests take")
    group.addoption("--record-times", action="store_true", help="write tests/times.json anew")
    group.addoption("--leave-out-slow", action="store_true", help="run no slow test ...")
    group.addoption("--whole", action="append", default=[], help="... but all those of this file")


def pytest_configure(config: pytest.Config) -> None:
    # A shell makes what it starts in the background deaf to Ctrl-C, which some tests press.
    if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    # Side by side, whoever shares the tests out hears of all of them.
    if config.getoption("--record-times") and not hasattr(config, "workerinput"):
        config.pluginmanager.register(Stopwatch(ENGINE, config.rootpath))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    times = read_times(ENGINE)

    def file_of(item: pytest.Item) -> str:
        return item.nodeid.partition("::")[0]

    # Whatever takes longest begins first, or everything else waits for it in the end.
    items.sort(key=lambda item: -times.get(file_of(item), 0))
    if config.getoption("--leave-out-slow"):
        whole = config.getoption("--whole")
        slow = [
            item
            for item in items
            if item.nodeid.partition("[")[0] in times and file_of(item) not in whole
        ]
        items[:] = [item for item in items if item not in slow]
        config.hook.pytest_deselected(items=slow)
