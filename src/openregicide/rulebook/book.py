"""A rulebook as a tree: chapters, sections, blocks, and runs of text within them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

__all__ = [
    "Block",
    "Book",
    "Chapter",
    "Example",
    "Items",
    "Paragraph",
    "Picture",
    "Section",
    "Span",
    "Spans",
    "Table",
    "plain",
    "words_of",
]


@dataclass(frozen=True, slots=True)
class Span:
    """A run of text; a `rule` is a link to the section of that name."""

    kind: Literal["text", "strong", "code", "rule"]
    text: str


Spans = tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class Paragraph:
    spans: Spans


@dataclass(frozen=True, slots=True)
class Items:
    """A list."""

    items: tuple[Spans, ...]


@dataclass(frozen=True, slots=True)
class Table:
    head: tuple[Spans, ...]
    rows: tuple[tuple[Spans, ...], ...]


@dataclass(frozen=True, slots=True)
class Example:
    """A worked example by its name, with a sentence that says what to look at."""

    name: str
    caption: Spans


@dataclass(frozen=True, slots=True)
class Picture:
    """A drawing by its name; a front end that cannot draw skips it."""

    name: str


Block = Paragraph | Items | Table | Example | Picture


@dataclass(frozen=True, slots=True)
class Section:
    """A rule, named by its number, or another section with a name to link to."""

    name: str
    title: str
    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class Chapter:
    title: str
    blocks: tuple[Block, ...]
    """What comes before the first section."""
    sections: tuple[Section, ...]


@dataclass(frozen=True, slots=True)
class Book:
    language: str
    title: str
    blocks: tuple[Block, ...]
    chapters: tuple[Chapter, ...]

    @property
    def sections(self) -> Iterator[Section]:
        for chapter in self.chapters:
            yield from chapter.sections

    def section(self, name: str) -> Section | None:
        """Return a section by its name, in any case."""
        return next((each for each in self.sections if each.name.lower() == name.lower()), None)

    @property
    def blocks_in_order(self) -> Iterator[Block]:
        """Every block of the book, in order."""
        yield from self.blocks
        for chapter in self.chapters:
            yield from chapter.blocks
            for section in chapter.sections:
                yield from section.blocks


def plain(spans: Spans) -> str:
    """Return a run of text without its markup."""
    return "".join(span.text for span in spans)


def words_of(block: Block) -> str:
    """Return all the text of a block."""
    match block:
        case Paragraph():
            return plain(block.spans)
        case Items():
            return "\n".join(map(plain, block.items))
        case Table():
            return "\n".join(" ".join(map(plain, row)) for row in (block.head, *block.rows))
        case Example():
            return plain(block.caption)
        case Picture():
            return ""
