"""Facts that a book has to state, whatever its language."""

from __future__ import annotations

import pytest

from openregicide.i18n import PLURALS
from openregicide.rulebook import load_book
from openregicide.rulebook.book import Paragraph, words_of


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
