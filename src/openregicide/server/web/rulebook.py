"""The rulebook as the browser gets it: the words of each language, and the examples, played.

The examples are the same in all languages. They are played here, so that the browser shows what
the engine did and knows no rules.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec
from msgspec import Struct

from ...i18n import PLURALS
from ...notation import format_move
from ...protocol import EventData, Problem, RulesData, ViewData
from ...rulebook import load_book
from ...rulebook.book import Block, Book, Example, Items, Paragraph, Picture, Spans, Table
from ...rulebook.examples import Run, all_examples, run_example
from ...table.options import rules_data
from ...table.views import event_data, view_data
from .problems import problem_of

__all__ = [
    "BookData",
    "ChapterData",
    "ExampleBlock",
    "ExampleData",
    "ItemsBlock",
    "ParagraphBlock",
    "PictureBlock",
    "SectionData",
    "SpanData",
    "StepData",
    "TableBlock",
    "rulebook_files",
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


AnyBlock: TypeAlias = ParagraphBlock | ItemsBlock | TableBlock | ExampleBlock | PictureBlock


class SectionData(Struct, frozen=True):
    """A rule by its number, or an option by its name."""

    name: str
    title: str
    blocks: list[AnyBlock]


class ChapterData(Struct, frozen=True):
    title: str
    blocks: list[AnyBlock]
    sections: list[SectionData]


class BookData(Struct, frozen=True):
    language: str
    title: str
    blocks: list[AnyBlock]
    chapters: list[ChapterData]


class StepData(Struct, frozen=True):
    """One move of an example."""

    seat: int
    move: str
    events: list[EventData]


class ExampleData(Struct, frozen=True):
    """An example, played: what was so, what is done, what comes of it."""

    rules: RulesData
    before: ViewData
    steps: list[StepData]
    after: ViewData
    refused: str | None
    """The last move, if the rules do not allow it."""
    problem: Problem | None
    """Why not."""
    phrases: list[str]
    """What may be said here, if that is what it shows."""


def rulebook_files() -> dict[str, bytes]:
    """Return the files by name, to be served beside the client's own."""
    files = {f"rulebook/{language}.json": _book(load_book(language)) for language in PLURALS}
    examples = {name: _example(run_example(name)) for name in all_examples()}
    return files | {"rulebook/examples.json": msgspec.json.encode(examples)}


def _book(book: Book) -> bytes:
    chapters = [
        ChapterData(
            chapter.title,
            _blocks(chapter.blocks),
            [
                SectionData(section.name, section.title, _blocks(section.blocks))
                for section in chapter.sections
            ],
        )
        for chapter in book.chapters
    ]
    return msgspec.json.encode(BookData(book.language, book.title, _blocks(book.blocks), chapters))


def _blocks(blocks: tuple[Block, ...]) -> list[AnyBlock]:
    return [_block(block) for block in blocks]


def _block(block: Block) -> AnyBlock:
    match block:
        case Paragraph():
            return ParagraphBlock(_spans(block.spans))
        case Items():
            return ItemsBlock([_spans(item) for item in block.items])
        case Table():
            rows = [[_spans(cell) for cell in row] for row in block.rows]
            return TableBlock([_spans(cell) for cell in block.head], rows)
        case Example():
            return ExampleBlock(block.name, _spans(block.caption))
        case Picture():
            return PictureBlock(block.name)


def _spans(spans: Spans) -> list[SpanData]:
    return [SpanData(span.kind, span.text) for span in spans]


def _example(run: Run) -> ExampleData:
    move, error = run.refused or (None, None)
    return ExampleData(
        rules=rules_data(run.before.rules),
        before=view_data(run.before),
        steps=[
            StepData(step.actor, format_move(step.move), [event_data(each) for each in step.events])
            for step in run.steps
        ],
        after=view_data(run.after),
        refused=None if move is None else format_move(move),
        problem=None if error is None else problem_of(error),
        phrases=list(run.example.phrases),
    )
