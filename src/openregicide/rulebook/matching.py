"""How well a word of a query is found in a text: as it is, in another form, by another name.

A language with spaces has words with stems; Chinese has signs in a row, and words are where
something stands that is known.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import IntEnum
from typing import Protocol

from .thesaurus import Thesaurus, folded

__all__ = ["Match", "Passage", "Word", "passage_of", "wanted"]

HAN = "\u4e00-\u9fff"
WORD = re.compile(rf"[{HAN}]+|[^\W_{HAN}]+")

LEAST_GUESSED = 4
"""Letters of a word that may have one wrong; Chinese words say as much with fewer signs."""
LEAST_GUESSED_HAN = 3


class Match(IntEnum):
    """How well a word is found, and how much that counts."""

    NONE = 0
    TYPO = 3
    FORM_OF_SYNONYM = 5
    SYNONYM = 6
    FORM = 8
    EXACT = 10


@dataclass(frozen=True, slots=True)
class Passage:
    """The words of a text, and the text as a whole for a language without spaces."""

    words: frozenset[str]
    text: str


def passage_of(text: str) -> Passage:
    text = folded(text)
    return Passage(frozenset(WORD.findall(text)), text)


class Word(Protocol):
    """A word of a query."""

    def match(self, passage: Passage) -> Match:
        """Return how well the word is found, if it is spelled right."""

    def guess(self, known: Iterable[Passage]) -> Word:
        """Return what was meant, if one letter is wrong."""


def wanted(thesaurus: Thesaurus, query: str) -> list[Word]:
    """Return the words of a query, but for those that no rule is about."""
    found = [part for run in WORD.findall(folded(query)) for part in _cut(thesaurus, run)]
    telling = [part for part in found if part not in thesaurus.ignored]
    # A question of nothing but small words is about these.
    return [_word(thesaurus, part) for part in telling or found]


def _cut(thesaurus: Thesaurus, run: str) -> Iterator[str]:
    """Cut Chinese signs in a row where a synonym or a small word stands; leave other words."""
    if not _is_han(run):
        yield run
        return
    known = {*thesaurus.ignored, *(each for group in thesaurus.synonyms.values() for each in group)}
    inside = sorted((each for each in known if each in run), key=lambda each: (-len(each), each))
    parts = re.split(f"({'|'.join(map(re.escape, inside))})", run) if inside else [run]
    yield from filter(None, parts)


def _word(thesaurus: Thesaurus, word: str) -> Word:
    return _Signs(thesaurus, word) if _is_han(word) else _Letters(thesaurus, word)


class _Letters:
    """A word of letters or digits."""

    def __init__(self, thesaurus: Thesaurus, word: str) -> None:
        self._thesaurus = thesaurus
        self._word = word
        self._names = _names(thesaurus, lambda other: thesaurus.alike(word, other))

    def match(self, passage: Passage) -> Match:
        if self._word in passage.words:
            return Match.EXACT
        # A word that is still being typed is the beginning of one.
        if any(
            each.startswith(self._word) or self._thesaurus.alike(self._word, each)
            for each in passage.words
        ):
            return Match.FORM
        return _named(self._thesaurus, self._names, passage)

    def guess(self, known: Iterable[Passage]) -> Word:
        words = {each for passage in known for each in passage.words}
        meant = {each for each in words if _one_letter_off(self._word, each)}
        names = _names(self._thesaurus, lambda other: _one_letter_off(self._word, other))
        return _Meant(self._thesaurus, [*meant, *names])


class _Signs:
    """A word of Chinese signs."""

    def __init__(self, thesaurus: Thesaurus, word: str) -> None:
        self._thesaurus = thesaurus
        self._word = word
        self._names = _names(thesaurus, lambda other: other == word)

    def match(self, passage: Passage) -> Match:
        if self._word in passage.text:
            return Match.EXACT
        # Two words in a row, which the text has apart.
        apart = len(self._word) > 1 and not self._names
        if apart and all(sign in passage.text for sign in self._word):
            return Match.FORM
        return _named(self._thesaurus, self._names, passage)

    def guess(self, known: Iterable[Passage]) -> Word:
        meant = {each for passage in known for each in _one_sign_off(self._word, passage.text)}
        names = _names(self._thesaurus, lambda other: bool(_one_sign_off(self._word, other)))
        return _Meant(self._thesaurus, [*meant, *names])


class _Meant:
    """The words that may have been meant by one that is spelled wrong."""

    def __init__(self, thesaurus: Thesaurus, words: Iterable[str]) -> None:
        self._thesaurus = thesaurus
        self._words = list(words)

    def match(self, passage: Passage) -> Match:
        return Match.TYPO if _named(self._thesaurus, self._words, passage) else Match.NONE

    def guess(self, known: Iterable[Passage]) -> Word:
        return self


def _names(thesaurus: Thesaurus, is_meant: Callable[[str], bool]) -> list[str]:
    """Return the book's words that have such a synonym."""
    return [name for name, others in thesaurus.synonyms.items() if any(map(is_meant, others))]


def _named(thesaurus: Thesaurus, names: Iterable[str], passage: Passage) -> Match:
    """Return whether a text has one of these words, as it is or in another form."""
    best = Match.NONE
    for name in names:
        if name in passage.text if _is_han(name) else name in passage.words:
            return Match.SYNONYM
        if not _is_han(name) and any(thesaurus.alike(name, each) for each in passage.words):
            best = Match.FORM_OF_SYNONYM
    return best


def _is_han(word: str) -> bool:
    return "\u4e00" <= word[0] <= "\u9fff"


def _one_letter_off(one: str, other: str) -> bool:
    """Return whether one letter is wrong, missing or too many, or two have changed places."""
    if min(len(one), len(other)) < LEAST_GUESSED or one == other:
        return False
    same = 0
    while one[same : same + 1] == other[same : same + 1]:
        same += 1
    one, other = sorted((one[same:], other[same:]), key=len)
    if len(one) < len(other):
        return one == other[1:]
    swapped = one[:2] == other[1::-1] and one[2:] == other[2:]
    return swapped or one[1:] == other[1:]


def _one_sign_off(word: str, text: str) -> set[str]:
    """Return what a text has that differs from a word in one sign."""
    length = len(word)
    if length < LEAST_GUESSED_HAN:
        return set()
    parts = {text[at : at + length] for at in range(len(text) - length + 1)}
    return {
        part
        for part in parts
        if sum(here != there for here, there in zip(word, part, strict=True)) == 1
    }
