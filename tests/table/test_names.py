"""Names and chat: what can be shown is kept, what could deceive is refused."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from openregicide.errors import TableError
from openregicide.table.names import MAX_NAME, MAX_TEXT, clean_name, clean_text


def refusal(text: str) -> TableError:
    with pytest.raises(TableError) as caught:
        clean_name(text)
    return caught.value


@pytest.mark.parametrize(
    "name",
    [
        "Ann",
        "Zoë",
        "Łukasz",
        "Дмитрий",
        "明",
        "สมศรี",
        "שָׁלוֹם",
        "محمد",
        "क्षितिज",
        'a"b\\c',
        "☕️",
        "👍🏽",
        "7",
    ],
)
def test_names_of_many_scripts_are_taken_as_they_are(name: str) -> None:
    assert clean_name(name) == unicodedata.normalize("NFC", name)


def test_white_space_is_tidied_up() -> None:
    assert clean_name(" \t Ann \n\u00a0\u2003 of\u3000Green ") == "Ann of Green"


def test_a_name_has_one_spelling() -> None:
    assert clean_name("Zoe\u0308") == clean_name("Zoë") == "Zo\u00eb"


@pytest.mark.parametrize("name", ["", " ", "\t\n", "\u2003\u00a0"])
def test_a_name_without_anything_to_see_is_refused(name: str) -> None:
    assert refusal(name).code == "name.empty"


@pytest.mark.parametrize(
    ("name", "character"),
    [
        ("a\u202eb", "U+202E"),
        ("a\u2066b", "U+2066"),
        ("a\u200bb", "U+200B"),
        ("👩\u200d🚀", "U+200D"),
        ("a\u00adb", "U+00AD"),
        ("a\x00b", "U+0000"),
        ("a\x1b[2J", "U+001B"),
        ("a\ue000", "U+E000"),
        ("a\ud800", "U+D800"),
        ("a\uffff", "U+FFFF"),
        ("a\U000e0041", "U+E0041"),
        ("\u3164", "U+3164"),
        ("\u2800", "U+2800"),
        ("a" + "\u0332" * 4, "U+0332"),
        ("\u0332a", "U+0332"),
        ("a \u0332b", "U+0332"),
    ],
)
def test_what_is_unseen_turns_directions_or_piles_up_is_refused(name: str, character: str) -> None:
    error = refusal(name)
    assert error.code == "name.character"
    assert error.values == {"character": character}


def test_the_longest_name() -> None:
    assert clean_name("m" * MAX_NAME) == "m" * MAX_NAME
    error = refusal("m" * (MAX_NAME + 1))
    assert (error.code, error.values) == ("name.too_long", {"limit": MAX_NAME})


def test_the_length_counts_after_tidying_up() -> None:
    assert clean_name("e\u0301" * MAX_NAME) == "é" * MAX_NAME
    assert clean_name("a" + " " * 50 + "b") == "a b"


@pytest.mark.parametrize(
    ("text", "code"),
    [(" \n ", "talk.empty"), ("a\u202eb", "talk.character"), ("m" * 301, "talk.too_long")],
)
def test_chat_is_held_to_the_same(text: str, code: str) -> None:
    with pytest.raises(TableError) as caught:
        clean_text(text)
    assert caught.value.code == code


def test_chat_may_be_longer_and_stands_on_one_line() -> None:
    assert clean_text("m" * MAX_TEXT) == "m" * MAX_TEXT
    assert clean_text("one\ntwo\u2028three") == "one two three"


@given(st.text(max_size=30))
def test_whatever_is_taken_is_harmless_and_taken_again(text: str) -> None:
    try:
        name = clean_name(text)
    except TableError:
        return
    assert 1 <= len(name) <= MAX_NAME
    assert name == name.strip()
    assert name.isprintable()
    assert clean_name(name) == name
