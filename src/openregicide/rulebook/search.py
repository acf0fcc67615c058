"""Finding rules by words, in any of the languages.

A section matches if it has all the words, in any order and whatever their case and accents; if no
section has all, one that has some will do. A word is found as it is written, in another form, by a
synonym (`thesaurus.toml`), or, if the book has it in none of these ways, with one letter wrong; the
closer, the further up, and titles come before texts. The browser does the same while somebody types
(`web/store/search.js`).
"""

from __future__ import annotations

import re
from itertools import chain

from .book import Book, Chapter, Section, words_of
from .matching import Passage, Word, passage_of, wanted
from .thesaurus import folded, thesaurus_of

__all__ = ["find"]

NUMBER = re.compile(r"r?(\d+)")

IN_TITLE = 4
"""How much more a word counts in a title than in a text."""


def find(book: Book, query: str) -> list[Section]:
    """Return the sections that have all the words, or else some, the best first."""
    if number := NUMBER.fullmatch(folded(query).strip()):
        rule = book.section(f"R{number[1]}")
        if rule is not None:
            return [rule]
    sections = list(book.sections)
    passages = [
        _passages(chapter, section) for chapter in book.chapters for section in chapter.sections
    ]
    scores = [_scores(word, passages) for word in wanted(thesaurus_of(book.language), query)]
    scored = [([each[at] for each in scores], section) for at, section in enumerate(sections)]
    complete = [pair for pair in scored if pair[0] and all(pair[0])]
    # The sort is stable: equals stay in the order of the book.
    found = sorted(complete or scored, key=lambda pair: -sum(pair[0]))
    return [section for each, section in found if any(each)]


def _passages(chapter: Chapter, section: Section) -> tuple[Passage, Passage]:
    """Return the words of a section's title, and those of its text, under its chapter's title."""
    title = passage_of(f"{section.name} {section.title}")
    return title, passage_of("\n".join([chapter.title, *map(words_of, section.blocks)]))


def _scores(word: Word, passages: list[tuple[Passage, Passage]]) -> list[int]:
    """Return how well a word is found in each section; 0 for not at all."""
    scores = [max(IN_TITLE * word.match(title), word.match(text)) for title, text in passages]
    # Only a word that the book does not know at all may be a slip of the finger.
    if any(scores):
        return scores
    meant = word.guess(chain.from_iterable(passages))
    return [max(IN_TITLE * meant.match(title), meant.match(text)) for title, text in passages]
