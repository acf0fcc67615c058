"""In tests a missing text is an error; players would only see its key."""

from __future__ import annotations

import pytest

from openregicide.i18n import Catalogue


@pytest.fixture(autouse=True)
def strict_texts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Catalogue, "__call__", Catalogue.strict)
