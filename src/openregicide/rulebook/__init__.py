"""The rulebook: our own words for every rule, in five languages, with examples the engine plays.

    en.md fr.md es.md zh.md id.md    the text, in a small and strict subset of Markdown
    examples.toml                    positions, moves and claims, for all languages
    book  parse                      the text as a tree
    examples                         the examples, played
    links                            which rule an event, a refusal or an option belongs to
    search  matching                 finding rules by words
    thesaurus.toml  thesaurus        what else players call things, and how words change their form

`docs/rules.md` and the browser's list of links are generated from here (`scripts/rules_doc.py`).
"""

from __future__ import annotations

from .book import Book, Chapter, Section
from .parse import load_book

__all__ = ["Book", "Chapter", "Section", "load_book"]
