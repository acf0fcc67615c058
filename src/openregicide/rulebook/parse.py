"""Parses the text of a rulebook into a tree.

The text is a small subset of Markdown, and nothing else is accepted: one `#` title, `##` chapters,
`### R19 · Title` sections, paragraphs on one line each, lists with `- `, tables, `**strong**`,
`` `code` ``; `R19` anywhere links to that rule. Two kinds of lines are our own:
`[example: name] caption` and `[picture: name]`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from importlib import resources

from .book import (
    Block,
    Book,
    Chapter,
    Example,
    Items,
    Paragraph,
    Picture,
    Section,
    Span,
    Spans,
    Table,
)

__all__ = ["BookError", "load_book", "parse_book", "parse_spans"]

SECTION = re.compile(r"### ([A-Za-z]\w*) · (\S.*)")
EXAMPLE = re.compile(r"\[example: ([\w-]+)\] (\S.*)")
PICTURE = re.compile(r"\[picture: ([\w-]+)\]")
SPAN = re.compile(r"\*\*(?P<strong>[^*]+)\*\*|`(?P<code>[^`]+)`|(?<![A-Za-z])(?P<rule>R\d+)(?!\d)")
RULE_LINE = re.compile(r"\|(-+\|)+")


class BookError(ValueError):
    """A line outside our subset of Markdown."""

    def __init__(self, number: int, line: str) -> None:
        super().__init__(f"line {number}: {line}")


def load_book(language: str) -> Book:
    """Read the rulebook of a language."""
    source = resources.files(__package__).joinpath(f"{language}.md")
    return parse_book(language, source.read_text(encoding="utf-8"))


def parse_book(language: str, text: str) -> Book:
    """Return the tree of a text.

    :raises BookError: a line cannot be read.
    """
    parser = _Parser(text.splitlines())
    title = parser.take_heading("# ")
    blocks = parser.take_blocks()
    chapters = []
    while not parser.at_end:
        heading = parser.take_heading("## ")
        before = parser.take_blocks()
        sections = []
        while parser.peek().startswith("### "):
            sections.append(parser.take_section())
        chapters.append(Chapter(heading, before, tuple(sections)))
    return Book(language, title, blocks, tuple(chapters))


def parse_spans(text: str) -> Spans:
    """Return a line as runs of text."""
    spans: list[Span] = []
    at = 0
    for match in SPAN.finditer(text):
        if match.start() > at:
            spans.append(Span("text", text[at : match.start()]))
        if match["strong"]:
            spans.append(Span("strong", match["strong"]))
        elif match["code"]:
            spans.append(Span("code", match["code"]))
        else:
            spans.append(Span("rule", match["rule"]))
        at = match.end()
    if at < len(text):
        spans.append(Span("text", text[at:]))
    return tuple(spans)


class _Parser:
    """Lines, and how far they have been parsed."""

    def __init__(self, lines: Sequence[str]) -> None:
        self._lines = lines
        self._at = 0
        self._skip_blank()

    @property
    def at_end(self) -> bool:
        return self._at >= len(self._lines)

    def peek(self) -> str:
        return "" if self.at_end else self._lines[self._at]

    def _take(self) -> str:
        line = self.peek()
        self._at += 1
        return line

    def _skip_blank(self) -> None:
        while not self.at_end and not self._lines[self._at]:
            self._at += 1

    def _refuse(self) -> BookError:
        return BookError(self._at + 1, self.peek())

    def take_heading(self, sign: str) -> str:
        if not self.peek().startswith(sign):
            raise self._refuse()
        heading = self._take().removeprefix(sign)
        self._skip_blank()
        return heading

    def take_section(self) -> Section:
        match = SECTION.fullmatch(self.peek())
        if match is None:
            raise self._refuse()
        self._take()
        self._skip_blank()
        return Section(match[1], match[2], self.take_blocks())

    def take_blocks(self) -> tuple[Block, ...]:
        """Return everything up to the next heading."""
        blocks = []
        while not self.at_end and not self.peek().startswith("#"):
            blocks.append(self._take_block())
            if self.peek():
                raise self._refuse()
            self._skip_blank()
        return tuple(blocks)

    def _take_block(self) -> Block:
        line = self.peek()
        if line.startswith("- "):
            return Items(tuple(parse_spans(item[2:]) for item in self._take_while("- ")))
        if line.startswith("|"):
            return self._take_table()
        if match := EXAMPLE.fullmatch(line):
            self._take()
            return Example(match[1], parse_spans(match[2]))
        if match := PICTURE.fullmatch(line):
            self._take()
            return Picture(match[1])
        if line.startswith(("[", "*", ">", " ", "`" * 3)) and not line.startswith("**"):
            raise self._refuse()
        return Paragraph(parse_spans(self._take()))

    def _take_while(self, sign: str) -> list[str]:
        taken = []
        while self.peek().startswith(sign):
            taken.append(self._take())
        return taken

    def _take_table(self) -> Table:
        start = self._at
        lines = self._take_while("|")
        cells = [
            tuple(parse_spans(cell.strip()) for cell in line[1:-1].split("|")) for line in lines
        ]
        ruled = len(lines) > 1 and RULE_LINE.fullmatch(lines[1])
        if not ruled or len({len(row) for row in cells}) != 1:
            self._at = start
            raise self._refuse()
        return Table(cells[0], tuple(cells[2:]))
