"""The rulebook as lines: its contents, a rule with its examples, and a search."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TextIO

from ...core import MoveKind, View, move_cards, move_kind
from ...i18n import Catalogue
from ...i18n.speech import sentence
from ...rulebook import Book, Section, load_book
from ...rulebook.book import Block, Example, Items, Paragraph, Picture, Table, plain
from ...rulebook.examples import Run, run_example
from ...rulebook.search import find
from ..plain.console import Console
from .cards import row_of
from .narrator import Narrator
from .wide import wide, wrapped

__all__ = ["example_lines", "run"]

NOT_FOUND = 1
LABEL = 10
INDENT = "  "
MOST_FOUND = 12


def run(words: Sequence[str], language: str, *, stdin: TextIO, stdout: TextIO, color: bool) -> int:
    """Print the contents, a rule by its number, or the rules that match some words."""
    console = Console(stdin, stdout, color=color)
    t, book = Catalogue(language), load_book(language)
    width = console.width - 1
    if not words:
        console.lines([*_contents(book, width), "", *wrapped(t("rules.how"), width)])
        return 0
    found = find(book, " ".join(words))
    if section := book.section(words[0]) if len(words) == 1 else None:
        found = [section]
    if not found:
        console.lines(wrapped(t("rules.found.none"), width))
        return NOT_FOUND
    if len(found) == 1:
        console.lines(_section(t, found[0], width))
        return 0
    console.lines([t("rules.found", count=len(found)), *_titles(found[:MOST_FOUND]), ""])
    console.lines(_section(t, found[0], width))
    return 0


def _contents(book: Book, width: int) -> list[str]:
    lines = [book.title]
    for chapter in book.chapters:
        lines += ["", chapter.title, *_titles(chapter.sections)]
    return lines


def _titles(sections: Sequence[Section]) -> list[str]:
    return [f"{INDENT}{section.name:<{LABEL}} {section.title}" for section in sections]


def _section(t: Catalogue, section: Section, width: int) -> list[str]:
    title = f"{section.name} · {section.title}"
    lines = [title, "─" * wide(title)]
    for block in section.blocks:
        lines += ["", *_block(t, block, width)]
    return lines


def _block(t: Catalogue, block: Block, width: int) -> list[str]:
    match block:
        case Paragraph():
            return wrapped(plain(block.spans), width)
        case Items():
            return [
                line
                for item in block.items
                for line in wrapped(plain(item), width, indent="- ", hang=INDENT)
            ]
        case Table():
            return _table(block)
        case Example():
            caption = wrapped(t("rules.example.said", caption=plain(block.caption)), width)
            drawn = example_lines(t, run_example(block.name), width - len(INDENT))
            return [*caption, *(INDENT + line for line in drawn)]
        case Picture():
            # A terminal has no pictures; the text beside them says the same.
            return []


def _table(table: Table) -> list[str]:
    rows = [[plain(cell) for cell in row] for row in (table.head, *table.rows)]
    widths = [max(map(wide, column)) for column in zip(*rows, strict=True)]
    lines = [
        INDENT.join(
            cell + " " * (room - wide(cell)) for cell, room in zip(row, widths, strict=True)
        ).rstrip()
        for row in rows
    ]
    return [lines[0], INDENT.join("─" * room for room in widths), *lines[1:]]


# Examples


def example_lines(t: Catalogue, run: Run, width: int) -> list[str]:
    """Return an example as text: the view, the moves, and what follows."""
    view = run.before
    words = Narrator(t, view.seat)
    lines = _labelled(t("rules.enemy"), _enemy(t, words, view), width)
    if view.table:
        lines += _labelled(t("tui.table"), _plays(t, view), width)
    if not run.example.actions and not run.example.phrases:
        # Nothing is done: the example is about the position itself.
        lines += _labelled(t("tui.castle"), row_of(view.royals), width)
    lines += _labelled(t("tui.tavern"), _piles(t, view), width)
    if view.rules.players > 1:
        lines += _labelled(t("tui.others"), _others(t, view), width)
    lines += _labelled(t("rules.hand"), _hand(t, view), width)
    for step in run.steps:
        lines += wrapped(words.events(step.events), width, indent="→ ", hang=INDENT)
    if run.refused is not None:
        lines += wrapped(_refused(t, words, run), width, indent="✗ ", hang=INDENT)
    for phrase in run.example.phrases:
        lines += wrapped(t(f"ui.phrase.{phrase}"), width, indent="→ ", hang=INDENT)
    return lines


def _labelled(label: str, text: str, width: int) -> list[str]:
    head = label + " " * max(1, LABEL - wide(label))
    return wrapped(text, width, indent=head, hang=" " * wide(head))


def _enemy(t: Catalogue, words: Narrator, view: View) -> str:
    if view.enemy is None:
        return t("rules.enemy.gone")
    left = view.health - view.damage
    said = words.card(view.enemy)
    state = t("rules.enemy.state", enemy=said, left=left, full=view.health, attack=view.attack)
    return sentence(state)


def _plays(t: Catalogue, view: View) -> str:
    return " · ".join(
        row_of(cards) if by is None else t("tui.play_by", number=by + 1, cards=row_of(cards))
        for by, cards in view.table
    )


def _piles(t: Catalogue, view: View) -> str:
    tavern = t("tui.tavern_count", count=view.tavern_count)
    piles = t("tui.piles", tavern=tavern, discard=len(view.discard))
    if view.discard:
        piles += f" ({row_of(view.discard)})"
    if view.rules.players == 1:
        piles += " · " + t("tui.flips", number=view.flips)
    return piles


def _others(t: Catalogue, view: View) -> str:
    others = []
    for seat, hand in enumerate(view.hands):
        if seat != view.seat:
            other = t("tui.other", number=seat + 1, count=hand.count)
            others.append(t("tui.other_yielded", other=other) if view.yielded[seat] else other)
    return " · ".join(others)


def _hand(t: Catalogue, view: View) -> str:
    assert view.seat is not None
    return row_of(view.hands[view.seat].cards) or t("rules.hand.empty")


def _refused(t: Catalogue, words: Narrator, run: Run) -> str:
    assert run.refused is not None
    move, error = run.refused
    if move_kind(move) is MoveKind.YIELD:
        return f"{t('rules.not_allowed.yield')} {t.error(error)}"
    return f"{t('rules.not_allowed', cards=words.cards(move_cards(move)))} {t.error(error)}"
