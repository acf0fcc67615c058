"""Rules are found by number and by words, in every language."""

from __future__ import annotations

import pytest

from openregicide.rulebook import load_book
from openregicide.rulebook.search import find

FINDS = [
    ("en", "R19", "R19"),
    ("en", "19", "R19"),
    ("en", "spades shield", "R10"),
    ("en", "SECOND jester", "R21"),
    ("en", "companions", "companions"),
    ("en", "damage exactly", "R16"),
    ("fr", "regenere", "R7"),
    ("fr", "Bouffon deuxième", "R21"),
    ("es", "combinacion", "R14"),
    ("es", "victoria", "R26"),
    ("zh", "黑桃 小丑", "R20"),
    ("zh", "免疫", "R11"),
    ("zh", "小丑黑桃", "R20"),
    ("id", "KOMBO", "R14"),
    ("id", "kekebalan akhir", "R19"),
]


@pytest.mark.parametrize(("language", "query", "name"), FINDS)
def test_a_rule_is_among_the_first_found(language: str, query: str, name: str) -> None:
    found = [section.name for section in find(load_book(language), query)]
    assert name in found[:3], found


def test_sections_with_all_the_words_come_alone() -> None:
    found = find(load_book("en"), "jester immunity")
    assert "R19" in [section.name for section in found]
    assert "R1" not in [section.name for section in found]


@pytest.mark.parametrize("query", ["", "   ", "xyzzy", f"R{29}", f"R{99}"])
def test_what_is_not_there_is_not_found(query: str) -> None:
    assert find(load_book("en"), query) == []
