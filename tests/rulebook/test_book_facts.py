"""Facts that a book has to state, whatever its language."""

from __future__ import annotations

import pytest

from openregicide.i18n import PLURALS
from openregicide.rulebook import load_book
from openregicide.rulebook.book import Items, Paragraph, words_of

EDITIONS = [
    {"talk"},  # English
    {"R13", "R15", "R20"},  # French
    {"R11", "R20"},  # Spanish
    {"companions", "talk", "R30"},  # Chinese
    {"R14", "R15", "R16", "R20"},  # Indonesian
    {"R22"},  # who may voice a wish
    {"R4"},  # who begins
    {"R30"},  # too few cards for a flip
    {"solo_yield"},  # house rules
]
"""The rules and options that each difference between the editions is about."""


def prose_of(language: str, name: str) -> str:
    """A section without its examples."""
    section = load_book(language).section(name)
    assert section is not None
    return "\n".join(words_of(block) for block in section.blocks if isinstance(block, Paragraph))


@pytest.mark.parametrize("language", PLURALS)
def test_R15_royals_come_from_the_top_of_the_tavern_and_from_the_discard_pile(
    language: str,
) -> None:
    """A royal that fell with too much is not lost: hearts (R7) bring it back."""
    text = prose_of(language, "R15")
    assert "R16" in text
    assert "R7" in text


@pytest.mark.parametrize("language", PLURALS)
def test_the_chapter_on_editions_names_every_difference(language: str) -> None:
    section = load_book(language).section("editions")
    assert section is not None
    [differences] = [block for block in section.blocks if isinstance(block, Items)]
    named = [
        {span.text for span in item if span.kind in ("rule", "code")} for item in differences.items
    ]
    assert named == EDITIONS
