"""What the terminal's tests share."""

from __future__ import annotations

import os

import pytest

from openregicide.i18n import Catalogue


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
