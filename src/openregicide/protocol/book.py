"""The rulebook as the browser gets it: its text in each language, and the examples, played."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from .problems import Problem
from .rules import RulesData
from .table import EventData, ViewData

__all__ = [
    "BlockData",
    "BookData",
    "ChapterData",
    "ExampleBlock",
    "ExampleData",
    "ExampleStep",
    "ItemsBlock",
    "ParagraphBlock",
    "PictureBlock",
    "SearchData",
    "SectionData",
    "SpanData",
    "TableBlock",
]


class SpanData(Struct, frozen=True):
    """A run of text; a `rule` is a link to the section of that name."""

    kind: Literal["text", "strong", "code", "rule"]
    text: str


class ParagraphBlock(Struct, frozen=True, tag="paragraph"):
    spans: list[SpanData]


class ItemsBlock(Struct, frozen=True, tag="items"):
    items: list[list[SpanData]]


class TableBlock(Struct, frozen=True, tag="table"):
    head: list[list[SpanData]]
    rows: list[list[list[SpanData]]]


class ExampleBlock(Struct, frozen=True, tag="example"):
    name: str
    caption: list[SpanData]


class PictureBlock(Struct, frozen=True, tag="picture"):
    name: str


BlockData = ParagraphBlock | ItemsBlock | TableBlock | ExampleBlock | PictureBlock


class SectionData(Struct, frozen=True):
    """A rule by its number, or an option by its name."""

    name: str
    title: str
    blocks: list[BlockData]


class ChapterData(Struct, frozen=True):
    title: str
    blocks: list[BlockData]
    sections: list[SectionData]


class SearchData(Struct, frozen=True):
    """How to find words that are not written as in the book, without case and accents."""

    ignored: list[str]
    """Words of questions that no rule is about."""
    prefixes: list[str]
    endings: list[str]
    dropped: str
    """First letters that a prefix may swallow."""
    synonyms: dict[str, list[str]]
    """By the word that the book has."""


class BookData(Struct, frozen=True):
    language: str
    title: str
    blocks: list[BlockData]
    chapters: list[ChapterData]
    search: SearchData


class ExampleStep(Struct, frozen=True):
    """One move of an example."""

    seat: int
    move: str
    events: list[EventData]


class ExampleData(Struct, frozen=True):
    """An example, played: the position before, the moves, and the position after."""

    rules: RulesData
    before: ViewData
    steps: list[ExampleStep]
    after: ViewData
    refused: str | None
    """The last move, if the rules do not allow it."""
    problem: Problem | None
    """Why not."""
    phrases: list[str]
    """What may be said here, if that is what it shows."""
