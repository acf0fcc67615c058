"""`regicide rules`: the rulebook on standard output."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TextIO

from ...i18n import Catalogue
from ...rulebook import load_book
from ...rulebook.search import find
from ..words.rulebook import contents_lines, section_lines, title_lines
from ..words.wide import wrapped
from .console import Console

__all__ = ["run"]

NOT_FOUND = 1
MOST_FOUND = 12


def run(words: Sequence[str], language: str, *, stdin: TextIO, stdout: TextIO, color: bool) -> int:
    """Print the contents, a rule by its number, or the rules that match some words."""
    console = Console(stdin, stdout, color=color)
    t, book = Catalogue(language), load_book(language)
    width = console.width - 1
    if not words:
        console.lines([*contents_lines(book), "", *wrapped(t("rules.how"), width)])
        return 0
    found = find(book, " ".join(words))
    if section := book.section(words[0]) if len(words) == 1 else None:
        found = [section]
    if not found:
        console.lines(wrapped(t("rules.found.none"), width))
        return NOT_FOUND
    if len(found) == 1:
        console.lines(section_lines(t, found[0], width))
        return 0
    console.lines([t("rules.found", count=len(found)), *title_lines(found[:MOST_FOUND]), ""])
    console.lines(section_lines(t, found[0], width))
    return 0
