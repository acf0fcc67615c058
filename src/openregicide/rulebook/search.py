"""Finding rules by words, in any of the languages.

A section matches if it has all the words, in any order and whatever their case and accents; if no
section has all, one that has some will do. Chinese has no spaces between words, so a run of its
characters that does not occur as a whole may also match piece by piece. The browser does the same
while somebody types (`web/store/book.js`).
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from .book import Book, Section, words_of

__all__ = ["find", "folded"]

HAN = re.compile(r"[\u4e00-\u9fff]{2,}")
NUMBER = re.compile(r"r?(\d+)")

# How much a word counts, by where it occurs.
IN_TITLE = 4
IN_TEXT = 1


def find(book: Book, query: str) -> list[Section]:
    """Return the sections that have all the words, or else some; titles count more."""
    if number := NUMBER.fullmatch(folded(query).strip()):
        rule = book.section(f"R{number[1]}")
        if rule is not None:
            return [rule]
    words = folded(query).split()
    scored = [(_scores(section, words), section) for section in book.sections]
    complete = [pair for pair in scored if pair[0] and all(pair[0])]
    # The sort is stable: equals stay in the order of the book.
    found = sorted(complete or scored, key=lambda pair: -sum(pair[0]))
    return [section for scores, section in found if any(scores)]


@lru_cache(maxsize=4096)
def folded(text: str) -> str:
    """Return a text without case and accents."""
    parts = unicodedata.normalize("NFD", text.casefold())
    return "".join(part for part in parts if not unicodedata.combining(part))


def _scores(section: Section, words: list[str]) -> list[int]:
    """Return how well each word matches a section; 0 for not at all."""
    title = folded(f"{section.name} {section.title}")
    text = folded("\n".join(map(words_of, section.blocks)))
    return [IN_TITLE if _has(title, word) else IN_TEXT * _has(text, word) for word in words]


def _has(text: str, word: str) -> bool:
    if word in text:
        return True
    return HAN.fullmatch(word) is not None and all(character in text for character in word)
