"""A browser and a server for every module, and a fresh person for every test."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser

from support.browsing import SIZES, Invite, Person, Watch, launched
from support.serving import RunningServer, running_server


# One for all modules would keep its event loop in this thread, and other tests need their own.
@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    with launched() as browser:
        yield browser


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    with running_server(tmp_path_factory.mktemp("server")) as running:
        yield running


@pytest.fixture
def watch(server: RunningServer) -> Iterator[Watch]:
    watching = Watch([server.url])
    yield watching
    watching.check()


@pytest.fixture
def invite(chromium: Browser, server: RunningServer, watch: Watch) -> Iterator[Invite]:
    leave: list[Callable[[], None]] = []

    def bring(
        size: str = "desktop",
        *,
        language: str = "en",
        touch: bool = False,
        motion: bool = False,
        url: str | None = None,
        **options: Any,
    ) -> Person:
        width, height = SIZES[size]
        context = chromium.new_context(
            viewport={"width": width, "height": height},
            locale=language,
            has_touch=touch,
            is_mobile=touch,
            reduced_motion="no-preference" if motion else "reduce",
            **options,
        )
        leave.append(context.close)
        watch.over(context)
        return Person(context.new_page(), url or server.url, language=language, touch=touch)

    yield bring
    for close in leave:
        close()
