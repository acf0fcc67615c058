"""What players call the things of the rulebook: synonyms, and how words change their form."""

from __future__ import annotations

import tomllib
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from importlib import resources

__all__ = ["Thesaurus", "folded", "thesaurus_of"]

LEAST_STEM = 4
"""Letters that are left of a word at least, or anything could be the stem of anything."""


@dataclass(frozen=True)
class Thesaurus:
    """One language of `thesaurus.toml`, all of it folded."""

    ignored: tuple[str, ...]
    prefixes: tuple[str, ...]
    endings: tuple[str, ...]
    dropped: str
    synonyms: Mapping[str, tuple[str, ...]]
    """By the word that the book has."""

    def alike(self, one: str, other: str) -> bool:
        """Return whether two words may be forms of one."""
        return not self.stems(one).isdisjoint(self.stems(other))

    def stems(self, word: str) -> frozenset[str]:
        """Return what may be the stem of a word, the word itself included."""
        found = self._stems.get(word)
        if found is None:
            found = self._stems[word] = frozenset(self._list_stems(word))
        return found

    @cached_property
    def _stems(self) -> dict[str, frozenset[str]]:
        return {}

    def _list_stems(self, word: str) -> Iterator[str]:
        for prefix in ("", *self.prefixes):
            if not word.startswith(prefix):
                continue
            bare = word[len(prefix) :]
            for ending in ("", *self.endings):
                if not bare.endswith(ending):
                    continue
                stem = bare[: len(bare) - len(ending)]
                if len(stem) < LEAST_STEM and stem != word:
                    continue
                yield stem
                if stem[0] in self.dropped and len(stem) > LEAST_STEM:
                    yield stem[1:]


@cache
def thesaurus_of(language: str) -> Thesaurus:
    """Read the words of a language."""
    source = resources.files(__package__).joinpath("thesaurus.toml")
    table = tomllib.loads(source.read_text(encoding="utf-8"))[language]
    return Thesaurus(
        ignored=_words(table["ignored"]),
        prefixes=_words(table["prefixes"]),
        endings=_words(table["endings"]),
        dropped=table["dropped"],
        synonyms={folded(word): _words(others) for word, others in table["synonyms"].items()},
    )


def _words(text: str) -> tuple[str, ...]:
    return tuple(folded(text).split())


@lru_cache(maxsize=4096)
def folded(text: str) -> str:
    """Return a text without case and accents."""
    parts = unicodedata.normalize("NFD", text.lower()).replace("œ", "oe")
    return "".join(part for part in parts if not unicodedata.combining(part))
