"""Whatever happens or is refused can be looked up."""

from __future__ import annotations

import pytest

from openregicide.core import EventKind
from openregicide.core.refusal import Refusal
from openregicide.i18n import Catalogue
from openregicide.rulebook import load_book
from openregicide.rulebook.links import EVENTS, OPTIONS, REFUSALS

NO_RULE = {Refusal.NONE, Refusal.MALFORMED}
"""A move that is allowed, and what is no move at all."""


def test_every_event_has_its_rule() -> None:
    assert set(EVENTS) == {kind.name.lower() for kind in EventKind}


@pytest.mark.parametrize("refusal", [each for each in Refusal if each not in NO_RULE])
def test_every_refusal_of_the_engine_has_its_rule(refusal: Refusal) -> None:
    assert refusal.code in REFUSALS


def test_every_code_is_one_that_somebody_can_be_told() -> None:
    t = Catalogue()
    assert [code for code in REFUSALS if f"error.{code}" not in t] == []
    assert "table.unknown" not in REFUSALS


def test_every_link_leads_to_a_rule() -> None:
    book = load_book("en")
    for name in {*EVENTS.values(), *REFUSALS.values(), *OPTIONS.values(), *OPTIONS}:
        assert book.section(name) is not None, name
