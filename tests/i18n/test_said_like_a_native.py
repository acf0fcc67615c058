"""Sentences that once sounded foreign or said another thing than meant, and what they say now."""

from __future__ import annotations

import re

import pytest

from openregicide.core import EventKind
from openregicide.i18n import PLURALS, Catalogue
from openregicide.i18n.speech import number_text, percent_text
from openregicide.rulebook import load_book

SPACE = "\u202f"
"""What French puts before high punctuation, so that it never begins a line."""

SAID = [
    ("en", "ui.keys.escape", {}, "clear the selection"),
    ("en", "ui.result.exact_kills", {}, "Exact kills"),
    ("en", "ui.turn.discard", {"seat": "Bob"}, "Bob is hit"),
    ("en", "ui.turn.discard.you", {"due": 10}, "You are hit: discard 10"),
    ("es", "ui.keys.escape", {}, "quitar la selección"),
    ("es", "ui.say.discard_more", {"chosen": 1, "due": 10, "count": 9}, "aún faltan 9"),
    ("es", "ui.say.discard_more", {"chosen": 9, "due": 10, "count": 1}, "aún falta 1"),
    ("es", "ui.result.given", {"count": 60}, "60 puntos descartados en defensa"),
    ("es", "ui.result.given", {"count": 1}, "1 punto descartado en defensa"),
    ("es", "web.large", {}, "Símbolos grandes"),
    ("fr", "event.struck", {"seat": "Bob", "value": 10}, "L’ennemi frappe Bob pour 10."),
    ("fr", "event.struck.you", {"value": 10}, "L’ennemi vous frappe pour 10."),
    ("fr", "learn.progress", {"done": 0, "count": 12}, f"Leçons terminées{SPACE}: 0 sur 12"),
    ("fr", "preview.strike", {"strike": 10}, "frappe pour 10"),
    ("fr", "ui.enemy.attack_left", {}, "attaque restante"),
    ("fr", "ui.home.join", {}, "Rejoindre"),
    ("fr", "ui.keys.escape", {}, "annuler la sélection"),
    ("fr", "ui.say.discard", {"due": 10, "worth": 27}, "L’ennemi frappe pour 10."),
    ("fr", "ui.say.must_flip", {"due": 10}, "L’ennemi frappe pour 10"),
    ("fr", "web.preview.strike", {"strike": 10}, "frappe pour 10"),
    ("id", "ui.keys.l", {}, "buka catatan permainan"),
    ("id", "ui.log", {}, "Catatan permainan"),
    ("id", "ui.yield", {}, "Lewat (menyerah)"),
    ("id", "web.sort.by_rank", {}, "Urutkan menurut nilai"),
    ("id", "web.sort.by_suit", {}, "Urutkan menurut jenis"),
]


@pytest.mark.parametrize(("language", "key", "values", "said"), SAID)
def test_a_sentence_says_it_as_people_do(
    language: str, key: str, values: dict[str, object], said: str
) -> None:
    assert said in Catalogue(language).strict(key, **values)


@pytest.mark.parametrize(
    "key", ["event.defeated_exactly", "event.defeated_exactly.you", "preview.falls_exactly"]
)
def test_in_french_the_card_goes_on_the_tavern_whatever_its_gender(key: str) -> None:
    text = Catalogue("fr").strict(key, seat="Zoé", enemy="Reine de cœur")
    assert f"vaincu au point près{SPACE}: la carte va sur la Taverne" in text


@pytest.mark.parametrize("language", PLURALS)
def test_what_a_fight_took_is_part_of_its_sentence(language: str) -> None:
    t = Catalogue(language)
    given = t.strict("ui.result.given", count=60)
    for key in ("ui.result.hardest", "ui.result.lost_to"):
        said = t.strict(key, enemy="J", count=3, given=given, left=1, full=20)
        assert given in said
        assert "60" in given


# Numbers

HALVES = {"en": "2.5", "fr": "2,5", "es": "2,5", "zh": "2.5", "id": "2,5"}
SHARES = {
    "en": "55.3%",
    "fr": f"55,3{SPACE}%",
    "es": "55,3\u00a0%",
    "zh": "55.3%",
    "id": "55,3%",
}


@pytest.mark.parametrize("language", PLURALS)
def test_numbers_are_written_as_the_language_does(language: str) -> None:
    t = Catalogue(language)
    assert number_text(t, 2.5, 1) == HALVES[language]
    assert number_text(t, 2.5, 0) == "2"
    assert percent_text(t, 0.553, 1) == SHARES[language]
    assert percent_text(t, 1) == SHARES[language].replace("55.3", "100").replace("55,3", "100")


@pytest.mark.parametrize("language", PLURALS)
def test_no_sentence_puts_its_own_sign_behind_a_number(language: str) -> None:
    """A value comes with its sign, so that all of them look alike."""
    texts = Catalogue(language).texts
    signed = [key for key, text in texts.items() if re.search(r"\}\s*%", text)]
    assert signed == ["number.percent"]


# One word for one thing

FOREIGN = {
    "en": r"for the board|\bthe board goes|Yes, .*Yes",
    "fr": r"\d de dégâts|\} de dégâts|honnête|qui tient le serveur",
    "es": r"^Robo \{|^Curación \{",
    "zh": "您",
    "id": r"\bAnda\b|[Bb]enih|bot pencari|Sesuai browser",
}
"""Words for which a language has another one everywhere else, or that address the player anew."""


@pytest.mark.parametrize("language", PLURALS)
def test_one_word_is_used_for_one_thing(language: str) -> None:
    found = {
        key: text
        for package in ("openregicide.i18n", "openregicide.lessons")
        for key, text in Catalogue(language, package).texts.items()
        if re.search(FOREIGN[language], text)
    }
    assert found == {}


def test_in_french_damage_is_counted_without_de() -> None:
    pages = [load_book("fr").chapters, Catalogue("fr", "openregicide.lessons").texts]
    assert not re.search(r"[\d}] de dégâts", str(pages))


def test_in_indonesian_nobody_surrenders_who_only_passes() -> None:
    """“Menyerah” alone would be to give up the game; the box has both words."""
    t = Catalogue("id")
    loose = {
        key: text
        for key, text in t.texts.items()
        if re.search("menyerah", text, re.IGNORECASE)
        and "give_up" not in key
        and not re.search(r"[Ll]ewat\w* \(menyerah\)|lewat menyerah", text)
    }
    assert loose == {}
    assert "lewat" in t.strict(f"event.{EventKind.YIELDED.name.lower()}", seat="Budi")
