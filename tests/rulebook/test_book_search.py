"""Rules are found by number, by words, by other words for them, and with a slip of the finger."""

from __future__ import annotations

import pytest

from openregicide.i18n import PLURALS
from openregicide.rulebook import Book, load_book
from openregicide.rulebook.book import words_of
from openregicide.rulebook.matching import passage_of
from openregicide.rulebook.search import find
from openregicide.rulebook.thesaurus import folded, thesaurus_of
from support.book_queries import AMONG, FIRST, QUERIES, UNKNOWN

BOOKS = {language: load_book(language) for language in PLURALS}


def names(book: Book, query: str) -> list[str]:
    return [section.name for section in find(book, query)]


def pairs(wanted: object) -> list[tuple[str, str, str]]:
    assert isinstance(wanted, dict)
    return [
        (language, query, name)
        for language, queries in wanted.items()
        for query, name in queries.items()
    ]


@pytest.mark.parametrize(("language", "query", "name"), pairs(FIRST))
def test_the_rule_that_is_meant_comes_first(language: str, query: str, name: str) -> None:
    found = names(BOOKS[language], query)
    assert found[:1] == [name], found


@pytest.mark.parametrize(("language", "query", "name"), pairs(AMONG))
def test_a_rule_is_among_the_first_found(language: str, query: str, name: str) -> None:
    found = names(BOOKS[language], query)
    assert name in found[:3], found


def test_every_language_is_asked() -> None:
    assert list(QUERIES) == list(PLURALS)


def test_sections_with_all_the_words_come_alone() -> None:
    found = names(BOOKS["en"], "jester immunity")
    assert "R19" in found
    assert "R1" not in found


@pytest.mark.parametrize("query", UNKNOWN)
@pytest.mark.parametrize("language", PLURALS)
def test_what_is_not_there_is_not_found(language: str, query: str) -> None:
    assert names(BOOKS[language], query) == []


# The closer, the further up

BOOK = """# B

## C

### a · Slip

The yeild is a slip of its own.

### b · Form

Whoever is yielding waits.

### c · Word

One may yield.

### d · Synonym

One may pass.
"""


def small_book() -> Book:
    from openregicide.rulebook.parse import parse_book

    return parse_book("en", BOOK)


def test_the_word_comes_before_its_forms_and_these_before_synonyms() -> None:
    assert names(small_book(), "yield") == ["c", "b"]
    assert names(small_book(), "pass") == ["d", "b", "c"]


def test_a_word_that_is_there_is_no_slip() -> None:
    assert names(small_book(), "yeild") == ["a"]
    assert names(small_book(), "yeilds") == ["a"]
    assert names(small_book(), "yielf") == ["b", "c"]


# The words themselves


@pytest.mark.parametrize("language", PLURALS)
def test_every_word_with_synonyms_is_in_the_book(language: str) -> None:
    """A synonym for something that the book does not say leads nowhere."""
    book, thesaurus = BOOKS[language], thesaurus_of(language)
    sections = "\n".join(f"{each.name} {each.title}" for each in book.sections)
    chapters = (chapter.title for chapter in book.chapters)
    passage = passage_of("\n".join([sections, *chapters, *map(words_of, book.blocks_in_order)]))
    missing = [
        name
        for name in thesaurus.synonyms
        if name not in (passage.words if name.isascii() else passage.text)
    ]
    assert missing == []


@pytest.mark.parametrize("language", PLURALS)
def test_synonyms_are_single_words_and_none_is_ignored(language: str) -> None:
    thesaurus = thesaurus_of(language)
    synonyms = {each for others in thesaurus.synonyms.values() for each in others}
    assert not synonyms & set(thesaurus.ignored)
    for each in synonyms:
        assert passage_of(each).words == {each}, each
    for name, others in thesaurus.synonyms.items():
        assert len(set(others)) == len(others), name
        assert name not in others


def test_folding_lets_people_type_as_they_can() -> None:
    assert folded("CŒUR Défaussé") == "coeur defausse"
