"""The course in the terminal: by script, in every language, and what it remembers."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import pytest

from openregicide.i18n import PLURALS, Catalogue
from openregicide.lessons import Prose, load_course
from openregicide.notation import format_move
from openregicide.tui.plain.learn import LearnOptions, run

COURSE = load_course()


def learn(folder: Path, answers: Iterable[str], language: str = "en") -> str:
    """Type these lines; return all that was written."""
    screen = io.StringIO()
    stdin = io.StringIO("".join(f"{answer}\n" for answer in answers))
    options = LearnOptions(
        language=language,
        progress=folder / "data" / "lessons.json",
        saves=folder / "data" / "games",
    )
    assert run(options, stdin=stdin, stdout=screen) == 0
    return screen.getvalue()


def flat(text: str) -> str:
    """A text without the line breaks that its width brought about."""
    return "".join(text.split())


@pytest.mark.parametrize("language", PLURALS)
def test_the_whole_course_by_script(tmp_path: Path, language: str) -> None:
    answers: list[str] = []
    for lesson in COURSE.lessons:
        # Enter goes to the next lesson that is not done.
        answers += ["", *(format_move(step.answer) for step in lesson.steps)]
    written = flat(learn(tmp_path, [*answers, "q"], language))
    prose, t = Prose(language), Catalogue(language)
    for lesson in COURSE.lessons:
        for step in lesson.steps:
            for name in ("tell", "task", "done"):
                assert flat(prose(f"{lesson.id}.{step.id}.{name}")) in written
    assert flat(t("learn.tui.ask_battle")) in written
    assert written.endswith(flat(t("tui.goodbye")))
    kept = json.loads((tmp_path / "data" / "lessons.json").read_text())
    assert kept == [lesson.id for lesson in COURSE.lessons]


def test_other_moves_slips_and_commands(tmp_path: Path) -> None:
    answers = ["2", "9H", "n2", "zz", "help", "moves", "rules", "", "4h", "2", "show"]
    written = learn(tmp_path, answers)
    prose, t = Prose(), Catalogue()
    said = prose("suffer.survive.other", cards="9♥", worth=9, strike=10)
    for text in (
        said,
        t("error.move.wrong_phase", phase=t("phase.play")),
        t("error.typed.unknown", found="zz", example="2H"),
        t("learn.tui.help"),
        t("preview.attack", attack=9),
        prose("suffer.pay.too_little"),
        t("learn.tui.finished", number=2),
        t("tui.goodbye"),
    ):
        assert flat(text) in flat(written), text
    # The table again, for an empty line; and the lesson that was done has its mark.
    assert written.count(t("learn.tui.task", task=prose("suffer.survive.task"))) == 2
    assert f"✓  2. {prose('suffer.title')}" in written


def test_what_was_learned_is_remembered_and_can_be_learned_again(tmp_path: Path) -> None:
    first = ["", *(format_move(step.answer) for step in COURSE.lessons[0].steps)]
    learn(tmp_path, [*first, "q"])
    t = Catalogue()
    written = learn(tmp_path, ["99", "wings", "1", "quit"])
    assert t("learn.tui.ask", number=2) in written
    assert written.count(t("learn.tui.unclear", most=len(COURSE.lessons))) == 2
    assert t("learn.lesson", number=1, title=Prose()("attack.title")) in written


@pytest.mark.parametrize("content", ["", "{}", '{"a": 1}', "\x00\xff", "[1, 2]"])
def test_a_damaged_file_is_a_fresh_start(tmp_path: Path, content: str) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "lessons.json").write_bytes(content.encode("latin-1"))
    assert Catalogue()("learn.tui.ask", number=1) in learn(tmp_path, ["q"])


def test_a_folder_that_cannot_be_written_is_said_and_no_more(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("in the way")
    answers = ["", *(format_move(step.answer) for step in COURSE.lessons[0].steps), "q"]
    written = flat(learn(tmp_path, answers))
    assert flat(Catalogue()("learn.tui.not_kept", reason="")) in written


def test_the_battle_after_the_lessons_by_pipe(tmp_path: Path) -> None:
    """The command itself, in another language, up to the first card of a real game."""
    answers = "b\nhelp\nquit\n"
    done = subprocess.run(
        [sys.executable, "-m", "openregicide", "learn", "--lang", "es"],
        input=answers,
        capture_output=True,
        encoding="utf-8",
        env={**os.environ, "XDG_DATA_HOME": str(tmp_path), "PYTHONIOENCODING": "utf-8"},
        check=True,
        timeout=60,
    )
    t = Catalogue("es")
    assert flat(t("tui.help_play")) in flat(done.stdout)
    assert flat(t("tui.health_of", left=10, full=10)) in flat(done.stdout)
    assert list((tmp_path / "openregicide" / "games").glob("*.journal"))
