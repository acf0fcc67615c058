"""The five books: in our subset of Markdown, about the same things, in the same order."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import openregicide
from openregicide.core import RuleSet
from openregicide.i18n import PLURALS, Catalogue
from openregicide.rulebook import Book, load_book
from openregicide.rulebook.book import Example, Picture, Table, plain, words_of
from openregicide.rulebook.examples import all_examples
from openregicide.rulebook.links import OPTIONS
from openregicide.rulebook.parse import BookError, parse_book

SOURCE = Path(openregicide.__file__).parent
ROOT = Path(__file__).parents[2]
ENGLISH = load_book("en")
BOOKS = [load_book(language) for language in PLURALS]
RULES = [f"R{number}" for number in (*range(1, 29), 30, 31)]
PICTURES = {"places", "turn", "suits"}

TITLE = "# Book\n\n## Chapter\n\n### R1 · One\n\n"


def language_of(book: Book) -> str:
    return book.language


def shape(book: Book) -> list[object]:
    """What has to be the same in every language: all but the words."""
    kinds: list[object] = [[type(block).__name__ for block in book.blocks]]
    for chapter in book.chapters:
        kinds.append([type(block).__name__ for block in chapter.blocks])
        for section in chapter.sections:
            kinds.append((section.name, [type(block).__name__ for block in section.blocks]))
    return kinds


def numbers(text: str) -> list[str]:
    return sorted(re.findall(r"\d+", re.sub(r"R\d+", "", text)))


@pytest.mark.parametrize("book", BOOKS, ids=language_of)
def test_every_rule_stands_in_the_book_once_and_in_order(book: Book) -> None:
    names = [section.name for section in book.sections]
    assert [name for name in names if re.fullmatch(r"R\d+", name)] == RULES
    assert names[len(RULES) :] == [*OPTIONS, "editions"]


@pytest.mark.parametrize("book", BOOKS[1:], ids=language_of)
def test_every_language_has_the_same_rules_examples_and_tables(book: Book) -> None:
    assert shape(book) == shape(ENGLISH)
    for ours, english in zip(book.blocks_in_order, ENGLISH.blocks_in_order, strict=True):
        match ours, english:
            case (Example(), Example()):
                assert ours.name == english.name
            case (Picture(), Picture()):
                assert ours == english
            case (Table(), Table()):
                assert len(ours.rows) == len(english.rows)
                assert numbers(words_of(ours)) == numbers(words_of(english))


@pytest.mark.parametrize("book", BOOKS[1:], ids=language_of)
def test_captions_name_the_same_numbers_in_every_language(book: Book) -> None:
    def captions(of: Book) -> dict[str, set[str]]:
        blocks = (block for block in of.blocks_in_order if isinstance(block, Example))
        return {block.name: set(numbers(plain(block.caption))) for block in blocks}

    assert captions(book) == captions(ENGLISH)


@pytest.mark.parametrize("book", BOOKS, ids=language_of)
def test_every_rule_has_an_example_and_every_example_stands_in_its_rule(book: Book) -> None:
    placed = {
        block.name: section.name
        for section in book.sections
        for block in section.blocks
        if isinstance(block, Example)
    }
    assert placed == {name: example.rule for name, example in all_examples().items()}
    assert set(RULES) <= set(placed.values())


@pytest.mark.parametrize("book", BOOKS, ids=language_of)
def test_links_and_pictures_lead_somewhere(book: Book) -> None:
    text = "\n".join(map(words_of, book.blocks_in_order))
    assert set(re.findall(r"(?<![A-Za-z])R\d+", text)) <= set(RULES)
    drawn = [block.name for block in book.blocks_in_order if isinstance(block, Picture)]
    assert sorted(drawn) == sorted(PICTURES)
    script = (SOURCE / "web" / "view" / "rulebook" / "pictures.js").read_text(encoding="utf-8")
    assert set(re.findall(r'name === "(\w+)"', script)) == PICTURES


@pytest.mark.parametrize("book", BOOKS, ids=language_of)
def test_every_option_is_explained_under_the_name_it_has_on_the_screen(book: Book) -> None:
    t = Catalogue(book.language)
    options = set(RuleSet.__dataclass_fields__) - {"players"}
    assert set(OPTIONS) == options
    for name, rule in OPTIONS.items():
        section = book.section(name)
        assert section is not None
        assert section.title == t.strict(f"option.{name}")
        assert any(rule in words_of(block) for block in section.blocks), name


@pytest.mark.parametrize("book", BOOKS, ids=language_of)
def test_the_words_are_clean(book: Book) -> None:
    for block in book.blocks_in_order:
        words = words_of(block)
        assert "  " not in words
        assert "**" not in words
        assert "`" not in words
        assert "\ufffd" not in words
        if book.language != "zh":
            assert not re.search(r"[\u4e00-\u9fff]", words)


def test_every_rule_that_is_cited_anywhere_exists() -> None:
    files = [*SOURCE.rglob("*.py"), *SOURCE.rglob("*.js"), *(ROOT / "docs").glob("*.md")]
    files += [SOURCE / "core" / "state.pxd", *(ROOT / "tests").rglob("*.py")]
    cited = {
        number: path for path in files for number in re.findall(r"\bR\d{1,2}\b", path.read_text())
    }
    assert {number: path for number, path in cited.items() if number not in RULES} == {}


@pytest.mark.parametrize(
    "text",
    [
        "no title",
        "# Book\n\n## Chapter\n\n### R1 - One\n",
        TITLE + "One line\nand another.\n",
        TITLE + "> A quotation\n",
        TITLE + "* A list of another kind\n",
        TITLE + "```\ncode\n```\n",
        TITLE + "[example: no caption]\n",
        TITLE + "[example: R1-values]\n",
        TITLE + "| one | two |\n| 1 | 2 |\n",
        TITLE + "| one | two |\n|---|---|\n| 1 |\n",
        TITLE + "#### Too deep\n",
    ],
)
def test_what_is_not_in_our_part_of_markdown_is_refused(text: str) -> None:
    with pytest.raises(BookError, match="line "):
        parse_book("en", text)


def test_a_line_becomes_runs_of_text() -> None:
    book = parse_book("en", TITLE + "See **R2**, R13 and `R3`.\n")
    (block,) = next(book.sections).blocks
    assert words_of(block) == "See R2, R13 and R3."
    kinds = [(span.kind, span.text) for span in block.spans]  # type: ignore[union-attr]
    assert kinds == [
        ("text", "See "),
        ("strong", "R2"),
        ("text", ", "),
        ("rule", "R13"),
        ("text", " and "),
        ("code", "R3"),
        ("text", "."),
    ]
