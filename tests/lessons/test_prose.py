"""The coach says the same in every language, and nothing in vain."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import openregicide.lessons
from openregicide.i18n import PLURALS, Catalogue, TextError
from openregicide.lessons import Prose, load_course
from openregicide.lessons.course import NUMBERS

FOLDER = Path(openregicide.lessons.__file__).parent
ENGLISH = Prose("en")
OTHERS = [language for language in PLURALS if language != "en"]
VALUES = {*NUMBERS, "due"}

LONGEST = {"tell": 240, "task": 110, "title": 34, "about": 70}
"""A phone has no more room, and a beginner no more patience."""
LONGEST_WORD = 240


def wanted() -> list[str]:
    """Every key that the course asks for, in order."""
    keys = []
    for lesson in load_course().lessons:
        keys += [f"{lesson.id}.title", f"{lesson.id}.about"]
        for step in lesson.steps:
            names = ("tell", "task", "done", *step.reactions)
            keys += [f"{lesson.id}.{step.id}.{name}" for name in names]
    return keys


def test_every_text_is_there_and_none_is_left_over() -> None:
    assert sorted(ENGLISH.texts) == sorted(wanted())


def test_the_languages_are_those_of_the_catalogue() -> None:
    assert {path.stem for path in FOLDER.glob("*.json")} == set(PLURALS)
    with pytest.raises(TextError):
        Prose("xx")


@pytest.mark.parametrize("language", OTHERS)
def test_keys_and_gaps_are_those_of_the_english_ones(language: str) -> None:
    def shape(name: str) -> list[str]:
        lines = (FOLDER / f"{name}.json").read_text(encoding="utf-8").splitlines()
        return [line.partition(":")[0] for line in lines]

    assert shape(language) == shape("en")
    pairs: list[tuple[str, str]] = json.loads(
        (FOLDER / f"{language}.json").read_text(encoding="utf-8"), object_pairs_hook=list
    )
    assert len(pairs) == len(ENGLISH.texts)


@pytest.mark.parametrize("language", OTHERS)
def test_no_text_is_left_in_english(language: str) -> None:
    texts = Prose(language).texts
    assert [key for key in texts if texts[key] == ENGLISH.texts[key]] == []


@pytest.mark.parametrize("language", PLURALS)
def test_texts_name_only_what_the_engine_tells(language: str) -> None:
    prose = Prose(language)
    for key in prose.texts:
        assert prose.placeholders(key) <= VALUES | {"cards"}, key
        reaction = key.count(".") == 2 and key.rpartition(".")[2] not in ("tell", "task")
        assert reaction or not prose.placeholders(key), key


@pytest.mark.parametrize("language", PLURALS)
def test_texts_name_the_cards_that_english_names(language: str) -> None:
    """A slip of the pen in one of them would send a learner astray."""
    sign = re.compile(r"(?<!\d)(10|[2-9])([♥♦♣♠])")
    prose = Prose(language)
    for key, text in ENGLISH.texts.items():
        assert sorted(sign.findall(prose.texts[key])) == sorted(sign.findall(text)), key


@pytest.mark.parametrize("language", PLURALS)
def test_texts_are_short_and_clean(language: str) -> None:
    for key, text in Prose(language).texts.items():
        longest = LONGEST.get(key.rpartition(".")[2], LONGEST_WORD)
        assert len(text) <= longest, (key, len(text))
        assert text == text.strip(), key
        assert "  " not in text, key


@pytest.mark.parametrize("language", PLURALS)
def test_R16_a_royal_killed_with_too_much_goes_to_the_discard_pile(language: str) -> None:
    """It is not lost: hearts may bring it back."""
    t = Catalogue(language)
    said = Prose(language).texts["exact.exact.over"].casefold()
    assert t.strict("rules.picture.discard").casefold() in said
    assert t.strict("suit.hearts").casefold() in said
