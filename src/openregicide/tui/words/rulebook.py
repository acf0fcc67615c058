"""The rulebook as lines: its contents, and a rule with its examples."""

from __future__ import annotations

from collections.abc import Sequence

from ...core import MoveKind, View, move_cards, move_kind
from ...i18n import Catalogue
from ...i18n.speech import sentence
from ...rulebook import Book, Section
from ...rulebook.book import Block, Example, Items, Paragraph, Picture, Table, plain
from ...rulebook.examples import Run, run_example
from ...table.talk import public_number
from .cards import row_of
from .narrator import Narrator
from .wide import wide, wrapped

__all__ = ["contents_lines", "example_lines", "section_lines", "title_lines"]

LABEL = 10
INDENT = "  "


def contents_lines(book: Book) -> list[str]:
    """Return the chapters with their rules."""
    lines = [book.title]
    for chapter in book.chapters:
        lines += ["", chapter.title, *title_lines(chapter.sections)]
    return lines


def title_lines(sections: Sequence[Section]) -> list[str]:
    """Return rules by number and title."""
    return [f"{INDENT}{section.name:<{LABEL}} {section.title}" for section in sections]


def section_lines(t: Catalogue, section: Section, width: int) -> list[str]:
    """Return a rule with everything that belongs to it."""
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
        said = t(f"ui.phrase.{phrase}", count=_number(run, phrase))
        lines += wrapped(said, width, indent="→ ", hang=INDENT)
    return lines


def _number(run: Run, phrase: str) -> int | None:
    """Return the number in a phrase, said by the player whose view the example shows."""
    seat = run.after.seat
    return None if seat is None else public_number(run.after, seat, phrase)


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
