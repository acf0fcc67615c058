"""What the sentences about the rules say is what the rules are, in every language.

A sentence is free to change; the few words looked for here are those without which it would be
wrong.
"""

from __future__ import annotations

import re

import pytest

from openregicide.i18n import PLURALS, Catalogue

TWICE_IN_A_ROW = {
    "en": "twice in a row",
    "fr": "deux fois de suite",
    "es": "dos veces seguidas",
    "zh": "连续两次",
    "id": "dua kali berturut-turut",
}
TWO = {"en": "two", "fr": "deux", "es": "dos", "zh": "两", "id": "dua"}
COMPANION = {
    "en": "companion",
    "fr": "animal",
    "es": "compañero",
    "zh": "宠物",
    "id": "hewan pendamping",
}


@pytest.mark.parametrize("language", PLURALS)
def test_R24_a_refused_yield_is_explained_where_solo_yield_is_on_too(language: str) -> None:
    t = Catalogue(language)
    assert TWICE_IN_A_ROW[language] in t.strict("option.solo_yield.about")
    assert TWICE_IN_A_ROW[language] in t.strict("error.yield.not_allowed")


@pytest.mark.parametrize("language", PLURALS)
def test_R13_by_the_rules_two_companions_may_pair(language: str) -> None:
    _, by_the_rules = re.split("[;；]", Catalogue(language).strict("option.companions.about"))
    assert by_the_rules.count(COMPANION[language]) == 2


@pytest.mark.parametrize("language", PLURALS)
def test_the_companion_app_says_that_there_are_never_more_than_two_jesters(language: str) -> None:
    """With four players, and alone, no game is easier by a jester."""
    assert TWO[language] in Catalogue(language).strict("companion.difficulty.about")
