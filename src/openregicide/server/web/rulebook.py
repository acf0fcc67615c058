"""The rulebook as the browser gets it: its text in each language, and the examples, played.

The examples are the same in all languages. They are played here, so that the browser shows what
the engine did and needs no rules.
"""

from __future__ import annotations

import msgspec

from ...i18n import PLURALS
from ...notation import format_move
from ...protocol import (
    BlockData,
    BookData,
    ChapterData,
    ExampleBlock,
    ExampleData,
    ExampleStep,
    ItemsBlock,
    ParagraphBlock,
    PictureBlock,
    SearchData,
    SectionData,
    SpanData,
    TableBlock,
)
from ...rulebook import load_book
from ...rulebook.book import Block, Book, Example, Items, Paragraph, Picture, Spans, Table
from ...rulebook.examples import Run, all_examples, run_example
from ...rulebook.thesaurus import thesaurus_of
from ...table.options import rules_data
from ...table.views import event_data, view_data
from ..problems import problem_of

__all__ = ["rulebook_files"]


def rulebook_files() -> dict[str, bytes]:
    """Return the files by name, to be served with the client's own."""
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
    return msgspec.json.encode(
        BookData(book.language, book.title, _blocks(book.blocks), chapters, _search(book.language))
    )


def _search(language: str) -> SearchData:
    words = thesaurus_of(language)
    return SearchData(
        ignored=list(words.ignored),
        prefixes=list(words.prefixes),
        endings=list(words.endings),
        dropped=words.dropped,
        synonyms={name: list(others) for name, others in words.synonyms.items()},
    )


def _blocks(blocks: tuple[Block, ...]) -> list[BlockData]:
    return [_block(block) for block in blocks]


def _block(block: Block) -> BlockData:
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
            ExampleStep(
                step.actor, format_move(step.move), [event_data(each) for each in step.events]
            )
            for step in run.steps
        ],
        after=view_data(run.after),
        refused=None if move is None else format_move(move),
        problem=None if error is None else problem_of(error),
        phrases=list(run.example.phrases),
    )
