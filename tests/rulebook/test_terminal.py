"""`regicide rules`: contents, a rule, and rules by words, as lines that fit."""

from __future__ import annotations

import io

import pytest

from openregicide.cli import main
from openregicide.i18n import PLURALS
from openregicide.rulebook import load_book
from openregicide.rulebook.book import Section
from openregicide.tui.plain.rulebook import run
from openregicide.tui.words.wide import wide, wrapped

WIDTH = 80


def said(*words: str, language: str = "en") -> tuple[int, list[str]]:
    out = io.StringIO()
    code = run(words, language, stdin=io.StringIO(), stdout=out, color=False)
    return code, out.getvalue().splitlines()


@pytest.mark.parametrize("language", PLURALS)
def test_the_contents_name_every_section(language: str) -> None:
    code, lines = said(language=language)
    assert code == 0
    for section in load_book(language).sections:
        assert any(section.name in line and section.title in line for line in lines)


@pytest.mark.parametrize("language", PLURALS)
def test_every_section_can_be_printed_and_fits(language: str) -> None:
    for section in load_book(language).sections:
        code, lines = said(section.name.lower(), language=language)
        assert code == 0
        assert lines[0] == f"{section.name} · {section.title}"
        assert [line for line in lines if wide(line) > WIDTH] == []
        assert "rules." not in "".join(lines)


def test_a_rule_shows_its_example_as_it_is_played() -> None:
    _, lines = said("R20")
    text = " ".join(" ".join(lines).split())
    assert "Enemy Jack of spades: health 20 of 20, attack 10" in text
    assert "→ You play 3♠ for 3. The enemy is immune: spades have no power." in text
    assert "The enemy strikes player 3 for 3." in text


def test_a_refusal_is_told_with_its_reason() -> None:
    text = " ".join(" ".join(said("R14")[1]).split())
    assert "✗ Not allowed: 6♣ 6♦. A combo may be worth 10 at most, and this one is worth 12" in text


def test_words_find_rules_and_show_the_first() -> None:
    code, lines = said("jester")
    assert code == 0
    assert lines[0].endswith("places found")
    assert "R18        Playing the jester" in lines[1]
    assert "R18 · Playing the jester" in lines


def test_what_is_not_there_is_said_so() -> None:
    code, lines = said("xyzzy")
    assert code == 1
    assert lines == ["Nothing found. Try another word, or the number of a rule."]


def test_the_command_takes_a_language(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "R9", "--lang", "fr"]) == 0
    assert capsys.readouterr().out.startswith("R9 · Le trèfle double")


@pytest.mark.parametrize(
    ("name", "language"),
    [("zh_CN.UTF-8", "zh"), ("id_ID", "id"), ("de_DE.UTF-8", "en"), ("C", "en")],
)
def test_without_one_it_speaks_the_language_of_the_terminal(
    name: str, language: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setenv("LANG", name)
    assert main(["rules", "R26"]) == 0
    section = load_book(language).section("R26")
    assert isinstance(section, Section)
    assert section.title in capsys.readouterr().out


def test_lines_break_at_blanks_and_between_chinese_characters() -> None:
    assert wrapped("one two three", 8) == ["one two", "three"]
    assert wrapped("one two three", 8, indent="- ", hang="  ") == ["- one", "  two", "  three"]
    # No line begins with a full stop, and what does not break in French stays together.
    assert wrapped("攻击值九。再来", 9) == ["攻击值", "九。再来"]
    assert wrapped("ennemi suivant\u00a0: Valet", 15) == ["ennemi", "suivant\u00a0: Valet"]
