"""Every language says everything that English says, with the same values."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import openregicide
from openregicide.i18n import PLURALS, Catalogue

FOLDER = Path(openregicide.__file__).parent / "i18n"
ENGLISH = Catalogue("en")
OTHERS = [language for language in PLURALS if language != "en"]
ONE = re.compile(r"\.(one|other)$")

SAME = re.compile(r"[^A-Za-z]*|.{1,3}|.*(regicide|OpenRegicide).*")
"""Texts that may be alike in two languages: signs, letters, names."""
MOST_ALIKE = 0.06


def stems(catalogue: Catalogue) -> set[str]:
    return {ONE.sub("", key) for key in catalogue.texts}


def test_five_languages_are_spoken() -> None:
    assert list(PLURALS) == ["en", "fr", "es", "zh", "id"]
    assert {path.stem for path in FOLDER.glob("*.json")} == set(PLURALS)


@pytest.mark.parametrize("language", OTHERS)
def test_nothing_is_missing_or_left_over(language: str) -> None:
    other = stems(Catalogue(language))
    assert sorted(stems(ENGLISH) - other) == []
    assert sorted(other - stems(ENGLISH)) == []


@pytest.mark.parametrize("language", OTHERS)
def test_every_form_of_a_number_has_its_text(language: str) -> None:
    t = Catalogue(language)
    forms = {PLURALS[language](count) for count in range(200)}
    for stem in stems(ENGLISH):
        if f"{stem}.other" in ENGLISH.texts:
            assert {form for form in ("one", "other") if f"{stem}.{form}" in t.texts} == forms, stem


@pytest.mark.parametrize("language", OTHERS)
def test_texts_ask_for_the_same_values(language: str) -> None:
    t = Catalogue(language)
    differing = {
        stem: (t.placeholders(stem), ENGLISH.placeholders(stem))
        for stem in sorted(stems(ENGLISH))
        if t.placeholders(stem) != ENGLISH.placeholders(stem)
    }
    assert differing == {}


@pytest.mark.parametrize("language", OTHERS)
def test_keys_stand_in_the_order_of_the_english_ones(language: str) -> None:
    text = (FOLDER / f"{language}.json").read_text(encoding="utf-8")
    pairs: list[tuple[str, str]] = json.loads(text, object_pairs_hook=lambda pairs: pairs)
    names = [name for name, _ in pairs]
    assert len(set(names)) == len(names)
    assert names == [name for name in ENGLISH.texts if name in set(names)]


@pytest.mark.parametrize("language", OTHERS)
def test_little_is_left_in_english(language: str) -> None:
    t = Catalogue(language)
    alike = [
        key
        for key, text in t.texts.items()
        if text == ENGLISH.texts.get(key) and not SAME.fullmatch(text)
    ]
    assert len(alike) <= MOST_ALIKE * len(t.texts), alike


@pytest.mark.parametrize("language", OTHERS)
def test_texts_are_clean(language: str) -> None:
    for key, text in Catalogue(language).texts.items():
        assert text == text.strip() or key == "tui.prompt", key
        assert "\ufffd" not in text, key


def test_in_french_high_punctuation_never_begins_a_line() -> None:
    """Before it stands a narrow space that does not break (U+202F), in every text of ours."""
    package = FOLDER.parent
    texts = list(Catalogue("fr").texts.items())
    for path in (package / "lessons" / "fr.json", package / "rulebook" / "fr.md"):
        texts += [(path.name, line) for line in path.read_text(encoding="utf-8").splitlines()]
    loose = [text for key, text in texts if re.search(" [:;!?»]|« ", text)]
    assert loose == [Catalogue("fr")("tui.command.help")]
