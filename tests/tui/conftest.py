"""What the terminal's tests share."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from openregicide.i18n import Catalogue
from support.serving import RunningServer, running_server


@pytest.fixture(autouse=True)
def strict_texts(monkeypatch: pytest.MonkeyPatch) -> None:
    """A missing text is an error; players would only see its key."""
    monkeypatch.setattr(Catalogue, "__call__", Catalogue.strict)


@pytest.fixture(autouse=True)
def forced_to_disk(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Nobody pulls the plug during a test, and waiting for the disk is most of the time."""
    files: list[int] = []
    monkeypatch.setattr(os, "fsync", files.append)
    return files


@pytest.fixture(scope="session")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """A server for all tests that have no need to stop it."""
    with running_server(tmp_path_factory.mktemp("server"), absent_seconds=0) as server:
        yield server
